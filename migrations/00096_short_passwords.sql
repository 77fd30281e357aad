-- +goose Up
-- Whether the password of a staff member was found too short for staff when they signed in with it.
ALTER TABLE accounts ADD COLUMN password_short boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE accounts DROP COLUMN password_short;
