-- +goose Up
-- What people uploaded. The files are in the store of media, below a folder of the upload's name.
CREATE TABLE media_uploads (
    name       text        NOT NULL PRIMARY KEY, -- random
    kind       text        NOT NULL,             -- such as 'avatar'
    owner      uuid        NOT NULL,             -- the member; not the account, which may be closed before
    created_at timestamptz NOT NULL,
    look_at    timestamptz -- since when it may be shown nowhere, so that somebody has to look; NULL: it is shown
);
CREATE INDEX media_uploads_owner ON media_uploads (owner);
CREATE INDEX media_uploads_look ON media_uploads (look_at) WHERE look_at IS NOT NULL;

-- +goose Down
DROP TABLE media_uploads;
