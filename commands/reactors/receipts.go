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

// number has the receipt of a gift get its number, and a refund one that corrects it, as has a refund that is undone. Money that
// never completed the gift has no receipt, and its way back corrects none.
func number(ctx context.Context, c Config, r eventstore.Recorded, event any) error {
	var due giving.DueReceipt
	switch e := event.(type) {
	case donation.Completed:
		due = giving.DueReceipt{Donation: e.Donation}
	case donation.Refunded:
		if e.Uncounted {
			return nil
		}
		due = giving.DueReceipt{Donation: e.Donation, Change: r.ID}
	case donation.RefundReversed:
		if e.Uncounted || e.Surplus {
			return nil
		}
		due = giving.DueReceipt{Donation: e.Donation, Change: r.ID}
	default:
		return fmt.Errorf("receipts can't handle %T", event)
	}
	env := command.Envelope{
		ID: ident.Command("reactor:receipts", r.ID.String()), Actor: "reactor:receipts", Correlation: r.Metadata.Correlation,
		Causation: r.ID,
	}
	_, err := giving.IssueReceipt.Run(ctx, c.Commands, env, due)
	return err
}
