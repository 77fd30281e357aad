package main

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/eventstore/transfer"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections/projector"
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
	written := node.Calls("append")
	refused("there is no log of Callup", "events", "copy", "--from", node.URL()+"&prefix=mistyped.", "--to", node.URL()+"&prefix=other.")
	if node.Calls("append") != written {
		t.Error("a source was written to, or a target before its source was found")
	}
	home := in.env
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	refused("belongs to another log", "projections", "status")
	in.env = home
	run("campaign", "feature", load.campaigns[0].String()) // acknowledged after the copy
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
	refused("something was appended after the copy", "events", "adopt")
	in.env = home
	run("events", "copy", "--to", node.URL())
	in.env = append(slices.Clone(home), "EVENTSTORE_URL="+node.URL())
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

	// back again, with tables of the past that stand at a place in KurrentDB: an erasure may not trust it
	run("projections", "build", "members", "--as-of", lastPosition(t, run), "--into", "then")
	s := in.mustStart(ctx) // so that its Postgres can be reached
	run("events", "copy", "--to", strings.TrimSpace(run("database", "url")))
	s.stop()
	in.env = home
	run("events", "adopt", "--from", node.URL())
	give(10)
	in.open(ctx, t, func(b *base) {
		_, head, err := b.store.Head(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := projector.NewBuildPositions(b.pool, b.all).DropBelow(ctx, head); n != 1 || err != nil {
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

// TestCopyOnlyReadsItsSource: a database in use is copied, and one of another callup's is refused and left as it is.
func TestCopyOnlyReadsItsSource(t *testing.T) {
	t.Parallel()
	copied := func(from, to string) (r transfer.Report, err error) {
		var out strings.Builder
		p := &program{stdout: &out, stderr: io.Discard}
		if err := p.copyLog(t.Context(), from, to, true); err != nil {
			return r, err
		}
		err = json.Unmarshal([]byte(out.String()), &r)
		return r, err
	}

	t.Run("in use", func(t *testing.T) {
		s, to := seedServices(t), testdb.NewWithoutMigrations(t) // copies of one template bear one name
		from := s.pool.Config().ConnString()
		only, err := readingOnly(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		defer only.Close()
		if _, err := only.Exec(t.Context(), `UPDATE log_head SET log_id = log_id`); err == nil || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("the source can be written to (%v)", err)
		}
		for _, members := range []int{2, 3} {
			tx, err := s.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec(t.Context(), `SELECT FROM log_head FOR UPDATE`); err != nil { // somebody appends at this moment
				t.Fatal(err)
			}
			if r, err := copied(from, to); err != nil || members > 2 && r.Copied == 0 {
				t.Errorf("copied %+v, %v", r, err)
			}
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.seed(t.Context(), seedOptions{Members: members, Seed: 5}, func(string) {}); err != nil {
				t.Fatal(err)
			}
		}
	})

	for _, other := range []struct {
		name, want string
		version    int64
	}{
		{"never migrated", "no callup has run on it", 0},
		{"of an older callup", "start a server of this callup on it once", 40},
		{"of a newer callup", "start the newer one", 99999},
	} {
		t.Run(other.name, func(t *testing.T) {
			from, to := testdb.NewWithoutMigrations(t), testdb.New(t)
			if other.version > 0 {
				if err := migrations.UpTo(t.Context(), from, other.version); err != nil {
					t.Fatal(err)
				}
			}
			pool, err := connectDatabase(t.Context(), from, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			if other.version == 99999 {
				if _, err := pool.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := copied(from, to); err == nil || !strings.Contains(err.Error(), other.want) {
				t.Errorf("%v does not say %q", err, other.want)
			}
			if is, _, err := migrations.Versions(t.Context(), pool); err != nil || is != other.version {
				t.Errorf("the source was brought to %d (%v)", is, err)
			}
		})
	}
}
