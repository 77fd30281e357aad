-- +goose Up
-- What members pressed who agreed that it is counted. It is no part of the log.
CREATE TABLE user_interactions (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id         uuid        NOT NULL, -- the member
    at              timestamptz NOT NULL,
    action_type     text        NOT NULL, -- such as 'create_callup_hero'
    page_url        text        NOT NULL, -- a path, without what names a campaign or a person
    additional_data jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX user_interactions_user ON user_interactions (user_id);
CREATE INDEX user_interactions_at ON user_interactions (at);

-- +goose Down
DROP TABLE user_interactions;
