-- +goose Up
-- Up to when each member's daily mails told what happened. It is written together with the mail.
CREATE TABLE mail_dailies (
    member uuid        PRIMARY KEY,
    up_to  timestamptz NOT NULL
);

-- +goose Down
DROP TABLE mail_dailies;
