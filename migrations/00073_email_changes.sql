-- +goose Up
-- Addresses that members asked to be reached at. A row stays a while after it was confirmed or called off: an erasure finds by it
-- the mails that went to the other address, and who reads the address before can take the change back.
CREATE TABLE account_email_changes (
    id           uuid        NOT NULL PRIMARY KEY,
    account_id   uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    session_id   uuid        NOT NULL, -- in which it was asked for: it goes on when the others end
    email        text        NOT NULL, -- the new address, as it identifies the account
    email_typed  text        NOT NULL,
    old_email    text        NOT NULL,
    old_typed    text        NOT NULL,
    hash         bytea       NOT NULL UNIQUE, -- SHA-256 of the secret in the newest mail to the new address
    mails        integer     NOT NULL,        -- how many were sent there
    requested_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    confirmed_at timestamptz,
    ended_at     timestamptz, -- called off before it was confirmed
    undone_at    timestamptz  -- taken back after it was confirmed
);
CREATE UNIQUE INDEX account_email_changes_waiting ON account_email_changes (account_id)
    WHERE confirmed_at IS NULL AND ended_at IS NULL;
CREATE INDEX account_email_changes_account ON account_email_changes (account_id);

-- When the address changed, while the log does not know yet.
ALTER TABLE accounts ADD COLUMN email_unlogged_at timestamptz;
CREATE INDEX accounts_email_unlogged ON accounts (id) WHERE email_unlogged_at IS NOT NULL;

-- +goose Down
ALTER TABLE accounts DROP COLUMN email_unlogged_at;
DROP TABLE account_email_changes;
