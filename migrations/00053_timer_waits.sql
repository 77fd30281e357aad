-- +goose Up
-- How long something that can't be done yet is left alone is told by the database's clock, not by that of the process that
-- found out: one whose clock is ahead would put it off for as long as it is ahead. due_at stays the moment it is due.
ALTER TABLE timers ADD COLUMN retry_at timestamptz;

-- +goose Down
ALTER TABLE timers DROP COLUMN retry_at;
