package giving

import (
	"context"
	"fmt"
	"slices"

	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/internal/ports"
)

// Said is what a payment provider says, with the trace in which it was heard.
type Said struct {
	ports.PaymentEvent
	heard trace.Link
}

type paymentCommand = command.Command[Said, command.Done]

// What a payment provider may say of a payment, a command each.
var (
	PaymentPending   = hears(ports.PaymentPending, "A payment is still to be made", nothingHappened)
	PaymentPaid      = hears(ports.PaymentPaid, "A payment was made", paymentPaid)
	PaymentDeclined  = hears(ports.PaymentDeclined, "A payment was declined", paymentFailed(donation.Declined))
	PaymentExpired   = hears(ports.PaymentExpired, "A payment page has closed", paymentFailed(donation.Expired))
	PaymentCancelled = hears(ports.PaymentCancelled, "A payment was cancelled where it was to be made", paymentCancelled)
	PaymentRefunded  = hears(ports.PaymentRefunded, "Money was given back", paymentRefunded)
	PaymentUnderWay  = hears(ports.PaymentUnderWay, "A payment was made that takes days to arrive", paymentUnderWay)
	RefundFailed     = hears(ports.PaymentRefundFailed, "Money that was given back never arrived", refundFailed)
	PaymentDisputed  = hears(ports.PaymentDisputed, "A bank disputes a payment, or has decided about it", paymentDisputed)
)

// HearPayment carries out what a provider says of a payment: the same statement twice changes nothing. It continues the
// trace in which the gift was started, so that one trace leads from the click to the figure that moves: providers hand no
// trace context back.
func HearPayment(ctx context.Context, s *command.Service, e ports.PaymentEvent) (command.Done, error) {
	heard, err := paymentCommandOf(e.Kind)
	if err != nil {
		return command.Done{}, err
	}
	provider := "provider:" + s.Payments.Name()
	env := command.Envelope{ID: ident.Command(provider, e.ID), Body: string(e.Kind), Actor: provider}
	return heard.Run(traceOfGift(ctx, s, e.Donation), s, env, Said{e, trace.LinkFromContext(ctx)})
}

func paymentCommandOf(k ports.PaymentKind) (paymentCommand, error) {
	switch k {
	case ports.PaymentPending:
		return PaymentPending, nil
	case ports.PaymentPaid:
		return PaymentPaid, nil
	case ports.PaymentDeclined:
		return PaymentDeclined, nil
	case ports.PaymentExpired:
		return PaymentExpired, nil
	case ports.PaymentCancelled:
		return PaymentCancelled, nil
	case ports.PaymentRefunded:
		return PaymentRefunded, nil
	case ports.PaymentUnderWay:
		return PaymentUnderWay, nil
	case ports.PaymentRefundFailed:
		return RefundFailed, nil
	case ports.PaymentDisputed:
		return PaymentDisputed, nil
	}
	return paymentCommand{}, fmt.Errorf("a provider says %q, which means nothing here", k)
}

type paymentDecision = func(donation.State) ([]donation.Event, error)

func hears(
	k ports.PaymentKind, summary string, decide func(context.Context, *command.Call, ports.PaymentEvent) (paymentDecision, error),
) paymentCommand {
	return command.Define("payment-"+string(k), summary, command.Internal,
		func(ctx context.Context, c *command.Call, in Said) (command.Done, error) {
			trace.SpanFromContext(ctx).AddLink(in.heard)
			decision, err := decide(ctx, c, in.PaymentEvent)
			if err != nil {
				return command.Done{}, err
			}
			return command.On(ctx, c, donation.Decider, in.Donation, decision)
		})
}

func nothingHappened(context.Context, *command.Call, ports.PaymentEvent) (paymentDecision, error) {
	return func(donation.State) ([]donation.Event, error) { return nil, nil }, nil
}

func paymentPaid(ctx context.Context, c *command.Call, e ports.PaymentEvent) (paymentDecision, error) {
	now := c.Now()
	d, _, err := command.Load(ctx, c.Handler, donation.Decider, e.Donation)
	if err != nil {
		return nil, err
	}
	if d.Status == donation.None {
		return nil, donation.ErrNotFound
	}
	to, _, err := command.Load(ctx, c.Handler, campaign.Decider, d.Campaign)
	if err != nil {
		return nil, err
	}
	confirm := donation.Confirm{
		Reference: e.Reference, Paid: e.Amount, Begun: e.Begun, ClosedAt: to.ClosedSince(now),
		Refund: ident.Pair("refund", e.Donation.String(), c.ID.String()), Kept: donation.Kept(e.Kept), Now: now,
	}
	err = countIn(ctx, c, d, to, &confirm)
	return confirm.Decide, err
}

// countIn fixes the campaign's currency before its first gift counts, and has the gift count in that currency: it was
// started, and may have waited for its payment, while the organizer could still choose another.
func countIn(ctx context.Context, c *command.Call, d donation.State, to campaign.State, confirm *donation.Confirm) error {
	events, err := confirm.Decide(d)
	if err != nil || !slices.ContainsFunc(events, counts) {
		return err
	}
	if !to.CurrencyFixed {
		fixed, err := command.Execute(ctx, c.Handler, campaign.Decider, d.Campaign, c.Child("currency"), campaign.FixCurrency{}.Decide)
		if err != nil {
			return err
		}
		to = fixed.State
	}
	if to.Currency == d.Terms.Counted.Currency {
		return nil
	}
	gift := d.Terms.Gift
	if confirm.Rate, err = c.Rates.Rate(gift.Currency, to.Currency, confirm.Now); err != nil {
		return fmt.Errorf("rate to the campaign's currency: %w", err)
	}
	confirm.Counted = confirm.Rate.Convert(gift)
	return nil
}

func counts(e donation.Event) bool {
	_, ok := e.(donation.Completed)
	return ok
}

func paymentFailed(why donation.Reason) func(context.Context, *command.Call, ports.PaymentEvent) (paymentDecision, error) {
	return func(_ context.Context, c *command.Call, _ ports.PaymentEvent) (paymentDecision, error) {
		return donation.Fail{Reason: why, Now: c.Now()}.Decide, nil
	}
}

func paymentCancelled(_ context.Context, c *command.Call, _ ports.PaymentEvent) (paymentDecision, error) {
	return donation.Cancel{ByProvider: true, Now: c.Now()}.Decide, nil
}

func paymentRefunded(_ context.Context, c *command.Call, e ports.PaymentEvent) (paymentDecision, error) {
	return donation.ConfirmRefund{Refund: e.Refund, Reference: e.Reference, Amount: e.Amount, Now: c.Now()}.Decide, nil
}

func paymentUnderWay(_ context.Context, c *command.Call, e ports.PaymentEvent) (paymentDecision, error) {
	return donation.Underway{Reference: e.Reference, Now: c.Now()}.Decide, nil
}

func refundFailed(_ context.Context, c *command.Call, e ports.PaymentEvent) (paymentDecision, error) {
	return donation.FailRefund{Refund: e.Refund, Now: c.Now()}.Decide, nil
}

func paymentDisputed(_ context.Context, c *command.Call, e ports.PaymentEvent) (paymentDecision, error) {
	return donation.HearDispute{
		Dispute: e.Dispute.ID, Reference: e.Reference, Amount: e.Amount, Why: e.Dispute.Why, AnswerBy: e.Dispute.AnswerBy,
		Link: e.Dispute.Link, Taken: e.Dispute.Taken, Outcome: donation.Outcome(e.Dispute.Outcome), Now: c.Now(),
	}.Decide, nil
}

func traceOfGift(ctx context.Context, s *command.Service, id ident.ID) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	for r, err := range s.Events(ctx, donation.Category, id) {
		if err != nil {
			break
		}
		return observe.Continue(ctx, r.Metadata.Trace)
	}
	return ctx
}

// PaymentReference is the provider's name for a donation's payment.
func PaymentReference(ctx context.Context, h *command.Handler, id ident.ID) (string, error) {
	d, _, err := command.Load(ctx, h, donation.Decider, id)
	if err != nil {
		return "", err
	}
	if d.Reference == "" {
		return "", fmt.Errorf("donation %s has no payment", id)
	}
	return d.Reference, nil
}
