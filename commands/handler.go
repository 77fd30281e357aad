// Package commands turns what people ask for into events: load, decide, append. What a command needs of the outside
// (keys, rates, a payment provider) it is given as ports.
package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/observe"
)

// Envelope says who sends a command, under which id, and what set it off.
type Envelope struct {
	ID          ident.ID // ident.Command(actor, idempotency key)
	Body        string   // keyed hash of the body; another body under the same id is refused
	Actor       string   // "member:<id>", "guest", "reactor:<name>", "timer", "operator", "provider:<name>"
	Correlation ident.ID // the first command of the chain; zero when this is the first
	Causation   ident.ID // the event that led to this command, if one did
}

// Child is the envelope of a further step of the same command, on another stream.
func (e Envelope) Child(step string) Envelope {
	c := e
	c.ID = ident.Command(e.ID.String(), step)
	if c.Correlation.IsNil() {
		c.Correlation = e.ID
	}
	return c
}

// ErrKeyReused refuses an idempotency key that was used with another body.
var ErrKeyReused = domain.Refuse(domain.Conflict, "idempotency_key_reused", "this idempotency key was used for another request")

// ErrStale refuses a change to something that has changed since it was read.
var ErrStale = domain.Refuse(domain.Stale, "stale_revision", "this has changed since you read it")

const (
	maxAttempts = 40     // appends tried when others write to the same stream: at each, one of them succeeds
	cacheSize   = 20_000 // streams whose state is kept in memory
)

// Handler loads, decides and appends, for every aggregate. It is safe for concurrent use.
type Handler struct {
	store eventstore.Store
	cat   *catalog.Catalog
	keys  catalog.Keys
	log   *slog.Logger
	mu    sync.Mutex // held while the cache is written
	cache *lru.Cache[string, loaded]

	recent singleflight.Group // by stream
}

// loaded is the state of a stream at a revision. commands are those that wrote it, so that a repeated one is known.
type loaded struct {
	state    any
	revision eventstore.Revision
	commands map[ident.ID]written
	read     time.Time // when the stream was last seen to end here
}

type written struct {
	body     string
	position eventstore.Position
	revision eventstore.Revision
	time     time.Time
}

// NewHandler makes the one handler of a process.
func NewHandler(store eventstore.Store, cat *catalog.Catalog, keys catalog.Keys, log *slog.Logger) *Handler {
	cache, err := lru.New[string, loaded](cacheSize)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Handler{store: store, cat: cat, keys: keys, log: log, cache: cache}
}

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
				h.keep(stream, next)
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
	if res, done, err := repeated(at, state, env); done || err != nil {
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
	next.commands[env.ID] = written{env.Body, done.Position, done.Revision, done.Time}
	return Result[S]{State: state, Position: done.Position, Revision: done.Revision, Events: len(events)}, next, nil
}

// errThereAlready tells that the store holds these events: the command was carried out before, or its answer was lost.
var errThereAlready = errors.New("the events are in the log already")

func repeated[S any](at loaded, state S, env Envelope) (Result[S], bool, error) {
	w, done := at.commands[env.ID]
	if !done {
		return Result[S]{}, false, nil
	}
	if w.body != env.Body {
		return Result[S]{}, false, ErrKeyReused
	}
	return Result[S]{State: state, Position: w.position, Revision: w.revision, Repeated: true}, true, nil
}

// Done tells whether a command was carried out on a stream before, and what it answered. Error: ErrKeyReused.
func Done[S, E any](ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, env Envelope) (Result[S], bool, error) {
	at, err := load(ctx, h, d, eventstore.StreamName(d.Category, id))
	if err != nil {
		return Result[S]{}, false, err
	}
	state, ok := at.state.(S)
	if !ok {
		return Result[S]{}, false, fmt.Errorf("stream of %s %s holds another aggregate's state", d.Category, id)
	}
	return repeated(at, state, env)
}

// Load gives the state of a thing and its stream's revision, read to the stream's end.
func Load[S, E any](ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID) (S, eventstore.Revision, error) {
	at, err := load(ctx, h, d, eventstore.StreamName(d.Category, id))
	if err != nil {
		return d.Initial(), eventstore.NoStream, err
	}
	s, ok := at.state.(S)
	if !ok {
		return d.Initial(), at.revision, fmt.Errorf("stream of %s %s holds another aggregate's state", d.Category, id)
	}
	return s, at.revision, nil
}

const (
	recently   = 100 * time.Millisecond // how old a Recent state may be
	readWithin = 10 * time.Second       // how long a read for all may take
)

// Recent is Load that believes what this process saw of the stream within the last 100 ms: for what must not be decided
// upon exactly, and is asked for by many at once. What this process itself appended is always seen.
func Recent[S, E any](ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID) (S, eventstore.Revision, error) {
	if at, ok := h.cache.Get(eventstore.StreamName(d.Category, id)); ok && time.Since(at.read) < recently {
		if s, ok := at.state.(S); ok {
			return s, at.revision, nil
		}
	}
	// many ask at once when what is known has grown too old: one of them reads for all
	stream := eventstore.StreamName(d.Category, id)
	read := h.recent.DoChan(stream, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readWithin)
		defer cancel()
		return load(ctx, h, d, stream)
	})
	select {
	case done := <-read:
		if done.Err != nil {
			return d.Initial(), eventstore.NoStream, done.Err
		}
	case <-ctx.Done():
		return d.Initial(), eventstore.NoStream, fmt.Errorf("read stream %s: %w", stream, ctx.Err())
	}
	at, ok := h.cache.Get(stream) // it may have been appended to meanwhile
	if !ok {
		return Load(ctx, h, d, id)
	}
	s, ok := at.state.(S)
	if !ok {
		return d.Initial(), at.revision, fmt.Errorf("stream of %s %s holds another aggregate's state", d.Category, id)
	}
	return s, at.revision, nil
}

// load folds what the stream holds beyond what the cache knows. Personal text stays sealed: no rule needs it.
func load[S, E any](ctx context.Context, h *Handler, d domain.Decider[S, E], stream string) (loaded, error) {
	at, ok := h.cache.Get(stream)
	if !ok {
		at = loaded{state: d.Initial(), revision: eventstore.NoStream}
	}
	state, ok := at.state.(S)
	if !ok {
		return at, fmt.Errorf("stream %s holds another aggregate's state", stream)
	}
	asked := time.Now()
	var commands map[ident.ID]written
	for r, err := range h.store.ReadStream(ctx, stream, at.revision+1) {
		if err != nil {
			return at, fmt.Errorf("read stream %s: %w", stream, err)
		}
		v, err := h.cat.Decode(r)
		if err != nil {
			return at, err
		}
		e, ok := v.(E)
		if !ok {
			return at, fmt.Errorf("stream %s holds a %s", stream, r.Type)
		}
		state = d.Evolve(state, e)
		at.revision = r.Revision
		if commands == nil {
			commands = make(map[ident.ID]written, len(at.commands)+4)
			maps.Copy(commands, at.commands)
		}
		commands[r.Metadata.Command] = written{r.Metadata.Body, r.Position, r.Revision, r.Time}
	}
	if commands != nil {
		at.state, at.commands = state, commands
	}
	at.read = asked
	h.keep(stream, at)
	return at, nil
}

// keep caches a state, unless a later one is there: who reads slowly must not hide what was appended meanwhile.
func (h *Handler) keep(stream string, at loaded) {
	if at.revision == eventstore.NoStream {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if is, ok := h.cache.Peek(stream); ok && (is.revision > at.revision || is.revision == at.revision && is.read.After(at.read)) {
		return
	}
	h.cache.Add(stream, at)
}
