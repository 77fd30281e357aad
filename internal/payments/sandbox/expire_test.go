package sandbox_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// Pages that can't be closed hold up neither webhooks nor the pages that ran out after them, at any look.
func TestPagesThatCannotBeClosedHoldNothingUp(t *testing.T) {
	w := newWorld(t)
	alter := func(how string) {
		if _, err := w.pool.Exec(t.Context(), `ALTER TABLE sandbox_payments `+how); err != nil {
			t.Fatal(err)
		}
	}
	alter(`ADD CONSTRAINT stuck CHECK (title <> 'stuck' OR status = 'open')`)
	const stuck = 70 // more than twice as many as are read at a time
	for range stuck {
		o := request(donation(t))
		o.Title = "stuck"
		must[ports.Payment](t)(w.Open(t.Context(), o))
	}
	for range 2 {
		w.clock.Add(time.Second)
		overdue := donation(t)
		w.open(overdue)
		w.clock.Add(sandbox.PageLife)
		paid := must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
		if _, err := w.Deliver(t.Context()); err == nil {
			t.Error("nothing is said of pages that can't be closed")
		}
		told := map[ident.ID]ports.PaymentKind{}
		for _, e := range w.inbox.taken(t) {
			told[e.Donation] = e.Kind
		}
		if len(told) != 2 || told[overdue] != ports.PaymentExpired || told[paid.Donation] != ports.PaymentPaid {
			t.Errorf("told %v", told)
		}
	}
	alter(`DROP CONSTRAINT stuck`)
	if got := w.deliver(); len(got) != stuck {
		t.Errorf("%d pages were closed in the end", len(got))
	}
}

// A page is closed in time however many webhooks there are to send.
func TestRunClosesPagesWhileWebhooksKeepBeingDue(t *testing.T) {
	w := newWorld(t)
	overdue := donation(t)
	w.open(overdue)
	// The limit only ends a run that would hang.
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var first sync.Once
	c := w.config
	c.Client = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		first.Do(func() { w.clock.Add(sandbox.PageLife) })
		if e, err := w.Lookup(r.Context(), ports.Recorded{Donation: overdue}); err == nil && e.Kind == ports.PaymentExpired {
			stop()
		} else if p, err := w.Open(r.Context(), request(donation(t))); err == nil {
			_, _ = w.Approve(r.Context(), p.Reference, sandbox.Options{}) // so that another is due when this one was sent
		}
		return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Body: http.NoBody, Request: r}, nil
	})}
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	if err := w.another(c).Run(ctx); err != nil {
		t.Fatal(err)
	}
	if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), ports.Recorded{Donation: overdue})); e.Kind != ports.PaymentExpired {
		t.Errorf("the page is %s", e.Kind)
	}
}

// Webhooks leave while a page waits to be closed, here because somebody makes an index on the table of payments.
func TestRunSendsWhileAPageWaits(t *testing.T) {
	w := newWorld(t)
	w.inbox.arrived = make(chan ports.PaymentEvent, 4)
	w.open(donation(t))
	w.clock.Add(sandbox.PageLife)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	tx, err := w.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `LOCK TABLE sandbox_payments IN SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	// The limit only ends a run that would hang.
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	told := func(want ports.PaymentKind) {
		select {
		case got := <-w.inbox.arrived:
			if got.Kind != want {
				t.Errorf("told %+v before it is %s", got, want)
			}
		case <-ctx.Done():
			t.Errorf("%s is never told", want)
		}
	}
	told(ports.PaymentPaid)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	told(ports.PaymentExpired)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
