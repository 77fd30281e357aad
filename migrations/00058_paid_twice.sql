-- +goose Up
-- The sandbox can take a second payment of one donation, as real providers do when two tabs are open.
DROP INDEX sandbox_payments_paid_once;

-- +goose Down
CREATE UNIQUE INDEX sandbox_payments_paid_once ON sandbox_payments (donation) WHERE status = 'paid';
