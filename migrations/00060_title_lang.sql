-- +goose Up
-- The language of what is paid for, which need not be the payer's. Older payments don't know it.
ALTER TABLE sandbox_payments ADD COLUMN title_lang text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE sandbox_payments DROP COLUMN title_lang;
