package projector

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/callup/callup/eventstore"
)

func TestHeard_CountsOnlyWhatIsReadHere(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	c := w.config("one", p)
	var reloads atomic.Int64
	c.Switched = func(context.Context) error { reloads.Add(1); return nil }
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r := NewRunner(c)
	build := w.live(p.Name)
	told := func() eventstore.Position {
		low, _ := c.Tracker.lowest([]string{"sums"})
		return low
	}
	heard := func(change Change) bool {
		t.Helper()
		concerned, err := r.Heard(t.Context(), change)
		must(t, err)
		return concerned
	}
	at := eventstore.MakePosition(7, 0)
	for name, change := range map[string]Change{
		"another version": {Projection: p.Name, Version: p.Version + 1, Build: build.ID, Position: at.String()},
		"another build":   {Projection: p.Name, Version: p.Version, Build: build.ID + 100, Position: at.String()},
		"no build":        {Projection: p.Name, Position: at.String()},
		"unknown":         {Projection: "unknown", Version: 1, Build: 1, Position: at.String()},
	} {
		if concerned := heard(change); concerned == (name == "another version") || told() == at {
			t.Errorf("%s: concerns %v, stands at %s", name, concerned, told())
		}
	}
	if reloads.Load() != 0 {
		t.Error("the registry was read for a build that is not live")
	}
	if !heard(Change{Projection: p.Name, Version: p.Version, Build: build.ID,
		Position: at.String()}) || told() != at || reloads.Load() != 1 {
		t.Errorf("the live build: stands at %s after %d reloads", told(), reloads.Load())
	}
	heard(Change{Projection: p.Name, Version: p.Version, Build: build.ID, Position: "3"})
	if told() != at {
		t.Error("a position went back")
	}
}

// A read that waits has this process look how far others have folded, whether they tell it or not.
func TestFollow_LooksWhenAReadWaits(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	leader, follower := w.config("leader", p), w.config("follower", p)
	w.append(fact{"campaign", id, launched()})
	w.ready(leader)
	var begun atomic.Int64
	leader.Led = func() { begun.Add(1) }
	l := w.run(leader)
	w.Until("a leader", func() bool { return l.Health()[p.Name].Leading })
	if begun.Load() != 1 {
		t.Errorf("it began to lead %d times", begun.Load())
	}
	follower.Led = func() { begun.Add(1) }
	f := w.run(follower)
	w.Until("a follower", func() bool { _, known := f.Health()[p.Name]; return known })
	for n := range 5 {
		at := w.gifts(n, n+1)
		if told, behind := follower.Tracker.Reflect(t.Context(), at.String(), []string{"sums"}); behind {
			t.Errorf("the follower stands at %s, not at %s", told, at)
		}
	}
	if begun.Load() != 1 {
		t.Error("who follows says that it leads")
	}
	l.stop()
	w.reached(follower, w.gifts(5, 6))
	if begun.Load() != 2 {
		t.Error("who takes over does not say so")
	}
}
