-- +goose Up
-- What members saw of campaigns that they support or follow, when they last looked and on the visit before. It is no part of the
-- log, and serves only to tell them what has changed since.
CREATE TABLE campaign_visits (
    member    uuid        NOT NULL,
    campaign  uuid        NOT NULL,
    at        timestamptz NOT NULL, -- when they last looked
    seen      jsonb       NOT NULL, -- what they were shown last
    before_at timestamptz,          -- when the visit before this one ended; NULL on their first
    before    jsonb,
    PRIMARY KEY (member, campaign)
);
CREATE INDEX campaign_visits_at ON campaign_visits (at);

-- +goose Down
DROP TABLE campaign_visits;
