-- +goose Up
-- Several mails that tell the state of the same thing become one while the first waits: what it is, until when it waits, when what it
-- tells happened, and the keys of those that it replaced.
ALTER TABLE outbox_mails
    ADD COLUMN gather     text   NOT NULL DEFAULT '',
    ADD COLUMN held_until timestamptz,
    ADD COLUMN told_at    timestamptz,
    ADD COLUMN gathered   text[] NOT NULL DEFAULT '{}';
CREATE INDEX outbox_mails_gather ON outbox_mails (gather) WHERE gather <> '';

-- +goose Down
DROP INDEX outbox_mails_gather;
ALTER TABLE outbox_mails DROP COLUMN gathered, DROP COLUMN told_at, DROP COLUMN held_until, DROP COLUMN gather;
