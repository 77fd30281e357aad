package stripe

import (
	"context"
	"fmt"
	"strconv"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// paid is a payment of ours: the donation, and the Checkout page by which it was paid.
type paid struct {
	donation          ident.ID
	reference, intent string
	live              bool
}

// paidBy finds what a payment intent is of, whose metadata say whose it is. Errors: ports.ErrNotOurs, ports.ErrPayments.
func (s *Stripe) paidBy(ctx context.Context, intent string) (paid, error) {
	pi, err := s.client.V1PaymentIntents.Retrieve(ctx, intent, nil)
	if err != nil {
		return paid{}, failed("read a payment", err)
	}
	donation, ours := s.ours(pi.Metadata)
	if !ours {
		return paid{}, fmt.Errorf("%w: payment %s", ports.ErrNotOurs, intent)
	}
	pages := &stripego.CheckoutSessionListParams{PaymentIntent: new(intent)}
	for cs, err := range s.client.V1CheckoutSessions.List(ctx, pages).All(ctx) {
		if err != nil {
			return paid{}, failed("find a Checkout page", err)
		}
		return paid{donation, cs.ID, intent, pi.Livemode}, nil
	}
	return paid{}, fmt.Errorf("%w: payment %s was made on no page", ports.ErrNotOurs, intent)
}

// outcomes are how disputes end; every other status is of one that is open.
var outcomes = map[stripego.DisputeStatus]string{
	stripego.DisputeStatusWon: "won", stripego.DisputeStatusLost: "lost", stripego.DisputeStatusWarningClosed: "dropped",
	stripego.DisputeStatusPrevented: "dropped",
}

// disputed is what is known of a dispute now. Its money is with the payer while its balance transactions sum up to less than
// nothing: an inquiry has none, and a dispute that was won has a second one.
func disputed(du *stripego.Dispute, of paid) ports.PaymentEvent {
	var moved int64
	for _, t := range du.BalanceTransactions {
		moved += t.Amount
	}
	d := ports.Dispute{ID: du.ID, Why: string(du.Reason), Taken: moved < 0, Outcome: outcomes[du.Status], Link: dashboard(of)}
	answerable := du.Status == stripego.DisputeStatusNeedsResponse || du.Status == stripego.DisputeStatusWarningNeedsResponse
	if by := du.EvidenceDetails; answerable && by != nil && by.DueBy != 0 {
		d.AnswerBy = at(by.DueBy)
	}
	return ports.PaymentEvent{
		ID:   "disputed_" + du.ID + "_" + string(du.Status) + "_" + strconv.FormatBool(d.Taken),
		Kind: ports.PaymentDisputed, Donation: of.donation, Reference: of.reference,
		Amount: money.Of(du.Amount, money.Currency(upper(string(du.Currency)))), Begun: at(du.Created), At: at(du.Created), Dispute: d,
	}
}

// dashboard is where the operator sees a payment and answers its dispute.
func dashboard(of paid) string {
	if of.live {
		return "https://dashboard.stripe.com/payments/" + of.intent
	}
	return "https://dashboard.stripe.com/test/payments/" + of.intent
}
