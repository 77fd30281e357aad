package sandbox_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

func TestNewRefuses(t *testing.T) {
	good := sandbox.Config{PublicURL: "http://callup.test", Keys: [][]byte{{1}}}
	if _, err := sandbox.New(nil, good); err != nil {
		t.Fatal(err)
	}
	production := good
	production.Production = true
	if _, err := sandbox.New(nil, production); !errors.Is(err, sandbox.ErrProduction) {
		t.Errorf("in production: %v", err)
	}
	for name, c := range map[string]sandbox.Config{
		"no key":         {PublicURL: "http://callup.test"},
		"no address":     {Keys: [][]byte{{1}}},
		"odd address":    {PublicURL: "ftp://callup.test", Keys: [][]byte{{1}}},
		"odd receiver":   {PublicURL: "http://callup.test", WebhookURL: "/api", Keys: [][]byte{{1}}},
		"with passwords": {PublicURL: "http://a:b@callup.test", Keys: [][]byte{{1}}},
	} {
		if _, err := sandbox.New(nil, c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestFee(t *testing.T) {
	w := &sandbox.Sandbox{}
	for c, want := range map[money.Currency]int64{money.EUR: 25, money.USD: 30, money.GBP: 20} {
		if f := w.Fee(c); f.BasisPoints != 150 || f.Fixed != money.Of(want, c) {
			t.Errorf("%s: %+v", c, f)
		}
	}
}

func TestOpen(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	first := must[ports.Payment](t)(w.Open(t.Context(), request(d)))
	if want := "http://callup.test/sandbox/pay/" + first.Reference; first.URL != want {
		t.Errorf("address %s, want %s", first.URL, want)
	}
	if want := w.clock.Now().Add(30 * time.Minute); !first.ExpiresAt.Equal(want) {
		t.Errorf("expires at %s, want %s", first.ExpiresAt, want)
	}
	w.clock.Add(time.Minute)
	if again := must[ports.Payment](t)(w.Open(t.Context(), request(d))); again != first {
		t.Errorf("the same attempt gave %+v, then %+v", first, again)
	}
	e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), of(d)))
	if e.Kind != ports.PaymentPending || e.Reference != first.Reference {
		t.Errorf("an open payment is looked up as %+v", e)
	}
	dearer := request(d)
	dearer.Charge.Minor++
	if _, err := w.Open(t.Context(), dearer); !errors.Is(err, ports.ErrPayments) {
		t.Errorf("the same attempt with another charge: %v", err)
	}
	for name, spoil := range map[string]func(*ports.OpenPayment){
		"no donation":    func(o *ports.OpenPayment) { o.Donation = ident.Nil },
		"no attempt":     func(o *ports.OpenPayment) { o.Attempt = 0 },
		"nothing":        func(o *ports.OpenPayment) { o.Charge.Minor = 0 },
		"script to come": func(o *ports.OpenPayment) { o.ReturnURL = "javascript:alert(1)" },
		"relative":       func(o *ports.OpenPayment) { o.CancelURL = "/campaign" },
	} {
		o := request(donation(t))
		spoil(&o)
		if _, err := w.Open(t.Context(), o); !errors.Is(err, ports.ErrPayments) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.Lookup(t.Context(), ports.Recorded{Donation: donation(t)}); !errors.Is(err, ports.ErrNoPayment) {
		t.Errorf("an unknown donation: %v", err)
	}
}

func TestOpenAtTheSameMoment(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	got := make([]ports.Payment, 8)
	var wait sync.WaitGroup
	for i := range got {
		wait.Go(func() {
			o := request(d)
			o.Attempt = 1 + i%2
			var err error
			if got[i], err = w.Open(t.Context(), o); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for i := range got {
		if got[i] != got[i%2] {
			t.Errorf("attempt %d was opened twice", 1+i%2)
		}
	}
	if got[0] == got[1] {
		t.Fatal("two attempts share a page")
	}
	// Whichever came first, only the later attempt can still be paid.
	if e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), got[0].Reference, sandbox.Options{})); e.Kind == ports.PaymentPaid {
		t.Error("a replaced page took money")
	}
	if e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), got[1].Reference, sandbox.Options{})); e.Kind != ports.PaymentPaid {
		t.Errorf("the later attempt is %s", e.Kind)
	}
	later := request(d)
	later.Attempt = 3
	if p := must[ports.Payment](t)(w.Open(t.Context(), later)); p.Reference != got[1].Reference {
		t.Error("a paid donation was opened again")
	}
	if l := w.ledger(d); len(l) != 1 || l[0].Paid != money.Of(2500, money.EUR) {
		t.Errorf("the books say %+v", l)
	}
}

func TestDecisions(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		decide func(ref string) (ports.PaymentEvent, error)
		want   ports.PaymentKind
		taken  int64
	}{
		{func(ref string) (ports.PaymentEvent, error) { return w.Approve(t.Context(), ref, sandbox.Options{}) },
			ports.PaymentPaid, 2500},
		{func(ref string) (ports.PaymentEvent, error) { return w.Decline(t.Context(), ref, sandbox.Options{}) },
			ports.PaymentDeclined, 0},
		{func(ref string) (ports.PaymentEvent, error) { return w.Cancel(t.Context(), ref, sandbox.Options{}) },
			ports.PaymentCancelled, 0},
		{func(ref string) (ports.PaymentEvent, error) { return w.Expire(t.Context(), ref, sandbox.Options{}) },
			ports.PaymentExpired, 0},
	} {
		t.Run(string(c.want), func(t *testing.T) {
			d := donation(t)
			ref := w.open(d)
			begun := w.clock.Now()
			w.clock.Add(time.Minute)
			e := must[ports.PaymentEvent](t)(c.decide(ref))
			want := ports.PaymentEvent{
				ID: e.ID, Kind: c.want, Donation: d, Reference: ref, Amount: money.Of(c.taken, money.EUR), Begun: begun, At: w.clock.Now(),
			}
			if c.taken > 0 { // 1.5 % and 25 cents
				want.Kept = ports.Kept{Gross: money.Of(2500, money.EUR), Fee: money.Of(63, money.EUR), Net: money.Of(2437, money.EUR)}
			}
			if e != want || e.ID == "" {
				t.Errorf("decided %+v, want %+v", e, want)
			}
			w.clock.Add(time.Minute)
			for _, again := range []func() (ports.PaymentEvent, error){
				func() (ports.PaymentEvent, error) { return w.Approve(t.Context(), ref, sandbox.Options{Twice: true}) },
				func() (ports.PaymentEvent, error) { return w.Decline(t.Context(), ref, sandbox.Options{}) },
				func() (ports.PaymentEvent, error) { return w.Lookup(t.Context(), of(d)) },
			} {
				if got := must[ports.PaymentEvent](t)(again()); got != want {
					t.Errorf("afterwards %+v, want %+v", got, want)
				}
			}
			if got := w.deliver(); len(got) != 1 || got[0] != want {
				t.Errorf("told %+v, want one %+v", got, want)
			}
			if got := w.deliver(); len(got) != 0 {
				t.Errorf("told again: %+v", got)
			}
			if l := w.ledger(d); (c.taken > 0) != (len(l) == 1) {
				t.Errorf("the books say %+v", l)
			}
		})
	}
	if _, err := w.Approve(t.Context(), "sbp_unknown", sandbox.Options{}); !errors.Is(err, ports.ErrNoPayment) {
		t.Errorf("an unknown payment: %v", err)
	}
}

func TestApprovedManyTimesAtOnce(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	ids := make([]string, 8)
	var wait sync.WaitGroup
	for i := range ids {
		wait.Go(func() {
			e, err := w.Approve(t.Context(), ref, sandbox.Options{})
			if err != nil {
				t.Error(err)
			}
			ids[i] = e.ID
		})
	}
	wait.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("statements %v", ids)
		}
	}
	if got := w.deliver(); len(got) != 1 {
		t.Errorf("told %d times", len(got))
	}
}

func TestExpiry(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	w.clock.Add(sandbox.PageLife - time.Microsecond)
	if got := w.deliver(); len(got) != 0 {
		t.Fatalf("too early: %+v", got)
	}
	w.clock.Add(time.Microsecond)
	if got := w.deliver(); kindsOf(got) != "expired" || got[0].Reference != ref {
		t.Errorf("told %+v", got)
	}
	late := w.open(donation(t))
	w.clock.Add(sandbox.PageLife)
	if e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), late,
		sandbox.Options{Delay: time.Hour})); e.Kind != ports.PaymentExpired {
		t.Errorf("a page that ran out was %s", e.Kind)
	}
	if got := w.deliver(); kindsOf(got) != "expired" {
		t.Errorf("told %+v", got)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		o    sandbox.Options
		want string // the kinds told
		paid int64
		back int64
	}{
		{"plain", sandbox.Options{}, "paid", 2500, 0},
		{"twice", sandbox.Options{Twice: true}, "paid paid", 2500, 0},
		{"a decline told late", sandbox.Options{Order: sandbox.DeclinedLate}, "paid declined", 2500, 0},
		{"an expiry told late", sandbox.Options{Order: sandbox.ExpiredLate}, "paid expired", 2500, 0},
		{"a refund told first", sandbox.Options{Order: sandbox.RefundFirst}, "refunded paid", 2500, 2500},
		{"another amount", sandbox.Options{Taken: money.Of(999, money.EUR)}, "paid", 999, 0},
		{"everything", sandbox.Options{Order: sandbox.RefundFirst, Taken: money.Of(1, money.EUR), Twice: true, Delay: time.Hour},
			"refunded refunded paid paid", 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			d := donation(t)
			ref := w.open(d)
			must[ports.PaymentEvent](t)(w.Approve(t.Context(), ref, c.o))
			if c.o.Delay > 0 {
				w.clock.Add(c.o.Delay - time.Microsecond)
				if got := w.deliver(); len(got) != 0 {
					t.Errorf("too early: %+v", got)
				}
				w.clock.Add(time.Microsecond)
			}
			got := w.deliver()
			if kindsOf(got) != c.want {
				t.Errorf("told %q, want %q", kindsOf(got), c.want)
			}
			for _, e := range got {
				if e.Kind == ports.PaymentPaid && e.Amount != money.Of(c.paid, money.EUR) {
					t.Errorf("told %+v", e)
				}
			}
			want := ports.Entry{Donation: d, Reference: ref, Paid: money.Of(c.paid, money.EUR), Refunded: money.Of(c.back, money.EUR)}
			if c.back > 0 {
				want.Refunds = 1
			}
			if l := w.ledger(d); len(l) != 1 || l[0] != want {
				t.Errorf("the books say %+v, want %+v", l, want)
			}
		})
	}
}

func TestOptionsOutOfBounds(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	for code, o := range map[string]sandbox.Options{
		"delay_out_of_range":  {Delay: sandbox.MaxDelay + 1},
		"unknown_order":       {Order: "sideways"},
		"wrong_currency":      {Taken: money.Of(1, money.USD)},
		"amount_not_positive": {Taken: money.Of(-1, money.EUR)},
	} {
		_, err := w.Approve(t.Context(), ref, o)
		if !errors.Is(err, &domain.Refusal{Code: code}) {
			t.Errorf("%s: %v", code, err)
		}
	}
	if e := must[ports.PaymentEvent](t)(w.Approve(t.Context(), ref, sandbox.Options{})); e.Kind != ports.PaymentPaid {
		t.Errorf("a refused decision decided: %s", e.Kind)
	}
}

func TestRefund(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	refund := func(id ident.ID, minor int64) ports.RefundPayment {
		return ports.RefundPayment{Refund: id, Donation: d, Reference: ref, Amount: money.Of(minor, money.EUR)}
	}
	if err := w.Refund(t.Context(), refund(donation(t), 1)); !errors.Is(err, sandbox.ErrNotPaid) {
		t.Errorf("before it was paid: %v", err)
	}
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), ref, sandbox.Options{}))
	w.deliver()

	first := refund(donation(t), 1000)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if err := w.Refund(t.Context(), first); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	got := w.deliver()
	if len(got) != 1 || got[0].Kind != ports.PaymentRefunded || got[0].Refund != first.Refund || got[0].Amount != first.Amount ||
		got[0].Donation != d {
		t.Fatalf("told %+v", got)
	}
	for name, c := range map[string]struct {
		r    ports.RefundPayment
		want error
	}{
		"the same with another amount": {refund(first.Refund, 999), sandbox.ErrRefundDiffers},
		"more than is left":            {refund(donation(t), 1501), sandbox.ErrRefundTooLarge},
		"nothing":                      {refund(donation(t), 0), &domain.Refusal{Code: "amount_not_positive"}},
		"another currency": {ports.RefundPayment{Refund: donation(t), Donation: d, Reference: ref, Amount: money.Of(1, money.USD)},
			&domain.Refusal{Code: "wrong_currency"}},
		"another donation": {ports.RefundPayment{Refund: donation(t), Donation: donation(t), Reference: ref,
			Amount: money.Of(1, money.EUR)},
			ports.ErrNoPayment},
	} {
		if err := w.Refund(t.Context(), c.r); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := w.Refund(t.Context(), refund(donation(t), 1500)); err != nil {
		t.Fatal(err)
	}
	if got := w.deliver(); kindsOf(got) != "refunded" {
		t.Errorf("told %+v", got)
	}
	if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), of(d))); e.Kind != ports.PaymentPaid || e.Amount.Minor != 2500 {
		t.Errorf("looked up as %+v", e)
	}
	want := ports.Entry{Donation: d, Reference: ref, Paid: money.Of(2500, money.EUR), Refunded: money.Of(2500, money.EUR),
		Refunds: 2}
	other := donation(t)
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(other), sandbox.Options{}))
	if l := w.ledger(d); len(l) != 1 || l[0] != want {
		t.Errorf("the books say %+v, want %+v", l, want)
	}
	moved := map[ident.ID]int64{}
	for m, err := range w.Movements(t.Context()) {
		if err != nil || m.At.IsZero() || m.Reference == "" || m.Refund.IsNil() != (m.Amount.Minor == 2500) && m.Donation == d {
			t.Errorf("a line of the books is %+v, %v", m, err)
		}
		if !m.Refund.IsNil() {
			m.Amount.Minor *= -1
		}
		moved[m.Donation] += m.Amount.Minor
	}
	if len(moved) != 2 || moved[d] != 0 || moved[other] == 0 {
		t.Errorf("the lines add up to %v", moved)
	}
	if l := w.ledger(); len(l) != 2 {
		t.Errorf("all the books hold %d donations", len(l))
	}
	for e, err := range w.Ledger(t.Context(), []ident.ID{}) {
		t.Errorf("an empty list gives %+v, %v", e, err)
	}
}

func TestTheEmailIsForgotten(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	again := request(donation(t))
	must[ports.Payment](t)(w.Open(t.Context(), again))
	again.Attempt = 2
	must[ports.Payment](t)(w.Open(t.Context(), again))
	must[ports.PaymentEvent](t)(w.Decline(t.Context(), ref, sandbox.Options{}))
	var kept int
	if err := w.pool.QueryRow(t.Context(),
		`SELECT count(*) FROM sandbox_payments WHERE status <> 'open' AND email <> ''`).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if kept != 0 {
		t.Errorf("%d addresses are kept after the decision", kept)
	}
}
