-- +goose Up
-- Timers take turns: what failed comes after what was due before it is tried again.
CREATE INDEX timers_turn ON timers (greatest(due_at, retry_at));

-- +goose Down
DROP INDEX timers_turn;
