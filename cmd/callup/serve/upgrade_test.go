package serve

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/programs"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections/projector"
)

// TestUpgrade runs the program of the commit before and that of this one, with every projection's version raised, on one
// installation: the new tables are built beside the old server, the new server is started beside it, the old one stopped,
// and then all of it backwards; and once more with nothing built ahead. Meanwhile people give and read through a load
// balancer: no request fails, no figure goes back, and both programs say the same. Where this commit migrates the database,
// there is no way back: the old program, once stopped, says so, and the new one carries on.
func TestUpgrade(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	before, now := upgraded(ctx, t)
	quiet := unknown(ctx, t)
	in := apptest.NewBundledInstallation(t, "CALLUP_STOP_DELAY=1s").With(before)
	f := &failures{}
	old := in.MustStart(ctx)
	// A look into the database with this program migrates it, which an old server that runs does not mind.
	load := &apptest.Load{Campaigns: apptest.CampaignsOn(ctx, t, in, old), Failed: f.add}
	front := newBalancer(ctx, t)
	load.URL.Store(&front.url)
	front.watch(ctx, t, old)

	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() { load.Give(running, rand.New(rand.NewPCG(6, uint64(i)))) })
	}
	paths := pathsOf(load.Campaigns)
	for _, path := range paths {
		apptest.Until(ctx, t, path+" is there", func() bool {
			a, err := apptest.Call(ctx, http.MethodGet, old.URL+path, nil)
			return err == nil && a.Status == http.StatusOK
		})
	}
	readers := []*reader{newReader(paths...), newReader(paths...)}
	for _, r := range readers {
		all.Go(func() { r.run(running, front.url, f.add) })
	}
	goOn := func(s *apptest.Server) { load.Wait(ctx, t, load.Acked.Load()+10, s) }
	goOn(old)
	const liveVersions = `SELECT projection, count(DISTINCT version) FROM projection_builds WHERE state = 'live' GROUP BY 1`
	var known map[string]int
	in.Open(ctx, t, func(b *app.Base) { known = apptest.Counted(ctx, t, b, liveVersions) })
	newer := in.With(now, planted.Raise+"=1")
	if out, errs, code := newer.Command(ctx, "projections", "build", "--all"); code != 0 {
		t.Fatalf("build exits %d: %s%s", code, out, errs)
	}
	goOn(old)
	next := newer.MustStart(ctx)
	front.watch(ctx, t, next)
	in.Open(ctx, t, func(b *app.Base) {
		live := apptest.Counted(ctx, t, b, liveVersions)
		for name := range known { // what is new the old program does not read
			if live[name] != 2 {
				t.Errorf("%s: %d versions are read, by an old and a new program", name, live[name])
			}
		}
	})
	goOn(next)
	old.Stop()
	goOn(next)
	if migrates(ctx, t) {
		stop()
		all.Wait()
		f.report(t)
		if _, errs, code := in.Command(ctx, "serve"); code == 0 || !strings.Contains(errs, migrations.ErrNewer.Error()) {
			t.Errorf("the old program exits %d on a database that the new one migrated: %s", code, errs)
		}
		for i, r := range readers {
			r.report(t, i)
		}
		load.Settle(ctx, t, next)
		check(ctx, t, load, newer, next, quiet...)
		return
	}
	old = in.MustStart(ctx)
	front.watch(ctx, t, old)
	goOn(old)
	stop()
	all.Wait()
	load.Settle(ctx, t, next)
	alike(ctx, t, in, append(paths, "/api/campaigns?sort=newest"), old, next)

	next.Stop()
	again, end := context.WithCancel(ctx)
	all.Go(func() { load.Give(again, rand.New(rand.NewPCG(7, 0))) })
	goOn(old)
	end()
	all.Wait()
	f.report(t)
	for i, r := range readers {
		r.report(t, i)
	}
	load.Settle(ctx, t, old)

	// and the short way: nothing is built ahead, so the new program does it before it answers anybody
	in.Open(ctx, t, func(b *app.Base) {
		if _, err := b.Pool.Exec(ctx, `UPDATE projection_builds o SET state = 'retired', retired_at = now() - interval '1 hour'
			WHERE EXISTS (SELECT FROM projection_builds n WHERE n.projection = o.projection AND n.version < o.version)`); err != nil {
			t.Fatal(err)
		}
	})
	next = newer.MustStart(ctx)
	alike(ctx, t, in, append(paths, "/api/campaigns?sort=newest"), old, next)
	next.Stop()
	check(ctx, t, load, in, old, quiet...)
}

// What is published is upgraded over many commits at once, and what they changed together may keep an installation from coming
// up that each step lets pass: figures of a table that mean something else now are compared with those of the version that is
// read, which the commit before has already.
func TestUpgrade_OverManyCommits(t *testing.T) {
	if !long.Wanted() {
		t.Skip("the long form builds a program of long ago")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	const root = "../../.."
	before, err := programs.Of(ctx, root, "HEAD~100")
	if err != nil {
		t.Fatal(err)
	}
	now, err := programs.UnderFaults(ctx, root)
	if err != nil {
		t.Fatal(err)
	}
	in := apptest.NewBundledInstallation(t)
	old := in.With(before)
	if out, errs, code := old.Command(ctx, "seed"); code != 0 {
		t.Fatalf("seed exits %d: %s%s", code, out, errs)
	}
	ready := func(in *apptest.Installation) *apptest.Server {
		s := in.MustStart(ctx)
		apptest.Until(ctx, t, "the installation is ready", func() bool {
			a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/readyz", nil)
			return err == nil && a.Status == http.StatusOK
		})
		return s
	}
	ready(old).Stop()
	newer := in.With(now)
	ready(newer).Stop()
	newer.Open(ctx, t, func(b *app.Base) {
		live := apptest.Counted(ctx, t, b, `SELECT projection, max(version) FROM projection_builds WHERE state = 'live' GROUP BY 1`)
		_, versions := projector.Versions(b.Projections)
		if !maps.Equal(live, versions) {
			t.Errorf("live are %v, not %v", live, versions)
		}
	})
	if out, errs, code := newer.Command(ctx, "audit"); code != 0 {
		t.Errorf("audit exits %d: %s%s", code, out, errs)
	}
}

// upgraded builds the program of the commit before, and this one, which takes itself for a newer one where it is told so.
func upgraded(ctx context.Context, t *testing.T) (before, now string) {
	t.Helper()
	const root = "../../.."
	before, err := programs.Of(ctx, root, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	if now, err = programs.UnderFaults(ctx, root); err != nil {
		t.Fatal(err)
	}
	return before, now
}

// migrates tells whether this commit, or what is not committed yet, has a migration that the commit before has not.
func migrates(ctx context.Context, t *testing.T) bool {
	t.Helper()
	out, err := exec.CommandContext(ctx, "git", "ls-tree", "--full-tree", "--name-only", "HEAD~1", "migrations/").Output()
	if err != nil {
		t.Fatal(err)
	}
	now, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(out), ".sql") < len(now)
}

// unknown names the kinds of mails that the program of the commit before does not send yet. What happened while it ran is told
// nobody later: a mail of it would come after an upgrade, about something long past.
func unknown(ctx context.Context, t *testing.T) (kinds []string) {
	t.Helper()
	for _, kind := range []string{"gift-completed", "gift-received"} {
		err := exec.CommandContext(ctx, "git", "grep", "-q", "-F", `"`+kind+`:"`, "HEAD~1", "--", ":(top)internal/mail").Run()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
			kinds = append(kinds, kind)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return kinds
}

// alike compares what two servers answer to the same, neither behind the log. The second may say more than the first. An
// answer may hold more than it claims, so that two that claim the same are only alike for certain where the log does not go on.
func alike(ctx context.Context, t *testing.T, in *apptest.Installation, paths []string, a, b *apptest.Server) {
	t.Helper()
	head := func() (at bus.Position) {
		in.Open(ctx, t, func(b *app.Base) {
			_, last, err := b.Store.Head(ctx)
			if err == nil {
				at, err = bus.ParsePosition(last.String())
			}
			if err != nil {
				t.Fatal(err)
			}
		})
		return at
	}
	end := head()
	for _, path := range paths {
		for {
			x, xBehind, err := apptest.Fetch(ctx, a.URL+path, end)
			if err != nil {
				t.Fatal(err)
			}
			y, yBehind, err := apptest.Fetch(ctx, b.URL+path, end)
			if err != nil {
				t.Fatal(err)
			}
			if xBehind || yBehind {
				continue
			}
			if holds(y.Data, x.Data) {
				break
			}
			if now := head(); end.Before(now) { // something happened meanwhile
				end = now
				continue
			}
			t.Errorf("%s: %v and %v", path, x.Data, y.Data)
			break
		}
	}
}

// holds tells whether an answer says all that another one says, and the same of it. It may have further fields.
func holds(answer, other any) bool {
	switch o := other.(type) {
	case map[string]any:
		a, ok := answer.(map[string]any)
		for name, v := range o {
			in, there := a[name]
			ok = ok && there && holds(in, v)
		}
		return ok
	case []any:
		a, ok := answer.([]any)
		if !ok || len(a) != len(o) {
			return false
		}
		for i := range o {
			ok = ok && holds(a[i], o[i])
		}
		return ok
	}
	return reflect.DeepEqual(answer, other)
}

// A check that cannot fail is none.
func TestHolds(t *testing.T) {
	t.Parallel()
	list := func(all ...any) []any { return all }
	old := map[string]any{"total": 2.0, "items": list(map[string]any{"id": "a"}, map[string]any{"id": "b"})}
	for name, c := range map[string]struct {
		answer any
		want   bool
	}{
		"the same": {old, true},
		"a field more": {map[string]any{"total": 2.0, "new": 1.0, "items": list(map[string]any{"id": "a", "new": ""},
			map[string]any{"id": "b"})}, true},
		"a field less":   {map[string]any{"total": 2.0}, false},
		"another figure": {map[string]any{"total": 3.0, "items": old["items"]}, false},
		"an item less":   {map[string]any{"total": 2.0, "items": list(map[string]any{"id": "a"})}, false},
		"another order": {map[string]any{"total": 2.0, "items": list(map[string]any{"id": "b"}, map[string]any{"id": "a"})},
			false},
		"nothing": {nil, false},
	} {
		if got := holds(c.answer, old); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
