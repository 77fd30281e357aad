-- +goose Up
-- What a member's uploads took on a day of UTC.
CREATE TABLE media_usage (
    owner uuid   NOT NULL,
    day   date   NOT NULL,
    bytes bigint NOT NULL DEFAULT 0, -- that arrived
    spent bigint NOT NULL DEFAULT 0, -- milliseconds of decoding and checking
    PRIMARY KEY (owner, day)
);
CREATE INDEX media_usage_day ON media_usage (day);

-- +goose Down
DROP TABLE media_usage;
