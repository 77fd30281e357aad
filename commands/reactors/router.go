package reactors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/observe"
)

// Reactor handles some types of events.
type Reactor struct {
	Name   string
	Types  []string
	Handle func(ctx context.Context, r eventstore.Recorded, event any) error // event is opened
}

// Router runs reactors.
type Router struct {
	store    eventstore.Store
	cat      *catalog.Catalog
	keys     catalog.Keys
	pool     *pgxpool.Pool
	log      *slog.Logger
	reactors map[string]Reactor
	pauses   *pauses
	Times    Times        // may be changed before Run
	Tracer   trace.Tracer // nil when nothing is traced; may be set before Run
}

// PassOver lets every reactor go on from the end of the log, as if it had handled all before: for events written to
// measure with, of which nobody is to hear.
func (r *Router) PassOver(ctx context.Context) error {
	_, head, err := r.store.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the log's head: %w", err)
	}
	for name := range r.reactors {
		_, err := r.pool.Exec(ctx, `INSERT INTO reactor_checkpoints (reactor, position) VALUES ($1, $2)
			ON CONFLICT (reactor) DO UPDATE SET position = excluded.position, event_id = NULL, log_end = NULL, updated_at =
			now()`, name, head.String())
		if err != nil {
			return fmt.Errorf("move the reactor %s to the end of the log: %w", name, err)
		}
	}
	return nil
}

// NewRouter makes a router of reactors.
func NewRouter(
	store eventstore.Store, cat *catalog.Catalog, keys catalog.Keys, pool *pgxpool.Pool, log *slog.Logger, all ...Reactor,
) *Router {
	r := &Router{
		store: store, cat: cat, keys: keys, pool: pool, log: log, reactors: map[string]Reactor{}, pauses: newPauses(log),
		Times: DefaultTimes(),
	}
	for _, re := range all {
		r.reactors[re.Name] = re
	}
	return r
}

// Run delivers events to the reactors until the context ends.
func (r *Router) Run(ctx context.Context) error {
	logger := watermill.NewSlogLoggerWithLevelMapping(r.log, map[slog.Level]slog.Level{slog.LevelInfo: slog.LevelDebug})
	router, err := message.NewRouter(message.RouterConfig{CloseTimeout: 10 * time.Second}, logger)
	if err != nil {
		return fmt.Errorf("make the reactors' router: %w", err)
	}
	types := map[string]map[string]bool{}
	for name, re := range r.reactors {
		types[name] = map[string]bool{}
		for _, t := range re.Types {
			types[name][t] = true
		}
	}
	sub := newLogSubscriber(ctx, r.store, r.pool, types, r.pauses, r.Times)
	for name, re := range r.reactors {
		h := router.AddConsumerHandler(name, name, sub, func(m *message.Message) error {
			anew(m.Context()) // it may have been tried before
			return r.handle(m.Context(), re, m.Payload)
		})
		h.AddMiddleware(
			noteFailure,
			r.deadLetters(name),
			retries(r.Times.Tries, r.log, name),
			middleware.Recoverer,
		)
	}
	err = router.Run(ctx)
	return errors.Join(err, sub.Close())
}

// handle handles an event in a time that is bounded. What takes longer waits for something that is down, and the event is
// handed over again.
func (r *Router) handle(ctx context.Context, re Reactor, payload []byte) error {
	ctx, cancel := context.WithTimeout(ctx, r.Times.Handle)
	defer cancel()
	var rec eventstore.Recorded
	if err := json.Unmarshal(payload, &rec); err != nil {
		return fmt.Errorf("read an event: %w", err)
	}
	if r.Tracer == nil || rec.Metadata.Trace == "" {
		return r.react(ctx, re, rec)
	}
	ctx, span := r.Tracer.Start(observe.Continue(ctx, rec.Metadata.Trace), "react "+re.Name)
	defer span.End()
	if err := r.react(ctx, re, rec); err != nil {
		span.SetStatus(codes.Error, "failed")
		return err
	}
	return nil
}

// react handles an event once. Whose words it opens is watched, so that what it writes of them is refused when they are
// erased meanwhile.
func (r *Router) react(ctx context.Context, re Reactor, rec eventstore.Recorded) error {
	ctx = keyring.Watch(ctx)
	event, err := r.cat.Open(ctx, r.keys, rec)
	if err != nil {
		return err
	}
	return re.Handle(ctx, rec, event)
}

// deadLetters keeps an event that could not be handled, and lets the reactor go on. What is the fault of the surroundings
// is left to the subscription, which hands the event over again.
func (r *Router) deadLetters(name string) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			m.SetContext(keyring.Watch(m.Context()))
			out, err := next(m)
			if err == nil || m.Context().Err() != nil || isDependencyError(err) {
				return out, err
			}
			var rec eventstore.Recorded
			if jerr := json.Unmarshal(m.Payload, &rec); jerr != nil {
				return nil, errors.Join(err, jerr)
			}
			r.log.ErrorContext(m.Context(), "reactor gave up on an event", "reactor", name, "event", rec.ID, "type", rec.Type,
				"error", err)
			// the error may name those whose words were opened: it is left out once one of them is erased, and an erasure
			// that begins now waits for the commit and finds it
			anew(m.Context())
			serr := as(m.Context(), r.pool).Exec(m.Context(), `
				WITH whole AS (SELECT subject FROM subject_keys WHERE subject = ANY($8) AND wrapped IS NOT NULL FOR SHARE)
				INSERT INTO dead_letters (reactor, position, event_id, stream, type, error, attempts)
				SELECT $1, $2, $3, $4, $5, CASE WHEN (SELECT count(*) FROM whole) = cardinality($8::uuid[]) THEN $6 ELSE '' END, $7
				ON CONFLICT (reactor, event_id) DO UPDATE SET error = excluded.error, attempts = dead_letters.attempts + excluded.attempts,
				replayed_at = NULL`,
				name, rec.Position.String(), rec.ID, rec.Stream, rec.Type, err.Error(), r.Times.Tries.Retries+1, keyring.Opened(m.Context()))
			if serr != nil {
				return nil, errors.Join(err, fmt.Errorf("keep a dead letter: %w", serr))
			}
			return nil, nil
		}
	}
}

func refused(err error) bool {
	var r *domain.Refusal
	return errors.As(err, &r)
}
