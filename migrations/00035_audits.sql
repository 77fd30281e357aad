-- +goose Up
-- What each audit of the whole installation found, for metrics and the doctor to tell.
CREATE TABLE audits (
    at          timestamptz NOT NULL PRIMARY KEY DEFAULT now(),
    position    text        NOT NULL, -- of the log
    events      bigint      NOT NULL,
    differences bigint      NOT NULL
);

-- +goose Down
DROP TABLE audits;
