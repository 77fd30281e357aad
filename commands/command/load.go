package command

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// Repeated tells whether a command was carried out on a stream before, and what it answered. Error: ErrKeyReused.
func Repeated[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, env Envelope,
) (Result[S], bool, error) {
	at, err := load(ctx, h, d, eventstore.StreamName(d.Category, id))
	if err != nil {
		return Result[S]{}, false, err
	}
	state, ok := at.state.(S)
	if !ok {
		return Result[S]{}, false, fmt.Errorf("stream of %s %s holds another aggregate's state", d.Category, id)
	}
	return repetition(at, state, env)
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
		ctx, cancel := context.WithTimeout(eventstore.Awaited(context.WithoutCancel(ctx)), readWithin)
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
		commands[r.Metadata.Command] = written{body: r.Metadata.Body, position: r.Position, revision: r.Revision, time: r.Time}
	}
	if commands != nil {
		at.state, at.commands = state, commands
	}
	at.read = asked
	h.remember(stream, at)
	return at, nil
}

// remember caches a state, unless a later one is there: who reads slowly must not hide what was appended meanwhile.
func (h *Handler) remember(stream string, at loaded) {
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
