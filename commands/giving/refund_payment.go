package giving

import (
	"context"
	"errors"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// RequestedRefund names a refund that was asked for.
type RequestedRefund struct{ Donation, Refund ident.ID }

// RefundPayment asks the provider for a refund that was requested. What the provider refuses for good is recorded, so
// that the sum may be asked for again. Errors: ports.ErrPayments, after which it may be asked again.
var RefundPayment = command.Define("refund-payment", "Ask the payment provider to give money back", command.Internal,
	refundPayment)

// refundOf is a refund that was asked for, as the provider is asked.
func refundOf(d donation.State, refund ident.ID) ports.RefundPayment {
	return ports.RefundPayment{
		Refund: refund, Donation: d.ID, Reference: d.Asked[refund].Reference, Amount: d.Requested[refund],
	}
}

func refundPayment(ctx context.Context, c *command.Call, in RequestedRefund) (command.Done, error) {
	d, _, err := command.Load(ctx, c.Handler, donation.Decider, in.Donation)
	if err != nil {
		return command.Done{}, err
	}
	if _, asked := d.Requested[in.Refund]; !asked {
		return command.Done{}, nil // made, or refused, meanwhile
	}
	err = c.Payments.Refund(ctx, refundOf(d, in.Refund))
	var code string
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal):
		code = refusal.Code
	case errors.Is(err, ports.ErrNoPayment):
		code = "payment_unknown"
	default:
		return command.Done{}, err
	}
	c.Log.ErrorContext(ctx, "the payment provider refuses a refund", "donation", in.Donation, "refund", in.Refund, "code", code)
	return command.On(ctx, c, donation.Decider, in.Donation,
		donation.RefuseRefund{Refund: in.Refund, Code: code, Now: c.Now()}.Decide)
}
