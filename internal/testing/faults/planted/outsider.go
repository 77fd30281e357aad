package planted

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/faultpoint"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// Outside is a payment provider in another process: its books are the truth that a fault run compares with. Its
// webhooks are signed as the sandbox signs its own. It may end the process between its answer and what is appended because
// of it.
type Outside struct {
	*sandbox.Sandbox
	url string
}

// Provider is the payment provider at ProviderURL; false where that is not set.
func Provider(s *sandbox.Sandbox) (Outside, bool) {
	url := os.Getenv(ProviderURL)
	return Outside{s, url}, url != ""
}

// ask posts a question and reads the answer. Errors: ports.ErrNoPayment, a *domain.Refusal, ports.ErrPayments.
func (o Outside) ask(ctx context.Context, path string, question, answer any) error {
	body, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("%w: %w", ports.ErrPayments, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", ports.ErrPayments, err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", ports.ErrPayments, err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ports.ErrPayments, err)
	case res.StatusCode == http.StatusNotFound:
		return ports.ErrNoPayment
	case res.StatusCode == http.StatusGone:
		return fmt.Errorf("%w: %w", ports.ErrAttemptSpent, ports.ErrPayments)
	case res.StatusCode == http.StatusConflict:
		return domain.Refuse(domain.Conflict, "refund_too_large", "no more can be given back than was paid")
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s: %s", ports.ErrPayments, res.Status, text)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%w: %w", ports.ErrPayments, err)
	}
	return nil
}

// Open implements ports.Payments.
func (o Outside) Open(ctx context.Context, q ports.OpenPayment) (p ports.Payment, err error) {
	if has(Anew) {
		q.ExpiresAt = q.ExpiresAt.Add(time.Duration(time.Now().UnixNano()) % time.Hour)
	}
	err = o.ask(ctx, "/open", q, &p)
	if err != nil && !errors.Is(err, ports.ErrPayments) {
		err = fmt.Errorf("%w: %w", ports.ErrPayments, err)
	}
	if err == nil {
		faultpoint.Hit("provider-append")
	}
	return p, err
}

// hasty tells whether the bug Hasty drops what is said: that a page was paid at once.
func hasty(e ports.PaymentEvent) bool {
	return has(Hasty) && e.Kind == ports.PaymentPaid && e.At.Sub(e.Begun) < 20*time.Millisecond
}

// Receive implements ports.Payments.
func (o Outside) Receive(ctx context.Context, header http.Header, body []byte, now time.Time) (ports.PaymentEvent, error) {
	e, err := o.Sandbox.Receive(ctx, header, body, now)
	if err == nil && hasty(e) {
		return ports.PaymentEvent{}, ports.ErrNotOurs
	}
	return e, err
}

// Lookup implements ports.Payments.
func (o Outside) Lookup(ctx context.Context, r ports.Recorded) (e ports.PaymentEvent, err error) {
	err = o.ask(ctx, "/lookup", r.Donation, &e)
	if hasty(e) {
		return ports.PaymentEvent{}, ports.ErrNoPayment
	}
	return e, err
}

// Refund implements ports.Payments.
func (o Outside) Refund(ctx context.Context, r ports.RefundPayment) error {
	if has(RefundAnew) {
		r.Refund = ident.Pair(r.Refund.String(), time.Now().String())
	}
	err := o.ask(ctx, "/refund", r, &struct{}{})
	if has(GivesUp) && errors.Is(err, ports.ErrPayments) {
		return domain.Refuse(domain.Conflict, "refund_too_large", "the provider is away")
	}
	if err == nil {
		faultpoint.Hit("refund-append")
	}
	return err
}

// LookupRefund implements ports.Payments.
func (o Outside) LookupRefund(ctx context.Context, r ports.RefundPayment) (e ports.PaymentEvent, err error) {
	err = o.ask(ctx, "/lookup-refund", r.Refund, &e)
	return e, err
}

// Close implements ports.Customers; Forget has nothing to do, for this provider keeps no addresses.
func (o Outside) Close(ctx context.Context, r ports.Recorded) (e ports.PaymentEvent, err error) {
	err = o.ask(ctx, "/close", r.Donation, &e)
	return e, err
}

// Movements reads the whole books.
func (o Outside) Movements(ctx context.Context) iter.Seq2[ports.Movement, error] {
	return func(yield func(ports.Movement, error) bool) {
		var all []ports.Movement
		if err := o.ask(ctx, "/movements", nil, &all); err != nil {
			yield(ports.Movement{}, err)
			return
		}
		for _, m := range all {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// Ledger sums the books up, by donation.
func (o Outside) Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error] {
	return func(yield func(ports.Entry, error) bool) {
		wanted := map[ident.ID]bool{}
		for _, d := range donations {
			wanted[d] = true
		}
		sums := map[ident.ID]ports.Entry{}
		for m, err := range o.Movements(ctx) {
			if err != nil {
				yield(ports.Entry{}, err)
				return
			}
			if donations != nil && !wanted[m.Donation] {
				continue
			}
			e, known := sums[m.Donation]
			if !known {
				e = ports.Entry{
					Donation: m.Donation, Reference: m.Reference,
					Paid: money.Of(0, m.Amount.Currency), Refunded: money.Of(0, m.Amount.Currency),
				}
			}
			if m.Refund.IsNil() {
				e.Paid.Minor += m.Amount.Minor
			} else {
				e.Refunded.Minor += m.Amount.Minor
				e.Refunds++
			}
			sums[m.Donation] = e
		}
		for _, e := range sums {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Run has nothing to do here: the provider runs by itself.
func (o Outside) Run(ctx context.Context) error { <-ctx.Done(); return nil }

// Deliver has nothing to do here either.
func (o Outside) Deliver(context.Context) (int, error) { return 0, nil }
