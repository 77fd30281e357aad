package erasing

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

// mostStreams is how many streams a search reads one by one. Beyond it, as for the owner of a campaign with very many gifts,
// reading the whole log is faster.
const mostStreams = 10_000

var errTooMany = errors.New("too many streams to read one by one")

// installation is the kind of Everybody.
const installation = "installation"

// search finds the person's things, by ids alone: it needs no key.
func (e *Process) search(ctx context.Context, s erasure.State) (*Belongings, error) {
	persons, err := e.persons(ctx, s)
	if err != nil {
		return nil, err
	}
	b := NewBelongings(s.Member, persons)
	if err := e.look(ctx, b); !errors.Is(err, errTooMany) {
		return b, behind(err)
	}
	e.mu.Lock()
	was, known := e.found[s.ID]
	e.mu.Unlock()
	if !known || !slices.Equal(was.of.Persons, persons) { // another process may have found out that they are one person more
		was = found{of: NewBelongings(s.Member, persons)}
	}
	is := found{of: was.of.clone()}
	is.at, err = e.scan(ctx, was.at, is.of)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.found[s.ID] = is // as far as it came: who looks again goes on there, and seeing an event twice changes nothing
	return is.of, err
}

// behind turns the error of an index that is behind the log into one that makes the erasure wait.
func behind(err error) error {
	if errors.Is(err, ports.ErrBelongingsBehind) {
		return &command.NotYet{In: lookAgain, For: err.Error()}
	}
	return err
}

// found is the result of a scan up to a position of the log.
type found struct {
	at eventstore.Position
	of *Belongings
}

// scan lets every area see the events after a position that may tell of something of the person's.
func (e *Process) scan(ctx context.Context, after eventstore.Position, b *Belongings) (eventstore.Position, error) {
	return e.s.Search(ctx, after, e.owners.events, func(r command.Read) error {
		e.owners.See(b, r.Event)
		return nil
	})
}

// look finds what a scan of the whole log finds, in the streams that the index lists. Errors: errTooMany,
// ports.ErrBelongingsBehind, and failures of the log and of the index.
func (e *Process) look(ctx context.Context, b *Belongings) error {
	return e.owners.Find(ctx, b, e.s.Belongings, func(stream ports.Stream) iter.Seq2[command.Read, error] {
		return e.s.Events(ctx, stream.Category, stream.ID)
	})
}

// See lets the areas take note of an event.
func (o *Owners) See(b *Belongings, event any) {
	for _, see := range o.sees[reflect.TypeOf(event)] {
		see(b, event)
	}
}

// Find adds to b what See would find in the whole log, and reads only streams that the index lists. Each thing that it finds may
// own further streams: it asks the index again until there is nothing new, and shows See all events in the order of the log.
// Error: errTooMany for more than 10,000 streams.
func (o *Owners) Find(
	ctx context.Context, b *Belongings, index ports.Belongings, events func(ports.Stream) iter.Seq2[command.Read, error],
) error {
	f := finding{asked: map[ident.ID]bool{}, read: map[ports.Stream]bool{}}
	f.owner(b.Member)
	for _, p := range b.Persons {
		f.owner(p.ID)
	}
	start := b.clone()
	for len(f.ask) > 0 {
		streams, err := index.Streams(ctx, f.ask)
		if err != nil {
			return err
		}
		streams = slices.DeleteFunc(streams, func(s ports.Stream) bool { return f.read[s] })
		if len(f.read)+len(streams) > mostStreams {
			return errTooMany
		}
		f.ask = nil
		for _, stream := range streams {
			if err := f.add(o, stream, events); err != nil {
				return err
			}
		}
		slices.SortFunc(f.events, func(x, y command.Read) int { return x.Position.Compare(y.Position) })
		*b = *start.clone()
		b.ever = f.owner
		for _, r := range f.events {
			o.See(b, r.Event)
		}
		b.ever = nil
	}
	return nil
}

// finding is how far Find has come.
type finding struct {
	asked  map[ident.ID]bool
	ask    []ident.ID // next
	read   map[ports.Stream]bool
	events []command.Read
}

func (f *finding) owner(id ident.ID) {
	if !id.IsNil() && !f.asked[id] {
		f.asked[id] = true
		f.ask = append(f.ask, id)
	}
}

func (f *finding) add(o *Owners, stream ports.Stream, events func(ports.Stream) iter.Seq2[command.Read, error]) error {
	f.read[stream] = true
	for r, err := range events(stream) {
		if err != nil {
			return err
		}
		if o.sees[reflect.TypeOf(r.Event)] != nil {
			f.events = append(f.events, r)
		}
	}
	return nil
}
