package erasing

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

// Everybody owns what is no single person's: every erasure.
var Everybody = ident.Pair(erasure.Category, "everybody")

// Owners tells by whom a thing is to be found. It is asked of the areas: an event that changes nothing for a person of whom
// nothing is known changes something only for those whom See asks for. Whoever knows the streams of these events therefore
// finds all that See finds in the whole log.
type Owners struct {
	events []any
	sees   map[reflect.Type][]func(*Belongings, any) // by the type of the event
}

// NewOwners asks areas.
func NewOwners(areas []Holdings) *Owners {
	o := &Owners{sees: map[reflect.Type][]func(*Belongings, any){}}
	for _, h := range areas {
		for _, e := range h.Events {
			if h.See == nil {
				continue
			}
			typ := reflect.TypeOf(e)
			if o.sees[typ] == nil {
				o.events = append(o.events, e)
			}
			o.sees[typ] = append(o.sees[typ], h.See)
		}
	}
	return o
}

// Events are the types by which something is found, a zero value of each.
func (o *Owners) Events() []any { return slices.Clone(o.events) }

// Of gives those for whom an event may change something, each once. The thing that the event's stream is about is none of them:
// who knows it knows the stream.
func (o *Owners) Of(event any, thing ident.ID) []ident.ID {
	var asked []ident.ID
	b := &Belongings{asked: func(id ident.ID) { // without maps: whoever adds what nobody is asked for panics
		if !id.IsNil() && id != thing && !slices.Contains(asked, id) {
			asked = append(asked, id)
		}
	}}
	for _, see := range o.sees[reflect.TypeOf(event)] {
		see(b, event)
	}
	return asked
}

// After lists by the log alone what ports.Belongings lists, in events after a position.
func (o *Owners) After(
	ctx context.Context, h *command.Handler, after eventstore.Position, owners []ident.ID, categories []string,
) ([]ports.Stream, error) {
	found := map[ports.Stream]bool{}
	_, err := h.Search(ctx, after, o.events, func(r command.Read) error {
		stream, err := StreamOf(r.Recorded)
		if err != nil || len(categories) > 0 && !slices.Contains(categories, stream.Category) {
			return err
		}
		if slices.ContainsFunc(o.Of(r.Event, stream.ID), func(id ident.ID) bool { return slices.Contains(owners, id) }) {
			found[stream] = true
		}
		return nil
	})
	return Sorted(found), err
}

// StreamOf takes the name of an event's stream apart.
func StreamOf(r eventstore.Recorded) (ports.Stream, error) {
	category, text, _ := strings.Cut(r.Stream, "-")
	id, err := ident.Parse(text)
	if err != nil {
		return ports.Stream{}, fmt.Errorf("stream %s is of no thing: %w", r.Stream, err)
	}
	return ports.Stream{Category: category, ID: id}, nil
}

// Sorted lists streams in the order in which ports.Belongings gives them.
func Sorted(streams map[ports.Stream]bool) []ports.Stream {
	return slices.SortedFunc(maps.Keys(streams), func(a, b ports.Stream) int {
		if a.Category != b.Category {
			return strings.Compare(a.Category, b.Category)
		}
		return slices.Compare(a.ID[:], b.ID[:])
	})
}

// Log is ports.Belongings by the log alone, where there is no read table: it reads all of it for each answer.
type Log struct {
	Owners  *Owners
	Handler *command.Handler
}

// Streams is that of ports.Belongings.
func (l Log) Streams(ctx context.Context, owners []ident.ID, categories ...string) ([]ports.Stream, error) {
	return l.Owners.After(ctx, l.Handler, eventstore.Position{}, owners, categories)
}
