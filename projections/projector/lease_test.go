package projector

import (
	"context"
	"maps"
	"testing"
	"time"
)

// A process that lost one of its leases renews the others, and knows which one it lost; none that others hold is touched.
func TestRenew_TellsWhatWasLost(t *testing.T) {
	w := newWorld(t)
	c := w.config("one", toys()...)
	w.ready(c)
	_, led := w.led(c)
	until := func(build int64) (at time.Time) {
		must(t, c.Pool.QueryRow(t.Context(), `SELECT expires_at FROM projection_leases WHERE build = $1`, build).Scan(&at))
		return at
	}
	lost, before := w.live("sums").ID, map[int64]time.Time{}
	_, err := w.leases().seize(t.Context(), lost, "two")
	must(t, err)
	for id := range led {
		before[id] = until(id)
	}
	held, err := w.leases().renew(t.Context(), maps.Values(led))
	must(t, err)
	if len(led) < 2 || len(held) != len(led)-1 || held[lost] {
		t.Errorf("of %d leases %v are held; %d was lost", len(led), held, lost)
	}
	for id := range led {
		if later := until(id).After(before[id]); later != held[id] {
			t.Errorf("build %d: held %t, lasts longer: %t", id, held[id], later)
		}
	}
}

// The lease of a build lasts for as long as somebody works on it, and work ends when it is lost.
func TestHolding_RenewsLeases(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	b := NewBuilder(w.config("one", p))
	build, err := create(t.Context(), w.Pool, p, "test", id, nil)
	must(t, err)
	l, err := b.takeOver(t.Context(), p, build)
	must(t, err)
	err = b.holding(t.Context(), []*leading{l}, func(ctx context.Context) error {
		w.Exec(`UPDATE projection_leases SET expires_at = now() + interval '1 second'`)
		for w.Count(`SELECT count(*) FROM projection_leases WHERE expires_at > now() + interval '2 seconds'`) == 0 {
			if err := pause(ctx, 10*time.Millisecond); err != nil {
				return err
			}
		}
		w.Exec(`UPDATE projection_leases SET holder = 'another'`)
		<-ctx.Done()
		return nil
	})
	if err == nil || !lostLease(err) {
		t.Error(err)
	}
}
