-- +goose Up
-- Mails go out over SMTP where a server is named: send_at is when a mail is tried next, null once nothing is to be done.
ALTER TABLE outbox_mails
    ADD COLUMN send_at timestamptz,
    ADD COLUMN tries   integer NOT NULL DEFAULT 0,
    ADD COLUMN sent_at timestamptz,
    ADD COLUMN failure text NOT NULL DEFAULT '', -- what the server said last
    ADD COLUMN refused boolean NOT NULL DEFAULT false; -- for good: nobody tries again by itself
CREATE INDEX outbox_mails_due ON outbox_mails (send_at) WHERE send_at IS NOT NULL;
CREATE INDEX outbox_mails_refused ON outbox_mails (id) WHERE refused;

-- +goose Down
DROP INDEX outbox_mails_refused;
DROP INDEX outbox_mails_due;
ALTER TABLE outbox_mails DROP COLUMN refused, DROP COLUMN failure, DROP COLUMN sent_at, DROP COLUMN tries, DROP COLUMN send_at;
