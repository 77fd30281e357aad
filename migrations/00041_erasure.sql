-- +goose Up
-- When an account was closed for ever: nobody signs in, and it goes once its member is erased.
ALTER TABLE accounts ADD COLUMN closed_at timestamptz;

-- Who sent the command, as events say it, so that the keys go with the person.
ALTER TABLE command_keys ADD COLUMN actor text NOT NULL DEFAULT '';
CREATE INDEX command_keys_actor ON command_keys (actor) WHERE actor LIKE 'member:%';

-- +goose Down
DROP INDEX command_keys_actor;
ALTER TABLE command_keys DROP COLUMN actor;
ALTER TABLE accounts DROP COLUMN closed_at;
