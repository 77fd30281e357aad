package giving

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/textfold"
)

// DonateMoneyBody is a gift of money.
type DonateMoneyBody struct {
	CampaignID ident.ID       `json:"campaign_id" format:"uuid"`
	Amount     int64          `json:"amount" doc:"Minor units of currency"`
	Currency   money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	CoverFees  bool           `json:"cover_fees,omitempty" doc:"Add the payment's fee on top; it never counts towards the goal"`
	Anonymous  bool           `json:"anonymous,omitempty" doc:"Hide the name from everyone but auditors"`
	Message    string         `json:"message,omitempty" maxLength:"2000"`
	DonorName  string         `json:"donor_name,omitempty" maxLength:"400" doc:"Guests only"`
	DonorEmail string         `json:"donor_email,omitempty" maxLength:"400" doc:"Guests only"`
	Lang       string         `json:"lang" enum:"en,fr,es"`
}

// DonateMoneyAnswer leads to the payment page.
type DonateMoneyAnswer struct {
	command.Done
	DonationID ident.ID `json:"donation_id" format:"uuid"`
	PaymentURL string   `json:"payment_url" doc:"Where the gift is paid"`
}

// ErrWrongEmail refuses an address that can't be one.
var ErrWrongEmail = domain.RefuseField("donor_email", "malformed_email", "this is not an e-mail address")

// tooSmall refuses less than the payment provider takes.
func tooSmall(least money.Amount) error {
	return domain.RefuseField("amount", "gift_too_small", "the payment provider takes no smaller sum").
		With(strings.ToLower(string(least.Currency)), least.Minor)
}

// DonateMoney starts a gift: the campaign admits it, DonationStarted is recorded, and only then the provider is asked
// for a payment page. Sent again with the same key it answers the same gift.
var DonateMoney = command.Define("donate-money", "Start a gift of money; it counts once the payment is confirmed",
	command.Visitor, donateMoney).Creating()

func donateMoney(ctx context.Context, c *command.Call, in DonateMoneyBody) (DonateMoneyAnswer, error) {
	id := ident.Thing(donation.Category, c.ID)
	res, err := startDonation(ctx, c, id, in)
	if err != nil {
		return DonateMoneyAnswer{}, err
	}
	url, at, err := openPayment(ctx, c, res.State, in)
	if err != nil {
		return DonateMoneyAnswer{}, err
	}
	if at.IsZero() {
		at = res.Position
	}
	return DonateMoneyAnswer{Done: command.Done{Position: at}, DonationID: id, PaymentURL: url}, nil
}

func startDonation(
	ctx context.Context, c *command.Call, id ident.ID, in DonateMoneyBody,
) (command.Result[donation.State], error) {
	start, err := terms(ctx, c, id, in)
	if err != nil {
		// a repeated command is answered even if the campaign has closed meanwhile
		before, again, derr := command.Repeated(ctx, c.Handler, donation.Decider, id, c.Envelope)
		if again || errors.Is(derr, command.ErrKeyReused) {
			return before, derr
		}
		return command.Result[donation.State]{}, err
	}
	return command.Execute(ctx, c.Handler, donation.Decider, id, c.Envelope, start.Decide, command.Fresh())
}

// terms computes a gift's figures, from the campaign's currency and the rates of the day, and names who gives. A giver's
// key is not made before the whole gift is known to be in order.
func terms(ctx context.Context, c *command.Call, id ident.ID, in DonateMoneyBody) (donation.Start, error) {
	now := c.Now()
	amount := money.Of(in.Amount, in.Currency)
	if r := amount.Check("amount"); r != nil {
		return donation.Start{}, r
	}
	if least := c.Payments.Least(in.Currency); amount.Minor < least.Minor {
		return donation.Start{}, tooSmall(least)
	}
	email := strings.TrimSpace(in.DonorEmail)
	if email != "" {
		if a, err := mail.ParseAddress(email); err != nil || a.Address != email || !strings.Contains(email, ".") {
			return donation.Start{}, ErrWrongEmail
		}
	}
	// a gift may land moments after a pause: it is kept
	to, revision, err := command.Recent(ctx, c.Handler, campaign.Decider, in.CampaignID)
	if err != nil {
		return donation.Start{}, err
	}
	byPage, err := collectsByPage(ctx, c, to)
	if err != nil {
		return donation.Start{}, err
	}
	if err := to.AdmitsGift(byPage, now); err != nil {
		return donation.Start{}, err
	}
	start, err := figures(c, id, in, to.Currency, now)
	if err != nil {
		return donation.Start{}, err
	}
	start.Page = page(c, revision, now)
	if !c.Member.IsNil() {
		start.Supporter = member.SubjectOf(c.Member)
		return start, nil
	}
	if email == "" {
		start.Supporter = ident.Thing("giver", c.ID)
		return start, c.Keys.Ensure(ctx, start.Supporter, "gift")
	}
	start.Supporter, err = c.Keys.Guest(ctx, email)
	return start, err
}

// collectsByPage tells whether a campaign may collect money because the page in whose name it goes is allowed to.
func collectsByPage(ctx context.Context, c *command.Call, to campaign.State) (bool, error) {
	if to.Page.IsNil() || to.CollectsMoney(false) {
		return false, nil
	}
	page, _, err := command.Recent(ctx, c.Handler, orgpage.Decider, to.Page)
	return err == nil && page.CollectsFor(to.Owner), err
}

// figures computes the figures of a gift to a campaign of a currency, and checks it, but for who gives.
func figures(
	c *command.Call, id ident.ID, in DonateMoneyBody, currency money.Currency, now time.Time,
) (donation.Start, error) {
	amount := money.Of(in.Amount, in.Currency)
	t := donation.Terms{Gift: amount, Fee: money.Of(0, in.Currency)}
	if in.CoverFees {
		t.Fee = c.Payments.Fee(in.Currency).Cover(amount)
	}
	var err error
	if t.Rate, err = c.Rates.Rate(in.Currency, currency, now); err != nil {
		return donation.Start{}, fmt.Errorf("rate to the campaign's currency: %w", err)
	}
	if t.MainRate, err = c.Rates.Rate(in.Currency, c.Main, now); err != nil {
		return donation.Start{}, fmt.Errorf("rate to the main currency: %w", err)
	}
	t.Counted, t.Main = t.Rate.Convert(amount), t.MainRate.Convert(amount)
	start := donation.Start{
		Donation: id, Campaign: in.CampaignID, Member: c.Member, Terms: t, Anonymous: in.Anonymous,
		Message: textfold.Clean(in.Message), Lang: in.Lang, Provider: c.Payments.Name(), Now: now,
	}
	if c.Member.IsNil() {
		start.Name, start.Email = textfold.Name(in.DonorName), strings.TrimSpace(in.DonorEmail)
	}
	_, err = start.Decide(donation.State{})
	return start, err
}
