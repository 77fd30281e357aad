-- +goose Up
-- The passkeys of an account: public keys whose secret half never leaves the member's device (WebAuthn level 3).
CREATE TABLE account_passkeys (
    id            uuid        NOT NULL PRIMARY KEY,
    account_id    uuid        NOT NULL REFERENCES accounts ON DELETE CASCADE,
    credential_id bytea       NOT NULL UNIQUE,
    public_key    bytea       NOT NULL, -- COSE
    user_handle   bytea       NOT NULL, -- random: what the device knows the account by
    sign_count    bigint      NOT NULL, -- of the last signature; 0: the device does not count
    eligible      boolean     NOT NULL, -- whether the passkey may be copied between devices
    synced        boolean     NOT NULL, -- whether it was, at its last use
    name          text        NOT NULL,
    created_at    timestamptz NOT NULL,
    used_at       timestamptz
);
CREATE INDEX account_passkeys_account ON account_passkeys (account_id);

-- Challenges that a browser was given and has not answered. Each is answered once.
CREATE TABLE passkey_ceremonies (
    hash       bytea       NOT NULL PRIMARY KEY, -- SHA-256 of the secret in the browser's cookie
    purpose    text        NOT NULL,
    account_id uuid        REFERENCES accounts ON DELETE CASCADE, -- who adds a passkey; null: whoever signs in
    asked      jsonb       NOT NULL, -- what was asked of the device
    expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_ceremonies_account ON passkey_ceremonies (account_id);
CREATE INDEX passkey_ceremonies_expiry ON passkey_ceremonies (expires_at);

-- A session that a passkey opened proved two factors at once.
ALTER TABLE sessions ADD COLUMN passkey boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE sessions DROP COLUMN passkey;
DROP TABLE passkey_ceremonies;
DROP TABLE account_passkeys;
