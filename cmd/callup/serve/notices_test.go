package serve

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// TestNotices_BuildsMailNobody builds the notices again beside a server, switches to the build, goes back, builds them as of
// a moment and verifies them. The outbox was emptied before, as if all mails were pruned: no key is known, so that a mail
// which is written again is seen.
func TestNotices_BuildsMailNobody(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	defer s.Stop()
	load.URL.Store(&s.URL)
	give := func(n int) *apptest.Gift {
		g := &apptest.Gift{
			Key: fmt.Sprintf("gift-number-%08d", n), Campaign: load.Campaigns[0], Amount: 2500, Email: "gil@example.org",
		}
		load.Gifts = append(load.Gifts, g)
		payment, ok := load.Send(ctx, g)
		if !ok {
			t.Fatal("no gift is taken")
		}
		load.Pay(ctx, g, payment)
		load.Settle(ctx, t, s)
		return g
	}
	for n := range 5 {
		give(n)
	}
	in.Open(ctx, t, func(b *app.Base) {
		reacted := func() { apptest.Until(ctx, t, "reactors are done", func() bool { return apptest.ReactorsDone(t, b) }) }
		reacted()
		mails, notices := apptest.RowsIn(t, b, "outbox_mails"), noticesIn(ctx, t, b)
		if mails < 10 || notices < 5 {
			t.Fatalf("%d mails and %d notices tell of five gifts", mails, notices)
		}
		apptest.MustExec(t, b, `DELETE FROM outbox_mails`)
		for _, step := range [][]string{
			{"build", "notifications"}, {"switch", "notifications"}, {"back", "notifications"}, {"rebuild", "notifications"},
			{"build", "notifications", "--as-of", time.Now().UTC().Format(time.RFC3339), "--into", "as_they_were"}, {"verify"},
		} {
			if out, errs, code := in.Command(ctx, append([]string{"projections"}, step...)...); code != 0 {
				t.Fatalf("projections %v exits %d: %s%s", step, code, out, errs)
			}
			reacted()
			if n := apptest.RowsIn(t, b, "outbox_mails"); n != 0 {
				t.Errorf("projections %v wrote %d mails", step, n)
			}
			if n := noticesIn(ctx, t, b); n != notices {
				t.Errorf("after projections %v there are %d notices, not %d", step, n, notices)
			}
		}
		// What is mailed comes in the order of the log: with the mails of another gift, all that was to come before has come.
		last := give(5)
		reacted()
		want := map[string]int{"gift-received:" + last.Donation.String(): 1, "gift-completed:" + last.Donation.String(): 1}
		got := apptest.Counted(ctx, t, b, `SELECT key, count(*) FROM outbox_mails GROUP BY 1`)
		for key := range union(want, got) {
			if got[key] != want[key] {
				t.Errorf("%d mails %s, not %d", got[key], key, want[key])
			}
		}
	})
}

// noticesIn counts the rows that the bell reads.
func noticesIn(ctx context.Context, t *testing.T, b *app.Base) (n int64) {
	t.Helper()
	if err := b.Pool.QueryRow(ctx, `SELECT count(*) FROM readmodel.notifications`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
