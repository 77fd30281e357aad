-- +goose Up
-- One statement at the head of every transaction that writes what was folded: it refuses processes that no longer lead
-- these builds, and builds that were retired, and moves the checkpoints. The leases stay locked until the transaction
-- ends. It takes the place of projection_fence, which took two statements a build; that one
-- stays for programs of before, which may still serve during an upgrade.
-- +goose StatementBegin
CREATE FUNCTION projection_pass(
    a_builds bigint[], a_terms bigint[], a_holder text,
    a_positions text[], a_events uuid[], a_streams text[], a_revisions bigint[], a_folded bigint[], a_times timestamptz[]
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
    FROM unnest(a_builds, a_positions, a_events, a_streams, a_revisions, a_folded, a_times) AS x(build, position, event, stream, revision, folded, time)
    WHERE p.id = x.build AND p.state <> 'retired';
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(a_builds) THEN
        RAISE EXCEPTION 'this build of the projection is retired' USING ERRCODE = 'CU001';
    END IF;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION projection_pass;
