package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/watch"
)

const (
	crashes         = 30 // kills of the server
	postgresCrashes = 5  // of them, with Postgres
	givers          = 8
	giftsPerCrash   = 6 // acknowledged gifts between two kills
	watchersOfCrash = 4
)

// gift is one intent and what became of it. It is kept on the side of the one who gives.
type gift struct {
	key      string
	email    string // empty when the giver gave none
	member   bool   // whether the load's member gives
	campaign ident.ID
	amount   int64
	donation ident.ID // once acknowledged
	paid     bool     // once the payment page said so
}

// crashLoad gives through a server that keeps dying.
type crashLoad struct {
	url       atomic.Pointer[string]
	campaigns []ident.ID
	acked     atomic.Int64
	failed    func(what string, a answer, err error) // hears of each request that fails, unless nil
	bearer    string                                 // a member who gives among the guests, if not empty

	mu    sync.Mutex
	gifts []*gift
}

// TestCrash kills the server thirty times, and Postgres five times with it, while people give and others watch, and then
// looks for a gift that was acknowledged and is gone, or counted twice, or left without its receipt, and for a screen
// that went back in time or ended elsewhere than a fresh one.
func TestCrash(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	in := newInstallation(t)
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in)}
	var launched bus.Position
	in.open(ctx, t, func(b *base) {
		_, head, err := b.store.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if launched, err = bus.ParsePosition(head.String()); err != nil {
			t.Fatal(err)
		}
	})
	s := in.mustStart(ctx)
	load.url.Store(&s.url)

	giving, stop := context.WithCancel(ctx)
	watching, look := context.WithCancel(ctx)
	defer look()
	var wg, watchers sync.WaitGroup
	watches := make([]*watch.Watcher, watchersOfCrash)
	for i := range watches {
		watches[i] = newWatcher(&load.url, load.campaigns[i%len(load.campaigns)], launched)
		watchers.Go(func() { watches[i].Watch(watching) })
	}
	for i := range givers {
		wg.Go(func() { load.give(giving, rand.New(rand.NewPCG(1, uint64(i)))) })
	}
	for n := 1; n <= crashes; n++ {
		load.wait(ctx, t, int64(n*giftsPerCrash), s)
		if n%(crashes/postgresCrashes) == 0 {
			if pid := in.postgres(); pid != 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL) // it may be restarting already
			}
		}
		s.kill()
		s = in.mustStart(ctx)
		load.url.Store(&s.url)
	}
	load.wait(ctx, t, (crashes+1)*giftsPerCrash, s)
	stop()
	wg.Wait()

	load.settle(ctx, t, s)
	for i, w := range watches {
		settled(ctx, t, w, i)
	}
	look()
	watchers.Wait()
	load.check(ctx, t, in, s)
}

// campaignsToCrash makes three campaigns, through the commands.
func campaignsToCrash(ctx context.Context, t *testing.T, in *installation) []ident.ID {
	t.Helper()
	s := in.mustStart(ctx)
	defer s.stop()
	token := in.member(ctx, t, s)
	var ids []ident.ID
	for n := range 3 {
		a, err := call(ctx, http.MethodPost, s.url+"/api/commands/launch-campaign", map[string]any{
			"title": fmt.Sprintf("A roof for the hall %d", n), "description": "It leaks.", "story": "It has leaked for years.",
			"category": "community", "resource_types": []string{"money"}, "currency": "EUR", "goal_amount": 500000, "lang": "en",
		}, "Authorization", "Bearer "+token, "Idempotency-Key", fmt.Sprintf("launch-campaign-%d", n))
		if err != nil || a.status != http.StatusOK {
			t.Fatalf("launch: %v %s", err, a.body)
		}
		var out struct {
			ID ident.ID `json:"campaign_id"`
		}
		a.json(t, &out)
		ids = append(ids, out.ID)
	}
	return ids
}

// organizer is the address of an installation's one member.
const organizer = "organizer@example.org"

// member makes a confirmed member beside the running server and signs them in.
func (in *installation) member(ctx context.Context, t *testing.T, s *server) (token string) {
	t.Helper()
	const email, password = organizer, "a password of one's own"
	in.open(ctx, t, func(b *base) {
		svc, err := b.alone()
		if err != nil {
			t.Fatal(err)
		}
		hash, err := svc.accounts.HashPassword(ctx, password)
		if err != nil {
			t.Fatal(err)
		}
		id := ident.Pair("test member", email)
		if _, err := svc.accounts.CreateConfirmed(ctx, auth.NewAccount{
			Member: id, Email: email, Name: "Olga Organizer", Lang: "en", PasswordHash: hash,
		}); err != nil {
			t.Fatal(err)
		}
	})
	a, err := call(ctx, http.MethodPost, s.url+"/api/auth/sign-in", map[string]any{"email": email, "password": password})
	if err != nil || a.status != http.StatusOK {
		t.Fatalf("sign in: %v %d %s", err, a.status, a.body)
	}
	var out struct {
		AccessToken string `json:"access_token"`
	}
	a.json(t, &out)
	return out.AccessToken
}

// open stands on the installation from within the test.
func (in *installation) open(ctx context.Context, t *testing.T, f func(*base)) {
	t.Helper()
	cfg, err := config.Load(in.env)
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBase(ctx, cfg, options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.close(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}()
	f(b)
}

// give makes gifts until the context ends. A gift that was not acknowledged is sent again, as the same command, three
// times out of four; else it is left as it is, and may be in the log or not.
func (l *crashLoad) give(ctx context.Context, random *rand.Rand) {
	for n := 0; ctx.Err() == nil; n++ {
		g := &gift{
			key: fmt.Sprintf("gift-%016x-%08d", random.Uint64(), n), campaign: l.campaigns[random.IntN(len(l.campaigns))],
			amount: 100 + random.Int64N(9900),
		}
		switch {
		case l.bearer != "" && n%3 == 0:
			g.email, g.member = organizer, true
		case n%2 == 0:
			g.email = fmt.Sprintf("gil%d@example.org", random.IntN(20))
		}
		l.mu.Lock()
		l.gifts = append(l.gifts, g)
		l.mu.Unlock()
		for {
			pay, ok := l.send(ctx, g)
			if ok {
				l.pay(ctx, g, pay)
				l.acked.Add(1)
				break
			}
			if ctx.Err() != nil || random.IntN(4) == 0 {
				break
			}
			wait(ctx, 50*time.Millisecond) // the server is starting again
		}
	}
}

// send gives once; the payment's address is answered when the gift was acknowledged.
func (l *crashLoad) send(ctx context.Context, g *gift) (payment string, ok bool) {
	body := map[string]any{
		"campaign_id": g.campaign, "amount": g.amount, "currency": "EUR", "lang": "en", "message": "Go on",
	}
	if !g.member {
		body["donor_name"] = "Gil"
		if g.email != "" {
			body["donor_email"] = g.email
		}
	}
	a, err := call(ctx, http.MethodPost, *l.url.Load()+"/api/commands/donate-money", body, append(l.headers(g), "Idempotency-Key", g.key)...)
	if err != nil || a.status != http.StatusOK {
		l.fail(ctx, "donate-money", a, err)
		return "", false
	}
	var out struct {
		Donation ident.ID `json:"donation_id"`
		URL      string   `json:"payment_url"`
	}
	if err := json.Unmarshal(a.body, &out); err != nil {
		return "", false
	}
	l.mu.Lock()
	g.donation = out.Donation
	l.mu.Unlock()
	return out.URL, true
}

// pay approves the payment, if the server lives long enough.
func (l *crashLoad) pay(ctx context.Context, g *gift, payment string) {
	p, err := url.Parse(payment)
	if err != nil || !strings.HasPrefix(p.Path, "/sandbox/") {
		return
	}
	form := strings.NewReader(url.Values{"decision": {"approve"}}.Encode())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, *l.url.Load()+p.Path, form)
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		l.fail(ctx, "payment", answer{}, err)
		return
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		l.fail(ctx, "payment", answer{status: res.StatusCode}, nil)
		return
	}
	l.mu.Lock()
	g.paid = true
	l.mu.Unlock()
}

func (l *crashLoad) fail(ctx context.Context, what string, a answer, err error) {
	if l.failed != nil && ctx.Err() == nil {
		l.failed(what, a, err)
	}
}

// wait lets the load go on until enough gifts were acknowledged.
func (l *crashLoad) wait(ctx context.Context, t *testing.T, gifts int64, s *server) {
	t.Helper()
	for l.acked.Load() < gifts {
		select {
		case <-ctx.Done():
			t.Fatalf("%d gifts acknowledged, %d wanted; the server says: %s", l.acked.Load(), gifts, tail(s.logs.String()))
		case <-s.done:
			t.Fatalf("the server ended by itself: %s", tail(s.logs.String()))
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-4000):] }

// headers say who gives, or looks.
func (l *crashLoad) headers(g *gift) []string {
	if g.member {
		return []string{"Authorization", "Bearer " + l.bearer}
	}
	return nil
}

// settle waits until every payment that was made is a completed gift.
func (l *crashLoad) settle(ctx context.Context, t *testing.T, s *server) {
	t.Helper()
	for _, g := range l.gifts {
		for g.paid {
			a, err := call(ctx, http.MethodGet, s.url+"/api/donations/"+g.donation.String(), nil, l.headers(g)...)
			if err != nil {
				t.Fatalf("gift %s: %v; the server says: %s", g.donation, err, tail(s.logs.String()))
			}
			if a.status == http.StatusOK && strings.Contains(string(a.body), `"status":"completed"`) {
				break
			}
			select {
			case <-ctx.Done():
				t.Fatalf("gift %s was paid and is not completed: %s", g.donation, a.body)
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
}

// check looks at every invariant.
func (l *crashLoad) check(ctx context.Context, t *testing.T, in *installation, s *server) {
	t.Helper()
	var h aftermath
	in.open(ctx, t, func(b *base) { h = l.aftermath(ctx, t, b) })
	for _, fault := range h.faults() {
		t.Error(fault)
	}
	for _, c := range l.campaigns {
		if out, errs, code := in.command(ctx, "audit", "campaign", c.String()); code != 0 {
			t.Errorf("audit of %s exits %d: %s%s", c, code, out, errs)
		}
	}
	if out, errs, code := in.command(ctx, "projections", "verify"); code != 0 {
		t.Errorf("verify exits %d: %s%s", code, out, errs)
	}
	t.Logf("%d intents, %d acknowledged, %d payments, %d receipts", len(l.gifts), l.acked.Load(), len(h.ledger), len(h.mails))
	s.stop()
}

// aftermath collects what is left, once every reactor has come to the end of the log.
func (l *crashLoad) aftermath(ctx context.Context, t *testing.T, b *base) aftermath {
	t.Helper()
	h := aftermath{gifts: l.gifts, mails: map[string]int{}}
	var at eventstore.Position
	for {
		page, err := b.store.ReadAll(ctx, at, 1000, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			n, _ := e.Position.Parts()
			h.events = append(h.events, happened{n, e.Stream, int64(e.Revision), e.Type})
		}
		at = page.Next
		if page.End {
			break
		}
	}
	for left := ""; ; {
		err := b.pool.QueryRow(ctx, `SELECT coalesce(string_agg(reactor || ' at ' || position, ', '), '')
			FROM reactor_checkpoints WHERE position::bigint < $1`, len(h.events)).Scan(&left)
		if err != nil {
			t.Fatalf("reactors behind: %s; %v", left, err)
		}
		if left == "" {
			break
		}
		wait(ctx, 50*time.Millisecond)
	}
	svc, err := b.alone()
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range svc.payments.Ledger(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		h.ledger = append(h.ledger, paid{e.Donation, e.Paid.Minor})
	}
	h.mails = counted(ctx, t, b, `SELECT key, count(*) FROM outbox_mails GROUP BY key`)
	h.dead = counted(ctx, t, b, `SELECT reactor || ': ' || type || ': ' || error, count(*) FROM dead_letters GROUP BY 1`)
	h.timers = counted(ctx, t, b, `SELECT command || ' ' || subject, count(*) FROM timers GROUP BY 1`)
	return h
}

// counted runs a query for texts and numbers.
func counted(ctx context.Context, t *testing.T, b *base, query string) map[string]int {
	t.Helper()
	rows, err := b.pool.Query(ctx, query)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	var text string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&text, &n}, func() error { out[text] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// wait lets a moment pass before something is tried again.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
