package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
)

var _ eventstore.Copyable = (*Store)(nil)

// ReadRaw gives up to limit events after a position, in order, as they are kept.
func (s *Store) ReadRaw(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Raw, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	rows, err := s.reading(ctx).Query(ctx, `SELECT `+eventColumns+` FROM events WHERE position > $1 ORDER BY position LIMIT $2`,
		number(after), limit)
	if err != nil {
		return nil, fmt.Errorf("read the log after %s: %w", after, unavailable(err))
	}
	events := []eventstore.Raw{}
	err = rowscan.Each(rows, func(r stored) error {
		events = append(events, eventstore.Raw{
			Stream: r.Stream, Revision: eventstore.Revision(r.Revision), ID: r.ID, Type: r.Type, Version: r.Version, Data: r.Data,
			Metadata: r.Metadata, Time: r.Time.UTC(), Position: position(r.Position),
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the log after %s: %w", after, unavailable(err))
	}
	return events, nil
}

// An event is taken when it follows the last of its stream, those that came with it included.
const importSQL = `WITH came AS (
		SELECT *, row_number() OVER (PARTITION BY stream ORDER BY n) AS nth
		FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::integer[], $6::json[], $7::json[], $8::timestamptz[])
			WITH ORDINALITY AS e(stream, revision, id, type, version, data, metadata, recorded, n))
	INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
	SELECT coalesce((` + lastPosition + `), 0) + n, c.stream, c.revision, c.id, c.type, c.version, c.data, c.metadata, c.recorded
	FROM came c
	WHERE c.revision = coalesce((SELECT e.revision FROM events e WHERE e.stream = c.stream ORDER BY e.revision DESC LIMIT 1), -1) +
	c.nth`

// Import adds events as they are, in one transaction that holds the head of the log.
func (s *Store) Import(ctx context.Context, events []eventstore.Raw) error {
	var c columns
	times := make([]any, 0, len(events))
	for _, e := range events {
		c.stream = append(c.stream, e.Stream)
		c.revision = append(c.revision, int64(e.Revision))
		c.id = append(c.id, e.ID)
		c.kind = append(c.kind, e.Type)
		c.version = append(c.version, int32(e.Version)) //nolint:gosec // a store kept it as such
		c.data = append(c.data, e.Data)
		c.metadata = append(c.metadata, e.Metadata)
		times = append(times, e.Time)
	}
	err := pgx.BeginFunc(ctx, s.reading(ctx), func(tx pgx.Tx) error {
		// durable at commit, unlike what the reading connections else write
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = 'on'`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SELECT FROM log_head WHERE one FOR UPDATE`); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, importSQL, c.stream, c.revision, c.id, c.kind, c.version, c.data, c.metadata, times)
		if err == nil && done.RowsAffected() != int64(len(events)) {
			err = eventstore.ErrNotNext
		}
		return err
	})
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && !passing(err) {
		return fmt.Errorf("import %d events after those there: %w", len(events), pg)
	}
	if err != nil && !errors.Is(err, eventstore.ErrNotNext) {
		err = unavailable(err)
	}
	if err != nil {
		return fmt.Errorf("import %d events after those there: %w", len(events), err)
	}
	return nil
}
