-- +goose Up
-- What has served goes after a while: the oldest keys are found, and that nothing follows a webhook.
CREATE INDEX command_keys_created ON command_keys (created_at);
CREATE INDEX sandbox_deliveries_follows ON sandbox_deliveries (follows) WHERE follows IS NOT NULL;

-- +goose Down
DROP INDEX sandbox_deliveries_follows;
DROP INDEX command_keys_created;
