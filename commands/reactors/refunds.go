package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// refund asks the provider to give money back.
func refund(ctx context.Context, c Config, r eventstore.Recorded, event any) error {
	var asked giving.RequestedRefund
	switch e := event.(type) {
	case donation.RefundRequested:
		asked = giving.RequestedRefund{Donation: e.Donation, Refund: e.Refund}
	case donation.SurplusRefundRequested:
		asked = giving.RequestedRefund{Donation: e.Donation, Refund: e.Refund}
	default:
		return fmt.Errorf("refunds can't handle %T", event)
	}
	env := command.Envelope{
		ID: ident.Command("reactor:refunds", r.ID.String()), Actor: "reactor:refunds", Correlation: r.Metadata.Correlation,
		Causation: r.ID,
	}
	_, err := giving.RefundPayment.Run(ctx, c.Commands, env, asked)
	return err
}
