package planted

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
)

// Store is the log that commands append to: it may end the process between an append and its answer, and has the bug
// Early where that is planted.
func Store(s eventstore.Store) eventstore.Store {
	if has(Early) {
		s = earlyStore{s}
	}
	return dyingStore{s}
}

// dyingStore may end the process between an append and its answer.
type dyingStore struct{ eventstore.Store }

// Append implements eventstore.Store.
func (d dyingStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	done, err := d.Store.Append(ctx, stream, expected, events)
	if err == nil {
		faultpoint.Hit("append-answer")
	}
	return done, err
}

// earlyStore answers before the events of gifts are committed.
type earlyStore struct{ eventstore.Store }

// Append implements eventstore.Store.
func (e earlyStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	if !strings.HasPrefix(stream, donation.Category+"-") {
		return e.Store.Append(ctx, stream, expected, events)
	}
	_, head, err := e.Head(ctx)
	if err != nil {
		return eventstore.Appended{}, err
	}
	late := context.WithoutCancel(ctx)
	time.AfterFunc(100*time.Millisecond, func() {
		_, _ = e.Store.Append(late, stream, expected, events) // that nobody hears of a failure is the mistake
	})
	n, _ := head.Parts()
	return eventstore.Appended{
		Position: eventstore.MakePosition(n+uint64(len(events)), 0), Revision: expected + eventstore.Revision(len(events)),
		Time: faultpoint.Now().UTC().Truncate(time.Microsecond),
	}, nil
}

// LaterVersion is added to a schema version to make it one that only a later program knows.
const LaterVersion = 1000

// laterLog reads the log as a program of some versions later does, which has an upcast for each of their events.
type laterLog struct {
	eventstore.Copyable
	versions int
}

// Log is the log as the program reads it that is as many versions later than this one as Newer says.
func Log(s eventstore.Copyable) eventstore.Copyable { return laterLog{s, number(Newer)} }

func (l laterLog) read(e *eventstore.Recorded) {
	if later := e.Version - LaterVersion; later > 0 && later <= l.versions {
		e.Version = 1
	}
}

// ReadStream implements eventstore.Store.
func (l laterLog) ReadStream(ctx context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for e, err := range l.Copyable.ReadStream(ctx, stream, from) {
			l.read(&e)
			if !yield(e, err) {
				return
			}
		}
	}
}

// ReadAll implements eventstore.Store.
func (l laterLog) ReadAll(
	ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter,
) (eventstore.Page, error) {
	page, err := l.Copyable.ReadAll(ctx, after, limit, hint)
	for i := range page.Events {
		l.read(&page.Events[i])
	}
	return page, err
}

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

// Database has the bug Sequence where that is planted: it replaces how the log in the database gives positions.
func Database(ctx context.Context, url string) error {
	if !has(Sequence) {
		return nil
	}
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
