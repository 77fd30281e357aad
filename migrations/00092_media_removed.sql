-- +goose Up
-- Since when an upload is removed: it is not served, and nothing can show it again.
ALTER TABLE media_uploads ADD COLUMN removed_at timestamptz;
-- What shows it is hidden, as a suspended campaign is: it is not served until that is over.
ALTER TABLE media_uploads ADD COLUMN hidden boolean NOT NULL DEFAULT false;
CREATE INDEX media_uploads_things ON media_uploads USING gin (things);
-- Finds those that have been hidden for long.
UPDATE media_uploads SET look_at = now() - interval '1 day' WHERE look_at IS NULL AND kind IN ('campaign-photo', 'campaign-video');

-- +goose Down
DROP INDEX media_uploads_things;
ALTER TABLE media_uploads DROP COLUMN removed_at, DROP COLUMN hidden;
