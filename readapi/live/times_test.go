package live

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/callup/callup/internal/bus"
)

// working runs a hub's workers within a bubble of its own time.
func working(t *testing.T, toys *toys, do func(t *testing.T, h *hub, l *listener)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := stillHub(t, toys.topics(), func() string { return "100" })
		h.everything(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		for range workers {
			go h.work(ctx)
		}
		defer synctest.Wait()
		defer h.halt()
		defer cancel()
		l := &listener{}
		h.subscribe(l, roomTopic(h, 1), read(100))
		do(t, h, l)
	})
}

func enter(t *testing.T, h *hub, position string) {
	t.Helper()
	h.apply(t.Context(), bus.Change{Position: position, Tables: map[string][]string{tableCounts: {id(1).String()}}})
	synctest.Wait()
}

func TestHub_GathersChangesAfterAnAnswer(t *testing.T) {
	t.Parallel()
	working(t, newToys(), func(t *testing.T, h *hub, l *listener) {
		t.Helper()
		enter(t, h, "101")
		if all := l.take(); len(all) != 1 || all[0].Position != "101" {
			t.Fatalf("the first change is pushed as %+v", all)
		}
		enter(t, h, "102")
		enter(t, h, "103")
		time.Sleep(DefaultTimes().Gather - time.Nanosecond) //nolint:forbidigo // the bubble's time
		synctest.Wait()
		if all := l.take(); len(all) != 0 {
			t.Fatalf("pushed while changes are gathered: %+v", all)
		}
		time.Sleep(time.Nanosecond) //nolint:forbidigo // the bubble's time
		synctest.Wait()
		if all := l.take(); len(all) != 1 || all[0].Position != "103" {
			t.Errorf("two changes are pushed as %+v", all)
		}
	})
}

func TestHub_WaitsBeforeItRetries(t *testing.T) {
	t.Parallel()
	toys := newToys()
	toys.fail[kindRoom] = errAway
	working(t, toys, func(t *testing.T, h *hub, l *listener) {
		t.Helper()
		enter(t, h, "101")
		time.Sleep(10 * DefaultTimes().Retry) //nolint:forbidigo // the bubble's time
		synctest.Wait()
		if n := toys.count(kindRoom); n != 11 || l.waiting() != 0 {
			t.Errorf("tried %d times in ten waits, pushed %d", n, l.waiting())
		}
		toys.set(func() { clear(toys.fail) })
		time.Sleep(DefaultTimes().Retry) //nolint:forbidigo // the bubble's time
		synctest.Wait()
		if all := l.take(); len(all) != 1 || all[0].Position != "101" {
			t.Errorf("what could be made at last is pushed as %+v", all)
		}
	})
}
