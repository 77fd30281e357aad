-- +goose Up
-- Where the log ended when it was found to end before the place of a reactor: it was restored from a backup. Whatever is
-- appended from there on is new to that reactor, also once the log has grown past its place.
ALTER TABLE reactor_checkpoints ADD COLUMN log_end text;

-- +goose Down
ALTER TABLE reactor_checkpoints DROP COLUMN log_end;
