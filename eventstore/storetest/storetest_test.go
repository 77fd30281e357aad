package storetest

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

func recorded(position uint64, stream string, revision int64, id byte) eventstore.Recorded {
	return eventstore.Recorded{
		Event: eventstore.Event{ID: ident.ID{id}}, Stream: stream, Revision: eventstore.Revision(revision),
		Position: eventstore.MakePosition(position, 0), Time: time.Unix(int64(position), 0),
	}
}

// The check that all of the contract leans on must name what a wrong store would do: above all leaving out an event
// that became visible after a later one, as polling over a plain sequence does.
func TestFollowerNamesWhatIsWrong(t *testing.T) {
	one, two := recorded(1, "a-1", 0, 1), recorded(2, "a-2", 0, 2)
	three, four := recorded(3, "a-1", 1, 3), recorded(4, "a-1", 2, 4)
	late := recorded(5, "a-1", 1, 5)
	late.Time = time.Unix(0, 0)
	for _, test := range []struct {
		name  string
		dense bool
		shown []eventstore.Recorded
		want  string // in the error; empty means none
	}{
		{"all in order", true, []eventstore.Recorded{one, two, three, four}, ""},
		{"left out, seen by the position", true, []eventstore.Recorded{one, three, four}, "a gap"},
		{"left out, seen by the revision", false, []eventstore.Recorded{one, two, four}, "an event was missed"},
		{"left out, seen by who wrote it", false, []eventstore.Recorded{one, three, four}, "never seen"},
		{"the last left out", true, []eventstore.Recorded{one, two, three}, "never seen"},
		{"shown twice", true, []eventstore.Recorded{one, two, two}, "and again"},
		{"shown late", false, []eventstore.Recorded{one, three, two}, "comes after"},
		{"a clock that goes back", false, []eventstore.Recorded{one, two, late}, "recorded at"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFollower(test.dense)
			var err error
			for _, e := range test.shown {
				if err = f.see(e); err != nil {
					break
				}
			}
			if err == nil {
				err = f.missed([]ident.ID{one.ID, two.ID, three.ID, four.ID})
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the follower says %v, want %q", err, test.want)
			}
		})
	}
}

func TestPositionOrderAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := eventstore.MakePosition(rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b"))
		b := eventstore.MakePosition(rapid.Uint64().Draw(t, "c"), rapid.Uint64().Draw(t, "d"))
		for _, p := range []eventstore.Position{a, b} {
			if q, err := eventstore.ParsePosition(p.String()); err != nil || q != p {
				t.Fatalf("%s is read as %s, %v", p, q, err)
			}
		}
		if a.Compare(b) != -b.Compare(a) || (a.Compare(b) == 0) != (a == b) || a.Before(b) != (a.Compare(b) < 0) {
			t.Fatalf("%s and %s compare as %d and %d", a, b, a.Compare(b), b.Compare(a))
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{"", "0", "1.2", "18446744073709551615", "18446744073709551616", "1.", ".1", "1.2.3", "-1",
		"+1", " 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := eventstore.ParsePosition(s)
		if err != nil {
			if !p.IsZero() {
				t.Errorf("%q is refused and gives %s", s, p)
			}
			return
		}
		if q, err := eventstore.ParsePosition(p.String()); err != nil || q != p {
			t.Errorf("%q is %s, which is read as %s, %v", s, p, q, err)
		}
	})
}
