-- +goose Up
-- The books of the sandbox, a payment provider that moves no money. It is kept apart from the log on purpose: audits
-- compare the two, as they would compare the log with a bank's statement. Times are the sandbox's clock.
CREATE TABLE sandbox_payments (
    reference    text        COLLATE "C" NOT NULL PRIMARY KEY,
    donation     uuid        NOT NULL,
    attempt      integer     NOT NULL CHECK (attempt >= 1),
    charge_minor bigint      NOT NULL CHECK (charge_minor > 0),
    currency     text        NOT NULL CHECK (currency IN ('EUR', 'USD', 'GBP')),
    title        text        NOT NULL,
    email        text        NOT NULL,
    lang         text        NOT NULL,
    return_url   text        NOT NULL,
    cancel_url   text        NOT NULL,
    opened_at    timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    status       text        NOT NULL DEFAULT 'open'
                 CHECK (status IN ('open', 'paid', 'declined', 'expired', 'cancelled', 'replaced')),
    decided_at   timestamptz,
    taken_minor  bigint      NOT NULL DEFAULT 0 CHECK ((taken_minor > 0) = (status = 'paid')),
    statement    text        NOT NULL DEFAULT '',
    CONSTRAINT sandbox_payments_attempt UNIQUE (donation, attempt),
    CONSTRAINT sandbox_payments_decided CHECK ((decided_at IS NULL) = (status = 'open'))
);
-- A donation is paid once, whatever is asked at the same moment.
CREATE UNIQUE INDEX sandbox_payments_paid_once ON sandbox_payments (donation) WHERE status = 'paid';
CREATE INDEX sandbox_payments_expiring ON sandbox_payments (expires_at) WHERE status = 'open';

CREATE TABLE sandbox_refunds (
    refund       uuid        NOT NULL PRIMARY KEY,
    reference    text        COLLATE "C" NOT NULL REFERENCES sandbox_payments (reference),
    amount_minor bigint      NOT NULL CHECK (amount_minor > 0),
    made_at      timestamptz NOT NULL,
    statement    text        NOT NULL
);
CREATE INDEX sandbox_refunds_reference ON sandbox_refunds (reference);

-- Webhooks to send. A row is written with the decision it reports, so that a crash between the two loses nothing.
-- body is what is signed and sent, byte for byte; follows names a delivery that must have been tried before this one.
CREATE TABLE sandbox_deliveries (
    id           bigint      NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    statement    text        NOT NULL,
    reference    text        COLLATE "C" NOT NULL REFERENCES sandbox_payments (reference),
    body         text        NOT NULL,
    created_at   timestamptz NOT NULL,
    due_at       timestamptz NOT NULL,
    follows      bigint      REFERENCES sandbox_deliveries (id),
    tries        integer     NOT NULL DEFAULT 0,
    tried_at     timestamptz,
    leased_until timestamptz,
    outcome      text        CHECK (outcome IN ('delivered', 'given_up')),
    failure      text        NOT NULL DEFAULT ''
);
CREATE INDEX sandbox_deliveries_due ON sandbox_deliveries (due_at) WHERE outcome IS NULL;

-- +goose Down
DROP TABLE sandbox_deliveries;
DROP TABLE sandbox_refunds;
DROP TABLE sandbox_payments;
