-- +goose Up
-- Where the reader of a mail switches off mails of its kind; empty for what everybody must get.
ALTER TABLE outbox_mails ADD COLUMN stop text NOT NULL DEFAULT '';
-- Whom an answer reaches, where that is not whom the installation names.
ALTER TABLE outbox_mails ADD COLUMN reply_to text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE outbox_mails DROP COLUMN stop, DROP COLUMN reply_to;
