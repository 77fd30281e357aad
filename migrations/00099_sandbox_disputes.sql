-- +goose Up
-- The sandbox has methods that answer later, disputes, and refunds that fail after they were told.
ALTER TABLE sandbox_payments DROP CONSTRAINT sandbox_payments_status_check;
ALTER TABLE sandbox_payments ADD CONSTRAINT sandbox_payments_status_check
    CHECK (status IN ('open', 'under_way', 'paid', 'declined', 'expired', 'cancelled', 'replaced'));
ALTER TABLE sandbox_refunds ADD COLUMN failed_at timestamptz, ADD COLUMN failed_statement text NOT NULL DEFAULT '';

CREATE TABLE sandbox_disputes (
    dispute      text        COLLATE "C" NOT NULL PRIMARY KEY,
    reference    text        COLLATE "C" NOT NULL REFERENCES sandbox_payments (reference),
    amount_minor bigint      NOT NULL CHECK (amount_minor > 0),
    answer_by    timestamptz,
    taken        boolean     NOT NULL,
    outcome      text        NOT NULL DEFAULT '' CHECK (outcome IN ('', 'won', 'lost')),
    opened_at    timestamptz NOT NULL,
    decided_at   timestamptz
);
CREATE INDEX sandbox_disputes_reference ON sandbox_disputes (reference);

-- +goose Down
DROP TABLE sandbox_disputes;
ALTER TABLE sandbox_refunds DROP COLUMN failed_at, DROP COLUMN failed_statement;
UPDATE sandbox_payments SET status = 'expired' WHERE status = 'under_way';
ALTER TABLE sandbox_payments DROP CONSTRAINT sandbox_payments_status_check;
ALTER TABLE sandbox_payments ADD CONSTRAINT sandbox_payments_status_check
    CHECK (status IN ('open', 'paid', 'declined', 'expired', 'cancelled', 'replaced'));
