// Package paymentstest is the contract of payment providers: what every adapter that fulfils ports.Payments has to do.
package paymentstest

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// Provider is a provider, with what payers, banks and time do to it.
type Provider interface {
	ports.Payments
	// Close is that of ports.Customers.
	Close(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error)
	// Pay has somebody pay a page. A page that is closed takes nothing, with an error or without one.
	Pay(reference string) error
	// PayLater has somebody pay a page by a method that answers later; Settle has the money arrive, or fail.
	PayLater(reference string) error
	Settle(reference string, arrived bool) error
	// GiveAllBack gives back what is left of a payment, as in the provider's dashboard.
	GiveAllBack(reference string) error
	// FailRefund has the last refund of a payment fail after it was told.
	FailRefund(reference string) error
	// DisputeAll has the payer's bank take back all of a payment; DecideDispute has it decide.
	DisputeAll(reference string) error
	DecideDispute(reference string, won bool) error
	// Now is the provider's time; Pass lets it pass.
	Now() time.Time
	Pass(time.Duration)
	// Told gives what webhooks said since it was last asked.
	Told() []ports.PaymentEvent
	// Webhook gives one that was sent and accepted, as it was sent.
	Webhook() (http.Header, []byte)
}

type suite struct {
	*testing.T
	Provider

	opened map[ident.ID][]string // what the log would have recorded
}

// Contract runs the contract, each part on a provider of its own.
func Contract(t *testing.T, start func(*testing.T) Provider) {
	t.Helper()
	for name, part := range map[string]func(suite){
		"opens an attempt once": suite.opensOnce, "refuses what can't be opened": suite.refusesToOpen,
		"tells what was paid": suite.tellsPaid, "tells what expired": suite.tellsExpired,
		"opens a later attempt instead of the one before": suite.opensLater, "never opens again what was paid": suite.opensPaid,
		"closes": suite.closes, "gives back": suite.givesBack, "refuses to give back": suite.refusesToGiveBack,
		"tells what is on its way": suite.tellsUnderWay, "tells what a dispute takes and gives back": suite.tellsDisputes,
		"tells of refunds that fail": suite.tellsFailedRefunds, "tells of refunds from its dashboard": suite.tellsOwnRefunds,
		"tells what it keeps": suite.tellsKept,
		"refuses webhooks":    suite.refusesWebhooks, "knows fees and the smallest sums": suite.knowsSums,
	} {
		t.Run(name, func(t *testing.T) { part(suite{t, start(t), map[ident.ID][]string{}}) })
	}
}

func (s suite) id() ident.ID {
	s.Helper()
	id, err := ident.New(rand.Reader)
	if err != nil {
		s.Fatal(err)
	}
	return id
}

func (s suite) recorded(d ident.ID) ports.Recorded {
	return ports.Recorded{Donation: d, References: slices.Clone(s.opened[d])}
}

func (s suite) request(d ident.ID) ports.OpenPayment {
	return ports.OpenPayment{
		Recorded: s.recorded(d), Attempt: 1, Charge: money.Of(2500, money.EUR), Title: "A roof for the <b>library</b>", TitleLang: "en",
		Email: "ada@example.org", Lang: "fr", ReturnURL: "http://callup.test/campaign/roof/thanks",
		CancelURL: "http://callup.test/campaign/roof", ExpiresAt: s.Now().Add(time.Hour).Truncate(time.Second),
	}
}

func (s suite) open(o ports.OpenPayment) ports.Payment {
	s.Helper()
	p, err := s.Open(s.Context(), o)
	if err != nil {
		s.Fatal(err)
	}
	if !slices.Contains(s.opened[o.Donation], p.Reference) {
		s.opened[o.Donation] = append(s.opened[o.Donation], p.Reference)
	}
	return p
}

// paid opens a payment and pays it.
func (s suite) paid(d ident.ID) ports.Payment {
	s.Helper()
	p := s.open(s.request(d))
	s.pay(p)
	return p
}

func (s suite) pay(p ports.Payment) {
	s.Helper()
	if err := s.Pay(p.Reference); err != nil {
		s.Fatal(err)
	}
}

func (s suite) lookup(d ident.ID) ports.PaymentEvent {
	s.Helper()
	e, err := s.Lookup(s.Context(), s.recorded(d))
	if err != nil {
		s.Fatal(err)
	}
	return e
}

func (s suite) opensOnce() {
	d := s.id()
	o := s.request(d)
	first := s.open(o)
	if first.Reference == "" || first.URL == "" || !first.ExpiresAt.Equal(o.ExpiresAt) {
		s.Errorf("opened as %+v", first)
	}
	s.Pass(time.Minute)
	if again := s.open(o); again != first {
		s.Errorf("the same attempt gave %+v, then %+v", first, again)
	}
	if e := s.lookup(d); e.Kind != ports.PaymentPending || e.Reference != first.Reference || e.Donation != d {
		s.Errorf("an open payment is looked up as %+v", e)
	}
	dearer := o
	dearer.Charge.Minor++
	if _, err := s.Open(s.Context(), dearer); !errors.Is(err, ports.ErrPayments) {
		s.Errorf("the same attempt with another charge: %v", err)
	}
	if _, err := s.Lookup(s.Context(), s.recorded(s.id())); !errors.Is(err, ports.ErrNoPayment) {
		s.Errorf("an unknown donation: %v", err)
	}
}

func (s suite) refusesToOpen() {
	for name, spoil := range map[string]func(*ports.OpenPayment){
		"no donation":    func(o *ports.OpenPayment) { o.Donation = ident.Nil },
		"no attempt":     func(o *ports.OpenPayment) { o.Attempt = 0 },
		"nothing":        func(o *ports.OpenPayment) { o.Charge.Minor = 0 },
		"script to come": func(o *ports.OpenPayment) { o.ReturnURL = "javascript:alert(1)" },
		"relative":       func(o *ports.OpenPayment) { o.CancelURL = "/campaign" },
	} {
		o := s.request(s.id())
		spoil(&o)
		if _, err := s.Open(s.Context(), o); !errors.Is(err, ports.ErrPayments) {
			s.Errorf("%s: %v", name, err)
		}
	}
}

func (s suite) tellsPaid() {
	for _, charge := range []money.Amount{money.Of(2500, money.EUR), money.Of(700, money.USD), money.Of(30, money.GBP)} {
		d := s.id()
		o := s.request(d)
		o.Charge = charge
		p := s.open(o)
		begun := s.Now()
		s.Pass(time.Minute)
		s.pay(p)
		e := s.lookup(d)
		if e.Kind != ports.PaymentPaid || e.Donation != d || e.Reference != p.Reference || e.Amount != charge || e.ID == "" ||
			e.Begun.Sub(begun).Abs() > time.Second || e.At.Sub(s.Now()).Abs() > time.Second {
			s.Errorf("paid, it is looked up as %+v", e)
		}
		told := s.Told()
		if len(told) != 1 || told[0].ID != e.ID || told[0].Kind != e.Kind || told[0].Donation != d || told[0].Amount != charge ||
			told[0].Reference != p.Reference || !told[0].Begun.Equal(e.Begun) {
			s.Errorf("told %+v, looked up %+v", told, e)
		}
	}
}

func (s suite) tellsExpired() {
	d := s.id()
	p := s.open(s.request(d))
	s.Pass(time.Hour + time.Second)
	_ = s.Pay(p.Reference) // whatever it answers, nothing is taken
	told := s.Told()
	e := s.lookup(d)
	if e.Kind != ports.PaymentExpired || e.Reference != p.Reference || !e.Amount.IsZero() {
		s.Errorf("expired, it is looked up as %+v", e)
	}
	if len(told) != 1 || told[0].Kind != ports.PaymentExpired || told[0].ID != e.ID {
		s.Errorf("told %+v, looked up %+v", told, e)
	}
}

func (s suite) opensLater() {
	d := s.id()
	first := s.open(s.request(d))
	later := s.request(d)
	later.Attempt = 2
	second := s.open(later)
	if second.Reference == first.Reference {
		s.Fatal("two attempts share a page")
	}
	_ = s.Pay(first.Reference) // whatever it answers, nothing is taken
	if e := s.lookup(d); e.Kind != ports.PaymentPending || e.Reference != second.Reference {
		s.Errorf("a page that was replaced took money, or stands for the donation: %+v", e)
	}
	s.pay(second)
	if e := s.lookup(d); e.Kind != ports.PaymentPaid || e.Reference != second.Reference {
		s.Errorf("the later attempt is %+v", e)
	}
}

func (s suite) opensPaid() {
	d := s.id()
	p := s.paid(d)
	later := s.request(d)
	later.Attempt = 2
	if again := s.open(later); again.Reference != p.Reference || again.URL == "" {
		s.Errorf("a paid donation was opened again: %+v", again)
	}
}

func (s suite) closes() {
	open := s.id()
	p := s.open(s.request(open))
	e, err := s.Close(s.Context(), s.recorded(open))
	if err != nil || e.Kind != ports.PaymentExpired && e.Kind != ports.PaymentCancelled || e.Reference != p.Reference {
		s.Errorf("closed, it is %+v, %v", e, err)
	}
	_ = s.Pay(p.Reference) // whatever it answers, nothing is taken
	if again, err := s.Close(s.Context(), s.recorded(open)); err != nil || again != e {
		s.Errorf("closed twice, it is %+v, %v", again, err)
	}
	paid := s.id()
	s.paid(paid)
	if e, err := s.Close(s.Context(), s.recorded(paid)); err != nil || e.Kind != ports.PaymentPaid {
		s.Errorf("paid and closed, it is %+v, %v", e, err)
	}
	if _, err := s.Close(s.Context(), s.recorded(s.id())); !errors.Is(err, ports.ErrNoPayment) {
		s.Errorf("an unknown donation is closed: %v", err)
	}
}

func (s suite) givesBack() {
	d := s.id()
	p := s.paid(d)
	s.Told()
	part := ports.RefundPayment{Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(1000, money.EUR)}
	if _, err := s.LookupRefund(s.Context(), part); !errors.Is(err, ports.ErrNoPayment) {
		s.Errorf("a refund that nobody asked for: %v", err)
	}
	for _, r := range []ports.RefundPayment{
		part, part, {Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(1500, money.EUR)},
	} {
		if err := s.Refund(s.Context(), r); err != nil {
			s.Fatal(err)
		}
		s.Pass(25 * time.Hour) // nothing relies on what a provider keeps for a day
		e, err := s.LookupRefund(s.Context(), r)
		if err != nil || e.Kind != ports.PaymentRefunded || e.Refund != r.Refund || e.Donation != d || e.Reference != p.Reference ||
			e.Amount != r.Amount || e.ID == "" {
			s.Errorf("looked up as %+v, %v", e, err)
		}
	}
	told := map[string]ports.PaymentEvent{}
	for _, e := range s.Told() {
		told[e.ID] = e
	}
	sum := int64(0)
	for _, e := range told {
		if e.Kind != ports.PaymentRefunded || e.Donation != d || e.Reference != p.Reference {
			s.Errorf("told %+v", e)
		}
		sum += e.Amount.Minor
	}
	if len(told) != 2 || sum != 2500 {
		s.Errorf("told %d refunds of %d", len(told), sum)
	}
	if e := s.lookup(d); e.Kind != ports.PaymentPaid || e.Amount.Minor != 2500 {
		s.Errorf("given back, the payment is looked up as %+v", e)
	}
}

func (s suite) refusesToGiveBack() {
	waits := s.id()
	o := s.open(s.request(waits))
	r := ports.RefundPayment{Refund: s.id(), Donation: waits, Reference: o.Reference, Amount: money.Of(1, money.EUR)}
	if err := s.Refund(s.Context(), r); !errors.Is(err, ports.ErrNotPaid) {
		s.Errorf("before it was paid: %v", err)
	}
	d := s.id()
	p := s.paid(d)
	made := ports.RefundPayment{Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(1000, money.EUR)}
	if err := s.Refund(s.Context(), made); err != nil {
		s.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(*ports.RefundPayment)
		want  error
	}{
		"the same with another amount": {func(r *ports.RefundPayment) {
			r.Refund, r.Amount.Minor = made.Refund, 999
		}, ports.ErrRefundDiffers},
		"more than is left": {func(r *ports.RefundPayment) { r.Amount.Minor = 1501 }, ports.ErrRefundTooLarge},
		"nothing":           {func(r *ports.RefundPayment) { r.Amount.Minor = 0 }, &domain.Refusal{Code: "amount_not_positive"}},
		"another currency":  {func(r *ports.RefundPayment) { r.Amount.Currency = money.USD }, ports.ErrRefundCurrency},
		"another donation":  {func(r *ports.RefundPayment) { r.Donation = s.id() }, ports.ErrNoPayment},
		"no id":             {func(r *ports.RefundPayment) { r.Refund = ident.Nil }, ports.ErrPayments},
	} {
		r := ports.RefundPayment{Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(1, money.EUR)}
		c.spoil(&r)
		if err := s.Refund(s.Context(), r); !errors.Is(err, c.want) {
			s.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func (s suite) refusesWebhooks() {
	s.paid(s.id())
	s.Told()
	header, body := s.Webhook()
	if _, err := s.Receive(s.Context(), header, body, s.Now()); err != nil {
		s.Fatalf("as it was sent: %v", err)
	}
	name := ""
	for name = range header {
		if strings.HasSuffix(name, "Signature") {
			break
		}
	}
	for what, c := range map[string]struct {
		header http.Header
		body   []byte
		now    time.Time
	}{
		"changed":           {header, append([]byte(" "), body...), s.Now()},
		"six minutes old":   {header, body, s.Now().Add(6 * time.Minute)},
		"of the future":     {header, body, s.Now().Add(-6 * time.Minute)},
		"without signature": {http.Header{}, body, s.Now()},
		"signed twice":      {http.Header{name: {header.Get(name), header.Get(name)}}, body, s.Now()},
		"signed by another": {http.Header{name: {strings.Replace(header.Get(name), "v1=", "v1=00", 1)}}, body, s.Now()},
	} {
		if _, err := s.Receive(s.Context(), c.header, c.body, c.now); !errors.Is(err, ports.ErrSignature) {
			s.Errorf("%s: %v", what, err)
		}
	}
}

func (s suite) knowsSums() {
	for _, c := range []money.Currency{money.EUR, money.USD, money.GBP} {
		if f := s.Fee(c); f.BasisPoints < 1 || f.Fixed.Currency != c || f.Fixed.Minor < 1 {
			s.Errorf("%s: %+v", c, f)
		}
		o := s.request(s.id())
		if o.Charge = s.Least(c); o.Charge.Currency != c || o.Charge.Minor < 1 {
			s.Errorf("%s: at least %+v", c, o.Charge)
		}
		s.pay(s.open(o))
		if e := s.lookup(o.Donation); e.Kind != ports.PaymentPaid || e.Amount != o.Charge {
			s.Errorf("the smallest sum is %+v", e)
		}
	}
	if s.Name() == "" {
		s.Error("it has no name")
	}
}
