-- +goose Up
-- The uploads that are being checked. A row without a running check means that the check ended its process, or never ended,
-- and is not looked at again.
CREATE TABLE media_checks (
    digest   bytea       PRIMARY KEY,         -- SHA-256 of the bytes
    upload   text        NOT NULL DEFAULT '', -- that brought them, where it is kept before it is looked at
    began_at timestamptz NOT NULL
);
CREATE INDEX media_checks_upload ON media_checks (upload) WHERE upload <> '';

-- +goose Down
DROP TABLE media_checks;
