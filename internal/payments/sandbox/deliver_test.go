package sandbox_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

func TestRetriesUntilTaken(t *testing.T) {
	w := newWorld(t)
	w.inbox.answers(http.StatusInternalServerError)
	e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))

	// The waiting time doubles; half of it is random, so after the whole of it the webhook is due again.
	for _, wait := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second} {
		w.deliver()
		if n := w.inbox.tried(); n != 1 {
			t.Fatalf("tried %d times", n)
		}
		w.clock.Add(wait/2 - time.Microsecond)
		w.deliver()
		if n := w.inbox.tried(); n != 0 {
			t.Fatalf("tried again before half of %s", wait)
		}
		w.clock.Add(wait/2 + time.Microsecond)
	}
	w.inbox.answers(http.StatusOK)
	// Far beyond the tolerance of a signature: each try is signed anew.
	w.clock.Add(2 * time.Hour)
	if got := w.deliver(); len(got) != 1 || got[0] != e {
		t.Errorf("told %+v, want %+v", got, e)
	}
	w.clock.Add(2 * time.Hour)
	if got := w.deliver(); len(got) != 0 {
		t.Errorf("told again: %+v", got)
	}
}

func TestWaitsAnHourAtMost(t *testing.T) {
	w := newWorld(t)
	w.inbox.answers(http.StatusBadGateway)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	for range 40 {
		w.deliver()
		if n := w.inbox.tried(); n != 1 {
			t.Fatalf("tried %d times after an hour", n)
		}
		w.clock.Add(time.Hour)
	}
}

// Tried all along, a webhook is given up by its age, also when it waits as long as it can each time.
func TestGivesUpAfterThreeDays(t *testing.T) {
	w := newWorld(t)
	w.inbox.answers(http.StatusServiceUnavailable)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	made := w.clock.Now()
	wait, last := time.Second, time.Duration(0)
	for range 100 {
		w.deliver()
		if w.inbox.tried() == 0 {
			break
		}
		last = w.clock.Now().Sub(made)
		w.clock.Add(wait)
		wait = min(2*wait, time.Hour)
	}
	if last < 72*time.Hour || last > 73*time.Hour {
		t.Errorf("tried for %s", last)
	}
	w.inbox.answers(http.StatusOK)
	w.clock.Add(72 * time.Hour)
	if got := w.deliver(); len(got) != 0 {
		t.Errorf("told after it was given up: %+v", got)
	}
}

// A webhook that is old before it is first tried, as in a backup that is restored on the fourth day, is tried as often as
// any other.
func TestGivesUpNothingForItsAgeAlone(t *testing.T) {
	w := newWorld(t)
	w.inbox.answers(http.StatusServiceUnavailable)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	w.clock.Add(96 * time.Hour)
	for i := range 83 {
		w.deliver()
		if w.inbox.tried() != 1 {
			t.Fatalf("given up after %d tries", i)
		}
		w.clock.Add(time.Hour)
	}
	w.deliver()
	if w.inbox.tried() != 0 {
		t.Error("tried without end")
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	w := newWorld(t)
	w.inbox.answers(http.StatusTemporaryRedirect)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	w.deliver()
	w.inbox.answers(http.StatusOK)
	w.clock.Add(time.Hour)
	if got := w.deliver(); len(got) != 1 {
		t.Errorf("a redirect counted as taken")
	}
}

// A process that dies while sending leaves its lease behind; another takes the webhook over when it has run out.
func TestTakesOverAfterACrash(t *testing.T) {
	w := newWorld(t)
	e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	if _, err := w.pool.Exec(t.Context(), `UPDATE sandbox_deliveries SET leased_until = $1, tries = tries + 1`,
		w.clock.Now().Add(20*time.Second)); err != nil {
		t.Fatal(err)
	}
	survivor := w.another(w.config)
	if n := must[int](t)(survivor.Deliver(t.Context())); n != 0 {
		t.Errorf("sent %d while leased", n)
	}
	w.clock.Add(20 * time.Second)
	must[int](t)(survivor.Deliver(t.Context()))
	if got := w.inbox.taken(t); len(got) != 1 || got[0] != e {
		t.Errorf("told %+v, want %+v", got, e)
	}
}

// Stopping in the middle of a try gives the webhook back at once.
func TestStopsWithoutLosing(t *testing.T) {
	w := newWorld(t)
	e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	ctx, stop := context.WithCancel(t.Context())
	c := w.config
	c.Client = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		stop()
		<-r.Context().Done()
		return nil, r.Context().Err()
	})}
	if err := w.another(c).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if got := w.deliver(); len(got) != 1 || got[0] != e {
		t.Errorf("told %+v, want %+v", got, e)
	}
}

func TestTwoProcessesSendEachOnce(t *testing.T) {
	w := newWorld(t)
	const many = 60
	for range many {
		must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	}
	var wait sync.WaitGroup
	for range 2 {
		s := w.another(w.config)
		wait.Go(func() {
			if _, err := s.Deliver(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	seen := map[string]int{}
	for _, e := range w.inbox.taken(t) {
		seen[e.ID]++
	}
	if len(seen) != many {
		t.Errorf("told %d of %d", len(seen), many)
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s was told %d times", id, n)
		}
	}
}

func TestRunTellsADecisionAtOnce(t *testing.T) {
	w := newWorld(t)
	w.inbox.arrived = make(chan ports.PaymentEvent, 4)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	select {
	case got := <-w.inbox.arrived:
		if got != e {
			t.Errorf("told %+v, want %+v", got, e)
		}
	case <-t.Context().Done():
		t.Fatal("never told")
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A webhook another process holds does not keep the others waiting.
func TestPassesOverWhatIsHeld(t *testing.T) {
	w := newWorld(t)
	held := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	free := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	tx, err := w.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM sandbox_deliveries WHERE statement = $1 FOR UPDATE`, held.ID); err != nil {
		t.Fatal(err)
	}
	// The limit only ends a run that would hang.
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := w.Deliver(ctx); err != nil {
		t.Error(err)
	}
	if got := w.inbox.taken(t); len(got) != 1 || got[0] != free {
		t.Errorf("told %+v, want %+v", got, free)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.deliver(); len(got) != 1 || got[0] != held {
		t.Errorf("told %+v, want %+v", got, held)
	}
}
