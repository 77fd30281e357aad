-- +goose Up
-- Which things, such as campaigns, ever claimed an upload to show it: one that none of them shows any more goes.
ALTER TABLE media_uploads ADD COLUMN things uuid[] NOT NULL DEFAULT '{}';
-- What stands in pages until a picture is loaded: a data: address; empty for kinds that have none.
ALTER TABLE media_uploads ADD COLUMN blur text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE media_uploads DROP COLUMN things, DROP COLUMN blur;
