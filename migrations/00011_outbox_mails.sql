-- +goose Up
-- Mails that were written, once per key.
CREATE TABLE outbox_mails (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key        text        NOT NULL UNIQUE,
    recipient  text        NOT NULL,
    lang       text        NOT NULL,
    kind       text        NOT NULL,
    subject    text        NOT NULL,
    text       text        NOT NULL,
    html       text        NOT NULL,
    created_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE outbox_mails;
