-- +goose Up
-- When whoever is signed in last showed that it is them; NULL: when the session began.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;

-- +goose Down
ALTER TABLE sessions DROP COLUMN proved_at;
