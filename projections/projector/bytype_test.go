package projector

import (
	"errors"
	"slices"
	"testing"

	"github.com/callup/callup/eventstore"
)

func TestPage_GivesAProjectionTheEventsItFoldsInOrder(t *testing.T) {
	of := pageOf(events(
		fact{"campaign", id, launched()}, fact{"donation", gift, started(false)}, fact{"donation", gift, completed()},
		fact{"member", owner, registered(owner, supporter).event}, fact{"donation", gift, returned(1000, false)},
		fact{"donation", gift, completed()},
	))
	at := func(n uint64) eventstore.Position { return eventstore.MakePosition(n, 0) }
	for _, c := range []struct {
		projection string
		after      uint64
		want       []int
	}{
		{"sums", 0, []int{0, 2, 4, 5}},
		{"sums", 3, []int{4, 5}},
		{"sums", 6, nil},
		{"totals", 0, []int{2, 5}},
		{"names", 0, []int{3}},
		{"names", 4, nil},
	} {
		if got := of.concerning(byName(c.projection), at(c.after)); !slices.Equal(got, c.want) {
			t.Errorf("%s after %d is given %v, not %v", c.projection, c.after, got, c.want)
		}
	}
}

// An event that can't be read might concern any projection: none goes past it.
func TestPage_GivesEveryProjectionWhatCannotBeRead(t *testing.T) {
	all := events(fact{"campaign", id, launched()}, fact{"donation", gift, completed()}, fact{"campaign", id, launched()})
	all[1].Sealed, all[1].err = nil, errors.New("no JSON")
	for _, p := range toys() {
		l := &leading{p: p, rows: newRows()}
		l.rows.whole = true
		_, err := l.prepare(t.Context(), silent{}, pageOf(all), eventstore.MakePosition(3, 0))
		if bad, ok := errors.AsType[*poison](err); !ok || bad.event.Position != all[1].Recorded.Position {
			t.Errorf("%s went past it: %v", p.Name, err)
		}
	}
}
