-- +goose Up
-- Who can sign in. None of this is in the log: credentials are changed and erased, events are not.
CREATE TABLE accounts (
    id             uuid        NOT NULL PRIMARY KEY,
    member_id      uuid        NOT NULL UNIQUE,
    email          text        NOT NULL UNIQUE, -- normalised: what identifies the account
    email_typed    text        NOT NULL,        -- as the person writes it: where mails go
    password_hash  text        NOT NULL,        -- argon2id in PHC format
    lang           text        NOT NULL,
    terms_version  text        NOT NULL,
    terms_at       timestamptz NOT NULL,
    confirmed_at   timestamptz,
    pending_name   text,                        -- until the member is in the log
    registered_at  timestamptz,                 -- when the member was written to the log
    created_at     timestamptz NOT NULL
);
CREATE INDEX accounts_unregistered ON accounts (confirmed_at) WHERE registered_at IS NULL AND confirmed_at IS NOT NULL;

CREATE TABLE account_roles (
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    role       text        NOT NULL CHECK (role IN ('moderator', 'auditor', 'administrator')),
    granted_by text        NOT NULL,
    granted_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, role)
);

-- Secrets mailed to people. Each confirmation carries the credentials of the sign-up it was sent for, so that nobody's
-- link switches on a password somebody else chose for their address.
CREATE TABLE account_confirmations (
    hash          bytea       NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    account_id    uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    password_hash text        NOT NULL,
    name          text        NOT NULL,
    email_typed   text        NOT NULL,
    lang          text        NOT NULL,
    terms_version text        NOT NULL,
    terms_at      timestamptz NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz
);
CREATE INDEX account_confirmations_account ON account_confirmations (account_id, created_at DESC);
CREATE INDEX account_confirmations_expiry ON account_confirmations (expires_at);

-- Requests for another confirmation mail. They are stored before anything is looked up, so that asking takes the same
-- time whether the address is known or not.
CREATE TABLE account_resends (
    email        text        NOT NULL PRIMARY KEY,
    requested_at timestamptz NOT NULL
);

CREATE TABLE sessions (
    id         uuid        NOT NULL PRIMARY KEY,
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    user_agent text        NOT NULL,
    address    text        NOT NULL,
    created_at timestamptz NOT NULL,
    used_at    timestamptz NOT NULL, -- last refresh
    expires_at timestamptz NOT NULL, -- whatever is refreshed
    ended_at   timestamptz,
    end_reason text
);
CREATE INDEX sessions_account ON sessions (account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- The refresh tokens of a session are a chain of which only the last one is alive.
CREATE TABLE refresh_tokens (
    hash       bytea       NOT NULL PRIMARY KEY, -- SHA-256 of the token
    session_id uuid        NOT NULL REFERENCES sessions ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    successor  bytea       -- the salt its successor is derived with; useless without the token and the key
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- +goose Down
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE account_resends;
DROP TABLE account_confirmations;
DROP TABLE account_roles;
DROP TABLE accounts;
