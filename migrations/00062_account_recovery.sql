-- +goose Up
-- Secrets mailed to members who forgot their password. Each works once.
CREATE TABLE account_resets (
    hash       bytea       NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz -- also when the password was changed another way
);
CREATE INDEX account_resets_account ON account_resets (account_id);
CREATE INDEX account_resets_expiry ON account_resets (expires_at);

-- Requests for such a mail, stored before anything is looked up, like account_resends.
CREATE TABLE account_reset_wishes (
    email        text        NOT NULL PRIMARY KEY,
    requested_at timestamptz NOT NULL
);

ALTER TABLE accounts ADD COLUMN password_changed_at timestamptz; -- NULL: never since the sign-up

-- What happened to an account, for its member to read.
CREATE TABLE account_history (
    id         uuid        NOT NULL PRIMARY KEY,
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    at         timestamptz NOT NULL,
    kind       text        NOT NULL,
    user_agent text        NOT NULL, -- empty when no browser of the member did it
    address    text        NOT NULL
);
CREATE INDEX account_history_account ON account_history (account_id, at DESC, id DESC);

-- +goose Down
DROP TABLE account_history;
ALTER TABLE accounts DROP COLUMN password_changed_at;
DROP TABLE account_reset_wishes;
DROP TABLE account_resets;
