package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/watch"
	"github.com/callup/callup/projections/ledger"
)

// TestKurrentDB runs the product on a log in KurrentDB, beside what others keep there: gifts, a refund, audit, rebuild and
// verification, as-of tables, pushes and an erasure, over a break of every connection and a restart.
func TestKurrentDB(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	node.Log.Add("$stats-0.0.0.0:2113", "$statsCollected", 300)
	in := apptest.NewBundledInstallation(t, "EVENTSTORE_URL="+node.URL())
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)
	w := watch.New(watch.Config{
		Campaign: load.Campaigns[0], Client: http.DefaultClient, Grows: func(string) bool { return false }, // a gift is given back
		Address: func() string { return *load.URL.Load() }, Pause: func() time.Duration { return 20 * time.Millisecond },
	})
	watching, look := context.WithCancel(ctx)
	defer look()
	var watcher sync.WaitGroup
	watcher.Go(func() { w.Watch(watching) })
	for n, amount := range []int64{2500, 51, 949, 10000} {
		node.Log.Add("shop-order-1", "OrderPlaced", 40)
		if n == 2 {
			node.Kill()
		}
		if n == 3 {
			s.Stop()
			s = in.MustStart(ctx)
			load.URL.Store(&s.URL)
		}
		g := &apptest.Gift{Key: "kurrentdb-test-" + string(rune('a'+n)) + "-0000", Campaign: load.Campaigns[0], Amount: amount,
			Email: "gil@example.org"}
		pay, ok := load.Send(ctx, g)
		if !ok {
			t.Fatal("a gift was not taken")
		}
		load.Pay(ctx, g, pay)
		load.Gifts = append(load.Gifts, g)
	}
	load.Settle(ctx, t, s)
	awaitRaised(ctx, t, s, load.Campaigns[0], 13500)
	out, errs, code := in.Command(ctx, "audit", "campaign", "a-roof-for-the-hall-0", "--json")
	var a ledger.CampaignAudit
	if err := json.Unmarshal([]byte(out), &a); code != 0 || err != nil || a.Totals.Raised != 13500 || a.Totals.Gifts != 4 ||
		!a.Agrees {
		t.Errorf("audit exits %d: %s%s", code, out, errs)
	}
	// nothing shows yet that all of this moment is there; the refusal names a position that is exact
	_, errs, code = in.Command(
		ctx, "projections", "build", "--all", "--as-of", time.Now().UTC().Format(time.RFC3339Nano), "--into", "as_of_test",
	)
	_, past, named := strings.Cut(strings.TrimSpace(errs), "name position ")
	if code != 1 || !named {
		t.Errorf("as of this moment exits %d: %s", code, errs)
	}
	for _, args := range [][]string{
		{"audit", "all"}, {"projections", "rebuild", "campaign_progress"}, {"projections", "verify"}, {"projections", "status"},
		{"projections", "build", "--all", "--as-of", past, "--into", "as_of_test"}, {"events", "list"}, {"events", "export"},
		{"donation", "refund", load.Gifts[0].Donation.String()},
	} {
		if out, errs, code := in.Command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	awaitRaised(ctx, t, s, load.Campaigns[0], 11000)
	in.Open(ctx, t, func(b *app.Base) {
		then := apptest.Counted(ctx, t, b, `SELECT 'raised', sum(raised) FROM as_of_test.campaign_progress UNION
			SELECT 'named', count(*) FROM as_of_test.members WHERE name <> ''`)
		if then["raised"] != 13500 || then["named"] != 0 {
			t.Errorf("as of before the refund: %v", then)
		}
	})
	if out, errs, code := in.Command(ctx, "doctor"); code != 0 || !strings.Contains(out, "in KurrentDB") ||
		!strings.Contains(out, "ok       read tables") {
		t.Errorf("doctor exits %d: %s%s", code, out, errs)
	}
	// while KurrentDB is away people read on; what they give meanwhile is not lost, and not taken twice
	node.Cut()
	if raised, err := raisedBy(ctx, s, load.Campaigns[0]); err != nil || raised != 11000 {
		t.Errorf("without its log the server shows %d: %v", raised, err)
	}
	late := &apptest.Gift{Key: "kurrentdb-test-late-0000", Campaign: load.Campaigns[0], Amount: 700}
	if _, taken := load.Send(ctx, late); taken {
		t.Error("a gift was acknowledged that can't be in the log")
	}
	node.Mend()
	pay, taken := load.Send(ctx, late)
	for ; !taken && ctx.Err() == nil; pay, taken = load.Send(ctx, late) {
		t.Log("the server is not back yet")
	}
	load.Pay(ctx, late, pay)
	load.Gifts = []*apptest.Gift{late} // the others were settled, and one given back since
	load.Settle(ctx, t, s)
	awaitRaised(ctx, t, s, load.Campaigns[0], 11700)
	apptest.Ended(ctx, t, w, 0)
	if w.Pushes() == 0 {
		t.Error("nothing was pushed")
	}
	look()
	watcher.Wait()
	gil := apptest.TracesOf("gil@example.org")
	in.Open(ctx, t, func(b *app.Base) {
		if found, err := gil.InDatabase(ctx, b.Pool); err != nil || len(found) == 0 {
			t.Errorf("before the erasure: %v, %v", found, err)
		}
	})
	if out, errs, code := in.Command(ctx, "erase", "guest", "gil@example.org", "--now"); code != 0 {
		t.Errorf("erase exits %d: %s%s", code, out, errs)
	}
	in.Open(ctx, t, func(b *app.Base) {
		if found, err := gil.InDatabase(ctx, b.Pool); err != nil || len(found) > 0 {
			t.Errorf("of an erased guest is left: %v, %v", found, err)
		}
		if n := apptest.Counted(ctx, t, b, `SELECT schema, 1 FROM projection_builds WHERE state = 'as_of'`); len(n) > 0 {
			t.Errorf("tables of the past are left: %v", n)
		}
	})
	s.Stop()
	for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
		if out, errs, code := in.Command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d after an erasure: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	if _, errs, code := in.Command(ctx, "backup", "--to", in.Dir+"/log", "--keys-to", in.Dir+"/keys"); code != 1 ||
		!strings.Contains(errs, "KurrentDB with its own tools") {
		t.Errorf("backup exits %d: %s", code, errs)
	}
	copiedBesideItsLog(ctx, t, in)

	if out, errs, _ := in.Command(ctx, "doctor"); !strings.Contains(out, ", in KurrentDB.") ||
		strings.Contains(out, "FAILURE  log") {
		t.Errorf("the doctor says: %s%s", out, errs)
	}
	elsewhere := *in
	elsewhere.Env = append(append([]string(nil), in.Env...), "EVENTSTORE_URL=")
	if _, errs, code := elsewhere.Command(ctx, "projections", "status"); code != 1 ||
		!strings.Contains(errs, "belongs to another log") {
		t.Errorf("the log of the database is taken for the one in KurrentDB: exit %d: %s", code, errs)
	}
}

// copiedBesideItsLog does what the guide for operators says of a log in KurrentDB: the database is copied while nothing
// runs, held back, and found to fit the log.
func copiedBesideItsLog(ctx context.Context, t *testing.T, in *apptest.Installation) {
	t.Helper()
	copied := apptest.NewBundledInstallation(t)
	copied.Env = append(slices.Clone(in.Env), "CALLUP_DATA="+copied.Dir)
	if err := os.RemoveAll(filepath.Join(copied.Dir, "postgres")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"postgres", "installation.key"} {
		if out, err := exec.CommandContext(ctx, "cp", "-a", filepath.Join(in.Dir, file), copied.Dir).CombinedOutput(); err != nil {
			t.Fatalf("copy %s: %v: %s", file, err, out)
		}
	}
	var sql string
	for _, b := range blocksOfAll(t) {
		for _, step := range stepsOf(b.text) {
			if at, statement, holds := strings.Cut(step.command, " -c "); holds && at == `psql "$DATABASE_URL"` {
				sql = statement
			}
		}
	}
	if sql == "" {
		t.Fatal("the guide does not say how to hold a copy back")
	}
	hold := func() {
		t.Helper()
		copied.Open(ctx, t, func(b *app.Base) { apptest.MustExec(t, b, strings.Trim(sql, "'")) })
		if out, _, _ := copied.Command(ctx, "doctor"); !strings.Contains(out, "held back: no mail") {
			t.Errorf("the copy is not held back: %s", out)
		}
	}
	hold()
	for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
		if out, errs, code := copied.Command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d on a copy: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	if out, errs, code := copied.Command(ctx, "resume"); code != 0 || !strings.Contains(out, "acts again") {
		t.Errorf("resume exits %d: %s%s", code, out, errs)
	}
	hold() // also a copy of one that was restored before
}
