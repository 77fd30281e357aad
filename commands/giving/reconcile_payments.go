package giving

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

// Difference is something that the payment provider tells and the log did not say. It is entered, unless Refused says why not.
type Difference struct {
	ports.PaymentEvent

	Refused *domain.Refusal
}

// String says it in a sentence, for operators.
func (d Difference) String() string {
	said := d.said()
	if d.Refused != nil {
		return fmt.Sprintf("%s; it can't be entered: %s", said, d.Refused.Text)
	}
	return said
}

func (d Difference) said() string {
	gift, when := "gift "+d.Donation.String(), d.At.UTC().Format("2006-01-02 15:04")
	switch d.Kind {
	case ports.PaymentPaid:
		return fmt.Sprintf("%s was paid, %s at %s UTC", gift, d.Amount, when)
	case ports.PaymentUnderWay:
		return gift + " is paid by a method that answers later"
	case ports.PaymentDeclined:
		return gift + " was declined"
	case ports.PaymentExpired:
		return fmt.Sprintf("the payment page of %s closed unpaid", gift)
	case ports.PaymentCancelled:
		return gift + " was cancelled"
	case ports.PaymentRefunded:
		return fmt.Sprintf("%s of %s went back, at %s UTC", d.Amount, gift, when)
	case ports.PaymentRefundFailed:
		return fmt.Sprintf("a refund of %s of %s failed", d.Amount, gift)
	case ports.PaymentDisputed:
		if d.Dispute.Outcome != "" {
			return fmt.Sprintf("the dispute about %s ended: %s", gift, d.Dispute.Outcome)
		}
		return gift + " is disputed"
	case ports.PaymentPending:
	}
	return fmt.Sprintf("%s is %s", gift, d.Kind)
}

// ReconcilePayments hears again what the payment provider tells since a moment, by the same commands as its webhooks. It reports
// each difference: what the log did not say at known, the end of the log before. Errors: ports.ErrPayments and ErrMalformed,
// after which it may be done again; eventstore.ErrUnavailable.
func ReconcilePayments(
	ctx context.Context, s *command.Service, by ports.Retelling, from time.Time, known eventstore.Position, report func(Difference),
) error {
	for e, err := range by.Since(ctx, from, s.Now()) {
		if err != nil {
			return fmt.Errorf("ask the payment provider again: %w", err)
		}
		done, err := HearPayment(ctx, s, e)
		refused, final := errors.AsType[*domain.Refusal](err)
		switch {
		case final:
			report(Difference{e, refused})
		case err != nil:
			return fmt.Errorf("enter what became of gift %s: %w", e.Donation, err)
		case known.Before(done.Position):
			report(Difference{PaymentEvent: e})
		}
	}
	return nil
}
