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

// Everybody is the owner of things that belong to no single person: every erasure.
var Everybody = ident.Pair(erasure.Category, "everybody")

// Owners tells who may own the things that events are about. It asks the areas: See adds something only after a question about an
// id was answered with yes, so the ids that it asks about when every answer is no are all possible owners. The streams of a
// person's owners therefore hold every event by which See finds something in the whole log.
type Owners struct {
	events []any
	sees   map[reflect.Type][]func(*Belongings, any) // by the type of the event
}

// NewOwners makes the owners of some areas.
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

// Events returns the types of events that have owners, a zero value of each.
func (o *Owners) Events() []any { return slices.Clone(o.events) }

// Of returns the possible owners of what an event is about, each once. It leaves out the thing of the event's own stream, which a
// caller finds by its id. It panics where See adds something without asking.
func (o *Owners) Of(event any, thing ident.ID) []ident.ID {
	var asked []ident.ID
	b := &Belongings{asked: func(id ident.ID) { // it has no maps, so that adding panics
		if !id.IsNil() && id != thing && !slices.Contains(asked, id) {
			asked = append(asked, id)
		}
	}}
	for _, see := range o.sees[reflect.TypeOf(event)] {
		see(b, event)
	}
	return asked
}

// After lists what ports.Belongings lists by reading the log after a position.
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

// StreamOf splits the name of an event's stream.
func StreamOf(r eventstore.Recorded) (ports.Stream, error) {
	category, text, _ := strings.Cut(r.Stream, "-")
	id, err := ident.Parse(text)
	if err != nil {
		return ports.Stream{}, fmt.Errorf("stream %s is of no thing: %w", r.Stream, err)
	}
	return ports.Stream{Category: category, ID: id}, nil
}

// Sorted returns streams in the order of ports.Belongings.
func Sorted(streams map[ports.Stream]bool) []ports.Stream {
	return slices.SortedFunc(maps.Keys(streams), func(a, b ports.Stream) int {
		if a.Category != b.Category {
			return strings.Compare(a.Category, b.Category)
		}
		return slices.Compare(a.ID[:], b.ID[:])
	})
}

// AddressIn makes a Holdings.Address that looks for a guest's address in the streams of a category. From returns the subject
// whose key seals an event's address, and the address; an event without one has a nil subject.
func AddressIn(category string, from func(event any) (subject ident.ID, email string)) func(
	ctx context.Context, s *command.Service, who Whose,
) (email string, known bool, err error) {
	return func(ctx context.Context, s *command.Service, who Whose) (email string, known bool, err error) {
		if !who.Member.IsNil() {
			return "", false, nil
		}
		streams, err := s.Belongings.Streams(ctx, []ident.ID{who.Subject}, category)
		if err != nil {
			return "", false, err
		}
		for _, stream := range streams {
			for r, err := range s.OpenedEvents(ctx, stream.Category, stream.ID) {
				if err != nil {
					return "", known, err
				}
				if subject, email := from(r.Event); subject == who.Subject {
					if known = true; email != "" {
						return email, true, nil
					}
				}
			}
		}
		return "", known, nil
	}
}

// Log implements ports.Belongings without a read table: it reads the whole log for each answer.
type Log struct {
	Owners  *Owners
	Handler *command.Handler
}

// Streams implements ports.Belongings.
func (l Log) Streams(ctx context.Context, owners []ident.ID, categories ...string) ([]ports.Stream, error) {
	return l.Owners.After(ctx, l.Handler, eventstore.Position{}, owners, categories)
}
