-- +goose Up
-- The servers that run, and which types and versions of events each reads beyond those that every server reads. NULL: it announces
-- nothing, and was seen by a connection of its own.
CREATE TABLE servers (
    id      uuid        PRIMARY KEY,
    program text        NOT NULL,
    beyond  jsonb,
    seen_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE servers;
