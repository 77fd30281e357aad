package serve

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

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
)

// apart is how long each of those who give and read pauses: one always has something under way, and the processors are left to
// what is done beside them. What is measured is that nothing fails and nothing goes back, which is not a matter of how much.
const apart = 10 * time.Millisecond

// TestBesideTheRunningSystem builds every projection anew, switches to it, goes back and rebuilds, from a process of its
// own, while two servers answer every route there is, one takes gifts, a transaction that began before goes on reading
// what it saw, and a connection keeps statements prepared on the views. No request fails and nothing goes back.
func TestBesideTheRunningSystem(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	f := &failures{}
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in), Failed: f.add, Pause: apart}
	servers := []*apptest.Server{in.MustStart(ctx), in.MustStart(ctx)}
	load.URL.Store(&servers[0].URL)
	load.Bearer = in.Member(ctx, t, servers[0])
	bearer := []string{"Authorization", "Bearer " + load.Bearer}
	administrator(ctx, t, in, servers, bearer)
	paths, others := routes(ctx, t, in, load, servers[0])

	running, stop := context.WithCancel(ctx)
	var readers []*reader
	var watches []*watch.Watcher
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() { load.Give(running, rand.New(rand.NewPCG(5, uint64(i)))) })
	}
	for i, s := range servers {
		r := newReader(paths...)
		r.headers = bearer
		readers = append(readers, r)
		w := apptest.NewWatcher(pointer(s.URL), load.Campaigns[i], bus.Position{})
		watches = append(watches, w)
		r.pause = apart
		all.Go(func() { r.run(running, s.URL, f.add) })
		all.Go(func() { poll(running, s.URL, others, bearer, f.add) })
		all.Go(func() { w.Watch(running) })
	}
	in.Open(ctx, t, func(b *app.Base) {
		shown := apptest.Views(ctx, t, b)
		tx, saw := standing(ctx, t, b, shown)
		defer func() { // over already, when all goes well: the pool waits for its connections
			stop()
			_ = tx.Rollback(context.WithoutCancel(ctx))
		}()
		all.Go(func() { prepared(running, b, shown, f.add) })
		operate := func(args ...string) {
			if out, errs, code := in.Command(ctx, append([]string{"projections"}, args...)...); code != 0 {
				t.Errorf("projections %s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
			}
			for i, r := range readers { // every page of the tables that are read now
				for until := r.reads.Load() + int64(2*len(paths)); r.reads.Load() < until && ctx.Err() == nil; {
					apptest.Wait(ctx, 5*time.Millisecond)
				}
				if ctx.Err() != nil {
					f.report(t)
					t.Fatalf("reader %d stands still after %d reads and %d answers behind: %s", i, r.reads.Load(), r.behind.Load(),
						apptest.Tail(servers[i].Logs.String()))
				}
			}
		}
		back := []string{"back"}
		for _, p := range app.Projections() {
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
		load.Settle(ctx, t, servers[0])
		for i, w := range watches {
			apptest.Ended(ctx, t, w, i)
		}
		stop()
		all.Wait()
	})
	for i, r := range readers {
		r.report(t, i)
	}
	f.report(t)
	load.Settle(ctx, t, servers[0])
	servers[1].Stop()
	check(ctx, t, load, in, servers[0])
}

// administrator gives the member the role that may read every route, and waits until both servers know it.
func administrator(ctx context.Context, t *testing.T, in *apptest.Installation, servers []*apptest.Server, bearer []string) {
	t.Helper()
	if _, errs, code := in.Command(ctx, "members", "grant", apptest.Organizer, "administrator"); code != 0 {
		t.Fatal(errs)
	}
	in.Open(ctx, t, func(b *app.Base) { apptest.GiveFactor(t, b.Pool, apptest.Organizer) })
	for _, s := range servers {
		for {
			a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/api/admin/members", nil, bearer...)
			if err != nil {
				t.Fatal(err)
			}
			if a.Status == http.StatusOK {
				break
			}
			apptest.Wait(ctx, 20*time.Millisecond)
		}
	}
}

// routes gives an address for every route of the API that is got: those that tell a position, and the others. A route
// that this test does not know fails it.
func routes(
	ctx context.Context, t *testing.T, in *apptest.Installation, load *apptest.Load, s *apptest.Server,
) (positioned, others []string) {
	t.Helper()
	gift := &apptest.Gift{Key: "gift-for-the-routes", Campaign: load.Campaigns[0], Amount: 2500, Email: "gil@example.org"}
	load.Gifts = append(load.Gifts, gift)
	payment, ok := load.Send(ctx, gift)
	if !ok {
		t.Fatal("no gift is taken")
	}
	load.Pay(ctx, gift, payment)
	var slug string
	a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/api/campaigns/"+load.Campaigns[1].String(), nil, "Read-After", "1")
	if err != nil {
		t.Fatal(err)
	}
	var campaign struct{ Slug string }
	a.JSON(t, &campaign)
	if slug = campaign.Slug; slug == "" {
		t.Fatalf("no slug: %s", a.Body)
	}
	var draft struct {
		ID ident.ID `json:"draft_id"`
	}
	a, err = apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/begin-draft", map[string]any{
		"title": "Half", "description": "", "story": "", "category": "community", "currency": "EUR", "goal_amount": 0,
		"resource_types": []string{"money"}, "lang": "en",
	}, "Authorization", "Bearer "+load.Bearer, "Idempotency-Key", "a-draft-for-the-routes")
	if err != nil {
		t.Fatal(err)
	}
	if a.JSON(t, &draft); draft.ID.IsNil() {
		t.Fatalf("no draft: %s", a.Body)
	}
	var written struct {
		ID ident.ID `json:"post_id"`
	}
	a, err = apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/write-post", map[string]any{"text": "Hello", "lang": "en"},
		"Authorization", "Bearer "+load.Bearer, "Idempotency-Key", "a-post-for-the-routes")
	if err != nil {
		t.Fatal(err)
	}
	if a.JSON(t, &written); written.ID.IsNil() {
		t.Fatalf("no post: %s", a.Body)
	}
	var opened struct {
		ID ident.ID `json:"page_id"`
	}
	a, err = apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/create-page",
		map[string]any{"kind": "company", "name": "Mill", "lang": "en"},
		"Authorization", "Bearer "+load.Bearer, "Idempotency-Key", "a-page-for-the-routes")
	if err != nil {
		t.Fatal(err)
	}
	if a.JSON(t, &opened); opened.ID.IsNil() {
		t.Fatalf("no page: %s", a.Body)
	}
	const friend = "friend@example.org"
	in.MemberCalled(ctx, t, s, friend, "Fred Friend")
	var sent struct {
		Thread ident.ID `json:"thread_id"`
	}
	a, err = apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/send-message", map[string]any{
		"from_kind": "member", "to_kind": "member", "to_id": apptest.MemberID(friend), "text": "Hello", "lang": "en",
	}, "Authorization", "Bearer "+load.Bearer, "Idempotency-Key", "a-message-for-the-routes")
	if err != nil {
		t.Fatal(err)
	}
	if a.JSON(t, &sent); sent.Thread.IsNil() {
		t.Fatalf("no message: %s", a.Body)
	}
	me := apptest.MemberID(apptest.Organizer).String()
	known := map[string][]string{
		"/api/threads/{id}":              {"/api/threads/" + sent.Thread.String()},
		"/api/people/{id}":               {"/api/people/" + me},
		"/api/people/{id}/campaigns":     {"/api/people/" + me + "/campaigns"},
		"/api/pages/{id}":                {"/api/pages/" + opened.ID.String()},
		"/api/pages/{id}/followers":      {"/api/pages/" + opened.ID.String() + "/followers"},
		"/api/pages/{id}/campaigns":      {"/api/pages/" + opened.ID.String() + "/campaigns"},
		"/api/pages/{id}/publications":   {"/api/pages/" + opened.ID.String() + "/publications"},
		"/api/posts/{id}":                {"/api/posts/" + written.ID.String()},
		"/api/search":                    {"/api/search?q=roof"},
		"/api/pages/{id}/editors":        {"/api/pages/" + opened.ID.String() + "/editors"},
		"/api/posts/{id}/comments":       {"/api/posts/" + written.ID.String() + "/comments"},
		"/api/posts/{id}/reactions":      {"/api/posts/" + written.ID.String() + "/reactions"},
		"/api/me/drafts/{id}":            {"/api/me/drafts/" + draft.ID.String()},
		"/api/campaigns":                 {"/api/campaigns", "/api/campaigns?q=roof&limit=2", "/api/campaigns?sort=newest"},
		"/api/campaigns/{slug}":          {"/api/campaigns/" + slug, "/api/campaigns/" + load.Campaigns[0].String()},
		"/api/campaigns/{id}/supporters": {"/api/campaigns/" + load.Campaigns[0].String() + "/supporters"},
		"/api/donations/{id}":            {"/api/donations/" + gift.Donation.String()},
		"/api/campaigns/{id}/pledges":    {"/api/campaigns/" + load.Campaigns[0].String() + "/pledges?phase=all"},
		"/api/campaigns/{id}/report":     {"/api/campaigns/" + load.Campaigns[0].String() + "/report"},
		"/api/me/reports/{id}":           {"/api/me/reports/" + written.ID.String()},
		"/api/campaigns/{id}/team":       {"/api/campaigns/" + load.Campaigns[0].String() + "/team"},
		"/api/campaigns/{id}/gifts":      {"/api/campaigns/" + load.Campaigns[0].String() + "/gifts"},
		"/api/campaigns/{id}/figures":    {"/api/campaigns/" + load.Campaigns[0].String() + "/figures"},
		"/api/campaigns/{id}/shifts":     {"/api/campaigns/" + load.Campaigns[0].String() + "/shifts"},
		"/api/campaigns/{id}/attendance": {"/api/campaigns/" + load.Campaigns[0].String() + "/attendance"},
		"/api/campaigns/{id}/updates":    {"/api/campaigns/" + load.Campaigns[0].String() + "/updates"},
	}
	out, errs, code := in.Command(ctx, "openapi")
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
func poll(ctx context.Context, base string, paths, headers []string, failed func(string, apptest.Answer, error)) {
	for n := 0; ctx.Err() == nil; n++ {
		path := paths[n%len(paths)]
		a, err := apptest.Call(ctx, http.MethodGet, base+path, nil, headers...)
		if ctx.Err() == nil && (err != nil || a.Status != http.StatusOK) {
			failed(path, a, err)
		}
		apptest.Wait(ctx, apart)
	}
}

// standing begins a transaction that has read every table and keeps what it saw.
func standing(ctx context.Context, t *testing.T, b *app.Base, views []string) (tx pgx.Tx, saw map[string]int) {
	t.Helper()
	tx, err := b.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
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

// prepared reads figures through statements that it has prepared once, one of them of every view.
func prepared(ctx context.Context, b *app.Base, views []string, failed func(string, apptest.Answer, error)) {
	err := func() error {
		conn, err := b.Pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		if _, err := conn.Conn().Prepare(ctx, "gifts",
			`SELECT coalesce(sum(gifts), 0)::bigint FROM readmodel.campaign_progress`); err != nil {
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
			apptest.Wait(ctx, 5*time.Millisecond)
		}
	}()
	if ctx.Err() == nil {
		failed("a prepared statement", apptest.Answer{}, err)
	}
}
