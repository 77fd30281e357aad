// Package kurrentdb keeps the log in KurrentDB (formerly EventStoreDB), for those who outgrow one database. It speaks
// the protocol of EventStore-Client-Go through that module's generated stubs and keeps its own connection: the client's
// connection closes for ever once it gave up finding a node, leaves callers behind that it does not serve, and ends the
// process at an event it can't read.
package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/reach"
)

// Options tune a Store. The zero value of each field means its default.
type Options struct {
	Logger  *slog.Logger  // default: slog.Default()
	Attempt time.Duration // after this long one attempt to append is given up and made again; default 10 s
	Read    time.Duration // after this long a read that has brought nothing fails, all its tries together; default 30 s
	Poll    time.Duration // Wait returns after this long at the latest; default 1 s
	Drain   time.Duration // how long Close lets running appends try on; default 5 s
	Window  int           // events the server looks through between two checkpoints; default 128
	Scan    int           // checkpoints one subscription passes at most while a page is read; default 1024
	// Known: the log must have been named before. Otherwise Open fails with ErrNoLog, and nothing was written.
	Known bool
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Attempt, 10 * time.Second}, {&o.Read, 30 * time.Second}, {&o.Poll, time.Second}, {&o.Drain, 5 * time.Second},
	} {
		if *d.value <= 0 {
			*d.value = d.standard
		}
	}
	if o.Window <= 0 {
		o.Window = 128
	}
	if o.Scan <= 0 {
		o.Scan = 1024
	}
	return o
}

const (
	firstPause = 10 * time.Millisecond
	lastPause  = time.Second
	// knownStreams is how many streams' event ids are remembered, so that appending to them needs no read before.
	knownStreams = 4096
	// knownPlaces is for how many places it is remembered how far only others' events follow.
	knownPlaces = 256
)

var errClosed = errors.New("the store is closed")

// Store is the log in KurrentDB. It is safe for concurrent use.
type Store struct {
	opts   Options
	prefix string
	link   *link
	id     eventstore.LogID
	named  eventstore.Position            // where the log was named: all its events come after
	ids    *lru.Cache[string, []ident.ID] // the ids of a stream's first events, in order
	head   *reach.Head
	passed *lru.Cache[eventstore.Position, eventstore.Position] // after one there are only others' events up to the other
	away   atomic.Bool                                          // an append was told that the server is not there

	mu      sync.Mutex
	closing bool
	leaving chan struct{} // closed when Close begins
	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup // appends
	done    sync.WaitGroup // what runs as long as the store
}

var _ eventstore.Store = (*Store)(nil)

// ErrNoLog tells that there is no log in the database under a prefix.
var ErrNoLog = errors.New("there is no log of Callup")

// Open connects to the log that target names and, where it is new, gives it its name. Errors: ErrNoLog, where only a known
// one will do.
func Open(ctx context.Context, target endpoint.Target, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	ids, err := lru.New[string, []ident.ID](knownStreams)
	if err != nil {
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	passed, err := lru.New[eventstore.Position, eventstore.Position](knownPlaces)
	if err != nil {
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	s := &Store{
		opts: opts, prefix: target.Prefix, link: newLink(target, opts.Logger), ids: ids, passed: passed,
		head: reach.New(eventstore.Position{}), leaving: make(chan struct{}),
	}
	s.life, s.end = context.WithCancel(context.WithoutCancel(ctx))
	if err := s.identify(ctx); err != nil {
		s.end()
		s.link.close()
		return nil, fmt.Errorf("open the event store: %w", err)
	}
	s.done.Go(s.listen)
	return s, nil
}

// Close refuses new appends, lets those that run end or give up, and returns when nothing of the store runs any more.
func (s *Store) Close() {
	s.mu.Lock()
	if !s.closing {
		s.closing = true
		close(s.leaving)
	}
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.running.Wait()
		close(ended)
	}()
	patience := time.NewTimer(s.opts.Drain)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
	}
	s.end()
	<-ended
	s.done.Wait()
	s.link.close()
}

// begin counts an append in, unless the store closes.
func (s *Store) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return false
	}
	s.running.Add(1)
	return true
}

// bound ends with the caller's context and with the store.
func (s *Store) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.life, cancel)
	return ctx, func() { stop(); cancel() }
}

// unavailable says of a failure that passes that the store was not there, and why.
func (s *Store) unavailable(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w (%w)", eventstore.ErrUnavailable, ctx.Err(), err)
	case s.life.Err() != nil, errors.Is(err, errClosed):
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, errClosed)
	}
	if _, ok := errors.AsType[*passing](err); ok {
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
	return err
}
