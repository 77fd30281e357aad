package commands

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/words"
)

// DonateMoney is a gift of money to a campaign, by a member or a guest.
type DonateMoney struct {
	Campaign, Member     ident.ID // Member is nil for a guest
	Amount               money.Amount
	CoverFees, Anonymous bool
	Message              string
	Name, Email          string // a guest's, both optional
	Lang                 string
}

// Donated leads to the payment of a gift.
type Donated struct {
	Donation   ident.ID
	PaymentURL string
	Position   eventstore.Position
}

// ErrPayment tells that the payment page could not be made; the gift waits, and the same command may be sent again.
var ErrPayment = domain.Refuse(domain.Unavailable, "payment_unavailable", "the payment could not be opened; nothing was charged")

// ErrWrongEmail refuses an address that can't be one.
var ErrWrongEmail = domain.RefuseField("donor_email", "malformed_email", "this is not an e-mail address")

// DonateMoney starts a gift: the campaign admits it, DonationStarted is recorded, and only then the provider is asked
// for a payment page. Sent again with the same key it answers the same gift.
func (s *Service) DonateMoney(ctx context.Context, env command.Envelope, c DonateMoney) (Donated, error) {
	return observed(ctx, s, "donate-money", env, func(ctx context.Context) (Donated, error) {
		id := ident.Thing(donation.Category, env.ID)
		res, err := s.startDonation(ctx, env, id, c)
		if err != nil {
			return Donated{}, err
		}
		url, at, err := s.openPayment(ctx, env, res.State, c)
		if err != nil {
			return Donated{}, err
		}
		if at.IsZero() {
			at = res.Position
		}
		return Donated{Donation: id, PaymentURL: url, Position: at}, nil
	})
}

func (s *Service) startDonation(ctx context.Context, env command.Envelope, id ident.ID, c DonateMoney) (command.Result[donation.State], error) {
	start, err := s.terms(ctx, env, id, c)
	if err != nil {
		// a repeated command is answered even if the campaign has closed meanwhile
		before, again, derr := command.Repeated(ctx, s.h, donation.Decider, id, env)
		if again || errors.Is(derr, command.ErrKeyReused) {
			return before, derr
		}
		return command.Result[donation.State]{}, err
	}
	return command.Execute(ctx, s.h, donation.Decider, id, env, start.Decide, command.Fresh())
}

// terms computes a gift's figures, from the campaign's currency and the rates of the day, and names who gives. Nothing
// is written, neither the campaign's currency nor a giver's key, before the whole gift is known to be in order.
func (s *Service) terms(ctx context.Context, env command.Envelope, id ident.ID, c DonateMoney) (donation.Start, error) {
	now := s.now()
	if r := c.Amount.Check("amount"); r != nil {
		return donation.Start{}, r
	}
	email := strings.TrimSpace(c.Email)
	if email != "" {
		if a, err := mail.ParseAddress(email); err != nil || a.Address != email || !strings.Contains(email, ".") {
			return donation.Start{}, ErrWrongEmail
		}
	}
	// a gift may land moments after a pause: it is kept
	to, _, err := command.Recent(ctx, s.h, campaign.Decider, c.Campaign)
	if err != nil {
		return donation.Start{}, err
	}
	admit := campaign.AdmitGift{Now: now}
	fixing, err := admit.Decide(to)
	if err != nil {
		return donation.Start{}, err
	}
	start, err := s.gift(id, c, to.Currency, now)
	if err != nil {
		return donation.Start{}, err
	}
	if len(fixing) > 0 {
		res, err := command.Execute(ctx, s.h, campaign.Decider, c.Campaign, env.Child("admit"), admit.Decide)
		if err != nil {
			return donation.Start{}, err
		}
		if res.State.Currency != to.Currency { // revised between the two
			if start, err = s.gift(id, c, res.State.Currency, now); err != nil {
				return donation.Start{}, err
			}
		}
	}
	if !c.Member.IsNil() {
		start.Supporter = SubjectOf(c.Member)
		return start, nil
	}
	own := ident.Thing("giver", env.ID)
	if email == "" {
		start.Supporter = own
		return start, s.keys.Ensure(ctx, own, "gift")
	}
	start.Supporter, err = s.keys.Guest(ctx, email, own)
	return start, err
}

// gift computes the figures of a gift to a campaign of a currency, and checks it, but for who gives.
func (s *Service) gift(id ident.ID, c DonateMoney, currency money.Currency, now time.Time) (donation.Start, error) {
	t := donation.Terms{Gift: c.Amount, Fee: money.Of(0, c.Amount.Currency)}
	if c.CoverFees {
		t.Fee = s.payments.Fee(c.Amount.Currency).Cover(c.Amount)
	}
	var err error
	if t.Rate, err = s.rates.Rate(c.Amount.Currency, currency, now); err != nil {
		return donation.Start{}, fmt.Errorf("rate to the campaign's currency: %w", err)
	}
	if t.MainRate, err = s.rates.Rate(c.Amount.Currency, s.main, now); err != nil {
		return donation.Start{}, fmt.Errorf("rate to the main currency: %w", err)
	}
	t.Counted, t.Main = t.Rate.Convert(c.Amount), t.MainRate.Convert(c.Amount)
	start := donation.Start{
		Donation: id, Campaign: c.Campaign, Member: c.Member, Terms: t, Anonymous: c.Anonymous,
		Message: words.Clean(c.Message), Lang: c.Lang, Provider: s.payments.Name(), Now: now,
	}
	if c.Member.IsNil() {
		start.Name, start.Email = words.Line(c.Name), strings.TrimSpace(c.Email)
	}
	_, err = start.Decide(donation.State{})
	return start, err
}

// openPayment makes the payment page, or finds the one made before. A gift that waits no more leads to its own page.
func (s *Service) openPayment(ctx context.Context, env command.Envelope, d donation.State, c DonateMoney) (string, eventstore.Position, error) {
	thanks := s.public + "/campaign/" + d.Campaign.String() + "/thanks?donation=" + d.ID.String()
	if d.Status != donation.Pending {
		return thanks, eventstore.Position{}, nil
	}
	title, err := s.TitleOf(ctx, d.Campaign)
	if err != nil {
		return "", eventstore.Position{}, err
	}
	p, err := s.payments.Open(ctx, ports.OpenPayment{
		Donation: d.ID, Attempt: 1, Charge: d.Terms.Charge(), Title: title, Email: c.Email, Lang: c.Lang,
		ReturnURL: thanks, CancelURL: thanks + "&cancelled=1",
	})
	if err != nil {
		s.log.WarnContext(ctx, "payment page not made", "donation", d.ID, "error", err)
		return "", eventstore.Position{}, ErrPayment
	}
	res, err := command.Execute(ctx, s.h, donation.Decider, d.ID, env.Child("payment"),
		donation.OpenPayment{Reference: p.Reference, ExpiresAt: p.ExpiresAt}.Decide)
	if errors.Is(err, donation.ErrNotPending) {
		return thanks, eventstore.Position{}, nil
	}
	return p.URL, res.Position, err
}

// CancelDonation is a donor stepping back. A guest proves it by knowing the donation's id.
func (s *Service) CancelDonation(ctx context.Context, env command.Envelope, id, actor ident.ID) (eventstore.Position, error) {
	return observed(ctx, s, "cancel-donation", env, func(ctx context.Context) (eventstore.Position, error) {
		res, err := command.Execute(ctx, s.h, donation.Decider, id, env, donation.Cancel{Actor: actor, Now: s.now()}.Decide)
		return res.Position, err
	})
}

// RefundDonation asks for money to be given back: by the campaign's owner, or by the operator when actor is nil.
// Amount is in minor units of what was paid; 0 gives back all that is left.
func (s *Service) RefundDonation(ctx context.Context, env command.Envelope, id, actor ident.ID, amount int64) (eventstore.Position, error) {
	return observed(ctx, s, "refund-donation", env, func(ctx context.Context) (eventstore.Position, error) {
		d, _, err := command.Load(ctx, s.h, donation.Decider, id)
		if err != nil {
			return eventstore.Position{}, err
		}
		if d.Status == donation.None {
			return eventstore.Position{}, donation.ErrNotFound
		}
		reason := donation.ByOperator
		if !actor.IsNil() {
			reason = donation.ByOrganizer
			c, _, err := command.Load(ctx, s.h, campaign.Decider, d.Campaign)
			if err != nil {
				return eventstore.Position{}, err
			}
			if c.Owner != actor {
				return eventstore.Position{}, campaign.ErrNotYours
			}
		}
		if amount < 0 || amount > money.MaxMinor {
			return eventstore.Position{}, donation.ErrRefundTooBig
		}
		request := donation.RequestRefund{
			Refund: ident.Pair("refund", id.String(), env.ID.String()), Amount: money.Of(amount, d.Terms.Gift.Currency),
			Reason: reason, Now: s.now(),
		}
		res, err := command.Execute(ctx, s.h, donation.Decider, id, env, request.Decide)
		return res.Position, err
	})
}

// Payment carries out what a provider says of a payment: the same statement twice changes nothing.
func (s *Service) Payment(ctx context.Context, e ports.PaymentEvent) (eventstore.Position, error) {
	env := command.Envelope{
		ID: ident.Command("provider:"+s.payments.Name(), e.ID), Body: string(e.Kind), Actor: "provider:" + s.payments.Name(),
	}
	webhook := trace.LinkFromContext(ctx)
	return observed(s.traceOfGift(ctx, e.Donation), s, "payment-"+string(e.Kind), env, func(ctx context.Context) (eventstore.Position, error) {
		trace.SpanFromContext(ctx).AddLink(webhook)
		decide, err := s.paymentDecision(ctx, env, e)
		if err != nil {
			return eventstore.Position{}, err
		}
		res, err := command.Execute(ctx, s.h, donation.Decider, e.Donation, env, decide)
		return res.Position, err
	})
}

func (s *Service) paymentDecision(ctx context.Context, env command.Envelope, e ports.PaymentEvent) (func(donation.State) ([]donation.Event, error), error) {
	now := s.now()
	switch e.Kind {
	case ports.PaymentPaid:
		d, _, err := command.Load(ctx, s.h, donation.Decider, e.Donation)
		if err != nil {
			return nil, err
		}
		if d.Status == donation.None {
			return nil, donation.ErrNotFound
		}
		c, _, err := command.Load(ctx, s.h, campaign.Decider, d.Campaign)
		if err != nil {
			return nil, err
		}
		return donation.Confirm{
			Reference: e.Reference, Paid: e.Amount, Begun: e.Begun, ClosedAt: c.ClosedSince(now),
			Refund: ident.Pair("refund", e.Donation.String(), env.ID.String()), Now: now,
		}.Decide, nil
	case ports.PaymentDeclined:
		return donation.Fail{Reason: donation.Declined, Now: now}.Decide, nil
	case ports.PaymentExpired:
		return donation.Fail{Reason: donation.Expired, Now: now}.Decide, nil
	case ports.PaymentCancelled:
		return donation.Cancel{ByProvider: true, Now: now}.Decide, nil
	case ports.PaymentRefunded:
		return donation.ConfirmRefund{Refund: e.Refund, Amount: e.Amount, Now: now}.Decide, nil
	case ports.PaymentPending:
		return func(donation.State) ([]donation.Event, error) { return nil, nil }, nil
	}
	return nil, fmt.Errorf("a provider says %q, which means nothing here", e.Kind)
}

// RefundPayment asks the provider for a refund that was requested. What the provider refuses for good is recorded, so
// that the sum may be asked for again. Errors: ports.ErrPayments, after which it may be asked again.
func (s *Service) RefundPayment(ctx context.Context, env command.Envelope, id, refund ident.ID) (eventstore.Position, error) {
	return observed(ctx, s, "refund-payment", env, func(ctx context.Context) (eventstore.Position, error) {
		d, _, err := command.Load(ctx, s.h, donation.Decider, id)
		if err != nil {
			return eventstore.Position{}, err
		}
		amount, asked := d.Requested[refund]
		if !asked {
			return eventstore.Position{}, nil // made, or refused, meanwhile
		}
		err = s.payments.Refund(ctx, ports.RefundPayment{Refund: refund, Donation: id, Reference: d.Reference, Amount: amount})
		var code string
		var refusal *domain.Refusal
		switch {
		case errors.As(err, &refusal):
			code = refusal.Code
		case errors.Is(err, ports.ErrNoPayment):
			code = "payment_unknown"
		default:
			return eventstore.Position{}, err
		}
		s.log.ErrorContext(ctx, "the payment provider refuses a refund", "donation", id, "refund", refund, "code", code)
		res, err := command.Execute(ctx, s.h, donation.Decider, id, env, donation.RefuseRefund{Refund: refund, Code: code, Now: s.now()}.Decide)
		return res.Position, err
	})
}

// ReconcileDonation asks the provider what became of a gift whose payment may have been made, and of refunds that were
// asked for: a webhook may have been lost, or a payment page never made. ErrStillPending asks to be called again.
func (s *Service) ReconcileDonation(ctx context.Context, env command.Envelope, id ident.ID) (eventstore.Position, error) {
	return observed(ctx, s, "reconcile-donation", env, func(ctx context.Context) (eventstore.Position, error) {
		d, _, err := command.Load(ctx, s.h, donation.Decider, id)
		if err != nil {
			return eventstore.Position{}, err
		}
		switch d.Status {
		case donation.None:
			return eventstore.Position{}, nil
		case donation.Pending, donation.Unsuccessful, donation.Withdrawn:
			if !d.Mismatch {
				return s.reconcilePayment(ctx, env, d)
			}
		case donation.Complete, donation.PartlyReturned, donation.Returned:
		}
		return s.reconcileRefunds(ctx, env, d)
	})
}

func (s *Service) reconcilePayment(ctx context.Context, env command.Envelope, d donation.State) (eventstore.Position, error) {
	e, err := s.payments.Lookup(ctx, d.ID)
	if errors.Is(err, ports.ErrNoPayment) {
		res, err := command.Execute(ctx, s.h, donation.Decider, d.ID, env, donation.Fail{Reason: donation.Expired, Now: s.now()}.Decide)
		return res.Position, err
	}
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("look up the payment of donation %s: %w", d.ID, err)
	}
	if e.Kind == ports.PaymentPending {
		return eventstore.Position{}, ErrStillPending
	}
	return s.Payment(ctx, e)
}

func (s *Service) reconcileRefunds(ctx context.Context, env command.Envelope, d donation.State) (at eventstore.Position, err error) {
	for refund := range d.Requested {
		e, err := s.payments.LookupRefund(ctx, refund)
		if errors.Is(err, ports.ErrNoPayment) {
			if _, err := s.RefundPayment(ctx, env.Child("refund "+refund.String()), d.ID, refund); err != nil {
				return at, err
			}
			return at, ErrStillPending
		}
		if err != nil {
			return at, fmt.Errorf("look up refund %s: %w", refund, err)
		}
		if at, err = s.Payment(ctx, e); err != nil {
			return at, err
		}
	}
	return at, nil
}

// ErrStillPending tells that a payment page is still open, or a refund still to be made; ask again later.
var ErrStillPending = fmt.Errorf("the payment provider has %w", command.ErrUndecided)

// OwnerOf is the member who owns a campaign.
func (s *Service) OwnerOf(ctx context.Context, id ident.ID) (ident.ID, error) {
	c, _, err := command.Load(ctx, s.h, campaign.Decider, id)
	if err != nil {
		return ident.Nil, err
	}
	if !c.Exists() {
		return ident.Nil, campaign.ErrNotFound
	}
	return c.Owner, nil
}

// EndsAt is when a campaign's end date passes; zero without deadline.
func (s *Service) EndsAt(ctx context.Context, id ident.ID) (time.Time, error) {
	c, _, err := command.Load(ctx, s.h, campaign.Decider, id)
	return c.EndsAt, err
}

// PaymentReference is the provider's name for a donation's payment.
func (s *Service) PaymentReference(ctx context.Context, id ident.ID) (string, error) {
	d, _, err := command.Load(ctx, s.h, donation.Decider, id)
	if err != nil {
		return "", err
	}
	if d.Reference == "" {
		return "", fmt.Errorf("donation %s has no payment", id)
	}
	return d.Reference, nil
}
