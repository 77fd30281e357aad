-- +goose Up
-- The installation's name at its payment provider, which tells its payments from those of others on the same account. It stays the
-- same when the log moves or a backup is restored. payments names the provider of its gifts: '' while there are none, NULL while
-- nobody has looked.
ALTER TABLE installation
    ADD COLUMN name     uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN payments text;

-- +goose Down
ALTER TABLE installation DROP COLUMN payments, DROP COLUMN name;
