package reactors

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// Pause says that a reactor of this process waits for what it depends on.
type Pause struct {
	Since time.Time
	Event ident.ID // nil when it can't even read what comes next
	Why   string   // in words, nothing personal
}

// pauses are those of the reactors of this process that wait. Each wait is logged when it begins and when it ends, and not
// between.
type pauses struct {
	log *slog.Logger
	mu  sync.Mutex
	all map[string]Pause
}

func newPauses(log *slog.Logger) *pauses { return &pauses{log: log, all: map[string]Pause{}} }

// begin notes that a reactor waits, and tells whether that is news.
func (p *pauses) begin(ctx context.Context, reactor string, event ident.ID, why string, err error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was, held := p.all[reactor]
	now := Pause{Since: time.Now(), Event: event, Why: why}
	if held {
		now.Since = was.Since
	} else {
		p.log.WarnContext(ctx, "reactor waits", "reactor", reactor, "for", why, "event", event, "error", err)
	}
	p.all[reactor] = now
	return !held || was.Event != event || was.Why != why
}

// end notes that a reactor goes on.
func (p *pauses) end(ctx context.Context, reactor string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if was, held := p.all[reactor]; held {
		delete(p.all, reactor)
		waited := time.Since(was.Since).Round(time.Millisecond)
		p.log.InfoContext(ctx, "reactor goes on", "reactor", reactor, "waited", waited.String())
	}
}

// Paused are the reactors of this router that wait, by name.
func (r *Router) Paused() map[string]Pause {
	r.pauses.mu.Lock()
	defer r.pauses.mu.Unlock()
	return maps.Clone(r.pauses.all)
}

// Names are the reactors of this router.
func (r *Router) Names() []string { return keys(r.reactors) }

// Place is where a reactor stands, and since when it waits there, for what.
type Place struct {
	Reactor   string     `db:"reactor" json:"reactor"`
	Position  string     `db:"position" json:"position"`
	UpdatedAt time.Time  `db:"updated_at" json:"updated_at"`
	HeldSince *time.Time `db:"held_since" json:"held_since,omitempty"`
	HeldEvent *ident.ID  `db:"held_event" json:"held_event,omitempty"`
	HeldWhy   string     `db:"held_why" json:"held_why,omitempty"`
}

// Places lists where every reactor stands, as far as the database knows: it can't be told of its own absence.
func Places(ctx context.Context, pool *pgxpool.Pool) ([]Place, error) {
	rows, err := pool.Query(ctx, `SELECT reactor, position, updated_at, held_since, held_event, held_why
		FROM reactor_checkpoints ORDER BY reactor`)
	if err != nil {
		return nil, fmt.Errorf("list the reactors: %w", err)
	}
	places, err := pgx.CollectRows(rows, pgx.RowToStructByName[Place])
	if err != nil {
		return nil, fmt.Errorf("list the reactors: %w", err)
	}
	return places, nil
}

// noteFailure notes why an event was not handled, for the subscription that hands it over again.
func noteFailure(next message.HandlerFunc) message.HandlerFunc {
	return func(m *message.Message) ([]*message.Message, error) {
		out, err := next(m)
		d := deliveryOf(m.Context())
		if err == nil || d == nil {
			return out, err
		}
		d.err = err
		m.Nack() // before the router does, which would log each time
		return nil, nil
	}
}

// pause waits until an event is worth handing over again, with the wait longer each time, and makes sure that this process
// still leads.
func (s *logSubscriber) pause(
	ctx context.Context, conn *pgx.Conn, topic string, r eventstore.Recorded, cause error, try int,
) error {
	why := DependencyError(cause)
	if why == "" {
		why = "what went wrong can't be kept as a dead letter"
	}
	if s.pauses.begin(ctx, topic, r.ID, why, cause) && !conn.IsClosed() {
		if err := s.notePause(ctx, conn, topic, r.ID, why); err != nil && conn.IsClosed() {
			return errors.Join(errDeposed, err)
		}
	}
	if conn.IsClosed() {
		return errDeposed
	}
	if !reach.Pause(ctx, s.times.Tries.wait(try)) {
		return ctx.Err()
	}
	alive, cancel := context.WithTimeout(ctx, s.times.Statement)
	defer cancel()
	if err := conn.Ping(alive); err != nil {
		return fmt.Errorf("%w: %w", errDeposed, err)
	}
	return nil
}

// notePause lets operators see the wait. A disk may be too full for it, which is no reason to wait otherwise.
func (s *logSubscriber) notePause(ctx context.Context, conn *pgx.Conn, topic string, event ident.ID, why string) error {
	ctx, cancel := context.WithTimeout(ctx, s.times.Statement)
	defer cancel()
	_, err := conn.Exec(ctx, `INSERT INTO reactor_checkpoints (reactor, position, held_since, held_event, held_why)
		VALUES ($1, $2, clock_timestamp(), $3, $4)
		ON CONFLICT (reactor) DO UPDATE SET held_since = coalesce(reactor_checkpoints.held_since, excluded.held_since),
			held_event = excluded.held_event, held_why = excluded.held_why`, topic, eventstore.Position{}.String(), event, why)
	return err
}
