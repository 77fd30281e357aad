package stripe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// Refund gives money back; webhooks tell when it was. The same refund asked twice is made once: it is looked for among those of
// its payment, since Stripe forgets idempotency keys after a day. One that failed is made anew. Errors: ports.ErrNoPayment;
// ports.ErrNotPaid, ErrRefundTooLarge, ErrRefundDiffers, ErrRefundCurrency, ErrDisputed and refused amounts, which are
// final; ports.ErrPayments, after which it may be asked again.
func (s *Stripe) Refund(ctx context.Context, r ports.RefundPayment) error {
	if r.Refund.IsNil() {
		return failed("refund", errors.New("it has no id"))
	}
	if refused := r.Amount.Check("amount"); refused != nil {
		return refused
	}
	pi, made, err := s.refundsOf(ctx, r.Donation, r.Reference)
	if err != nil {
		return err
	}
	before := 0
	for _, re := range made {
		switch {
		case re.Metadata[metaRefund] != r.Refund.String():
		case re.Status == stripego.RefundStatusFailed || re.Status == stripego.RefundStatusCanceled:
			before++
		case amount(re) != r.Amount:
			return ports.ErrRefundDiffers
		default:
			return nil
		}
	}
	switch {
	case pi == nil || pi.Status != stripego.PaymentIntentStatusSucceeded || pi.LatestCharge == nil:
		return ports.ErrNotPaid
	case upper(string(pi.Currency)) != string(r.Amount.Currency):
		return ports.ErrRefundCurrency
	case r.Amount.Minor > pi.LatestCharge.Amount-pi.LatestCharge.AmountRefunded:
		return ports.ErrRefundTooLarge
	}
	p := &stripego.RefundCreateParams{
		PaymentIntent: new(pi.ID), Amount: new(r.Amount.Minor), Metadata: map[string]string{
			metaInstallation: s.Installation, metaDonation: r.Donation.String(), metaReference: r.Reference,
			metaRefund: r.Refund.String(),
		},
	}
	p.SetIdempotencyKey(s.Installation + " refund " + r.Refund.String() + " " + strconv.Itoa(before))
	if _, err := s.client.V1Refunds.Create(ctx, p); err != nil {
		if refused, ok := errors.AsType[*stripego.Error](err); ok && refused.Code == stripego.ErrorCodeChargeDisputed {
			return ports.ErrDisputed
		}
		return failed("refund", err)
	}
	return nil
}

// refundsOf reads the payment of a page, nil before there is one, and all its refunds, those from the dashboard too.
func (s *Stripe) refundsOf(
	ctx context.Context, donation ident.ID, reference string,
) (*stripego.PaymentIntent, []*stripego.Refund, error) {
	cs, err := s.session(ctx, reference)
	if err != nil { // not found either: the key may be of another account
		return nil, nil, failed("read a Checkout page", err)
	}
	if of, ok := s.ours(cs.Metadata); !ok || of != donation {
		return nil, nil, ports.ErrNoPayment
	}
	if cs.PaymentIntent == nil {
		return nil, nil, nil
	}
	list := &stripego.RefundListParams{PaymentIntent: new(cs.PaymentIntent.ID)}
	list.Limit = new(int64(100))
	var made []*stripego.Refund
	for re, err := range s.client.V1Refunds.List(ctx, list).All(ctx) {
		if err != nil {
			return nil, nil, failed("list refunds", err)
		}
		made = append(made, re)
	}
	return cs.PaymentIntent, made, nil
}

// LookupRefund finds a refund that Stripe made, or that failed. Errors: ports.ErrNoPayment when Stripe never heard of it;
// ports.ErrPayments, also while it is on its way.
func (s *Stripe) LookupRefund(ctx context.Context, asked ports.RefundPayment) (ports.PaymentEvent, error) {
	_, made, err := s.refundsOf(ctx, asked.Donation, asked.Reference)
	if err != nil {
		return ports.PaymentEvent{}, err
	}
	found, err := ports.PaymentEvent{}, ports.ErrNoPayment
	for _, re := range made {
		if re.Metadata[metaRefund] != asked.Refund.String() {
			continue
		}
		switch re.Status {
		case stripego.RefundStatusSucceeded:
			return s.refunded(re, paid{donation: asked.Donation, reference: asked.Reference})
		case stripego.RefundStatusPending, stripego.RefundStatusRequiresAction:
			return ports.PaymentEvent{}, failed("look a refund up", fmt.Errorf("it is %s", re.Status))
		default: // one that failed, beside which there may be another
			found, err = s.refunded(re, paid{donation: asked.Donation, reference: asked.Reference})
		}
	}
	return found, err
}

// refunded is what a refund says. One that was made in Stripe's dashboard has a name that is derived from Stripe's. Errors:
// ports.ErrNotOurs for one that is on its way.
func (*Stripe) refunded(re *stripego.Refund, of paid) (ports.PaymentEvent, error) {
	refund, err := ident.Parse(re.Metadata[metaRefund])
	if err != nil || refund.IsNil() {
		refund = ident.Pair("refund by Stripe", re.ID)
	}
	e := ports.PaymentEvent{
		Donation: of.donation, Reference: of.reference, Refund: refund, Amount: amount(re), Begun: at(re.Created), At: at(re.Created),
	}
	switch re.Status {
	case stripego.RefundStatusSucceeded:
		e.Kind = ports.PaymentRefunded
	case stripego.RefundStatusFailed, stripego.RefundStatusCanceled:
		e.Kind = ports.PaymentRefundFailed
	default:
		return ports.PaymentEvent{}, fmt.Errorf("%w: refund %s is %s", ports.ErrNotOurs, re.ID, re.Status)
	}
	e.ID = string(e.Kind) + "_" + re.ID
	return e, nil
}

func amount(re *stripego.Refund) money.Amount {
	return money.Of(re.Amount, money.Currency(strings.ToUpper(string(re.Currency))))
}
