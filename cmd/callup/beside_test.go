package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
	"github.com/callup/callup/projections"
)

// TestBesideTheRunningSystem builds every projection anew, switches to it, goes back and rebuilds, from a process of its
// own, while two servers answer every route there is, one takes gifts, a transaction that began before goes on reading
// what it saw, and a connection keeps statements prepared on the views. No request fails and nothing goes back.
func TestBesideTheRunningSystem(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	in := newInstallation(t)
	f := &failures{}
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in), failed: f.add}
	servers := []*server{in.mustStart(ctx), in.mustStart(ctx)}
	load.url.Store(&servers[0].url)
	load.bearer = in.member(ctx, t, servers[0])
	bearer := []string{"Authorization", "Bearer " + load.bearer}
	paths, others := routes(ctx, t, in, load, servers[0])

	running, stop := context.WithCancel(ctx)
	var readers []*reader
	var watches []*watch.Watcher
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() { load.give(running, rand.New(rand.NewPCG(5, uint64(i)))) })
	}
	for i, s := range servers {
		r := newReader(paths...)
		r.headers = bearer
		readers = append(readers, r)
		w := newWatcher(pointer(s.url), load.campaigns[i], bus.Position{})
		watches = append(watches, w)
		all.Go(func() { r.run(running, s.url, f.add) })
		all.Go(func() { poll(running, s.url, others, bearer, f.add) })
		all.Go(func() { w.Watch(running) })
	}
	in.open(ctx, t, func(b *base) {
		shown := views(ctx, t, b)
		tx, saw := standing(ctx, t, b, shown)
		defer func() { // over already, when all goes well: the pool waits for its connections
			stop()
			_ = tx.Rollback(context.WithoutCancel(ctx))
		}()
		all.Go(func() { prepared(running, b, shown, f.add) })
		operate := func(args ...string) {
			if out, errs, code := in.command(ctx, append([]string{"projections"}, args...)...); code != 0 {
				t.Errorf("projections %s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
			}
			for i, r := range readers { // every page of the tables that are read now
				for until := r.reads.Load() + int64(2*len(paths)); r.reads.Load() < until && ctx.Err() == nil; {
					wait(ctx, 5*time.Millisecond)
				}
				if ctx.Err() != nil {
					f.report(t)
					t.Fatalf("reader %d stands still after %d reads and %d answers behind: %s", i, r.reads.Load(), r.behind.Load(), tail(servers[i].logs.String()))
				}
			}
		}
		back := []string{"back"}
		for _, p := range projections.All() {
			back = append(back, p.Name)
		}
		for _, step := range [][]string{{"build", "--all"}, {"switch", "--all"}, back, {"rebuild", "--all"}} {
			operate(step...)
			if sees := rowsOf(ctx, t, tx, shown); !maps.Equal(sees, saw) {
				t.Errorf("after %v a transaction that is open all the time sees %v, and saw %v", step, sees, saw)
			}
		}
		if err := tx.Rollback(ctx); err != nil {
			t.Errorf("the transaction that was open all the time: %v", err)
		}
		for range 2 { // and nobody holds the views any more: they are replaced under the statements
			operate("prune", "--previous")
			operate("rebuild", "--all")
		}
		load.settle(ctx, t, servers[0])
		for i, w := range watches {
			ended(ctx, t, w, i)
		}
		stop()
		all.Wait()
	})
	for i, r := range readers {
		r.report(t, i)
	}
	f.report(t)
	load.settle(ctx, t, servers[0])
	servers[1].stop()
	load.check(ctx, t, in, servers[0])
}

// routes gives an address for every route of the API that is got: those that tell a position, and the others. A route
// that this test does not know fails it.
func routes(ctx context.Context, t *testing.T, in *installation, load *crashLoad, s *server) (positioned, others []string) {
	t.Helper()
	gift := &gift{key: "gift-for-the-routes", campaign: load.campaigns[0], amount: 2500, email: "gil@example.org"}
	load.gifts = append(load.gifts, gift)
	payment, ok := load.send(ctx, gift)
	if !ok {
		t.Fatal("no gift is taken")
	}
	load.pay(ctx, gift, payment)
	var slug string
	a, err := call(ctx, http.MethodGet, s.url+"/api/campaigns/"+load.campaigns[1].String(), nil, "Read-After", "1")
	if err != nil {
		t.Fatal(err)
	}
	var campaign struct{ Slug string }
	a.json(t, &campaign)
	if slug = campaign.Slug; slug == "" {
		t.Fatalf("no slug: %s", a.body)
	}
	known := map[string][]string{
		"/api/campaigns":                 {"/api/campaigns", "/api/campaigns?q=roof&limit=2", "/api/campaigns?sort=newest"},
		"/api/campaigns/{slug}":          {"/api/campaigns/" + slug, "/api/campaigns/" + load.campaigns[0].String()},
		"/api/campaigns/{id}/supporters": {"/api/campaigns/" + load.campaigns[0].String() + "/supporters"},
		"/api/donations/{id}":            {"/api/donations/" + gift.donation.String()},
	}
	out, errs, code := in.command(ctx, "openapi")
	if code != 0 {
		t.Fatal(errs)
	}
	var document struct {
		Paths map[string]struct {
			Get *struct {
				Parameters []struct{ Name, In string }
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		t.Fatal(err)
	}
	for path, is := range document.Paths {
		if is.Get == nil {
			continue
		}
		addresses, ok := known[path]
		if !ok && strings.Contains(path, "{") {
			t.Errorf("no address is known for %s: add it to this test", path)
			continue
		}
		if !ok {
			addresses = []string{path}
		}
		tells := false
		for _, p := range is.Get.Parameters {
			tells = tells || p.Name == "Read-After"
		}
		if tells {
			positioned = append(positioned, addresses...)
		} else {
			others = append(others, addresses...)
		}
	}
	slices.Sort(positioned)
	return positioned, append(others, "/", "/explore", "/campaign/"+slug, "/sitemap.xml")
}

// poll gets addresses in turn, each of which must be answered.
func poll(ctx context.Context, base string, paths, headers []string, failed func(string, answer, error)) {
	for n := 0; ctx.Err() == nil; n++ {
		path := paths[n%len(paths)]
		a, err := call(ctx, http.MethodGet, base+path, nil, headers...)
		if ctx.Err() == nil && (err != nil || a.status != http.StatusOK) {
			failed(path, a, err)
		}
	}
}

// standing begins a transaction that has read every table and keeps what it saw.
func standing(ctx context.Context, t *testing.T, b *base, views []string) (tx pgx.Tx, saw map[string]int) {
	t.Helper()
	tx, err := b.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	return tx, rowsOf(ctx, t, tx, views)
}

// rowsOf counts the rows of every view.
func rowsOf(ctx context.Context, t *testing.T, tx pgx.Tx, views []string) map[string]int {
	t.Helper()
	rows := map[string]int{}
	for _, view := range views {
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+view).Scan(&n); err != nil {
			t.Fatalf("%s: %v", view, err)
		}
		rows[view] = n
	}
	return rows
}

// views lists the views for people with psql, once there are any.
func views(ctx context.Context, t *testing.T, b *base) []string {
	t.Helper()
	tables := 0
	for _, p := range projections.All() {
		tables += len(p.Tables())
	}
	for {
		found := counted(ctx, t, b, `SELECT format('%I.%I', schemaname, viewname), 1 FROM pg_views WHERE schemaname = 'readmodel'`)
		if len(found) == tables {
			var names []string
			for name := range found {
				names = append(names, name)
			}
			return names
		}
		wait(ctx, 20*time.Millisecond)
	}
}

// prepared reads figures through statements that it has prepared once, one of them of every view.
func prepared(ctx context.Context, b *base, views []string, failed func(string, answer, error)) {
	err := func() error {
		conn, err := b.pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		if _, err := conn.Conn().Prepare(ctx, "gifts", `SELECT coalesce(sum(gifts), 0)::bigint FROM readmodel.campaign_progress`); err != nil {
			return err
		}
		for _, view := range views {
			if _, err := conn.Conn().Prepare(ctx, view, "SELECT * FROM "+view+" LIMIT 3"); err != nil {
				return err
			}
		}
		for last, i := int64(0), 0; ; i++ {
			view := views[i%len(views)]
			if _, err := conn.Exec(ctx, view); err != nil {
				return fmt.Errorf("%s: %w", view, err)
			}
			var n int64
			if err := conn.QueryRow(ctx, "gifts").Scan(&n); err != nil {
				return err
			}
			if n < last {
				return fmt.Errorf("%d gifts after %d", n, last)
			}
			last = n
			wait(ctx, 5*time.Millisecond)
		}
	}()
	if ctx.Err() == nil {
		failed("a prepared statement", answer{}, err)
	}
}
