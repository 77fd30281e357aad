-- +goose Up
-- How whoever is signed in last showed that it is them, at proved_at; NULL: in no way that counts.
ALTER TABLE sessions ADD COLUMN proved_by text CHECK (proved_by IN ('provider', 'password', 'code', 'passkey'));

-- +goose Down
ALTER TABLE sessions DROP COLUMN proved_by;
