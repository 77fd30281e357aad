package reactors

import (
	"context"
	"testing"
	"time"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// While a timer is carried out, which may take long, no transaction is open: it would keep the database from clearing away.
func TestTimers_HoldNoTransactionWhileTheyAct(t *testing.T) {
	w := newWorld(t)
	open := -1
	w.timers.Erase = func(context.Context, ident.ID) error {
		open = w.count(`SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
			AND backend_type = 'client backend'`)
		return nil
	}
	must(t, w.timers.Set(t.Context(), timerErase, owner, w.now()))
	if fired, err := w.timers.fireLong(t.Context()); err != nil || !fired {
		t.Fatal(fired, err)
	}
	if open != 0 {
		t.Errorf("%d transactions were open meanwhile", open)
	}
}

// A process that dies while it carries a timer out loses it when the lease runs out, and not before.
func TestTimers_AreTakenOverWhenALeaseRunsOut(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	acted := 0
	w.timers.Erase = func(context.Context, ident.ID) error { acted++; return nil }
	must(t, w.timers.Set(ctx, timerErase, owner, w.now()))
	dead := NewTimers(w.pool, w.commands, w.now, discard())
	m, due, err := dead.claim(ctx, `command = ANY($2)`, []string{timerErase})
	if err != nil || !due || m.subject != owner {
		t.Fatal(m, due, err)
	}
	if fired, err := w.timers.fireLong(ctx); err != nil || fired {
		t.Fatalf("it fires while it is leased: %v", err)
	}
	w.exec(`UPDATE timers SET leased_until = now(), retry_at = now()`)
	if fired, err := w.timers.fireLong(ctx); err != nil || !fired || acted != 1 {
		t.Fatalf("it was not taken over: %t, %v", fired, err)
	}
	must(t, dead.settle(ctx, m, nil)) // it was not dead after all
	if n := w.count(`SELECT count(*) FROM timers`); n != 0 {
		t.Errorf("%d timers are left", n)
	}
}

// A lease lasts for as long as its process acts, however long that is.
func TestTimers_ProlongTheLeaseWhileTheyAct(t *testing.T) {
	w := newWorld(t)
	w.timers.Times.Lease = 300 * time.Millisecond
	other := NewTimers(w.pool, w.commands, w.now, discard())
	other.Erase = func(context.Context, ident.ID) error { return nil }
	var first time.Time
	w.timers.Erase = func(ctx context.Context, _ ident.ID) error {
		const until = `SELECT leased_until FROM timers`
		must(t, w.pool.QueryRow(ctx, until).Scan(&first))
		w.until("that the lease outlasts itself", func() bool {
			var now time.Time
			must(t, w.pool.QueryRow(ctx, until).Scan(&now))
			return now.Sub(first) > w.timers.Times.Lease
		})
		if fired, err := other.fireLong(ctx); err != nil || fired {
			t.Errorf("another fires it meanwhile: %v", err)
		}
		return nil
	}
	must(t, w.timers.Set(t.Context(), timerErase, owner, w.now()))
	if fired, err := w.timers.fireLong(t.Context()); err != nil || !fired {
		t.Fatal(fired, err)
	}
}

// What is set or cleared while a timer is carried out counts, and waits for nothing.
func TestTimers_KeepWhatIsSetMeanwhile(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	later := w.now().Add(time.Hour)
	w.timers.Erase = func(ctx context.Context, _ ident.ID) error {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return w.timers.Set(soon, timerErase, owner, later)
	}
	must(t, w.timers.Set(ctx, timerErase, owner, w.now()))
	if fired, err := w.timers.fireLong(ctx); err != nil || !fired {
		t.Fatal(fired, err)
	}
	if n := w.count(`SELECT count(*) FROM timers WHERE due_at = $1 AND lease IS NULL AND leased_until IS NULL
		AND retry_at IS NULL`, later); n != 1 {
		t.Error("what was set meanwhile is lost")
	}
	w.timers.Erase = func(ctx context.Context, _ ident.ID) error {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return w.timers.Clear(soon, timerErase, owner)
	}
	w.moveOn(2 * time.Hour)
	if fired, err := w.timers.fireLong(ctx); err != nil || !fired {
		t.Fatal(fired, err)
	}
	if n := w.count(`SELECT count(*) FROM timers`); n != 0 {
		t.Error("what was cleared meanwhile is there again")
	}
}

// A server that stops gives back what it was carrying out, as it was.
func TestTimers_GiveBackWhatIsCutOff(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	w.timers.Erase = func(ctx context.Context, _ ident.ID) error {
		stop()
		return ctx.Err()
	}
	must(t, w.timers.Set(ctx, timerErase, owner, w.now()))
	if _, err := w.timers.fireLong(ctx); err != nil {
		t.Fatal(err)
	}
	if n := w.count(`SELECT count(*) FROM timers WHERE attempts = 0 AND error = '' AND retry_at IS NULL AND lease IS NULL`); n != 1 {
		t.Error("it is not as it was")
	}
}

// Erasures share one timer that rewrites files; one that is completed while files are rewritten has them rewritten again.
func TestTimers_RewriteFilesOnceForAllErasures(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	completed := func() {
		t.Helper()
		must(t, erase(ctx, Config{Timers: w.timers}, erasure.Completed{Erasure: ident.ID{1}}))
		must(t, erase(ctx, Config{Timers: w.timers}, erasure.Completed{Erasure: ident.ID{2}}))
	}
	rewritten := 0
	w.timers.Rewrite = func(context.Context) error {
		if rewritten++; rewritten == 1 {
			completed()
		}
		return nil
	}
	if fired, err := w.timers.fireRewriting(ctx); err != nil || fired {
		t.Fatalf("nobody was erased: %t, %v", fired, err)
	}
	completed()
	if fired, err := w.timers.fire(ctx); err != nil || fired {
		t.Errorf("what holds up other timers fires it: %t, %v", fired, err)
	}
	for range 2 {
		if fired, err := w.timers.fireRewriting(ctx); err != nil || !fired {
			t.Errorf("%t, %v", fired, err)
		}
	}
	if fired, err := w.timers.fireRewriting(ctx); err != nil || fired || rewritten != 2 {
		t.Errorf("rewritten %d times: %t, %v", rewritten, fired, err)
	}
}
