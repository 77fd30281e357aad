package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// provider is a payment provider outside of what is under test. Its books are the truth about money.
type provider struct {
	run     *run
	server  *http.Server
	url     string
	secret  string
	waiting atomic.Int64 // webhooks that were not taken yet
	sent    atomic.Int64
	away    atomic.Bool // it answers nothing of use
	// turnedAway counts who asked meanwhile.
	turnedAway atomic.Int64
	sending    sync.WaitGroup
	ctx        context.Context //nolint:containedctx // its end is the provider's
	stop       context.CancelFunc

	mu       sync.Mutex
	random   *rand.Rand
	payments map[ident.ID][]*payment // of each donation, in the order they were opened
	refunds  map[ident.ID]refundMade
	asked    map[string]ports.OpenPayment // of each donation and attempt, what was asked for first
	spent    map[string]bool              // donations and attempts that bring no page any more
	last     int
}

// payment is what the provider knows of one payment for a gift. Donation and attempt are its idempotency key: whoever
// asks with another attempt has opened another payment, which is paid as well.
type payment struct {
	Donation   ident.ID
	Attempt    int
	Reference  string
	Charge     money.Amount
	Begun      time.Time
	Status     ports.PaymentKind
	Taken      money.Amount
	At         time.Time
	Statement  string
	Returned   int64
	Closed     bool // nothing is paid there any more
	Returnable bool // the provider may give some of it back
}

type refundMade struct {
	ports.PaymentEvent
	Made time.Time
}

func newProvider(ctx context.Context, r *run) (*provider, error) {
	secret, err := sandbox.Secret(r.key())
	if err != nil {
		return nil, err
	}
	p := &provider{
		run: r, secret: secret, random: r.Plan.random("provider"),
		payments: map[ident.ID][]*payment{}, refunds: map[ident.ID]refundMade{}, asked: map[string]ports.OpenPayment{},
		spent: map[string]bool{},
	}
	p.ctx, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open the payment provider: %w", err)
	}
	p.url = "http://" + l.Addr().String()
	routes := http.NewServeMux()
	routes.HandleFunc("POST /open", answering(p, p.open))
	routes.HandleFunc("POST /lookup", answering(p, p.lookup))
	routes.HandleFunc("POST /close", answering(p, p.shut))
	routes.HandleFunc("POST /refund", answering(p, p.refund))
	routes.HandleFunc("POST /lookup-refund", answering(p, p.lookupRefund))
	routes.HandleFunc("POST /movements", answering(p, p.movements))
	p.server = &http.Server{Handler: routes, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = p.server.Serve(l) }() // ends when it is closed
	return p, nil
}

func (p *provider) close() {
	p.stop()
	_ = p.server.Close()
	p.sending.Wait()
}

// What the provider answers besides what it was asked for.
var (
	errUnknown = errors.New("unknown")
	errTooMuch = errors.New("too much")
	errSpent   = errors.New("spent")
	errAway    = errors.New("away")
)

// chance is true p times out of 100.
func (p *provider) chance(percent int) bool { return p.random.IntN(100) < percent }

// answering reads a question and writes the answer, or leaves without one now and then, whether it has acted or not.
func answering[Q, A any](p *provider, f func(Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		before, after := p.chance(2), p.chance(2)
		p.mu.Unlock()
		calm := r.URL.Path == "/movements" // it is asked by audits, when all is over
		var question Q
		if err := json.NewDecoder(r.Body).Decode(&question); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if p.away.Load() && !calm {
			p.useless(w, r)
			return
		}
		if before && !calm {
			http.Error(w, "come again", http.StatusServiceUnavailable)
			return
		}
		answer, err := f(question)
		switch {
		case after && !calm:
			panic(http.ErrAbortHandler) // the connection is cut
		case errors.Is(err, errUnknown):
			http.Error(w, "unknown", http.StatusNotFound)
		case errors.Is(err, errSpent):
			http.Error(w, "spent", http.StatusGone)
		case errors.Is(err, errTooMuch):
			http.Error(w, "too much", http.StatusConflict)
		case err != nil:
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		default:
			_ = json.NewEncoder(w).Encode(answer) // whoever asked may be gone
		}
	}
}

// useless answers as a provider does that is overloaded, broken, or behind a proxy that is.
func (p *provider) useless(w http.ResponseWriter, r *http.Request) {
	switch p.turnedAway.Add(1) % 4 {
	case 0:
		http.Error(w, "slow down", http.StatusTooManyRequests)
	case 1:
		http.Error(w, "broken", http.StatusInternalServerError)
	case 2:
		_, _ = io.WriteString(w, "<!doctype html><title>Back soon</title>") // whoever asked may be gone
	default:
		pause(r.Context(), time.Second)
		panic(http.ErrAbortHandler) // nothing at all
	}
}

func (p *provider) name(prefix string) string {
	p.last++
	return fmt.Sprintf("%s_%06d", prefix, p.last)
}

func (p *provider) open(o ports.OpenPayment) (ports.Payment, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	attempt := fmt.Sprintf("%s, attempt %d", o.Donation, o.Attempt)
	o.References = nil // a repetition may know the payment
	if was, again := p.asked[attempt]; again && !reflect.DeepEqual(was, o) {
		p.run.violate(Repeats, "the payment page of gift %s was asked for as %+v, then as %+v", attempt, was, o)
	} else if !again {
		p.asked[attempt], p.spent[attempt] = o, p.chance(3)
	}
	if p.spent[attempt] {
		return ports.Payment{}, errSpent
	}
	known := p.payments[o.Donation]
	i := slices.IndexFunc(known, func(k *payment) bool { return k.Attempt == o.Attempt })
	var pay *payment
	switch {
	case i < 0:
		pay = &payment{
			Donation: o.Donation, Attempt: o.Attempt, Reference: p.name("pay"), Charge: o.Charge, Begun: time.Now().UTC(),
			Status: ports.PaymentPending,
		}
		p.payments[o.Donation] = append(known, pay)
		if p.chance(4) { // it is told of before the one who asked knows the page
			p.decide(pay, ports.PaymentPaid, pay.Charge)
		}
	case known[i].Charge != o.Charge:
		return ports.Payment{}, fmt.Errorf("%w: opened with %s before", errAway, known[i].Charge)
	default:
		pay = known[i]
	}
	return ports.Payment{Reference: pay.Reference, URL: p.url + "/pay/" + pay.Reference, ExpiresAt: pay.Begun.Add(30 * time.Minute)},
		nil
}

// decide enters what became of a payment and tells of it. The lock is held.
func (p *provider) decide(pay *payment, kind ports.PaymentKind, taken money.Amount) {
	pay.Status, pay.Taken, pay.At, pay.Statement = kind, taken, time.Now().UTC(), p.name("say")
	p.tell(pay.event())
}

func (pay *payment) event() ports.PaymentEvent {
	e := ports.PaymentEvent{
		ID: pay.Statement, Kind: pay.Status, Donation: pay.Donation, Reference: pay.Reference, Amount: pay.Taken, Begun: pay.Begun,
		At: pay.At,
	}
	if e.Amount.Currency == "" {
		e.Amount.Currency = pay.Charge.Currency
	}
	if e.Kind == ports.PaymentPending {
		e.ID, e.At = "pending_"+pay.Reference, pay.Begun
	}
	return e
}

// pay decides the payments of a gift as whoever pays does, who pays each page there is.
func (p *provider) pay(donation ident.ID, returnable bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pay := range p.payments[donation] {
		if pay.Status != ports.PaymentPaid && !pay.Closed {
			p.outcome(pay, returnable)
		}
	}
}

// outcome decides a payment: most are paid, some people step back, run out of time or pay all the same later, and now and
// then another sum is taken. Of what is returnable the provider gives some back of its own accord. The lock is held.
func (p *provider) outcome(pay *payment, returnable bool) {
	none := money.Of(0, pay.Charge.Currency)
	pay.Returnable = returnable
	switch n := p.random.IntN(100); {
	case n < 5:
		p.decide(pay, ports.PaymentDeclined, none)
	case n < 8:
		p.decide(pay, ports.PaymentCancelled, none)
	case n < 11:
		p.decide(pay, ports.PaymentExpired, none)
	case n < 13: // too much
		p.decide(pay, ports.PaymentPaid, money.Of(pay.Charge.Minor+1+p.random.Int64N(500), pay.Charge.Currency))
	case n < 15: // too little
		p.decide(pay, ports.PaymentPaid, money.Of(1+p.random.Int64N(pay.Charge.Minor-1), pay.Charge.Currency))
	case n < 25: // said in any order
		p.decide(pay, []ports.PaymentKind{ports.PaymentDeclined, ports.PaymentExpired, ports.PaymentCancelled}[p.random.IntN(3)], none)
		p.decide(pay, ports.PaymentPaid, pay.Charge)
	default:
		p.decide(pay, ports.PaymentPaid, pay.Charge)
		if returnable && p.chance(4) {
			p.giveBack(pay, ident.Pair("provider's refund", pay.Reference), 1+p.random.Int64N(pay.Charge.Minor))
		}
	}
}

// payAgain pays the gift that was paid last once more, as from a second tab, mostly the sum that was asked. Now and then the
// provider gives some of that back of its own accord. It tells whether there was such a gift.
func (p *provider) payAgain() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	var last *payment
	for _, known := range p.payments {
		for _, pay := range known {
			if pay.Status == ports.PaymentPaid && (last == nil || last.Reference < pay.Reference) {
				last = pay
			}
		}
	}
	if last == nil {
		return false
	}
	again := &payment{
		Donation: last.Donation, Attempt: len(p.payments[last.Donation]) + 1, Reference: p.name("pay"), Charge: last.Charge,
		Begun: time.Now().UTC(), Returnable: last.Returnable,
	}
	p.payments[last.Donation] = append(p.payments[last.Donation], again)
	taken := again.Charge
	if p.chance(20) {
		taken.Minor++
	}
	p.decide(again, ports.PaymentPaid, taken)
	if again.Returnable && p.chance(30) {
		p.giveBack(again, ident.Pair("provider's refund", again.Reference), 1+p.random.Int64N(taken.Minor))
	}
	return true
}

// lookup tells of the payment that was made, else of the last one opened.
func (p *provider) lookup(donation ident.ID) (ports.PaymentEvent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.became(donation)
}

func (p *provider) became(donation ident.ID) (ports.PaymentEvent, error) {
	known := p.payments[donation]
	if len(known) == 0 {
		return ports.PaymentEvent{}, errUnknown
	}
	pay := known[len(known)-1]
	if i := slices.IndexFunc(known, func(k *payment) bool { return k.Status == ports.PaymentPaid }); i >= 0 {
		pay = known[i]
	}
	return pay.event(), nil
}

// shut closes the pages of a gift that are open, and tells what became of it.
func (p *provider) shut(donation ident.ID) (ports.PaymentEvent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pay := range p.payments[donation] {
		pay.Closed = true
		if pay.Status == ports.PaymentPending {
			p.decide(pay, ports.PaymentCancelled, money.Of(0, pay.Charge.Currency))
		}
	}
	return p.became(donation)
}

func (p *provider) refund(q ports.RefundPayment) (struct{}, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, made := p.refunds[q.Refund]; made {
		return struct{}{}, nil
	}
	known := p.payments[q.Donation]
	i := slices.IndexFunc(known, func(k *payment) bool { return k.Status == ports.PaymentPaid && k.Reference == q.Reference })
	if i < 0 {
		return struct{}{}, errUnknown
	}
	pay := known[i]
	if q.Amount.Currency != pay.Taken.Currency || pay.Returned+q.Amount.Minor > pay.Taken.Minor {
		return struct{}{}, errTooMuch
	}
	p.giveBack(pay, q.Refund, q.Amount.Minor)
	return struct{}{}, nil
}

// giveBack enters a refund and tells of it. The lock is held.
func (p *provider) giveBack(pay *payment, id ident.ID, minor int64) {
	pay.Returned += minor
	r := refundMade{Made: time.Now().UTC(), PaymentEvent: ports.PaymentEvent{
		ID: p.name("say"), Kind: ports.PaymentRefunded, Donation: pay.Donation, Reference: pay.Reference, Refund: id,
		Amount: money.Of(minor, pay.Taken.Currency), Begun: pay.Begun, At: time.Now().UTC(),
	}}
	p.refunds[id] = r
	p.tell(r.PaymentEvent)
}

func (p *provider) lookupRefund(id ident.ID) (ports.PaymentEvent, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, made := p.refunds[id]
	if !made {
		return ports.PaymentEvent{}, errUnknown
	}
	return r.PaymentEvent, nil
}

func (p *provider) movements(any) ([]ports.Movement, error) {
	payments, refunds := p.books()
	var all []ports.Movement
	for _, pay := range payments {
		if pay.Status == ports.PaymentPaid {
			all = append(all, ports.Movement{Donation: pay.Donation, Reference: pay.Reference, Amount: pay.Taken, At: pay.At})
		}
	}
	for _, r := range refunds {
		all = append(all, ports.Movement{Donation: r.Donation, Reference: r.Reference, Refund: r.Refund, Amount: r.Amount, At: r.At})
	}
	return all, nil
}

// books gives a copy of what the provider has written down.
func (p *provider) books() ([]payment, []refundMade) {
	p.mu.Lock()
	defer p.mu.Unlock()
	payments, refunds := make([]payment, 0, len(p.payments)), make([]refundMade, 0, len(p.refunds))
	for _, known := range p.payments {
		for _, pay := range known {
			payments = append(payments, *pay)
		}
	}
	for _, r := range p.refunds {
		refunds = append(refunds, r)
	}
	return payments, refunds
}
