-- +goose Up
-- The second factor of an account: a secret that an app on the member's telephone makes codes of.
CREATE TABLE account_factors (
    account_id uuid        NOT NULL PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    secret     text        NOT NULL, -- sealed with the installation's key
    created_at timestamptz NOT NULL,
    proved_at  timestamptz,          -- of the first right code; until then nobody is asked for one
    last_step  bigint      NOT NULL DEFAULT 0 -- the newest half minute whose code was used
);

-- What lets a member in who has lost the telephone. Each works once.
CREATE TABLE account_recovery_codes (
    hash       bytea NOT NULL PRIMARY KEY, -- HMAC of the code and the account
    account_id uuid  NOT NULL REFERENCES accounts ON DELETE CASCADE,
    used_at    timestamptz
);
CREATE INDEX account_recovery_codes_account ON account_recovery_codes (account_id);

-- Sign-ins whose password was right and whose code is yet to come.
CREATE TABLE account_challenges (
    hash       bytea       NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    account_id uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    anew       boolean     NOT NULL, -- whether the browser was not known
    keep       boolean     NOT NULL, -- whether who deletes their account keeps it
    tries      int         NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL
);
CREATE INDEX account_challenges_account ON account_challenges (account_id);
CREATE INDEX account_challenges_expiry ON account_challenges (expires_at);

-- +goose Down
DROP TABLE account_challenges;
DROP TABLE account_recovery_codes;
DROP TABLE account_factors;
