-- +goose Up
-- Who an account's member is elsewhere. Issuer and subject are what stays the same there; the address is what was said of them.
CREATE TABLE account_identities (
    issuer     text        NOT NULL,
    subject    text        NOT NULL,
    account_id uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    provider   text        NOT NULL,
    email      text        NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX account_identities_account ON account_identities (account_id);

-- A sign-up that came from a provider which does not vouch for the address: linked once the mail's link was followed.
ALTER TABLE account_confirmations ADD COLUMN provider text;
ALTER TABLE account_confirmations ADD COLUMN issuer text;
ALTER TABLE account_confirmations ADD COLUMN subject text;

-- +goose Down
ALTER TABLE account_confirmations DROP COLUMN subject;
ALTER TABLE account_confirmations DROP COLUMN issuer;
ALTER TABLE account_confirmations DROP COLUMN provider;
DROP TABLE account_identities;
