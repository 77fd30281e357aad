package projector

import (
	"context"
	"errors"
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

// Who is stopped while it takes a lease waits for the answer: what it took is given back.
func TestAcquire_KnowsWhatItTookWhenItIsStopped_Issue31(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.ready(w.config("one", p))
	build := w.live(p.Name).ID
	_, ok, err := w.leases().acquire(t.Context(), build, "one")
	must(t, err)
	release := w.locked(`SELECT FROM projection_leases FOR UPDATE`)
	defer release()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	taken := make(chan error, 1)
	go func() {
		var err error
		_, ok, err = w.leases().acquire(ctx, build, "one")
		taken <- err
	}()
	w.Until("that it waits for the lease", func() bool {
		return w.Count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
			AND query LIKE '%INSERT INTO projection_leases%'`) > 0
	})
	stop()
	release()
	if err := <-taken; err != nil || !ok {
		t.Errorf("taken: %t, %v", ok, err)
	}
}

// A runner that is stopped gives back every lease of its process: also that of a previous build, which it folds on, and one that
// it took and lost sight of.
func TestRunner_GivesBackAllThatItHolds_Issue31(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	_, err := NewBuilder(w.config("two", p)).Rebuild(t.Context(), []*Projection{p}, false)
	must(t, err)
	held := func(by string) int {
		return w.Count(`SELECT count(*) FROM projection_leases WHERE expires_at > now() AND holder LIKE $1`, by)
	}
	r := w.run(c)
	w.Until("that a previous build is folded on", func() bool { return held("one/keep") > 0 && held("one") > 0 })
	r.stop()
	if n := held("%"); n != 0 {
		t.Errorf("%d leases are held by nobody", n)
	}
}

// What was begun to be built is led by nobody once that has failed.
func TestBuilder_GivesBackWhatItHolds_Issue31(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	b := NewBuilder(w.config("one", p))
	build, err := create(t.Context(), w.Pool, p, "test", id, nil)
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	err = b.alone(ctx, []*Projection{p}, func() error {
		_, err := b.takeOver(ctx, p, build)
		must(t, err)
		stop()
		return ctx.Err()
	})
	if n := w.Count(`SELECT count(*) FROM projection_leases WHERE expires_at > now()`); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d leases are held by nobody, %v", n, err)
	}
}
