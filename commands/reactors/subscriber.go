// Package reactors turns events into side effects and next commands: it asks for refunds, sets timers, sends mail. A
// reactor runs on a watermill router whose subscriber is the log, is idempotent, and never runs during a rebuild.
package reactors

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/rowscan"
)

// logSubscriber is the log as watermill sees it: a topic is a reactor, with a checkpoint of its own. Each event is
// delivered until it is acknowledged, in order. One process runs a reactor at a time.
type logSubscriber struct {
	store  eventstore.Store
	pages  *pages
	pool   *pgxpool.Pool
	types  map[string]map[string]bool // topic → types of events it wants
	pauses *pauses
	times  Times
	done   chan struct{}
	once   sync.Once
	wg     sync.WaitGroup
}

// newLogSubscriber makes the subscriber of some reactors, given by the types of events each wants. It reads until ctx ends.
func newLogSubscriber(
	ctx context.Context, store eventstore.Store, pool *pgxpool.Pool, types map[string]map[string]bool, pauses *pauses, times Times,
) *logSubscriber {
	return &logSubscriber{
		store: store, pages: newPages(ctx, store, types), pool: pool, types: types, pauses: pauses, times: times,
		done: make(chan struct{}),
	}
}

// Close ends every subscription and waits for them.
func (s *logSubscriber) Close() error {
	s.once.Do(func() { close(s.done) })
	s.wg.Wait()
	return nil
}

// Subscribe delivers a reactor's events until the context or the subscriber ends.
func (s *logSubscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	wanted := s.types[topic]
	if wanted == nil {
		return nil, fmt.Errorf("no reactor is called %q", topic)
	}
	ctx, cancel := context.WithCancel(ctx)
	out := make(chan *message.Message)
	s.wg.Add(2)
	go func() {
		defer s.wg.Done()
		defer cancel()
		select {
		case <-s.done:
		case <-ctx.Done():
		}
	}()
	go func() {
		defer s.wg.Done()
		defer cancel()
		defer close(out)
		for failures := 0; ctx.Err() == nil; {
			led, err := s.lead(ctx, topic, wanted, out)
			if led {
				failures = 0
			}
			wait := s.times.Lead.First
			switch {
			case ctx.Err() != nil:
				return
			case err == nil: // another process leads
				s.pauses.end(ctx, topic)
			default:
				why := DependencyError(err)
				if why == "" {
					why = "the log or its place in it can't be read"
				}
				s.pauses.begin(ctx, topic, ident.Nil, why, err)
				wait = s.times.Lead.wait(failures)
				failures++
			}
			reach.Pause(ctx, wait)
		}
	}()
	return out, nil
}

// lead runs a reactor while this process holds its lock: an advisory lock of a connection, which goes with it. It
// tells whether it came as far as reading the log.
func (s *logSubscriber) lead(ctx context.Context, topic string, wanted map[string]bool,
	out chan<- *message.Message) (reads bool, _ error) {
	taking, cancel := context.WithTimeout(ctx, 3*s.times.Statement) // from connecting to finding its place
	defer cancel()
	conn, err := s.pool.Acquire(taking)
	if err != nil {
		return reads, fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()
	// a machine that vanishes must not keep the lock for the hours that TCP would wait
	lock, err := rowscan.One[struct {
		Led      bool   `db:"led"`
		Idle     string `db:"idle"`
		Interval string `db:"interval"`
		Count    string `db:"count"`
	}](taking, conn, `SELECT pg_try_advisory_lock(hashtextextended($1, 1)) AS led,
		set_config('tcp_keepalives_idle', '2', false) AS idle,
		set_config('tcp_keepalives_interval', '1', false) AS interval, set_config('tcp_keepalives_count', '3', false) AS count`,
		"callup reactor "+topic)
	if err != nil {
		return reads, fmt.Errorf("take the lock: %w", err)
	}
	if !lock.Led {
		return reads, nil // another process leads; asked again soon
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_, err := conn.Exec(bye, `SELECT pg_advisory_unlock(hashtextextended($1, 1))`, "callup reactor "+topic)
		if err == nil {
			_, err = conn.Exec(bye, `RESET synchronous_commit`)
		}
		if err != nil {
			_ = conn.Conn().Close(bye) // the lock goes with the connection
		}
	}()
	// A crash may lose what was written last, and the place with it, never the place alone: what was lost is made again.
	if _, err := conn.Exec(taking, `SET synchronous_commit = off`); err != nil {
		return reads, fmt.Errorf("set up the lock's connection: %w", err)
	}
	if err := noteLogEnd(taking, conn, s.store, topic); err != nil {
		return reads, err
	}
	at, err := s.checkpoint(taking, conn.Conn(), topic)
	if err != nil {
		return reads, err
	}
	here := newPlace(s, conn.Conn(), topic, at)
	for ctx.Err() == nil {
		p, err := s.pages.after(ctx, here.at)
		if err != nil {
			return reads, err
		}
		if !reads {
			reads = true
			s.pauses.end(ctx, topic)
		}
		if err := here.handle(ctx, p, wanted, out); err != nil {
			return reads, err
		}
		if p.End {
			if err := here.wait(ctx); err != nil {
				return reads, err
			}
		}
	}
	return reads, ctx.Err()
}

func (s *logSubscriber) checkpoint(ctx context.Context, conn *pgx.Conn, topic string) (eventstore.Position, error) {
	var text string
	err := conn.QueryRow(ctx, `SELECT coalesce(log_end, position) FROM reactor_checkpoints WHERE reactor = $1`, topic).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return eventstore.Position{}, nil
	}
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("read the checkpoint: %w", err)
	}
	return eventstore.ParsePosition(text)
}

func keys[K comparable, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}
