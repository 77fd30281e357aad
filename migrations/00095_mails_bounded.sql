-- +goose Up
-- A stranger to the reader may have requested the mail: an address gets a few of those a day.
ALTER TABLE outbox_mails ADD COLUMN asked boolean NOT NULL DEFAULT false;
-- What several mails may tell of at nearly the same time, of which the first goes out alone; empty for most.
ALTER TABLE outbox_mails ADD COLUMN burst text NOT NULL DEFAULT '';
-- Of no address: the planner's statistics of an expression would quote it for longer than its rows are there.
CREATE INDEX outbox_mails_asked ON outbox_mails (created_at) WHERE asked;
CREATE INDEX outbox_mails_burst ON outbox_mails (burst, created_at) WHERE burst <> '';

-- +goose Down
DROP INDEX outbox_mails_burst;
DROP INDEX outbox_mails_asked;
ALTER TABLE outbox_mails DROP COLUMN burst, DROP COLUMN asked;
