package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/bus"
)

// embedded are the folders that are built into the program and that git does not keep.
var embedded = []string{"web/dist", "internal/embeddedpg/bundle"}

// TestUpgrade runs the program of the commit before and that of this one, with every projection's version raised, on one
// installation: the new tables are built beside the old server, the new server is started beside it, the old one stopped,
// and then all of it backwards; and once more with nothing built ahead. Meanwhile people give and read through a load balancer: no request fails, no figure goes
// back, and both programs say the same.
func TestUpgrade(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	before, now := programs(ctx, t)
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
	newer := in.with(now)
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

// programs builds the program of the commit before, and this one as its upgrade.
func programs(ctx context.Context, t *testing.T) (before, now string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := exec.CommandContext(ctx, "git", "-C", root, "archive", "HEAD~1").Output()
	if err != nil {
		t.Fatalf("the program is upgraded from the commit before this one, which this checkout does not hold (%v): get it with git fetch --unshallow", err)
	}
	dir := t.TempDir()
	sources := filepath.Join(dir, "before")
	if err := os.Mkdir(sources, 0o755); err != nil {
		t.Fatal(err)
	}
	untar := exec.CommandContext(ctx, "tar", "-x", "-C", sources)
	untar.Stdin = bytes.NewReader(archive)
	if out, err := untar.CombinedOutput(); err != nil {
		t.Fatalf("unpack the commit before: %v: %s", err, out)
	}
	for _, folder := range embedded {
		to := filepath.Join(sources, folder)
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(to, os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	build := func(name, dir string, more ...string) string {
		program := filepath.Join(t.TempDir(), name)
		cmd := exec.CommandContext(ctx, "go", append(append([]string{"build", "-buildvcs=false"}, more...), "-o", program, "./cmd/callup")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v: %s", name, err, out)
		}
		return program
	}
	began := time.Now()
	before, now = build("callup-before", sources), build("callup-now", root, "-tags", "upgradetest")
	t.Logf("built in %v", time.Since(began))
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
