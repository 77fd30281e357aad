-- +goose Up
-- A member who deletes their account: leaving_at is when the erasure begins, and who signs in before may undo it. leaving_asked_at
-- is when the log was told, which is done again until it is.
ALTER TABLE accounts ADD COLUMN leaving_at timestamptz, ADD COLUMN leaving_asked_at timestamptz;
CREATE INDEX accounts_leaving_unasked ON accounts (leaving_at) WHERE leaving_at IS NOT NULL AND leaving_asked_at IS NULL;

-- +goose Down
ALTER TABLE accounts DROP COLUMN leaving_at, DROP COLUMN leaving_asked_at;
