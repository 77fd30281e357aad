package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/observe"
)

// Result is where a command's events went and the state after them.
type Result[S any] struct {
	State    S
	Position eventstore.Position // zero when nothing was appended
	Revision eventstore.Revision
	Events   int  // appended by this call
	Repeated bool // the command had been carried out before
}

// Option changes how a command is carried out.
type Option func(*options)

type options struct {
	expected *eventstore.Revision
	fresh    bool
}

// At refuses the command as stale unless the stream is at a revision.
func At(r eventstore.Revision) Option { return func(o *options) { o.expected = &r } }

// Fresh says that the stream is new, named after this command: it is not read before the first append.
func Fresh() Option { return func(o *options) { o.fresh = true } }

// Execute carries out one command on one stream. A repeated command answers what the first answered; a conflict with
// other writers is retried. Errors: what decide refuses, ErrKeyReused, ErrStale, a *eventstore.Conflict after too many
// attempts, eventstore.ErrUnavailable.
func Execute[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, env Envelope,
	decide func(S) ([]E, error), opts ...Option,
) (Result[S], error) {
	var o options
	for _, f := range opts {
		f(&o)
	}
	stream := eventstore.StreamName(d.Category, id)
	at := loaded{state: d.Initial(), revision: eventstore.NoStream}
	// What was seen a moment ago is not read again before an append, which fails if it is no longer so. Nothing else is
	// answered from it: a refusal, or that there is nothing to do, needs the stream as it is.
	guessed := false
	if known, ok := h.cache.Get(stream); ok && !o.fresh && time.Since(known.read) < recently {
		at, guessed = known, true
	}
	if !o.fresh && !guessed {
		var err error
		if at, err = load(ctx, h, d, stream); err != nil {
			return Result[S]{}, err
		}
	}
	for attempt := 1; ; attempt++ {
		res, next, err := try(ctx, h, d, stream, at, env, decide, o)
		if guessed && (err != nil || res.Events == 0 && !res.Repeated) {
			guessed = false
			if at, err = load(ctx, h, d, stream); err != nil {
				return Result[S]{}, err
			}
			continue
		}
		guessed = false
		var conflict *eventstore.Conflict
		again := errors.Is(err, errThereAlready)
		if !again && !errors.As(err, &conflict) || attempt == maxAttempts {
			if err == nil {
				h.remember(stream, next)
			}
			return res, err
		}
		if attempt > 1 && !again {
			select {
			case <-time.After(rand.N(time.Duration(min(attempt, 10)) * 2 * time.Millisecond)): //nolint:gosec // jitter, nothing secret
			case <-ctx.Done():
				return Result[S]{}, ctx.Err()
			}
		}
		if at, err = load(ctx, h, d, stream); err != nil {
			return Result[S]{}, err
		}
	}
}

func try[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], stream string, at loaded, env Envelope,
	decide func(S) ([]E, error), o options,
) (Result[S], loaded, error) {
	state, ok := at.state.(S)
	if !ok {
		return Result[S]{}, at, fmt.Errorf("stream %s holds another aggregate's state", stream)
	}
	if res, done, err := repetition(at, state, env); done || err != nil {
		return res, at, err
	}
	if o.expected != nil && *o.expected != at.revision {
		return Result[S]{}, at, ErrStale
	}
	decided, err := decide(state)
	if err != nil {
		return Result[S]{}, at, err
	}
	if len(decided) == 0 {
		return Result[S]{State: state, Revision: at.revision}, at, nil
	}
	meta := eventstore.Metadata{
		Command: env.ID, Body: env.Body, Correlation: env.Correlation, Causation: env.Causation, Actor: env.Actor,
		Trace: observe.TraceParent(ctx),
	}
	if meta.Correlation.IsNil() {
		meta.Correlation = env.ID
	}
	events := make([]eventstore.Event, len(decided))
	for i, e := range decided {
		if events[i], err = h.cat.Encode(ctx, h.keys, ident.Event(env.ID, i), e, meta); err != nil {
			return Result[S]{}, at, err
		}
		state = d.Evolve(state, e)
	}
	began := time.Now()
	done, err := h.store.Append(ctx, stream, at.revision, events)
	if err != nil {
		return Result[S]{}, at, err
	}
	if done.Repeated {
		// what stands in the log was decided by the first call, perhaps from another body: it is read, not believed
		return Result[S]{}, at, errThereAlready
	}
	next := loaded{state: state, revision: done.Revision, commands: make(map[ident.ID]written, len(at.commands)+1), read: began}
	maps.Copy(next.commands, at.commands)
	next.commands[env.ID] = written{env.Body, env.Whole, done.Position, done.Revision, done.Time}
	return Result[S]{State: state, Position: done.Position, Revision: done.Revision, Events: len(events)}, next, nil
}

// errThereAlready tells that the store holds these events: the command was carried out before, or its answer was lost.
var errThereAlready = errors.New("the events are in the log already")

func repetition[S any](at loaded, state S, env Envelope) (Result[S], bool, error) {
	w, done := at.commands[env.ID]
	if !done {
		return Result[S]{}, false, nil
	}
	if !w.of(env) {
		return Result[S]{}, false, ErrKeyReused
	}
	return Result[S]{State: state, Position: w.position, Revision: w.revision, Repeated: true}, true, nil
}

// of tells whether a command was written by an envelope with the same body. Words are compared as long as this process
// remembers them; what was logged before words were left out holds the hash of the whole body.
func (w written) of(env Envelope) bool {
	if w.whole != "" && env.Whole != "" {
		return w.whole == env.Whole
	}
	return w.body == env.Body || env.Whole != "" && w.body == env.Whole
}
