package main

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/programs"
)

// TestUpgrade runs the program of the commit before and that of this one, with every projection's version raised, on one
// installation: the new tables are built beside the old server, the new server is started beside it, the old one stopped,
// and then all of it backwards; and once more with nothing built ahead. Meanwhile people give and read through a load balancer: no request fails, no figure goes
// back, and both programs say the same.
func TestUpgrade(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	before, now := upgraded(ctx, t)
	in := newInstallation(t, "CALLUP_STOP_DELAY=1s").with(before)
	f := &failures{}
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in), failed: f.add}
	front := newBalancer(ctx, t)
	load.url.Store(&front.url)
	old := in.mustStart(ctx)
	front.watch(ctx, t, old)

	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() { load.give(running, rand.New(rand.NewPCG(6, uint64(i)))) })
	}
	paths := pathsOf(load.campaigns)
	readers := []*reader{newReader(paths...), newReader(paths...)}
	for _, r := range readers {
		all.Go(func() { r.run(running, front.url, f.add) })
	}
	goOn := func(s *server) { load.wait(ctx, t, load.acked.Load()+10, s) }
	goOn(old)
	newer := in.with(now, planted.Raise+"=1")
	if out, errs, code := newer.command(ctx, "projections", "build", "--all"); code != 0 {
		t.Fatalf("build exits %d: %s%s", code, out, errs)
	}
	goOn(old)
	next := newer.mustStart(ctx)
	front.watch(ctx, t, next)
	in.open(ctx, t, func(b *base) {
		live := counted(ctx, t, b, `SELECT projection, count(DISTINCT version) FROM projection_builds WHERE state = 'live' GROUP BY 1`)
		for name, versions := range live {
			if versions != 2 {
				t.Errorf("%s: %d versions are read, by an old and a new program", name, versions)
			}
		}
	})
	goOn(next)
	old.stop()
	goOn(next)
	old = in.mustStart(ctx)
	front.watch(ctx, t, old)
	goOn(old)
	stop()
	all.Wait()
	load.settle(ctx, t, next)
	alike(ctx, t, append(paths, "/api/campaigns?sort=newest"), old, next)

	next.stop()
	again, end := context.WithCancel(ctx)
	all.Go(func() { load.give(again, rand.New(rand.NewPCG(7, 0))) })
	goOn(old)
	end()
	all.Wait()
	f.report(t)
	for i, r := range readers {
		r.report(t, i)
	}
	load.settle(ctx, t, old)

	// and the short way: nothing is built ahead, so the new program does it before it answers anybody
	in.open(ctx, t, func(b *base) {
		if _, err := b.pool.Exec(ctx, `UPDATE projection_builds o SET state = 'retired', retired_at = now() - interval '1 hour'
			WHERE EXISTS (SELECT FROM projection_builds n WHERE n.projection = o.projection AND n.version < o.version)`); err != nil {
			t.Fatal(err)
		}
	})
	next = newer.mustStart(ctx)
	alike(ctx, t, append(paths, "/api/campaigns?sort=newest"), old, next)
	next.stop()
	load.check(ctx, t, in, old)
}

// upgraded builds the program of the commit before, and this one, which takes itself for a newer one where it is told so.
func upgraded(ctx context.Context, t *testing.T) (before, now string) {
	t.Helper()
	const root = "../.."
	before, err := programs.Of(ctx, root, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	if now, err = programs.UnderFaults(ctx, root); err != nil {
		t.Fatal(err)
	}
	return before, now
}

// alike compares what two servers answer to the same, neither behind the other.
func alike(ctx context.Context, t *testing.T, paths []string, a, b *server) {
	t.Helper()
	for _, path := range paths {
		var high bus.Position
		for same := false; !same; {
			x, xBehind, err := fetch(ctx, a.url+path, high)
			if err != nil {
				t.Fatal(err)
			}
			y, yBehind, err := fetch(ctx, b.url+path, x.Position)
			if err != nil {
				t.Fatal(err)
			}
			same = !xBehind && !yBehind && x.Position == y.Position
			high = y.Position // nobody gives any more: both come to the same end
			if same && !reflect.DeepEqual(x.Data, y.Data) {
				t.Errorf("%s: %v and %v", path, x.Data, y.Data)
			}
		}
	}
}
