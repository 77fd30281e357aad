-- +goose Up
-- Webhooks that were given up are counted at each scrape; there are few, among very many that were delivered.
CREATE INDEX sandbox_deliveries_given_up ON sandbox_deliveries (id) WHERE outcome = 'given_up';

-- +goose Down
DROP INDEX sandbox_deliveries_given_up;
