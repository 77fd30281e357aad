-- +goose Up
-- How far the files of the database were rewritten after erasures. upto is a position of the log: nothing of a person whose
-- erasure was completed up to there lies in a file of a table any more, but for the tables named in left_out, which belong
-- to another role. wal tells whether the write-ahead log was renewed too.
CREATE TABLE files_rewritten (
    one      boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    upto     text        NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    left_out text[]      NOT NULL DEFAULT '{}',
    wal      boolean     NOT NULL
);

-- +goose Down
DROP TABLE files_rewritten;
