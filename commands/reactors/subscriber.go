// Package reactors turns events into side effects and next commands: it asks for refunds, sets timers, sends mail. A
// reactor runs on a watermill router whose subscriber is the log, is idempotent, and never runs during a rebuild.
package reactors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// batch is how many events are read at once.
const batch = 200

// logSubscriber is the log as watermill sees it: a topic is a reactor, with a checkpoint of its own. Each event is
// delivered until it is acknowledged, in order. One process runs a reactor at a time.
type logSubscriber struct {
	store  eventstore.Store
	pool   *pgxpool.Pool
	types  map[string]map[string]bool // topic → types of events it wants
	pauses *pauses
	times  Times
	done   chan struct{}
	once   sync.Once
	wg     sync.WaitGroup
}

func newLogSubscriber(store eventstore.Store, pool *pgxpool.Pool, pauses *pauses, times Times) *logSubscriber {
	return &logSubscriber{
		store: store, pool: pool, types: map[string]map[string]bool{}, pauses: pauses, times: times, done: make(chan struct{}),
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

// leading marks the context of what a reactor does with the delivery it handles, whose connection has the lock that makes
// this process the one that runs it.
type leading struct{}

// statements is what carries out a reactor's own statement.
type statements interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// errDeposed tells that another process may run the reactor by now.
var errDeposed = errors.New("the reactor's lock is lost")

// as gives what a reactor's statements go through: the connection that holds its lock, so that nothing is written any
// more, however late, once the lock may be another process's; the pool where no reactor runs.
func as(ctx context.Context, pool *pgxpool.Pool) statements {
	if d, ok := ctx.Value(leading{}).(*delivery); ok {
		return leader{d.conn, d.within}
	}
	return pool
}

type leader struct {
	conn   *pgx.Conn
	within time.Duration
}

func (l leader) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	ctx, cancel := context.WithTimeout(ctx, l.within)
	defer cancel()
	tag, err := l.conn.Exec(ctx, sql, args...)
	if err != nil && l.conn.IsClosed() {
		err = fmt.Errorf("%w: %w", errDeposed, err)
	}
	return tag, err
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
	var led bool
	if err := conn.QueryRow(taking,
		`SELECT pg_try_advisory_lock(hashtextextended($1, 1)), set_config('tcp_keepalives_idle', '2', false),
		set_config('tcp_keepalives_interval', '1', false), set_config('tcp_keepalives_count', '3', false)`,
		"callup reactor "+topic).Scan(&led, nil, nil, nil); err != nil {
		return reads, fmt.Errorf("take the lock: %w", err)
	}
	if !led {
		return reads, nil // another process leads; asked again soon
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if _, err := conn.Exec(bye, `SELECT pg_advisory_unlock(hashtextextended($1, 1))`, "callup reactor "+topic); err != nil {
			_ = conn.Conn().Close(bye) // the lock goes with the connection
		}
	}()
	if err := noteLogEnd(taking, conn, s.store, topic); err != nil {
		return reads, err
	}
	at, err := s.checkpoint(taking, conn.Conn(), topic)
	if err != nil {
		return reads, err
	}
	for ctx.Err() == nil {
		p, err := s.store.ReadAll(ctx, at, batch, eventstore.Filter{Types: keys(wanted)})
		if err != nil {
			return reads, err
		}
		if !reads {
			reads = true
			s.pauses.end(ctx, topic)
		}
		for _, r := range p.Events {
			if wanted[r.Type] {
				if err := s.deliver(ctx, conn.Conn(), topic, r, out); err != nil {
					return reads, err
				}
				// an event that was handled is not handled again after a restart
				if err := s.save(ctx, conn.Conn(), topic, r.Position, r); err != nil {
					return reads, err
				}
			}
			at = r.Position
		}
		if at.Before(p.Next) {
			at = p.Next
			if err := s.save(ctx, conn.Conn(), topic, at, eventstore.Recorded{}); err != nil {
				return reads, err
			}
		}
		if p.End {
			// the connection, and with it the lock, is proved alive by every round
			wait, cancel := context.WithTimeout(ctx, s.times.News)
			_ = s.store.Wait(wait, at) // a hint only
			cancel()
			alive, cancel := context.WithTimeout(ctx, s.times.Statement)
			err := conn.Ping(alive)
			cancel()
			if err != nil {
				return reads, fmt.Errorf("the lock's connection: %w", err)
			}
		}
	}
	return reads, ctx.Err()
}

// deliver hands an event over until it is acknowledged, or the lock's connection is gone.
func (s *logSubscriber) deliver(ctx context.Context, conn *pgx.Conn, topic string, r eventstore.Recorded,
	out chan<- *message.Message) error {
	for try := 0; ; try++ {
		body, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("hand over event %s: %w", r.ID, err)
		}
		m := message.NewMessage(r.ID.String(), body)
		d := &delivery{conn: conn, within: s.times.Statement}
		mctx, cancel := context.WithCancel(context.WithValue(ctx, leading{}, d))
		m.SetContext(mctx)
		select {
		case out <- m:
		case <-ctx.Done():
			cancel()
			return ctx.Err()
		}
		select {
		case <-m.Acked():
			cancel()
			s.pauses.end(ctx, topic)
			return nil
		case <-m.Nacked():
			cancel()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := s.pause(ctx, conn, topic, r, d.err, try); err != nil {
				return err
			}
		case <-ctx.Done():
			cancel()
			// the connection is not taken from under what still uses it
			select {
			case <-m.Acked():
			case <-m.Nacked():
			case <-time.After(s.times.Statement):
			}
			return ctx.Err()
		}
	}
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

func (s *logSubscriber) save(ctx context.Context, conn *pgx.Conn, topic string, at eventstore.Position,
	r eventstore.Recorded) error {
	var id any
	if !r.ID.IsNil() {
		id = r.ID
	}
	ctx, cancel := context.WithTimeout(ctx, s.times.Statement)
	defer cancel()
	_, err := conn.Exec(ctx, `INSERT INTO reactor_checkpoints (reactor, position, event_id) VALUES ($1, $2, $3)
		ON CONFLICT (reactor) DO UPDATE SET position = excluded.position, event_id =
		coalesce(excluded.event_id, reactor_checkpoints.event_id),
			updated_at = now(), held_since = NULL, held_event = NULL, held_why = '', log_end = NULL`, topic, at.String(), id)
	if err != nil {
		return fmt.Errorf("store the checkpoint: %w", err)
	}
	return nil
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}
