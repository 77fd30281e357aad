package projector

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/callup/callup/eventstore"
)

func TestTracker_ReflectIsPatient(t *testing.T) {
	all := []*Projection{toySums(), toyNames()}
	want := eventstore.MakePosition(2, 0)
	tables := []string{"sums", "givers", "names"}
	wait := func(t *testing.T, names time.Duration) (time.Duration, string, bool) {
		t.Helper()
		tracker := NewTracker(all, Times{Patience: time.Second, Ask: time.Millisecond})
		tracker.Advance("sums", want)
		tracker.Advance("names", eventstore.MakePosition(1, 0))
		began := time.Now()
		later := time.AfterFunc(names, func() { tracker.Advance("names", want) })
		defer later.Stop()
		at, behind := tracker.Reflect(t.Context(), want.String(), tables)
		return time.Since(began), at, behind
	}
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			after, waits time.Duration
			at           string
			behind       bool
		}{
			{300 * time.Millisecond, 300 * time.Millisecond, want.String(), false},
			{2 * time.Second, time.Second, eventstore.MakePosition(1, 0).String(), true},
		} {
			if waited, at, behind := wait(t, c.after); waited != c.waits || at != c.at || behind != c.behind {
				t.Errorf("names are there after %s: waited %s, at %s, behind %t", c.after, waited, at, behind)
			}
		}
	})
}
