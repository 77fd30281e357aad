-- +goose Up
-- The log. Positions are dense and in commit order, because every append locks log_head first.
CREATE TABLE events (
    position       bigint      NOT NULL PRIMARY KEY,
    stream         text        NOT NULL,
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

CREATE TABLE log_head (
    one         boolean     NOT NULL PRIMARY KEY DEFAULT true CHECK (one),
    log_id      uuid        NOT NULL DEFAULT gen_random_uuid(),
    position    bigint      NOT NULL DEFAULT 0,
    recorded_at timestamptz NOT NULL DEFAULT '-infinity'
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

-- Appends a batch: one verdict per append. Statuses: 0 appended, 1 conflict, 2 repeated.
-- No append of a batch shares its stream with another of the same batch.
-- +goose StatementBegin
CREATE FUNCTION log_append(
    a_stream text[], a_expected bigint[],
    e_append integer[], e_offset integer[], e_id uuid[], e_type text[], e_version integer[], e_data json[], e_metadata json[]
) RETURNS TABLE (append integer, status integer, at_revision bigint, at_position bigint, at_time timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
    base  bigint;
    stamp timestamptz;
    last  bigint[];
    added bigint;
BEGIN
    SELECT h.position, greatest(clock_timestamp(), h.recorded_at) INTO base, stamp FROM log_head h FOR UPDATE;
    last := ARRAY(
        SELECT coalesce((SELECT e.revision FROM events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1), -1)
        FROM unnest(a_stream) WITH ORDINALITY AS a(stream, n) ORDER BY a.n);
    INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
    SELECT base + row_number() OVER (ORDER BY e.n), a_stream[e.append], a_expected[e.append] + 1 + e.off,
           e.id, e.type, e.version, e.data, e.metadata, stamp
    FROM unnest(e_append, e_offset, e_id, e_type, e_version, e_data, e_metadata) WITH ORDINALITY
         AS e(append, off, id, type, version, data, metadata, n)
    WHERE last[e.append] = a_expected[e.append];
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added > 0 THEN
        UPDATE log_head SET position = base + added, recorded_at = stamp;
    END IF;
    FOR append IN 1 .. cardinality(a_stream) LOOP
        IF last[append] = a_expected[append] THEN
            status := 0;
            SELECT max(e.position), max(e.revision), max(e.recorded_at) INTO at_position, at_revision, at_time
            FROM events e WHERE e.stream = a_stream[append] AND e.revision > a_expected[append];
        ELSE
            -- the same ids at the same revisions: the first answer was lost on its way
            SELECT 2, max(e.position), max(e.revision), max(e.recorded_at) INTO status, at_position, at_revision, at_time
            FROM unnest(e_append, e_offset, e_id) AS w(append, off, id)
            JOIN events e ON e.stream = a_stream[w.append] AND e.revision = a_expected[w.append] + 1 + w.off AND e.id = w.id
            WHERE w.append = log_append.append
            HAVING count(*) = (SELECT count(*) FROM unnest(e_append) AS c(append) WHERE c.append = log_append.append);
            IF NOT FOUND THEN
                status := 1;
                at_revision := last[append];
                at_position := NULL;
                at_time := NULL;
            END IF;
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION log_append;
DROP TABLE log_head;
DROP TABLE events;
DROP FUNCTION events_are_immutable;
