package projector

import (
	"errors"
	"strings"
	"sync"
	"testing"
)

// A build is switched away while the checkpoint of events that did not concern it waits to be written: its leader goes on
// with the new one.
func TestSwitch_WhileACheckpointWaits(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	w.run(c)
	writing := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for n := 1000; ; n++ {
			select {
			case <-writing:
				return
			default:
				w.reached(c, w.append(registered(thing("member", n), thing("subject", n))))
			}
		}
	})
	build, err := rebuilt(t.Context(), NewBuilder(w.config("two", p)), p)
	must(t, err)
	w.Until("that the new build is led", func() bool {
		return w.Count(`SELECT count(*) FROM projection_leases WHERE build = $1 AND holder = 'one' AND expires_at > now()`,
			build.ID) == 1
	})
	close(writing)
	others.Wait()
	w.reached(c, w.gifts(0, 3))
	if got := w.raised(w.live(p.Name).Schema); got != 3*completed().Counted.Minor {
		t.Errorf("%d is raised", got)
	}
}

// Who is not told what became of a switch looks: repeated, going back would be going forth.
func TestSwap_ThatWasMadeHasNotFailed(t *testing.T) {
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

func TestSwitch_AndBack(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	c := w.config("one", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r := w.run(c)
	w.reached(c, w.gifts(0, 3))
	b := NewBuilder(w.config("two", p))
	if _, err := b.Back(ctx, p); !errors.Is(err, ErrNotReady) {
		t.Errorf("there is nothing to go back to: %v", err)
	}
	if _, _, err := b.Switch(ctx, p, true); !errors.Is(err, ErrNotReady) {
		t.Errorf("there is nothing to switch to: %v", err)
	}
	first := w.live(p.Name)
	_, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	if got := w.states(p); got != "v1 ready, v1 live" || w.live(p.Name).ID != first.ID {
		t.Fatal(got)
	}
	w.reached(c, w.gifts(3, 6)) // it stands still meanwhile and catches up at the switch
	compared, build, err := b.Switch(ctx, p, false)
	must(t, err)
	if !compared.Equal() || !compared.Exact || compared.Rows == 0 || w.live(p.Name).ID != build.ID ||
		w.states(p) != "v1 live, v1 previous" {
		t.Fatalf("%s, %s", compared.Summary(), w.states(p))
	}
	// the previous build is folded on, so that going back loses nothing
	at := w.gifts(6, 9)
	w.reached(c, at)
	must(t, b.Tidy(ctx))
	builds, err := Builds(ctx, w.Pool)
	must(t, err)
	for _, o := range builds {
		if o.State == Previous && (o.ID != first.ID || o.Position.Before(at) || o.KeepUntil == nil) {
			t.Errorf("%+v", o)
		}
	}
	w.reached(c, w.gifts(9, 12))
	back, err := b.Back(ctx, p)
	must(t, err)
	if back.ID != first.ID || w.live(p.Name).ID != first.ID || w.states(p) != "v1 previous, v1 live" {
		t.Fatalf("%d, %s", back.ID, w.states(p))
	}
	w.reached(c, w.gifts(12, 15))
	w.Until("that the first build is led again", func() bool { h := r.Health()[p.Name]; return h.Build.ID == first.ID && h.Leading })
	r.stop()
	w.agrees([]*Projection{p})
	// what people with psql read is what people read
	must(t, b.Tidy(ctx))
	var view, live int64
	must(t, w.Pool.QueryRow(ctx, "SELECT sum(raised)::bigint FROM readmodel.sums").Scan(&view))
	if live = w.raised(first.Schema); view != live || live != 15*completed().Counted.Minor {
		t.Errorf("the view says %d, the table %d", view, live)
	}
	gone, err := b.Prune(ctx, Prune{Previous: true})
	must(t, err)
	if len(gone) != 1 || gone[0].ID != build.ID || w.states(p) != "v1 live" {
		t.Errorf("%+v, %s", gone, w.states(p))
	}
}

// A build that does not hold what people read is not switched to until someone says so.
func TestSwitch_ComparesFirst(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	ctx := t.Context()
	w.append(fact{"campaign", id, launched()})
	w.gifts(0, 3)
	w.ready(w.config("one", p))
	live := w.live(p.Name)
	w.Exec("UPDATE " + quote(live.Schema) + ".sums SET raised = raised + 1")
	b := NewBuilder(w.config("two", p))
	_, err := b.Build(ctx, []*Projection{p})
	must(t, err)
	_, _, err = b.Switch(ctx, p, false)
	var differs *Unaccepted
	if !errors.As(err, &differs) || differs.Compared.Total != 1 || !strings.Contains(err.Error(),
		id.String()) || w.live(p.Name).ID != live.ID {
		t.Fatalf("%v", err)
	}
	_, build, err := b.Switch(ctx, p, true)
	must(t, err)
	if w.live(p.Name).ID != build.ID {
		t.Error("not switched although accepted")
	}
	w.agrees([]*Projection{p})
}
