package reactors

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// A process that is slow to handle an event, and loses its lock meanwhile, writes nothing over what the process that
// has taken over made of that event and the next.
func TestALeaderThatWasDeposedWritesNothing(t *testing.T) {
	w := newWorld(t)
	gift := ident.ID{0x61}
	began, goOn := make(chan struct{}), make(chan struct{})
	lines := &logLines{}
	var calls atomic.Int64
	slow := Reactor{Name: "test", Types: []string{"DonationStarted"},
		Handle: func(ctx context.Context, _ eventstore.Recorded, _ any) error {
			if calls.Add(1) > 1 {
				return nil // handed over again, after the other has gone
			}
			close(began)
			<-goOn
			return w.timers.Set(ctx, timerReconcile, gift, w.now().Add(time.Hour))
		}}
	other := Reactor{Name: "test", Types: []string{"DonationStarted"},
		Handle: func(ctx context.Context, _ eventstore.Recorded, _ any) error {
			if err := w.timers.Set(ctx, timerReconcile, gift, w.now().Add(time.Hour)); err != nil {
				return err
			}
			return w.timers.Clear(ctx, timerReconcile, gift)
		}}
	router := func(r Reactor, to slog.Handler) *Router {
		return NewRouter(w.store, w.cat, w.keys, w.pool, slog.New(to), r)
	}
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch()})
	w.run(router(slow, slog.NewTextHandler(lines, nil)))
	<-began
	const holder = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	if n := w.count(`SELECT count(pg_terminate_backend(pid)) FROM (` + holder + `) h`); n != 1 {
		t.Fatalf("%d holders of the lock", n)
	}
	w.run(router(other, slog.DiscardHandler))
	w.until("that the other has handled it", func() bool {
		return w.count(`SELECT count(*) FROM reactor_checkpoints WHERE reactor = 'test'`) == 1
	})
	close(goOn)
	w.until("that the one that was deposed is told", func() bool {
		return strings.Contains(lines.String(), DependencyError(errDeposed))
	})
	if n := w.count(`SELECT count(*) FROM timers`); n != 0 {
		t.Errorf("%d timers were set by the one that was deposed", n)
	}
}
