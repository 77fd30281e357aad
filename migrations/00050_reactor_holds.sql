-- +goose Up
-- Since when a reactor waits, at which event, and for what: never the text of an error, which may name somebody.
ALTER TABLE reactor_checkpoints
    ADD COLUMN held_since timestamptz,
    ADD COLUMN held_event uuid,
    ADD COLUMN held_why   text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE reactor_checkpoints DROP COLUMN held_since, DROP COLUMN held_event, DROP COLUMN held_why;
