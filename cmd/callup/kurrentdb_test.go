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
	"github.com/callup/callup/internal/testing/watch"
	"github.com/callup/callup/projections/ledger"
)

// TestKurrentDB runs the product on a log in KurrentDB, beside what others keep there: gifts, a refund, audit, rebuild and
// verification, as-of tables, pushes and an erasure, over a break of every connection and a restart.
func TestKurrentDB(t *testing.T) {
	t.Parallel() // erasing waits out the key caches, a minute
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	node.Log.Add("$stats-0.0.0.0:2113", "$statsCollected", 300)
	in := newInstallation(t, "EVENTSTORE_URL="+node.URL())
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in)}
	s := in.mustStart(ctx)
	load.url.Store(&s.url)
	w := watch.New(watch.Config{
		Campaign: load.campaigns[0], Client: http.DefaultClient, Grows: func(string) bool { return false }, // a gift is given back
		Address: func() string { return *load.url.Load() }, Pause: func() time.Duration { return 20 * time.Millisecond },
	})
	watching, look := context.WithCancel(ctx)
	defer look()
	var watcher sync.WaitGroup
	watcher.Go(func() { w.Watch(watching) })
	for n, amount := range []int64{2500, 1, 999, 10000} {
		node.Log.Add("shop-order-1", "OrderPlaced", 40)
		if n == 2 {
			node.Kill()
		}
		if n == 3 {
			s.stop()
			s = in.mustStart(ctx)
			load.url.Store(&s.url)
		}
		g := &gift{key: "kurrentdb-test-" + string(rune('a'+n)) + "-0000", campaign: load.campaigns[0], amount: amount, email: "gil@example.org"}
		pay, ok := load.send(ctx, g)
		if !ok {
			t.Fatal("a gift was not taken")
		}
		load.pay(ctx, g, pay)
		load.gifts = append(load.gifts, g)
	}
	load.settle(ctx, t, s)
	awaitRaised(ctx, t, s, load.campaigns[0], 13500)
	out, errs, code := in.command(ctx, "audit", "campaign", "a-roof-for-the-hall-0", "--json")
	var a ledger.CampaignAudit
	if err := json.Unmarshal([]byte(out), &a); code != 0 || err != nil || a.Totals.Raised != 13500 || a.Totals.Gifts != 4 || !a.Agrees {
		t.Errorf("audit exits %d: %s%s", code, out, errs)
	}
	// nothing shows yet that all of this moment is there; the refusal names a position that is exact
	_, errs, code = in.command(ctx, "projections", "build", "--all", "--as-of", time.Now().UTC().Format(time.RFC3339Nano), "--into", "as_of_test")
	_, past, named := strings.Cut(strings.TrimSpace(errs), "name position ")
	if code != 1 || !named {
		t.Errorf("as of this moment exits %d: %s", code, errs)
	}
	for _, args := range [][]string{
		{"audit", "all"}, {"projections", "rebuild", "campaign_progress"}, {"projections", "verify"}, {"projections", "status"},
		{"projections", "build", "--all", "--as-of", past, "--into", "as_of_test"}, {"events", "list"}, {"events", "export"},
		{"donation", "refund", load.gifts[0].donation.String()},
	} {
		if out, errs, code := in.command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	awaitRaised(ctx, t, s, load.campaigns[0], 11000)
	in.open(ctx, t, func(b *base) {
		then := counted(ctx, t, b, `SELECT 'raised', sum(raised) FROM as_of_test.campaign_progress UNION SELECT 'named', count(*) FROM as_of_test.members WHERE name <> ''`)
		if then["raised"] != 13500 || then["named"] != 0 {
			t.Errorf("as of before the refund: %v", then)
		}
	})
	if out, errs, code := in.command(ctx, "doctor"); code != 0 || !strings.Contains(out, "in KurrentDB") || !strings.Contains(out, "ok       read tables") {
		t.Errorf("doctor exits %d: %s%s", code, out, errs)
	}
	// while KurrentDB is away people read on; what they give meanwhile is not lost, and not taken twice
	node.Cut()
	if raised, err := raisedBy(ctx, s, load.campaigns[0]); err != nil || raised != 11000 {
		t.Errorf("without its log the server shows %d: %v", raised, err)
	}
	late := &gift{key: "kurrentdb-test-late-0000", campaign: load.campaigns[0], amount: 700}
	if _, taken := load.send(ctx, late); taken {
		t.Error("a gift was acknowledged that can't be in the log")
	}
	node.Mend()
	pay, taken := load.send(ctx, late)
	for ; !taken && ctx.Err() == nil; pay, taken = load.send(ctx, late) {
		t.Log("the server is not back yet")
	}
	load.pay(ctx, late, pay)
	load.gifts = []*gift{late} // the others were settled, and one given back since
	load.settle(ctx, t, s)
	awaitRaised(ctx, t, s, load.campaigns[0], 11700)
	ended(ctx, t, w, 0)
	if w.Pushes() == 0 {
		t.Error("nothing was pushed")
	}
	look()
	watcher.Wait()
	gil := tracesOf("gil@example.org")
	in.open(ctx, t, func(b *base) {
		if found, err := gil.inDatabase(ctx, b.pool); err != nil || len(found) == 0 {
			t.Errorf("before the erasure: %v, %v", found, err)
		}
	})
	if out, errs, code := in.command(ctx, "erase", "guest", "gil@example.org", "--now"); code != 0 {
		t.Errorf("erase exits %d: %s%s", code, out, errs)
	}
	in.open(ctx, t, func(b *base) {
		if found, err := gil.inDatabase(ctx, b.pool); err != nil || len(found) > 0 {
			t.Errorf("of an erased guest is left: %v, %v", found, err)
		}
		if n := counted(ctx, t, b, `SELECT schema, 1 FROM projection_builds WHERE state = 'as_of'`); len(n) > 0 {
			t.Errorf("tables of the past are left: %v", n)
		}
	})
	s.stop()
	for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
		if out, errs, code := in.command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d after an erasure: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	if _, errs, code := in.command(ctx, "backup", "--to", in.dir+"/log", "--keys-to", in.dir+"/keys"); code != 1 || !strings.Contains(errs, "KurrentDB with its own tools") {
		t.Errorf("backup exits %d: %s", code, errs)
	}
	in.copiedBesideItsLog(ctx, t)

	if out, errs, _ := in.command(ctx, "doctor"); !strings.Contains(out, ", in KurrentDB.") || strings.Contains(out, "FAILURE  log") {
		t.Errorf("the doctor says: %s%s", out, errs)
	}
	elsewhere := *in
	elsewhere.env = append(append([]string(nil), in.env...), "EVENTSTORE_URL=")
	if _, errs, code := elsewhere.command(ctx, "projections", "status"); code != 1 || !strings.Contains(errs, "belongs to another log") {
		t.Errorf("the log of the database is taken for the one in KurrentDB: exit %d: %s", code, errs)
	}
}

// copiedBesideItsLog does what the guide for operators says of a log in KurrentDB: the database is copied while nothing
// runs, held back, and found to fit the log.
func (in *installation) copiedBesideItsLog(ctx context.Context, t *testing.T) {
	t.Helper()
	copied := newInstallation(t)
	copied.env = append(slices.Clone(in.env), "CALLUP_DATA="+copied.dir)
	if err := os.RemoveAll(filepath.Join(copied.dir, "postgres")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"postgres", "installation.key"} {
		if out, err := exec.CommandContext(ctx, "cp", "-a", filepath.Join(in.dir, file), copied.dir).CombinedOutput(); err != nil {
			t.Fatalf("copy %s: %v: %s", file, err, out)
		}
	}
	commands := guide(t, "Moving to KurrentDB")
	at := slices.IndexFunc(commands, func(command string) bool { return strings.HasPrefix(command, "psql ") })
	if at < 0 {
		t.Fatal("the guide does not say how to hold a copy back")
	}
	_, sql, _ := strings.Cut(commands[at]+" "+commands[at+1], " -c ")
	hold := func() {
		t.Helper()
		copied.open(ctx, t, func(b *base) { b.mustExec(t, strings.Trim(sql, "'")) })
		if out, _, _ := copied.command(ctx, "doctor"); !strings.Contains(out, "held back: no mail") {
			t.Errorf("the copy is not held back: %s", out)
		}
	}
	hold()
	for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
		if out, errs, code := copied.command(ctx, args...); code != 0 {
			t.Errorf("%s exits %d on a copy: %s%s", strings.Join(args, " "), code, out, errs)
		}
	}
	if out, errs, code := copied.command(ctx, "resume"); code != 0 || !strings.Contains(out, "acts again") {
		t.Errorf("resume exits %d: %s%s", code, out, errs)
	}
	hold() // also a copy of one that was restored before
}
