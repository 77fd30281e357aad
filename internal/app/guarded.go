package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/singleflight"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/paymentaccount"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/settings"
	"github.com/callup/callup/internal/ports"
)

// OtherMode refuses a provider other than the one that this installation's gifts were made with: it knows none of them.
type OtherMode struct{ Was, Is string }

func (e OtherMode) Error() string {
	back := "unset CALLUP_STRIPE_KEY"
	switch e.Was {
	case settings.Live:
		back = "set CALLUP_STRIPE_KEY to a live key"
	case settings.Test:
		back = "set CALLUP_STRIPE_KEY to a test key"
	}
	return fmt.Sprintf("the gifts of this installation were made with %s, and the settings choose %s: %s, or begin a new "+
		"installation (an empty folder in CALLUP_DATA, or an empty database in DATABASE_URL)", e.Was, e.Is, back)
}

// GiftsBy is the name of the provider that this installation's gifts were made with; empty while there are none. It writes
// nothing.
func (b *Base) GiftsBy(ctx context.Context) (string, error) {
	known, err := b.paymentsKnown(ctx)
	if err != nil {
		return "", err
	}
	if known != nil {
		return *known, nil
	}
	return b.firstGift(ctx)
}

// noteGiftsBy is GiftsBy, whose answer is kept in the database: the log is read for it once, as far as the first gift.
func (b *Base) noteGiftsBy(ctx context.Context) (string, error) {
	by, err := b.GiftsBy(ctx)
	if err != nil {
		return "", err
	}
	if _, err := b.Pool.Exec(ctx, `UPDATE installation SET payments = $1 WHERE payments IS NULL`, by); err != nil {
		return "", fmt.Errorf("note whose the gifts are: %w", err)
	}
	return by, nil
}

// paymentsKnown is nil while nobody has looked.
func (b *Base) paymentsKnown(ctx context.Context) (known *string, err error) {
	if err := b.Pool.QueryRow(ctx, `SELECT payments FROM installation`).Scan(&known); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("ask whose the gifts are: %w", err)
	}
	return known, nil
}

// firstGift is the name of the provider in the log's first gift. All others are of the same one.
func (b *Base) firstGift(ctx context.Context) (string, error) {
	const started = "DonationStarted"
	for at, end := (eventstore.Position{}), false; !end; {
		page, err := b.Store.ReadAll(ctx, at, 1000, eventstore.Filter{Types: []string{started}})
		if err != nil {
			return "", fmt.Errorf("look for a gift: %w", err)
		}
		for _, r := range page.Events {
			if r.Type != started {
				continue
			}
			var gift struct {
				Provider string `json:"provider"`
			}
			if err := json.Unmarshal(r.Data, &gift); err != nil {
				return "", fmt.Errorf("read the gift at position %s: %w", r.Position, err)
			}
			return gift.Provider, nil
		}
		at, end = page.Next, page.End
	}
	return "", nil
}

// sameMode refuses to start with another provider than the one of this installation's gifts. Error: OtherMode.
func (s *Services) sameMode(ctx context.Context) error {
	was, err := s.noteGiftsBy(ctx)
	if err == nil && was != "" && was != s.Payments.Name() {
		err = OtherMode{was, s.Payments.Name()}
	}
	return err
}

// guarded is a provider that is asked only with the key of the account that took this installation's gifts, and opens payments
// only where no gift was made with another provider. Until that is certain it says that it does not answer, so that nothing is
// decided: what another account does not know is no gift that came to nothing.
type guarded struct {
	Provider
	base     *Base
	account  func(context.Context) (string, error) // the account of the key; nil for a provider without accounts
	commands *command.Service                      // set before the first request
	asking   singleflight.Group
	is       atomic.Pointer[string]    // the account of the key, which never changes
	sure     atomic.Pointer[time.Time] // until when provider and account need not be looked at again
	alone    atomic.Bool               // this account is recorded, and no other one ever took gifts
	told     atomic.Bool
}

const (
	admittedWithin = 15 * time.Second // bounds the questions about provider and account, which several requests share
	sureFor        = time.Minute      // how soon a server hears that the operator adopted another account
)

// admit makes sure of provider and account. first: a payment is about to be made, from which on they are recorded. Requests that
// come at once ask once.
func (g *guarded) admit(ctx context.Context, first bool) error {
	if until := g.sure.Load(); until != nil && Now().Before(*until) {
		return nil
	}
	_, err, _ := g.asking.Do(strconv.FormatBool(first), func() (any, error) {
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), admittedWithin)
		defer cancel()
		settled, err := g.check(asking, first)
		if settled && err == nil {
			g.sure.Store(new(Now().Add(sureFor)))
		}
		return nil, err
	})
	if err == nil {
		g.told.Store(false)
		return nil
	}
	_, mode := errors.AsType[OtherMode](err)
	if (mode || errors.Is(err, paymentaccount.ErrOther)) && g.told.CompareAndSwap(false, true) {
		g.base.Log.ErrorContext(ctx, "no payment is taken; see: callup doctor", "error", err)
	}
	// a refusal in the chain would be the answer to a giver, whom accounts do not concern
	return fmt.Errorf("%w: %s", ports.ErrPayments, err.Error())
}

// check tells whether the provider may be asked, and whether that is settled for a while.
func (g *guarded) check(ctx context.Context, first bool) (settled bool, err error) {
	was, err := g.base.noteGiftsBy(ctx)
	if err != nil {
		return false, err
	}
	if was == "" && first {
		// of two servers that begin at once with different keys the second is refused
		if err := g.base.Pool.QueryRow(ctx, `UPDATE installation SET payments = CASE payments WHEN '' THEN $1 ELSE payments END
			RETURNING payments`, g.Name()).Scan(&was); err != nil {
			return false, fmt.Errorf("note whose the gifts are: %w", err)
		}
	}
	if was != "" && was != g.Name() {
		return false, OtherMode{was, g.Name()}
	}
	if g.account == nil {
		return was != "", nil
	}
	account, err := g.ownAccount(ctx)
	if err != nil {
		return false, err
	}
	recorded, err := giving.PaymentAccount(ctx, g.commands.Handler, g.Name())
	if err != nil {
		return false, err
	}
	if recorded.Account == "" && !first {
		return false, nil
	}
	if recorded.Account != account {
		_, err = giving.RecordPaymentAccount.Run(ctx, g.commands, command.Envelope{
			ID: ident.Command("payments", "record "+g.Name()+" "+account), Actor: "provider:" + g.Name(),
		}, giving.UsedAccount{Mode: g.Name(), Account: account})
	}
	g.alone.Store(err == nil && !recorded.Moved)
	return was != "", err
}

// ownAccount asks which account the key is of, once.
func (g *guarded) ownAccount(ctx context.Context) (string, error) {
	if is := g.is.Load(); is != nil {
		return *is, nil
	}
	account, err := g.account(ctx)
	if err == nil {
		g.is.Store(&account)
	}
	return account, err
}

// ended takes a gift whose page is not found for one that came to nothing, where it can lie in no other account.
func (g *guarded) ended(err error) error {
	if errors.Is(err, stripe.ErrMissing) && g.alone.Load() {
		return ports.ErrNoPayment
	}
	return err
}

// Open implements ports.Payments.
func (g *guarded) Open(ctx context.Context, o ports.OpenPayment) (p ports.Payment, err error) {
	if err := g.admit(ctx, true); err != nil {
		return p, err
	}
	return g.Provider.Open(ctx, o)
}

// Lookup implements ports.Payments.
func (g *guarded) Lookup(ctx context.Context, r ports.Recorded) (e ports.PaymentEvent, err error) {
	if err := g.admit(ctx, false); err != nil {
		return e, err
	}
	e, err = g.Provider.Lookup(ctx, r)
	return e, g.ended(err)
}

// Refund implements ports.Payments.
func (g *guarded) Refund(ctx context.Context, r ports.RefundPayment) error {
	if err := g.admit(ctx, false); err != nil {
		return err
	}
	return g.Provider.Refund(ctx, r)
}

// LookupRefund implements ports.Payments.
func (g *guarded) LookupRefund(ctx context.Context, r ports.RefundPayment) (e ports.PaymentEvent, err error) {
	if err := g.admit(ctx, false); err != nil {
		return e, err
	}
	return g.Provider.LookupRefund(ctx, r)
}

// Close implements ports.Customers.
func (g *guarded) Close(ctx context.Context, r ports.Recorded) (e ports.PaymentEvent, err error) {
	if err := g.admit(ctx, false); err != nil {
		return e, err
	}
	e, err = g.Provider.Close(ctx, r)
	return e, g.ended(err)
}

// Forget implements ports.Customers.
func (g *guarded) Forget(ctx context.Context, payers, purposes []ident.ID) (int64, error) {
	if err := g.admit(ctx, false); err != nil {
		return 0, err
	}
	return g.Provider.Forget(ctx, payers, purposes)
}

// Ledger reads the books of the account that took the gifts.
func (g *guarded) Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error] {
	if err := g.admit(ctx, false); err != nil {
		return func(yield func(ports.Entry, error) bool) { yield(ports.Entry{}, err) }
	}
	return g.Provider.Ledger(ctx, donations)
}

// Movements reads the books of the account that took the gifts.
func (g *guarded) Movements(ctx context.Context) iter.Seq2[ports.Movement, error] {
	if err := g.admit(ctx, false); err != nil {
		return func(yield func(ports.Movement, error) bool) { yield(ports.Movement{}, err) }
	}
	return g.Provider.Movements(ctx)
}

// Since asks the account that took the gifts. A provider that tells nothing again, as the sandbox, tells nothing here.
func (g *guarded) Since(ctx context.Context, from, now time.Time) iter.Seq2[ports.PaymentEvent, error] {
	return func(yield func(ports.PaymentEvent, error) bool) {
		again, ok := g.Provider.(ports.Retelling)
		if !ok {
			return
		}
		if err := g.admit(ctx, false); err != nil {
			yield(ports.PaymentEvent{}, err)
			return
		}
		again.Since(ctx, from, now)(yield)
	}
}
