package projector

import (
	"reflect"
	"slices"
	"sort"

	"github.com/callup/callup/eventstore"
)

// page is a batch of events with their places by type: a projection is given those that it folds, in their order, and does not
// look at the others.
type page struct {
	events []Event
	byType map[reflect.Type][]int
	unread []int // those that could not be decoded
}

func pageOf(events []Event) page {
	p := page{events: events, byType: map[reflect.Type][]int{}}
	for i := range events {
		if e := events[i].Sealed; e == nil {
			p.unread = append(p.unread, i)
		} else {
			t := reflect.TypeOf(e)
			p.byType[t] = append(p.byType[t], i)
		}
	}
	return p
}

// after is the place of the first event after a position.
func (p page) after(at eventstore.Position) int {
	return sort.Search(len(p.events), func(i int) bool { return at.Before(p.events[i].Recorded.Position) })
}

// concerning gives the places, in order, of the events after a position that a projection folds, or must stop at because they
// can't be decoded.
func (p page) concerning(of *Projection, at eventstore.Position) []int {
	places := slices.Clone(p.unread)
	for t, some := range p.byType {
		if of.folds[t] != nil {
			places = append(places, some...)
		}
	}
	slices.Sort(places)
	first, _ := slices.BinarySearch(places, p.after(at))
	return places[first:]
}
