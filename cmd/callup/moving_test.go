package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/eventstore/transfer"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections/projector"
)

// TestMovingTheLog moves an installation's log to KurrentDB and back into another database, with gifts at every stop. Read
// tables and reactors go on where they stood: figures are right without a rebuild, and nobody gets a receipt twice.
func TestMovingTheLog(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	gifts := int64(0)
	give := func(amount int64) {
		t.Helper()
		s := in.MustStart(ctx)
		load.URL.Store(&s.URL)
		g := &apptest.Gift{Key: "moving-test-" + string(rune('a'+len(load.Gifts))) + "-00000", Campaign: load.Campaigns[0],
			Amount: amount, Email: "gil@example.org"}
		pay, ok := load.Send(ctx, g)
		if !ok {
			t.Fatal("a gift was not taken")
		}
		load.Pay(ctx, g, pay)
		load.Gifts = append(load.Gifts, g)
		load.Settle(ctx, t, s)
		gifts += amount
		awaitRaised(ctx, t, s, load.Campaigns[0], gifts)
		for mailed := 0; mailed < len(load.Gifts); {
			in.Open(ctx, t, func(b *app.Base) {
				receipts := b.Pool.QueryRow(ctx, `SELECT count(*) FROM outbox_mails WHERE kind = 'guest_gift_completed'`)
				if err := receipts.Scan(&mailed); err != nil {
					t.Fatal(err)
				}
				if mailed > len(load.Gifts) {
					t.Fatalf("%d receipts for %d gifts", mailed, len(load.Gifts))
				}
			})
		}
		s.Stop()
		for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
			if out, errs, code := in.Command(ctx, args...); code != 0 {
				t.Errorf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
			}
		}
	}
	run := func(args ...string) string {
		t.Helper()
		out, errs, code := in.Command(ctx, args...)
		if code != 0 {
			t.Fatalf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
		}
		return out
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if out, errs, code := in.Command(ctx, args...); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s exits %d, want %q: %s%s", strings.Join(args, " "), code, want, out, errs)
		}
	}

	give(2500)
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	var first transfer.Report
	if err := json.Unmarshal([]byte(run("events", "copy", "--to", node.URL(), "--json")), &first); err != nil ||
		first.Copied != first.Events || first.Events == 0 {
		t.Errorf("copied %+v, %v", first, err)
	}
	written := node.Calls("append")
	refused(
		"there is no log of Callup", "events", "copy", "--from", node.URL()+"&prefix=mistyped.", "--to", node.URL()+"&prefix=other.",
	)
	if node.Calls("append") != written {
		t.Error("a source was written to, or a target before its source was found")
	}
	home := in.Env
	in.Env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	refused("belongs to another log", "projections", "status")
	in.Env = home
	run("campaign", "feature", load.Campaigns[0].String()) // acknowledged after the copy
	in.Env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	refused("something was appended after the copy", "events", "adopt")
	in.Env = home
	run("events", "copy", "--to", node.URL())
	in.Env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	run("events", "adopt")
	run("events", "adopt")
	give(999)

	elsewhere := testdb.New(t)
	run("events", "copy", "--from", node.URL(), "--to", elsewhere)
	refused("are the same log", "events", "copy", "--to", node.URL())

	other := kurrenttest.Start(t, kurrenttest.NewLog())
	in.Env = append(slices.Clone(home), "EVENTSTORE_URL="+other.URL())
	refused("is not in the log", "events", "adopt")
	in.Env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	give(51)

	// back again, with tables of the past that stand at a place in KurrentDB: an erasure may not trust it
	run("projections", "build", "members", "--as-of", lastPosition(t, run), "--into", "then")
	s := in.MustStart(ctx) // so that its Postgres can be reached
	run("events", "copy", "--to", strings.TrimSpace(run("database", "url")))
	s.Stop()
	in.Env = home
	run("events", "adopt", "--from", node.URL())
	give(60)
	in.Open(ctx, t, func(b *app.Base) {
		_, head, err := b.Store.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := projector.NewBuildPositions(b.Pool, b.Projections).DropBelow(ctx, head); n != 1 || err != nil {
			t.Errorf("%d builds below %s were dropped, %v", n, head, err)
		}
	})
}

// lastPosition is that of the last event.
func lastPosition(t *testing.T, run func(args ...string) string) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(run("events", "list", "--json")), "\n")
	var last struct{ Position string }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Position == "" {
		t.Fatalf("%s: %v", lines[len(lines)-1], err)
	}
	return last.Position
}
