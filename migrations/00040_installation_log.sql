-- +goose Up
-- Which log this database belongs to: positions of reactors, dead letters and read tables are places in that one, and mean
-- nothing in another. The log may lie elsewhere than in this database.
CREATE TABLE installation_log (
    one      boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    log_id   uuid        NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation_log (log_id) SELECT log_id FROM log_head WHERE EXISTS (SELECT FROM installation);

-- +goose Down
DROP TABLE installation_log;
