package pgstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
)

const chunk = 500 // events that ReadStream asks for at once

const lastPosition = `SELECT position FROM events ORDER BY position DESC LIMIT 1`

const eventColumns = `position, stream, revision, id, type, schema_version, data, metadata, recorded_at`

func position(p int64) eventstore.Position {
	return eventstore.MakePosition(uint64(max(p, 0)), 0)
}

func number(p eventstore.Position) int64 {
	a, _ := p.Parts()
	return int64(min(a, math.MaxInt64))
}

// ReadStream gives a stream's events in order from a revision on. No connection is held while the caller looks at an
// event.
func (s *Store) ReadStream(ctx context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		next := max(from, 0)
		for {
			events, err := s.readStream(ctx, stream, next)
			if err != nil {
				yield(eventstore.Recorded{}, fmt.Errorf("read stream %s: %w", stream, unavailable(err)))
				return
			}
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			if len(events) < chunk {
				return
			}
			next = events[len(events)-1].Revision + 1
		}
	}
}

func (s *Store) readStream(ctx context.Context, stream string, from eventstore.Revision) ([]eventstore.Recorded, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	if eventstore.Holdable(stream) != nil {
		return []eventstore.Recorded{}, nil // such a stream can't have been written
	}
	rows, err := s.reading(ctx).Query(ctx, `SELECT `+eventColumns+` FROM events
		WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`, stream, int64(from), chunk)
	if err != nil {
		return nil, err
	}
	return collect(rows, 0)
}

// ReadAll gives up to limit events after a position, in order. With a filter it may give none and still not be at the
// end: Next has moved on.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position, limit int,
	hint eventstore.Filter) (eventstore.Page, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	if limit < 1 {
		return eventstore.Page{}, fmt.Errorf("read the log: limit %d", limit)
	}
	from := number(after)
	// The head is read first. Positions are in commit order, so whatever the second statement does not see lies after
	// that head.
	head := int64(0)
	var events []eventstore.Recorded
	batch := &pgx.Batch{}
	batch.Queue(`SELECT coalesce((` + lastPosition + `), 0)`).QueryRow(func(row pgx.Row) error { return row.Scan(&head) })
	read := func(rows pgx.Rows) (err error) {
		events, err = collect(rows, min(limit, 4096))
		return err
	}
	upTo := int64(math.MaxInt64)
	if len(hint.Types) == 0 {
		batch.Queue(`SELECT `+eventColumns+` FROM events WHERE position > $1 ORDER BY position LIMIT $2`, from, limit).Query(read)
	} else {
		if from < math.MaxInt64-s.opts.Scan {
			upTo = from + s.opts.Scan
		}
		batch.Queue(`SELECT `+eventColumns+` FROM events WHERE position > $1 AND position <= $2 AND type = ANY($3)
			ORDER BY position LIMIT $4`, from, upTo, hint.Types, limit).Query(read)
	}
	if err := s.reading(ctx).SendBatch(ctx, batch).Close(); err != nil {
		return eventstore.Page{}, fmt.Errorf("read the log after %s: %w", after, unavailable(err))
	}
	next := from
	if len(events) > 0 {
		next = number(events[len(events)-1].Position)
	}
	if len(events) < limit {
		next = max(next, min(head, upTo))
	}
	return eventstore.Page{Events: events, Next: position(next), End: next >= head}, nil
}

// Head gives the log's identity and the position of its last event.
func (s *Store) Head(ctx context.Context) (eventstore.LogID, eventstore.Position, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	var id ident.ID
	var head int64
	err := s.reading(ctx).QueryRow(ctx, `SELECT log_id, coalesce((`+lastPosition+`), 0) FROM log_head WHERE one`).
		Scan((*[16]byte)(&id), &head)
	if err != nil {
		return ident.Nil, eventstore.Position{}, fmt.Errorf("read the log's head: %w", unavailable(err))
	}
	return id, position(head), nil
}

// Settled waits for the appends under way, which hold the head, and gives the position of the last event then. An append
// that takes the head later is stamped later. Error: eventstore.ErrToCome.
func (s *Store) Settled(ctx context.Context, t time.Time) (eventstore.Position, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	var head int64
	var passed bool
	err := pgx.BeginFunc(ctx, s.reading(ctx), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT FROM log_head WHERE one FOR KEY SHARE`); err != nil {
			return err
		}
		// the stamp of the next append is not before either of these
		return tx.QueryRow(ctx, `SELECT coalesce(max(e.position), 0), greatest(clock_timestamp(), max(e.recorded_at)) > $1
			FROM (SELECT position, recorded_at FROM events ORDER BY position DESC LIMIT 1) e`, t).Scan(&head, &passed)
	})
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("wait for the appends under way: %w", unavailable(err))
	}
	if !passed {
		return position(head), fmt.Errorf("as of %s: %w", t.Format(time.RFC3339Nano), eventstore.ErrToCome)
	}
	return position(head), nil
}

// Behind says how far a position is behind the head; it is exact.
func (s *Store) Behind(ctx context.Context, after eventstore.Position) (eventstore.Lag, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	var head int64
	var oldest *time.Time
	from := number(after)
	err := s.reading(ctx).QueryRow(ctx, `SELECT coalesce((`+lastPosition+`), 0),
		(SELECT recorded_at FROM events WHERE position > $1 ORDER BY position LIMIT 1)`, from).Scan(&head, &oldest)
	if err != nil {
		return eventstore.Lag{}, fmt.Errorf("measure the lag after %s: %w", after, unavailable(err))
	}
	lag := eventstore.Lag{Events: max(0, head-from), Exact: true}
	if oldest != nil {
		lag.Oldest = oldest.UTC()
	}
	return lag, nil
}

// errUnreadable: what is stored is not what an append stores.
var errUnreadable = errors.New("stored event can't be read")

func unavailable(err error) error {
	if passing(err) && !errors.Is(err, errUnreadable) {
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
	return err
}

// stored is a row of the log, in the types that Postgres has for its columns: none is looked up by reflection.
type stored struct {
	Position int64     `db:"position"`
	Stream   string    `db:"stream"`
	Revision int64     `db:"revision"`
	ID       [16]byte  `db:"id"`
	Type     string    `db:"type"`
	Version  int       `db:"schema_version"`
	Data     []byte    `db:"data"`
	Metadata []byte    `db:"metadata"`
	Time     time.Time `db:"recorded_at"`
}

func collect(rows pgx.Rows, size int) ([]eventstore.Recorded, error) {
	events := make([]eventstore.Recorded, 0, size)
	err := rowscan.Each(rows, func(r stored) error {
		events = append(events, eventstore.Recorded{
			Event:  eventstore.Event{ID: r.ID, Type: r.Type, Version: r.Version, Data: r.Data},
			Stream: r.Stream, Revision: eventstore.Revision(r.Revision), Position: position(r.Position), Time: r.Time.UTC(),
		})
		if err := eventstore.Decode(r.Metadata, &events[len(events)-1].Metadata); err != nil {
			return fmt.Errorf("%w: metadata at %d: %w", errUnreadable, r.Position, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return events, nil
}
