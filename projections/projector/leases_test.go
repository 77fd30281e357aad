package projector

import (
	"context"
	"testing"
	"time"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/projections/readmodel"
)

// olderPositions is how a program looks at builds that knows the version before p's.
func olderPositions(w *world, p *Projection) *BuildPositions {
	older := *p
	older.Version--
	return NewBuildPositions(w.Pool, []*Projection{&older})
}

// While a newer program has switched to its tables and does not fold them yet, the older one leaves them alone.
func TestWhatWasJustSwitchedToIsLeftAlone(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("new", p))
	at, older := w.gifts(0, 1), olderPositions(w, p)
	schema := w.live(p.Name).Schema
	behind, err := older.Behind(t.Context(), at)
	must(t, err)
	if len(behind) != 1 || behind[0] != schema {
		t.Errorf("waits for %v, not for %s", behind, schema)
	}
	if n, err := older.DropBelow(t.Context(), at); n != 0 || err != nil {
		t.Errorf("%d dropped, %v", n, err)
	}
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '1 hour'`)
	abandoned := w.live(p.Name)
	if _, ok, err := w.leases().acquire(t.Context(), abandoned.ID, "somebody"); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if n, err := older.drop(t.Context(), abandoned); n != 0 || err != nil { // found abandoned, and led since
		t.Errorf("%d dropped, %v", n, err)
	}
}

// A server whose tables were dropped all the same has them built anew.
func TestTablesThatWereDroppedComeBack(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	c := w.config("new", p)
	w.ready(c)
	w.Exec(`UPDATE projection_builds SET live_at = now() - interval '1 hour'`)
	at := w.gifts(0, 1)
	if n, err := olderPositions(w, p).DropBelow(t.Context(), at); n != 1 || err != nil {
		t.Fatalf("%d dropped, %v", n, err)
	}
	w.run(c)
	w.reached(c, at)
	tables, versions := Versions([]*Projection{p})
	resolver := readmodel.NewResolver(w.Pool, tables, versions, time.Now, discard())
	if _, err := resolver.Expand(t.Context(), `SELECT FROM {sums}`); err != nil {
		t.Error(err)
	}
}

// Who is not told what became of a switch looks: repeated, going back would be going forth.
func TestASwitchThatWasMadeHasNotFailed(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	w.append(fact{"campaign", id, launched()})
	w.ready(w.config("one", p))
	b := NewBuilder(w.config("two", p))
	builds, err := b.Build(t.Context(), []*Projection{p})
	must(t, err)
	l, err := b.takeOver(t.Context(), p, builds[0])
	must(t, err)
	must(t, b.swap(t.Context(), l))
	if err := b.swap(t.Context(), l); err != nil {
		t.Error(err)
	}
	if now := w.live(p.Name).ID; now != builds[0].ID {
		t.Errorf("build %d is live, not %d", now, builds[0].ID)
	}
}

// The lease of a build lasts for as long as somebody works on it, and work ends when it is lost.
func TestLeasesLastWhileABuildIsWorkedOn(t *testing.T) {
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

// While somebody's keys are gone and the erasure is not folded yet, a build made anew lacks what people still read: it is
// compared again once the erasure is.
func TestARebuildDuringAnErasureWaits(t *testing.T) {
	w, p := newWorld(t), byName("lines")
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
	giver := started(false).Supporter
	c := w.config("one", p)
	w.ready(c)
	w.run(c)
	w.reached(c, at)
	must(t, w.Keys.Destroy(t.Context(), "guest", giver))
	again := w.config("two", p)
	again.Keys = w.NewKeys()
	asked := 0
	again.Erasing = func(ctx context.Context) (bool, error) {
		if asked++; asked == 1 {
			w.reached(c, w.append(fact{erasure.Category, id, erasure.PersonErased{Erasure: id, Subject: giver, Kind: erasure.OfMember}}))
		}
		return w.Keys.Unsettled(ctx)
	}
	if _, err := rebuilt(t.Context(), NewBuilder(again), p); err != nil {
		t.Error(err)
	}
	if asked != 1 {
		t.Errorf("asked %d times whether somebody is being erased", asked)
	}
}

// Builds wait for their turn to be switched to. One that an erasure drops meanwhile is made again.
func TestARebuildMakesAgainWhatAnErasureDropped(t *testing.T) {
	w, p, q := newWorld(t), byName("lines"), byName("receipts")
	both := []*Projection{p, q}
	at := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
	giver := started(false).Supporter
	c := w.config("one", both...)
	w.ready(c)
	w.run(c)
	w.reached(c, at)
	was := w.live(q.Name).ID
	must(t, w.Keys.Destroy(t.Context(), "guest", giver))
	again := w.config("two", both...)
	again.Keys = w.NewKeys()
	dropped := 0
	again.Erasing = func(ctx context.Context) (_ bool, err error) {
		if dropped == 0 {
			erased := w.append(fact{erasure.Category, id, erasure.PersonErased{Erasure: id, Subject: giver, Kind: erasure.OfMember}})
			w.reached(c, erased)
			if dropped, err = NewBuildPositions(w.Pool, both).DropBelow(ctx, erased); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	if _, err := NewBuilder(again).Rebuild(t.Context(), both, false); err != nil {
		t.Error(err)
	}
	if dropped != 1 || w.live(q.Name).ID == was {
		t.Errorf("%d builds were dropped, and %s is switched to: %t", dropped, q.Name, w.live(q.Name).ID != was)
	}
}
