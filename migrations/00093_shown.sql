-- +goose Up
-- How the member in the session last proved their identity, at proved_at; NULL: in no way that counts.
ALTER TABLE sessions ADD COLUMN proved_by text CHECK (proved_by IN ('provider', 'password', 'code', 'passkey'));

-- +goose Down
ALTER TABLE sessions DROP COLUMN proved_by;
