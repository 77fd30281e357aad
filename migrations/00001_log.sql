-- +goose Up
-- The log. Positions are dense and in commit order, because every append locks log_head first.
CREATE TABLE events (
    position       bigint      NOT NULL PRIMARY KEY,
    stream         text        COLLATE "C" NOT NULL,
    revision       bigint      NOT NULL,
    id             uuid        NOT NULL,
    type           text        NOT NULL,
    schema_version integer     NOT NULL,
    data           json        NOT NULL,
    metadata       json        NOT NULL,
    recorded_at    timestamptz NOT NULL,
    CONSTRAINT events_stream_revision UNIQUE (stream, revision),
    CONSTRAINT events_stream_id UNIQUE (stream, id)
);

-- The one row names the log and is what an append locks. It is never changed: each change would leave a dead version
-- that the next append has to step over for as long as some old snapshot (a backup, a rebuild) may still see it. Where
-- the log ends, and when, is what its last event says.
CREATE TABLE log_head (
    one    boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    log_id uuid    NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO log_head DEFAULT VALUES;

-- +goose StatementBegin
CREATE FUNCTION events_are_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or removed' USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd
CREATE TRIGGER events_immutable BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_are_immutable();
CREATE TRIGGER events_not_truncated BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_are_immutable();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_immutable;
ALTER TABLE events ENABLE ALWAYS TRIGGER events_not_truncated;

-- Appends a batch and gives one verdict per append, in the batch's order: 'appended', 'repeated' (the same events stand
-- there already, so the first answer was lost on its way) or 'conflict'. No two appends of a batch share a stream. The
-- head is locked before anything is read: each later statement then sees all that was committed before, and positions
-- are given in commit order.
-- +goose StatementBegin
CREATE FUNCTION log_append(
    a_stream text[], a_expected bigint[], a_events integer[],
    e_append integer[], e_stream text[], e_revision bigint[], e_id uuid[], e_type text[], e_version integer[],
    e_data json[], e_metadata json[]
) RETURNS TABLE (verdict text, at_revision bigint, at_position bigint, at_time timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    base   bigint;
    stamp  timestamptz;
    actual bigint[];
BEGIN
    PERFORM FROM log_head h WHERE h.one FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the log has no head' USING ERRCODE = 'undefined_object';
    END IF;
    SELECT e.position, greatest(clock_timestamp(), e.recorded_at) INTO base, stamp
    FROM events e ORDER BY e.position DESC LIMIT 1;
    IF NOT FOUND THEN
        base := 0;
        stamp := clock_timestamp();
    END IF;

    actual := ARRAY(
        SELECT coalesce((SELECT e.revision FROM events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1), -1)
        FROM unnest(a_stream) AS a(stream));

    INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
    SELECT base + row_number() OVER (), n.stream, n.revision, n.id, n.type, n.version, n.data, n.metadata, stamp
    FROM unnest(e_append, e_stream, e_revision, e_id, e_type, e_version, e_data, e_metadata)
         AS n(append, stream, revision, id, type, version, data, metadata)
    WHERE actual[n.append] = a_expected[n.append];

    IF actual = a_expected THEN
        RETURN QUERY
        SELECT 'appended', a.expected + a.events, base + sum(a.events) OVER (ROWS UNBOUNDED PRECEDING), stamp
        FROM unnest(a_expected, a_events) AS a(expected, events);
        RETURN;
    END IF;

    RETURN QUERY
    SELECT CASE WHEN a.actual = a.expected THEN 'appended' WHEN f.found = a.events THEN 'repeated' ELSE 'conflict' END,
           CASE WHEN a.actual = a.expected OR f.found = a.events THEN a.expected + a.events ELSE a.actual END,
           CASE WHEN a.actual = a.expected
                THEN base + sum(a.events) FILTER (WHERE a.actual = a.expected) OVER (ORDER BY a.n) ELSE f.at END,
           CASE WHEN a.actual = a.expected THEN stamp ELSE f.stamped END
    FROM unnest(a_stream, a_expected, a_events, actual) WITH ORDINALITY AS a(stream, expected, events, actual, n)
    CROSS JOIN LATERAL (
        SELECT count(*) AS found, max(e.position) AS at, max(e.recorded_at) AS stamped
        FROM unnest(e_append, e_revision, e_id) AS w(append, revision, id)
        JOIN events e ON e.stream = a.stream AND e.revision = w.revision AND e.id = w.id
        WHERE a.actual > a.expected AND w.append = a.n
    ) f
    ORDER BY a.n;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION log_append;
DROP TABLE log_head;
DROP TABLE events;
DROP FUNCTION events_are_immutable;
