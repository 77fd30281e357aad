package giving

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// ErrStillPending tells that a payment page is still open, or a refund still to be made; ask again later.
var ErrStillPending = fmt.Errorf("the payment provider has %w", command.ErrUndecided)

// ReconcileDonation asks the provider what became of a gift whose payment may have been made, and of refunds that were
// asked for: a webhook may have been lost, or a payment page never made. ErrStillPending asks to be called again.
var ReconcileDonation = command.Define("reconcile-donation", "Ask the payment provider what became of a gift",
	command.Internal, reconcileDonation)

func reconcileDonation(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
	d, _, err := command.Load(ctx, c.Handler, donation.Decider, id)
	if err != nil {
		return command.Done{}, err
	}
	switch d.Status {
	case donation.None:
		return command.Done{}, nil
	case donation.Pending, donation.Unsuccessful, donation.Withdrawn:
		if !d.Mismatch {
			return reconcilePayment(ctx, c, d)
		}
	case donation.Complete, donation.PartlyReturned, donation.Returned, donation.InDispute:
	}
	return reconcileRefunds(ctx, c, d)
}

// recorded names a gift's payments to the provider.
func recorded(d donation.State) ports.Recorded {
	return ports.Recorded{Donation: d.ID, References: d.Opened}
}

func reconcilePayment(ctx context.Context, c *command.Call, d donation.State) (command.Done, error) {
	e, err := c.Payments.Lookup(ctx, recorded(d))
	if errors.Is(err, ports.ErrNoPayment) && !d.UnderWay {
		return command.On(ctx, c, donation.Decider, d.ID, donation.Fail{Reason: donation.Expired, Now: c.Now()}.Decide)
	}
	if err != nil {
		return command.Done{}, fmt.Errorf("look up the payment of donation %s: %w", d.ID, err)
	}
	if e.Kind == ports.PaymentPending {
		return command.Done{}, ErrStillPending
	}
	done, err := HearPayment(ctx, c.Service, e)
	if err == nil && e.Kind == ports.PaymentUnderWay {
		err = ErrStillPending
	}
	return done, err
}

func reconcileRefunds(ctx context.Context, c *command.Call, d donation.State) (done command.Done, err error) {
	for refund := range d.Requested {
		e, err := c.Payments.LookupRefund(ctx, refundOf(d, refund))
		if errors.Is(err, ports.ErrNoPayment) {
			env := c.Child("refund " + refund.String())
			if _, err := RefundPayment.Run(ctx, c.Service, env, RequestedRefund{d.ID, refund}); err != nil {
				return done, err
			}
			return done, ErrStillPending
		}
		if err != nil {
			return done, fmt.Errorf("look up refund %s: %w", refund, err)
		}
		if done, err = HearPayment(ctx, c.Service, e); err != nil {
			return done, err
		}
	}
	return done, nil
}
