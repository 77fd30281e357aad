-- +goose Up
-- The bytes that are being looked at. What stands here while nobody looks at it ended the process that did, or was never finished,
-- and is not looked at again.
CREATE TABLE media_checks (
    digest   bytea       PRIMARY KEY,         -- SHA-256 of the bytes
    upload   text        NOT NULL DEFAULT '', -- that brought them, where it is kept before it is looked at
    began_at timestamptz NOT NULL
);
CREATE INDEX media_checks_upload ON media_checks (upload) WHERE upload <> '';

-- +goose Down
DROP TABLE media_checks;
