-- +goose Up
-- A video is sent in parts, so that a broken connection costs little: how many bytes it has in all, and how many came so far.
ALTER TABLE media_uploads ADD COLUMN length bigint NOT NULL DEFAULT 0;
ALTER TABLE media_uploads ADD COLUMN arrived bigint NOT NULL DEFAULT 0;
-- The files of the parts so far, in order; none any more once it is whole.
ALTER TABLE media_uploads ADD COLUMN parts text[] NOT NULL DEFAULT '{}';
-- Whether it was put together and looked at: nothing shows it before.
ALTER TABLE media_uploads ADD COLUMN whole boolean NOT NULL DEFAULT true;

-- +goose Down
ALTER TABLE media_uploads DROP COLUMN length, DROP COLUMN arrived, DROP COLUMN parts, DROP COLUMN whole;
