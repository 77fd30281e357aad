-- +goose Up
-- As before, and it refuses who does not go on from where the build stands: a process that was cut off while it wrote a
-- page does not know whether that page is written, and would set the checkpoint back, so that somebody folds the page
-- again. Positions have no order here; how many events the checkpoint counts has. The function without that count stays
-- for programs of before, which may still serve during an upgrade.
-- +goose StatementBegin
CREATE FUNCTION projection_pass(
    a_builds bigint[], a_terms bigint[], a_holder text, a_positions text[], a_events uuid[], a_streams text[],
    a_revisions bigint[], a_folded bigint[], a_times timestamptz[], a_before bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM 1 FROM projection_leases l JOIN unnest(a_builds, a_terms) AS x(build, term) ON l.build = x.build AND l.term = x.term AND l.holder = a_holder
    ORDER BY l.build FOR SHARE OF l;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(a_builds) THEN
        RAISE EXCEPTION 'another process leads this projection now' USING ERRCODE = 'CU001';
    END IF;
    UPDATE projection_builds p SET
        position = x.position, event_id = coalesce(x.event, p.event_id), event_stream = coalesce(x.stream, p.event_stream),
        event_revision = coalesce(x.revision, p.event_revision), events = p.events + x.folded,
        event_time = coalesce(x.time, p.event_time), stopped = CASE WHEN x.folded > 0 THEN '' ELSE p.stopped END, updated_at = now()
    FROM unnest(a_builds, a_positions, a_events, a_streams, a_revisions, a_folded, a_times, a_before)
        AS x(build, position, event, stream, revision, folded, time, before)
    WHERE p.id = x.build AND p.state <> 'retired' AND p.events = x.before;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(a_builds) THEN
        RAISE EXCEPTION 'this build of the projection is retired, or stands elsewhere' USING ERRCODE = 'CU001';
    END IF;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION projection_pass(bigint[], bigint[], text, text[], uuid[], text[], bigint[], bigint[], timestamptz[], bigint[]);
