-- +goose Up
-- A timer is claimed for a while, which is committed before its command is carried out: no transaction is open meanwhile.
-- lease names the claim, leased_until says for how long nobody else may claim it. retry_at is put off with it, so that a
-- program of before, which knows no leases, leaves the timer alone too; where the two differ, the timer was set anew.
ALTER TABLE timers
    ADD COLUMN lease        uuid,
    ADD COLUMN leased_until timestamptz;

-- +goose Down
ALTER TABLE timers DROP COLUMN lease, DROP COLUMN leased_until;
