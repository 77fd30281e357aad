-- +goose Up
-- Ways to sign in that were removed from an account: undoing a change of address restores those removed since. Rows stay as long as
-- a change of address can be undone.
CREATE TABLE account_removed (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind       text        NOT NULL, -- the table that it was a row of
    was        jsonb       NOT NULL,
    removed_at timestamptz NOT NULL
);
CREATE INDEX account_removed_account ON account_removed (account_id, kind);
CREATE INDEX account_removed_at ON account_removed (removed_at);
ALTER TABLE account_recovery_codes ADD COLUMN made_at timestamptz; -- NULL: before this column

-- +goose Down
ALTER TABLE account_recovery_codes DROP COLUMN made_at;
DROP TABLE account_removed;
