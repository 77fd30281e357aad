//go:build bug_sequence

package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// naive gives positions by a sequence, without locking the head: they are neither dense nor in commit order, and a
// reader that polls "position > last" passes what is committed late.
const naive = `
CREATE SEQUENCE IF NOT EXISTS naive_positions;
SELECT setval('naive_positions', coalesce((SELECT max(position) FROM events), 0) + 1, false);
CREATE OR REPLACE FUNCTION log_append(
	a_stream text[], a_expected bigint[], a_events integer[],
	e_append integer[], e_stream text[], e_revision bigint[], e_id uuid[], e_type text[], e_version integer[],
	e_data json[], e_metadata json[]
) RETURNS TABLE (verdict text, at_revision bigint, at_position bigint, at_time timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
	actual bigint[];
	stamp  timestamptz := clock_timestamp();
BEGIN
	actual := ARRAY(
		SELECT coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = a.stream), -1) FROM unnest(a_stream) AS a(stream));
	INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
	SELECT nextval('naive_positions'), n.stream, n.revision, n.id, n.type, n.version, n.data, n.metadata, stamp
	FROM unnest(e_append, e_stream, e_revision, e_id, e_type, e_version, e_data, e_metadata)
		AS n(append, stream, revision, id, type, version, data, metadata)
	WHERE actual[n.append] = a_expected[n.append];
	-- others commit meanwhile, and are read
	PERFORM pg_sleep(CASE WHEN random() < 0.5 THEN 0.3 ELSE 0 END);
	RETURN QUERY
	SELECT CASE WHEN a.actual = a.expected THEN 'appended' WHEN f.found = a.events THEN 'repeated' ELSE 'conflict' END,
		CASE WHEN a.actual = a.expected OR f.found = a.events THEN a.expected + a.events ELSE a.actual END, f.at, stamp
	FROM unnest(a_stream, a_expected, a_events, actual) WITH ORDINALITY AS a(stream, expected, events, actual, n)
	CROSS JOIN LATERAL (
		SELECT count(*) AS found, max(e.position) AS at
		FROM unnest(e_append, e_revision, e_id) AS w(append, revision, id)
		JOIN events e ON e.stream = a.stream AND e.revision = w.revision AND e.id = w.id
		WHERE w.append = a.n
	) f
	ORDER BY a.n;
END $$`

// plantSequence is wrong on purpose: it replaces how positions are given. A fault run must name what follows.
func plantSequence(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("plant the sequence: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }() // it only planted
	if _, err := conn.PgConn().Exec(ctx, naive).ReadAll(); err != nil {
		return fmt.Errorf("plant the sequence: %w", err)
	}
	return nil
}
