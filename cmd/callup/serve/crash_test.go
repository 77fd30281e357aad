package serve

import (
	"context"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/watch"
)

const (
	givers          = 8
	giftsPerCrash   = 6 // acknowledged gifts between two kills
	watchersOfCrash = 4
)

// kills tells how often the server is killed, and how many of these times Postgres with it.
func kills() (servers, postgres int) {
	if long.Wanted() {
		return 30, 5
	}
	return 10, 2
}

// TestCrash kills the server ten times, and Postgres twice with it, while people give and others watch, and then
// looks for a gift that was acknowledged and is gone, or counted twice, or left without its receipt, and for a screen
// that went back in time or ended elsewhere than a fresh one.
func TestCrash(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	crashes, postgresCrashes := kills()
	in := apptest.NewBundledInstallation(t).AtUsualTimes()
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	var launched bus.Position
	in.Open(ctx, t, func(b *app.Base) {
		_, head, err := b.Store.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if launched, err = bus.ParsePosition(head.String()); err != nil {
			t.Fatal(err)
		}
	})
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)

	giving, stop := context.WithCancel(ctx)
	watching, look := context.WithCancel(ctx)
	defer look()
	var wg, watchers sync.WaitGroup
	watches := make([]*watch.Watcher, watchersOfCrash)
	for i := range watches {
		watches[i] = apptest.NewWatcher(&load.URL, load.Campaigns[i%len(load.Campaigns)], launched)
		watchers.Go(func() { watches[i].Watch(watching) })
	}
	for i := range givers {
		wg.Go(func() { load.Give(giving, rand.New(rand.NewPCG(1, uint64(i)))) })
	}
	for n := 1; n <= crashes; n++ {
		load.Wait(ctx, t, int64(n*giftsPerCrash), s)
		if n%(crashes/postgresCrashes) == 0 {
			pid := in.Postgres()
			if pid == 0 {
				t.Fatal("the installation runs without a Postgres of its own")
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		s.Kill()
		s = in.MustStart(ctx)
		load.URL.Store(&s.URL)
	}
	load.Wait(ctx, t, int64((crashes+1)*giftsPerCrash), s)
	stop()
	wg.Wait()

	load.Settle(ctx, t, s)
	for i, w := range watches {
		apptest.Settled(ctx, t, w, i)
	}
	look()
	watchers.Wait()
	check(ctx, t, load, in, s)
}

// check looks at every invariant; mails of the quiet kinds may be missing, but none comes twice.
func check(ctx context.Context, t *testing.T, l *apptest.Load, in *apptest.Installation, s *apptest.Server, quiet ...string) {
	t.Helper()
	var h aftermath
	in.Open(ctx, t, func(b *app.Base) {
		heard(ctx, t, b)
		h = aftermathOf(ctx, t, l, b)
	})
	h.quiet = quiet
	for _, fault := range h.faults() {
		t.Error(fault)
	}
	for _, c := range l.Campaigns {
		if out, errs, code := in.Command(ctx, "audit", "campaign", c.String()); code != 0 {
			t.Errorf("audit of %s exits %d: %s%s", c, code, out, errs)
		}
	}
	if out, errs, code := in.Command(ctx, "projections", "verify"); code != 0 {
		t.Errorf("verify exits %d: %s%s", code, out, errs)
	}
	t.Logf("%d intents, %d acknowledged, %d payments, %d receipts", len(l.Gifts), l.Acked.Load(), len(h.ledger), len(h.mails))
	s.Stop()
}

// heard waits until nothing is on its way from the provider: it may have taken a payment whose giver's connection broke before
// they heard of it, so that nobody has waited for its gift.
func heard(ctx context.Context, t *testing.T, b *app.Base) {
	t.Helper()
	for {
		var waiting int
		err := b.Pool.QueryRow(ctx, `SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL`).Scan(&waiting)
		if err != nil {
			t.Fatalf("count the webhooks that are not delivered: %v", err)
		}
		if waiting == 0 {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%d webhooks are not delivered", waiting)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// aftermath collects what is left, once every reactor has come to the end of the log.
func aftermathOf(ctx context.Context, t *testing.T, l *apptest.Load, b *app.Base) aftermath {
	t.Helper()
	h := aftermath{gifts: l.Gifts, mails: map[string]int{}}
	var at eventstore.Position
	for {
		page, err := b.Store.ReadAll(ctx, at, 1000, eventstore.Filter{})
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
		err := b.Pool.QueryRow(ctx, `SELECT coalesce(string_agg(reactor || ' at ' || position, ', '), '')
			FROM reactor_checkpoints WHERE position::bigint < $1`, len(h.events)).Scan(&left)
		if err != nil {
			t.Fatalf("reactors behind: %s; %v", left, err)
		}
		if left == "" {
			break
		}
		apptest.Wait(ctx, 50*time.Millisecond)
	}
	svc, err := b.Alone()
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range svc.Payments.Ledger(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		h.ledger = append(h.ledger, paid{e.Donation, e.Paid.Minor})
	}
	h.mails = apptest.Counted(ctx, t, b, `SELECT key, count(*) FROM outbox_mails GROUP BY key`)
	h.dead = apptest.Counted(ctx, t, b, `SELECT reactor || ': ' || type || ': ' || error, count(*) FROM dead_letters GROUP BY 1`)
	h.timers = apptest.Counted(ctx, t, b, `SELECT command || ' ' || subject, count(*) FROM timers GROUP BY 1`)
	return h
}
