-- +goose Up
-- What happened to an account is told its member once: told_at says when. What happened before this is not told any more.
ALTER TABLE account_history ADD COLUMN told_at timestamptz;
UPDATE account_history SET told_at = at;
CREATE INDEX account_history_untold ON account_history (at) WHERE told_at IS NULL;

-- +goose Down
ALTER TABLE account_history DROP COLUMN told_at;
