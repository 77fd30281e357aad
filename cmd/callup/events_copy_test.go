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
	"github.com/callup/callup/internal/testdb"
)

// TestMovingTheLog moves an installation's log to KurrentDB and back into another database, with gifts at every stop. Read
// tables and reactors go on where they stood: figures are right without a rebuild, and nobody gets a receipt twice.
func TestMovingTheLog(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := newInstallation(t)
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in)}
	gifts := int64(0)
	give := func(amount int64) {
		t.Helper()
		s := in.mustStart(ctx)
		load.url.Store(&s.url)
		g := &gift{key: "moving-test-" + string(rune('a'+len(load.gifts))) + "-00000", campaign: load.campaigns[0], amount: amount, email: "gil@example.org"}
		pay, ok := load.send(ctx, g)
		if !ok {
			t.Fatal("a gift was not taken")
		}
		load.pay(ctx, g, pay)
		load.gifts = append(load.gifts, g)
		load.settle(ctx, t, s)
		gifts += amount
		awaitRaised(ctx, t, s, load.campaigns[0], gifts)
		for mailed := 0; mailed < len(load.gifts); {
			in.open(ctx, t, func(b *base) {
				if err := b.pool.QueryRow(ctx, `SELECT count(*) FROM outbox_mails`).Scan(&mailed); err != nil {
					t.Fatal(err)
				}
				if mailed > len(load.gifts) {
					t.Fatalf("%d receipts for %d gifts", mailed, len(load.gifts))
				}
			})
		}
		s.stop()
		for _, args := range [][]string{{"projections", "verify"}, {"audit", "all"}} {
			if out, errs, code := in.command(ctx, args...); code != 0 {
				t.Errorf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
			}
		}
	}
	run := func(args ...string) string {
		t.Helper()
		out, errs, code := in.command(ctx, args...)
		if code != 0 {
			t.Fatalf("%s exits %d: %s%s", strings.Join(args, " "), code, out, errs)
		}
		return out
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if out, errs, code := in.command(ctx, args...); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s exits %d, want %q: %s%s", strings.Join(args, " "), code, want, out, errs)
		}
	}

	give(2500)
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	var first transfer.Report
	if err := json.Unmarshal([]byte(run("events", "copy", "--to", node.URL(), "--json")), &first); err != nil || first.Copied != first.Events || first.Events == 0 {
		t.Errorf("copied %+v, %v", first, err)
	}
	home := in.env
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	refused("belongs to another log", "projections", "status")
	run("events", "adopt")
	run("events", "adopt")
	give(999)

	elsewhere := testdb.New(t)
	run("events", "copy", "--from", node.URL(), "--to", elsewhere)
	refused("are the same log", "events", "copy", "--to", node.URL())

	other := kurrenttest.Start(t, kurrenttest.NewLog())
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+other.URL())
	refused("is not in the log", "events", "adopt")
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	give(1)
}
