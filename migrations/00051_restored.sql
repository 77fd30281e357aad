-- +goose Up
-- That this installation was filled from a backup: nobody opens it until the restore is complete, and it does nothing in the
-- world by itself until an operator says so. A restore makes the table beforehand, in the transaction that fills the rest.
CREATE TABLE IF NOT EXISTS restored (
    one          boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    backup_made  timestamptz NOT NULL DEFAULT now(),
    restored_at  timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    resumed_at   timestamptz
);

-- +goose Down
DROP TABLE restored;
