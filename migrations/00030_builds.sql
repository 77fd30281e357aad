-- +goose Up
-- The life of a build: building → ready → live → previous (folded on, so that one can go back) → retired → dropped; or
-- building → as_of, for analysts, never read by people.
ALTER TABLE projection_builds
    DROP CONSTRAINT projection_builds_state_check,
    ADD CONSTRAINT projection_builds_state_check CHECK (state IN ('building', 'ready', 'live', 'previous', 'retired', 'as_of')),
    DROP CONSTRAINT projection_builds_schema_key,
    ADD CONSTRAINT projection_builds_schema_key UNIQUE (schema, projection), -- an as-of schema holds several
    ADD COLUMN code       text    NOT NULL DEFAULT '',    -- the program that made it
    ADD COLUMN log_id     uuid,                           -- the log it was made from
    ADD COLUMN keep_until timestamptz,                    -- of a previous build: when it is retired; of an as-of build: when it is dropped
    ADD COLUMN as_of      text    NOT NULL DEFAULT '',    -- the moment or position asked for
    ADD COLUMN personal   boolean NOT NULL DEFAULT true,  -- whether personal text is in the clear
    ADD COLUMN degraded   bigint  NOT NULL DEFAULT 0;     -- harmless events left out
ALTER TABLE projection_builds ADD CONSTRAINT projection_builds_as_of CHECK (state <> 'as_of' OR as_of <> '' AND keep_until IS NOT NULL);

-- Events that a projection left out because it could not fold them and declares that harmless.
CREATE TABLE projection_poison (
    build    bigint      NOT NULL REFERENCES projection_builds ON DELETE CASCADE,
    event    uuid        NOT NULL,
    type     text        NOT NULL,
    stream   text        NOT NULL,
    position text        NOT NULL,
    error    text        NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (build, event)
);

-- What people with psql read: one view a table, over the live builds.
CREATE SCHEMA readmodel;

-- +goose Down
DROP SCHEMA readmodel CASCADE;
DROP TABLE projection_poison;
DELETE FROM projection_builds WHERE state NOT IN ('building', 'live', 'retired');
ALTER TABLE projection_builds
    DROP CONSTRAINT projection_builds_as_of,
    DROP CONSTRAINT projection_builds_state_check,
    ADD CONSTRAINT projection_builds_state_check CHECK (state IN ('building', 'live', 'retired')),
    DROP CONSTRAINT projection_builds_schema_key,
    ADD CONSTRAINT projection_builds_schema_key UNIQUE (schema),
    DROP COLUMN code, DROP COLUMN log_id, DROP COLUMN keep_until, DROP COLUMN as_of, DROP COLUMN personal, DROP COLUMN degraded;
