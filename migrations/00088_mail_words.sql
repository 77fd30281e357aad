-- +goose Up
-- Whose words stand in a daily mail, by their subjects: it goes once one of them is erased. NULL of other mails.
ALTER TABLE outbox_mails ADD COLUMN words uuid[];
CREATE INDEX outbox_mails_words ON outbox_mails USING gin (words) WHERE words IS NOT NULL;

-- +goose Down
ALTER TABLE outbox_mails DROP COLUMN words;
