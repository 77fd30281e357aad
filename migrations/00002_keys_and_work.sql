-- +goose Up
-- The key of every subject, wrapped by the installation's key. A destroyed key is a row without one.
CREATE TABLE subject_keys (
    subject      uuid        NOT NULL PRIMARY KEY,
    kind         text        NOT NULL,
    wrapped      bytea,
    address      bytea UNIQUE, -- keyed hash of a guest's e-mail address, until erasure
    created_at   timestamptz NOT NULL DEFAULT now(),
    destroyed_at timestamptz,
    CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);

-- What waits for a moment. A timer fires as a command whose id is the timer's.
CREATE TABLE timers (
    id       uuid        NOT NULL PRIMARY KEY,
    due_at   timestamptz NOT NULL,
    command  text        NOT NULL,
    subject  uuid        NOT NULL, -- the thing the command is about
    attempts integer     NOT NULL DEFAULT 0,
    error    text        NOT NULL DEFAULT ''
);
CREATE INDEX timers_due ON timers (due_at);

-- Where each reactor has got to in the log.
CREATE TABLE reactor_checkpoints (
    reactor    text        NOT NULL PRIMARY KEY,
    position   text        NOT NULL,
    event_id   uuid,
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- Events a reactor could not handle, to be replayed once the cause is mended.
CREATE TABLE dead_letters (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reactor    text        NOT NULL,
    position   text        NOT NULL,
    event_id   uuid        NOT NULL,
    stream     text        NOT NULL,
    type       text        NOT NULL,
    error      text        NOT NULL,
    attempts   integer     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    replayed_at timestamptz,
    UNIQUE (reactor, event_id)
);

-- Every build of every projection: each has a schema of its own. One live build per projection and version.
CREATE TABLE projection_builds (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projection  text        NOT NULL,
    version     integer     NOT NULL,
    schema      text        NOT NULL UNIQUE,
    state       text        NOT NULL CHECK (state IN ('building', 'live', 'retired')),
    position    text        NOT NULL DEFAULT '0',
    event_id    uuid, -- of the last event folded; read again at start, at this place:
    event_stream   text   NOT NULL DEFAULT '',
    event_revision bigint NOT NULL DEFAULT 0,
    events      bigint      NOT NULL DEFAULT 0,
    event_time  timestamptz,
    stopped     text        NOT NULL DEFAULT '', -- why it stands still: a poison event
    started_at  timestamptz NOT NULL DEFAULT now(),
    live_at     timestamptz,
    retired_at  timestamptz,
    updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX projection_builds_live ON projection_builds (projection, version) WHERE state = 'live';

-- Who leads a build: a lease with a term, which fences what an earlier leader still tries to write.
CREATE TABLE projection_leases (
    build     bigint      NOT NULL PRIMARY KEY REFERENCES projection_builds ON DELETE CASCADE,
    term      bigint      NOT NULL,
    holder    text        NOT NULL,
    expires_at timestamptz NOT NULL
);

-- Refuses what a process writes that no longer leads the build, and what is written to a retired one: after a switch
-- nobody moves past the position at which it happened but by the new build. The lease stays locked until the
-- transaction ends.
-- +goose StatementBegin
CREATE FUNCTION projection_fence(b bigint, t bigint, h text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM projection_leases WHERE build = b AND term = t AND holder = h FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another process leads this projection now' USING ERRCODE = 'CU001';
    END IF;
    PERFORM 1 FROM projection_builds WHERE id = b AND state <> 'retired' FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this build of the projection is retired' USING ERRCODE = 'CU001';
    END IF;
END $$;
-- +goose StatementEnd

-- Which body came first under a command's id, for commands on things that exist: their id does not name their stream.
CREATE TABLE command_keys (
    command    uuid        NOT NULL PRIMARY KEY,
    body       text        NOT NULL, -- keyed hash
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The installation itself: which installation key it belongs to, the currency its recorded totals are in, and whether
-- demo data filled it.
CREATE TABLE installation (
    one        boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    key_check  bytea       NOT NULL,
    currency   text        NOT NULL,
    demo       boolean     NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE installation;
DROP TABLE command_keys;
DROP FUNCTION projection_fence;
DROP TABLE projection_leases;
DROP TABLE projection_builds;
DROP TABLE dead_letters;
DROP TABLE reactor_checkpoints;
DROP TABLE timers;
DROP TABLE subject_keys;
