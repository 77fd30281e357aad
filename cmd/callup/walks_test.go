package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/projections/readmodel"
)

// walk goes through sections of the documents, in an installation, and runs their blocks one after the other.
type walk struct {
	name    string
	through []string
	do      func(context.Context, *testing.T, *walkthrough)
}

var walks = []walk{
	{"a running installation", []string{
		"operators.md#From an empty server to the first real gift", "operators.md#Sending mails",
		"operators.md#Signing in with Google, Facebook, LinkedIn, Microsoft or Discord",
		"operators.md#Memory", "operators.md#Signing a member out", "operators.md#Who runs the installation",
		"operators.md#Erasing a person", "operators.md#Upgrading, and going back",
	}, operate},
	{"the drill", []string{"operators.md#Backup", "operators.md#Restore"}, drill},
	{"another log", []string{"operators.md#Moving to KurrentDB", "operators.md#Backup with KurrentDB"}, move},
	{"the demonstration", []string{
		"auditors.md#One campaign", "auditors.md#Everything", "auditors.md#As it was", "auditors.md#Events",
		"auditors.md#Taking it away", "auditors.md#People", "analysts.md#The tables as of now",
		"analysts.md#What came in, week by week?", "analysts.md#Who comes back?",
		"analysts.md#In which language do gifts fall through?",
		"analysts.md#The tables as of a past moment", "analysts.md#What changed, and by how much?",
	}, demonstrate},
}

// TestGuides_Run runs the marked blocks of the documents.
func TestGuides_Run(t *testing.T) {
	for _, w := range walks {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			blocks := slices.DeleteFunc(blocksOfAll(t), func(b *block) bool {
				return !slices.Contains(w.through, b.doc+"#"+b.section) || b.mark == runsLong && !long.Deep()
			})
			w.do(ctx, t, &walkthrough{t: t, ctx: ctx, blocks: blocks, through: w.through, known: map[string]string{}})
			for _, b := range blocks {
				if !b.ran && slices.Contains([]string{runs, runsLong, realOutput}, b.mark) {
					t.Errorf("%s:%d was not run, or not compared", b.doc, b.line)
				}
			}
		})
	}
}

// operate does beside a server what the guide for operators says. The members whom it names have accounts, ada a second factor;
// gil has given as a guest. <id> is an erasure that was asked for.
func operate(ctx context.Context, t *testing.T, w *walkthrough) {
	t.Helper()
	in := apptest.NewInstallation(t)
	s := startFilled(ctx, t, in)
	defer s.Stop()
	m := newMachine(t, in)
	sh := m.shell(ctx)
	in.Open(ctx, t, func(b *app.Base) {
		svc, err := b.Alone()
		if err != nil {
			t.Fatal(err)
		}
		hash, err := svc.Accounts.HashPassword(ctx, "a password of one's own")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"ada", "bea", "you"} {
			if _, err := svc.Accounts.CreateConfirmed(ctx, auth.NewAccount{
				Member: ident.Pair("guides", name), Email: name + "@example.org", Name: name, Lang: "en", PasswordHash: hash,
			}); err != nil {
				t.Fatal(err)
			}
		}
		apptest.Until(ctx, t, "the members are known", func() bool {
			return apptest.Count(t, b, `SELECT count(*) FROM accounts WHERE registered_at IS NOT NULL`) >= 4
		})
		if _, err := b.Pool.Exec(ctx, `INSERT INTO account_factors (account_id, secret, created_at, proved_at)
			SELECT id, 'sealed', now(), now() FROM accounts WHERE email = 'ada@example.org'`); err != nil {
			t.Fatal(err)
		}
		w.query = func(sql string) ([][]string, error) { return answered(ctx, b.Pool, sql) }
		w.run(sh, "Memory")
	})
	for _, command := range []string{
		"callup members grant bea@example.org moderator", "callup members grant " + apptest.Organizer + " administrator",
	} {
		if out, code := sh.do(command); code != 0 {
			t.Fatal(out)
		}
	}
	for _, section := range []string{
		"From an empty server to the first real gift", "Sending mails",
		"Signing in with Google, Facebook, LinkedIn, Microsoft or Discord", "Signing a member out", "Who runs the installation",
	} {
		w.run(sh, section)
	}
	w.after = func(_ *block, command, printed string) {
		if strings.HasPrefix(command, "callup erase member") {
			_, id, _ := strings.Cut(printed, "Erasure")
			sh.named = strings.NewReplacer("<id>", strings.Fields(id + " none")[0])
		}
	}
	w.run(sh, "Erasing a person")
	w.run(sh, "Upgrading, and going back")
	if len(m.servers) != 1 {
		t.Errorf("%d new servers were started", len(m.servers))
	}
	m.stop()
}

// move takes an installation to a KurrentDB, which runs in the test, restores it there and brings it back. kurrentdb.internal is
// where the node answers, $OLD the same, and $EVENTSTORE_URL what the block before set.
func move(ctx context.Context, t *testing.T, w *walkthrough) {
	t.Helper()
	in := apptest.NewInstallation(t)
	startFilled(ctx, t, in).Stop()
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	m := newMachine(t, in)
	sh := m.shell(ctx)
	sh.do("EVENTSTORE_URL='" + node.URL() + "'; OLD=$EVENTSTORE_URL")
	w.before = func(b *block) {
		m.stop() // servers of the block before
		if strings.Contains(b.text, "$OLD") {
			sh.do("unset EVENTSTORE_URL")
		}
	}
	// Back from KurrentDB comes last, though it stands first.
	back := slices.IndexFunc(w.blocks, func(b *block) bool { return strings.Contains(b.text, "$OLD") })
	if back < 0 {
		t.Fatal("no block leads back")
	}
	w.blocks = append(slices.Delete(slices.Clone(w.blocks), back, back+1), w.blocks[back])
	w.blocks[len(w.blocks)-1].section = "back"
	w.run(sh, "Moving to KurrentDB")
	w.run(sh, "Backup with KurrentDB")
	w.run(sh, "back")
	m.stop()
	if out, errs, code := in.Command(ctx, "audit", "all"); code != 0 {
		t.Errorf("after the way back the audit exits %d: %s%s", code, out, errs)
	}
}

// demonstrate does on a demonstration what the guides for auditors and analysts say. A server has given back what is to be given
// back, and has ended. Before everything is audited, a cent is planted.
func demonstrate(ctx context.Context, t *testing.T, w *walkthrough) {
	t.Helper()
	in := apptest.NewInstallation(t)
	if _, errs, code := in.Command(ctx, "seed", "--donations", "300"); code != 0 {
		t.Fatal(errs)
	}
	s := in.MustStart(ctx)
	defer s.Stop()
	m := newMachine(t, in)
	sh := m.shell(ctx)
	in.Open(ctx, t, func(b *app.Base) {
		apptest.Until(ctx, t, "everything is given back", func() bool {
			return apptest.ReactorsDone(t, b) &&
				apptest.Count(t, b, `SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL`) == 0 &&
				apptest.Count(t, b, `SELECT count(*) FROM events WHERE type = 'DonationRefundRequested'`) ==
					apptest.Count(t, b, `SELECT count(*) FROM events WHERE type = 'DonationRefunded'`)
		})
		s.Stop()
		if err := b.CatchUp(ctx); err != nil {
			t.Fatal(err)
		}
		apptest.Views(ctx, t, b)
		w.query = func(sql string) ([][]string, error) { return answered(ctx, b.Pool, sql) }
		plant := func(cents string) {
			tamper(ctx, t, in, readmodel.Progress, `SET raised = raised + `+cents+` WHERE campaign = $1`,
				"56fe61d9-f6c9-53f9-8af2-cf81f3742d95")
		}
		for _, at := range w.through {
			_, section, _ := strings.Cut(at, "#")
			if section == "Everything" {
				plant("1")
			}
			w.run(sh, section)
			if section == "Everything" {
				plant("-1")
			}
		}
	})
}
