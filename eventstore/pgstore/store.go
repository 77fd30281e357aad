// Package pgstore keeps the log in Postgres. One batcher per process gathers the appends that wait and writes them in
// one call of the function log_append, which locks the log's head before anything else: positions are therefore dense
// and in commit order, and a reader that polls "position > last" never misses an event.
package pgstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// Options tune a Store. The zero value of each field means its default.
type Options struct {
	Logger   *slog.Logger  // default: slog.Default()
	Gather   time.Duration // how long a flush waits at most for the callers it expects; default 300 µs
	Flush    time.Duration // after this long a flush is given up and made again; default 10 s
	Read     time.Duration // after this long a read fails, lest a dead connection hold its caller; default 30 s
	Poll     time.Duration // Wait returns after this long at the latest; default 1 s
	Debounce time.Duration // least time between two notifications to other processes; default 20 ms
	Drain    time.Duration // how long Close tries to write waiting appends while Postgres is away; default 5 s
	Readers  int32         // connections for reading at most; default 4
	Awaited  int32         // further connections for reading what somebody waits for (eventstore.Awaited) at most; default 2
	Scan     int64         // positions one filtered ReadAll looks through at most; default 20,000
	NoRoom   func() bool   // tells, while Postgres is away, that its disk is full: then it stays away; default: never
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Gather, 300 * time.Microsecond}, {&o.Flush, 10 * time.Second}, {&o.Poll, time.Second},
		{&o.Read, 30 * time.Second},
		{&o.Debounce, 20 * time.Millisecond}, {&o.Drain, 5 * time.Second},
	} {
		if *d.value <= 0 {
			*d.value = d.standard
		}
	}
	if o.NoRoom == nil {
		o.NoRoom = func() bool { return false }
	}
	if o.Readers <= 0 {
		o.Readers = 4
	}
	if o.Awaited <= 0 {
		o.Awaited = 2
	}
	if o.Scan <= 0 {
		o.Scan = 20_000 // some 20 ms, so that a rare type can't hold a reader up
	}
	return o
}

// Store is the log in Postgres. It is safe for concurrent use.
type Store struct {
	opts    Options
	readers *pgxpool.Pool // for all that goes on in the background
	awaited *pgxpool.Pool // for what somebody waits for
	queue   *queue
	writer  *writer
	head    *reach.Head
	news    chan struct{}   // capacity 1: other processes are to be told of the head
	closing context.Context // ends when Close begins
	close   context.CancelFunc
	done    sync.WaitGroup
	once    sync.Once
}

var _ eventstore.Store = (*Store)(nil)

// Open starts a store on the database that pool is connected to; the migrations must have run. The store makes
// connections of its own with the pool's settings (one that writes, one that listens, a few that read), because their
// plans are pinned; it leaves the pool itself alone.
func Open(ctx context.Context, pool *pgxpool.Pool, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	readers, err := readerPool(ctx, pool.Config(), opts, opts.Readers)
	if err != nil {
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	awaited, err := readerPool(ctx, pool.Config(), opts, opts.Awaited)
	if err != nil {
		readers.Close()
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	s := &Store{opts: opts, readers: readers, awaited: awaited, queue: newQueue(opts.Gather)}
	_, head, err := s.Head(ctx)
	if err != nil {
		s.closeReaders()
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	s.closing, s.close = context.WithCancel(context.WithoutCancel(ctx))
	s.head, s.news = reach.New(head), make(chan struct{}, 1)
	s.writer = &writer{opts: opts, config: writerConfig(pool.Config().ConnConfig, opts.Flush), closing: s.closing}
	s.done.Go(s.write)
	s.done.Go(func() { s.notify(s.closing) })
	s.done.Go(func() { s.listen(s.closing, pool.Config().ConnConfig) })
	return s, nil
}

// Close writes the appends that wait, refuses new ones, and returns when nothing of the store runs any more.
func (s *Store) Close() {
	s.once.Do(func() {
		s.close()
		s.queue.close()
		s.done.Wait()
		s.closeReaders()
	})
}

func (s *Store) closeReaders() {
	s.readers.Close()
	s.awaited.Close()
}

// reading gives the connections that a read uses: neither a rebuild nor an erasure keeps people waiting for one.
func (s *Store) reading(ctx context.Context) *pgxpool.Pool {
	if eventstore.IsAwaited(ctx) {
		return s.awaited
	}
	return s.readers
}

// write is the batcher.
func (s *Store) write() {
	defer s.writer.close()
	for {
		batch, open := s.queue.take()
		if !open {
			return
		}
		if head := s.writer.flush(batch); head.Compare(eventstore.Position{}) > 0 {
			s.head.Advance(head)
			s.announce()
		}
	}
}

// Append adds events to one stream, all or none, if its last revision is as expected. Beside the errors of
// eventstore.Store, it gives *eventstore.Rejected for what the database refuses to hold. After ErrUnavailable the events may
// still be on their way: their bytes must not be changed.
func (s *Store) Append(ctx context.Context, stream string, expected eventstore.Revision,
	events []eventstore.Event) (eventstore.Appended, error) {
	r, err := newRequest(ctx, stream, expected, events)
	if err != nil {
		return eventstore.Appended{}, err
	}
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", stream, eventstore.ErrUnavailable, err)
	}
	if !s.queue.put(r) {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", stream, eventstore.ErrUnavailable, errClosed)
	}
	select {
	case <-r.done:
		return r.appended, r.err
	case <-ctx.Done():
	}
	select {
	case <-r.done:
		return r.appended, r.err
	default:
	}
	if cause := s.writer.failure(); cause != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w (%w)", stream, eventstore.ErrUnavailable, ctx.Err(), cause)
	}
	return eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", stream, eventstore.ErrUnavailable, ctx.Err())
}

var errClosed = errors.New("the store is closed")

// request is one append on its way.
type request struct {
	ctx      context.Context //nolint:containedctx // a flush leaves out those who no longer wait
	stream   string
	expected eventstore.Revision
	events   []eventstore.Event
	metadata [][]byte
	size     int           // bytes of data and metadata
	done     chan struct{} // closed when appended or err is set
	appended eventstore.Appended
	err      error
}

func newRequest(ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event) (*request, error) {
	metadata, err := eventstore.Encode(stream, expected, events)
	if err != nil {
		return nil, err
	}
	r := &request{
		ctx: ctx, stream: stream, expected: expected, events: events, metadata: metadata, done: make(chan struct{}),
	}
	for i, e := range events {
		r.size += len(e.Data) + len(metadata[i])
	}
	return r, nil
}

func (r *request) answer(a eventstore.Appended, err error) {
	r.appended, r.err = a, err
	close(r.done)
}

// ids is for the log of a failure: which events it was about.
func (r *request) ids() []ident.ID {
	ids := make([]ident.ID, len(r.events))
	for i, e := range r.events {
		ids[i] = e.ID
	}
	return ids
}
