package commands_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

func TestAGift(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s, func(c *campaigns.ContentBody) { c.Lang = "es" })
	c := gift(l.CampaignID, 2500)
	c.Amount, c.Currency, c.CoverFees, c.Message = 5000, money.USD, true, " Courage!\x00 "
	c.DonorEmail, c.DonorName = "ada@example.org", "Ada"
	d := w.give(s, c)
	if d.PaymentURL != "https://pay.example/"+d.DonationID.String() || d.Position.IsZero() {
		t.Errorf("%+v", d)
	}
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened")
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched")
	state := w.donation(d.DonationID)
	o := w.payments.open[d.DonationID]
	if o.Charge != state.Terms.Charge() || o.Title != "Water for all" || o.TitleLang != "es" || o.Lang != "en" ||
		o.Email != "ada@example.org" || o.Charge.Minor <= 5000 || o.Charge.Currency != money.USD {
		t.Errorf("%+v", o)
	}
	if got := state.Terms.Rate.Convert(money.Of(c.Amount, c.Currency)); got != state.Terms.Counted || got.Currency != money.EUR {
		t.Errorf("counts %s", state.Terms.Counted)
	}
	if !strings.HasPrefix(o.ReturnURL, "https://callup.example/campaign/"+l.CampaignID.String()+"/thanks?donation=") {
		t.Errorf("returns to %s", o.ReturnURL)
	}
	_, err := giving.HearPayment(t.Context(), s, w.paid(d, o.Charge))
	must(t, err)
	if got := w.donation(d.DonationID); got.Status != donation.Complete || got.Received != o.Charge {
		t.Errorf("%+v", got)
	}
	for range 2 { // doubled, also after a restart
		_, err = giving.HearPayment(t.Context(), w.service(), w.paid(d, o.Charge))
		must(t, err)
	}
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignCurrencyFixed")
}

func TestAGiftSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	c := gift(l.CampaignID, 2500)
	c.Currency, c.DonorEmail = money.USD, "ada@example.org"
	env := w.env()
	first, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	must(t, err)
	w.rates.mu.Lock()
	w.rates.moved = 3
	w.rates.mu.Unlock()
	w.moveOn(time.Hour)
	for _, s := range []*command.Service{s, w.service()} {
		again, err := giving.DonateMoney.Run(t.Context(), s, env, c)
		must(t, err)
		if again.DonationID != first.DonationID || again.PaymentURL != first.PaymentURL {
			t.Errorf("%+v, at first %+v", again, first)
		}
	}
	other := env
	other.Body = "another body"
	changed := c
	changed.Amount, changed.DonorEmail = 9900, "bo@example.org"
	for _, s := range []*command.Service{s, w.service()} {
		_, err = giving.DonateMoney.Run(t.Context(), s, other, changed)
		refused(t, err, "idempotency_key_reused")
	}
	_, err = campaigns.CompleteCampaign.Run(t.Context(), s, w.env().For(owner), campaigns.CampaignBody{CampaignID: l.CampaignID})
	must(t, err)
	for _, s := range []*command.Service{s, w.service()} {
		again, err := giving.DonateMoney.Run(t.Context(), s, env, c)
		must(t, err)
		if again.DonationID != first.DonationID || again.PaymentURL != first.PaymentURL {
			t.Errorf("after the end %+v, at first %+v", again, first)
		}
		_, err = giving.DonateMoney.Run(t.Context(), s, other, changed)
		refused(t, err, "idempotency_key_reused")
		_, err = giving.DonateMoney.Run(t.Context(), s, w.env(), c)
		refused(t, err, "campaign_completed")
	}
	w.wrote(donation.Category, first.DonationID, "DonationStarted", "DonationPaymentOpened")
	_, err = giving.HearPayment(t.Context(), s, w.paid(first, money.Of(2500, money.USD)))
	must(t, err)
	again, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	must(t, err)
	if !strings.Contains(again.PaymentURL, "/thanks?donation=") {
		t.Errorf("a gift that was paid leads to %s", again.PaymentURL)
	}
}

func TestAGiftSentFiftyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	c := gift(l.CampaignID, 2500)
	c.DonorEmail, c.Message = "ada@example.org", "Courage!"
	env := w.env()
	services := []*command.Service{s, w.service()}
	g, ctx := errgroup.WithContext(t.Context())
	got := make([]giving.DonateMoneyAnswer, 50)
	for i := range got {
		g.Go(func() (err error) {
			got[i], err = giving.DonateMoney.Run(ctx, services[i%2], env, c)
			return err
		})
	}
	must(t, g.Wait())
	for _, d := range got {
		if d.DonationID != got[0].DonationID || d.PaymentURL != got[0].PaymentURL {
			t.Errorf("%+v and %+v", d, got[0])
		}
	}
	w.wrote(donation.Category, got[0].DonationID, "DonationStarted", "DonationPaymentOpened")
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched")
	if len(w.payments.open) != 1 {
		t.Errorf("%d payments", len(w.payments.open))
	}
}

// revise chooses another currency for a campaign.
func (w *world) revise(s *command.Service, id ident.ID, c money.Currency) error {
	w.t.Helper()
	in := content()
	in.Currency = c
	_, err := campaigns.ReviseCampaign.Run(w.t.Context(), s, w.env().For(owner),
		campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: id}, ContentBody: in})
	return err
}

func TestSixteenFirstGiftsFixTheCurrencyOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	services := []*command.Service{w.service(), w.service()}
	l := w.launch(services[0])
	var gifts [16]giving.DonateMoneyAnswer
	for i := range gifts {
		gifts[i] = w.give(services[i%2], gift(l.CampaignID, 100))
	}
	g, ctx := errgroup.WithContext(t.Context())
	for i, d := range gifts {
		g.Go(func() error {
			_, err := giving.HearPayment(ctx, services[i%2], w.paid(d, money.Of(100, money.EUR)))
			return err
		})
	}
	must(t, g.Wait())
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignCurrencyFixed")
	refused(t, w.revise(services[1], l.CampaignID, money.USD), "currency_fixed")
}

// What nobody has paid fixes nothing: the organizer can choose another currency, and the gift counts in that one once it is
// paid.
func TestTheCurrency_IsFixedByTheFirstGiftThatIsPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	charge := money.Of(2500, money.EUR)
	first, wrong := w.give(s, gift(l.CampaignID, 2500)), w.give(s, gift(l.CampaignID, 2500))
	for _, say := range []ports.PaymentKind{ports.PaymentDeclined, ports.PaymentExpired} {
		d := w.give(s, gift(l.CampaignID, 2500))
		e := w.paid(d, money.Of(0, money.EUR))
		e.Kind = say
		_, err := giving.HearPayment(ctx, s, e)
		must(t, err)
	}
	_, err := giving.HearPayment(ctx, s, w.paid(wrong, money.Of(2501, money.EUR))) // it goes back
	must(t, err)
	must(t, w.revise(s, l.CampaignID, money.USD))
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignRevised")

	_, err = giving.HearPayment(ctx, w.service(), w.paid(first, charge))
	must(t, err)
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignRevised", "CampaignCurrencyFixed")
	d := w.donation(first.DonationID)
	rate, err := w.rates.Rate(money.EUR, money.USD, w.now())
	must(t, err)
	if d.Status != donation.Complete || d.Terms.Rate != rate || d.LeftCount != rate.Convert(charge) ||
		d.LeftCount.Currency != money.USD || d.Terms.Gift != charge {
		t.Errorf("%+v", d)
	}
	refused(t, w.revise(s, l.CampaignID, money.EUR), "currency_fixed")
}

// A gift that is paid twice, by two payments, counts once: the second goes back, and what is given back of either is of that
// one.
func TestAGiftPaidTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	d := w.give(s, gift(l.CampaignID, 2500))
	charge := money.Of(2500, money.EUR)
	second := w.paid(d, charge)
	second.ID, second.Reference = "paid again", "pay_2"
	g, gctx := errgroup.WithContext(ctx)
	for _, e := range []ports.PaymentEvent{w.paid(d, charge), second, second} { // at the same moment, and one told twice
		g.Go(func() error {
			_, err := giving.HearPayment(gctx, w.service(), e)
			return err
		})
	}
	must(t, g.Wait())
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted", "DonationSurplusPaid",
		"DonationSurplusRefundRequested")
	state := w.donation(d.DonationID)
	var refund ident.ID
	for refund = range state.Requested { // there is one
	}
	surplus := state.Asked[refund].Reference
	if len(state.Requested) != 1 || surplus == state.Reference || state.Requested[refund] != charge {
		t.Fatalf("%+v", state)
	}
	_, err := giving.RefundPayment.Run(ctx, s, w.env(), giving.RequestedRefund{Donation: d.DonationID, Refund: refund})
	must(t, err)
	if asked := w.payments.asked; len(asked) != 1 || asked[0].Reference != surplus || asked[0].Amount != charge {
		t.Errorf("the provider was asked for %+v", asked)
	}
	back := second
	back.ID, back.Kind, back.Refund, back.Reference = "given back", ports.PaymentRefunded, refund, surplus
	_, err = giving.HearPayment(ctx, s, back)
	must(t, err)
	if got := w.donation(d.DonationID); got.Status != donation.Complete || got.LeftCount != charge {
		t.Errorf("what went back of the second payment was taken off the gift: %+v", got)
	}
	back.ID, back.Refund, back.Reference = "given back as well", ident.ID{0xcc}, state.Reference
	_, err = giving.HearPayment(ctx, s, back)
	must(t, err)
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted", "DonationSurplusPaid",
		"DonationSurplusRefundRequested", "DonationSurplusRefunded", "DonationRefunded")
}

func TestTheProviderIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	env, c := w.env(), gift(l.CampaignID, 2500)
	c.DonorEmail = "ada@example.org"
	w.payments.set(func(p *provider) { p.down = true })
	_, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	refused(t, err, "payment_unavailable")
	id := ident.Thing(donation.Category, env.ID)
	w.wrote(donation.Category, id, "DonationStarted")
	w.payments.set(func(p *provider) { p.down = false })
	d, err := giving.DonateMoney.Run(t.Context(), w.service(), env, c)
	must(t, err)
	if d.DonationID != id {
		t.Errorf("another donation: %s", d.DonationID)
	}
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentOpened")
}

func TestGuestsAndMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	as := func(giver ident.ID, change func(*giving.DonateMoneyBody)) ident.ID {
		c := gift(l.CampaignID, 100)
		change(&c)
		d, err := giving.DonateMoney.Run(t.Context(), s, w.env().For(giver), c)
		must(t, err)
		return w.donation(d.DonationID).Supporter
	}
	by := func(change func(*giving.DonateMoneyBody)) ident.ID {
		return as(ident.Nil, change)
	}
	ada := by(func(c *giving.DonateMoneyBody) { c.DonorEmail = "ada@example.org" })
	if by(func(c *giving.DonateMoneyBody) { c.DonorEmail = " ADA@example.org" }) != ada {
		t.Error("one address is two people")
	}
	bo := by(func(c *giving.DonateMoneyBody) { c.DonorEmail = "bo@example.org" })
	none, none2 := by(func(*giving.DonateMoneyBody) {}), by(func(*giving.DonateMoneyBody) {})
	cyID := ident.ID{0xbb}
	_, err := members.RegisterMember.Run(t.Context(), s, w.env(),
		members.Registration{Member: cyID, Name: "Cy", Email: "cy@example.org", Lang: "en"})
	must(t, err)
	cy := as(cyID, func(c *giving.DonateMoneyBody) {
		c.Message = "Courage!"
		c.DonorName, c.DonorEmail = "Somebody else", "ada@example.org" // a member's own name and address are known
	})
	if cy != member.SubjectOf(cyID) {
		t.Errorf("a member gives as %s", cy)
	}
	people := map[ident.ID]bool{ada: true, bo: true, none: true, none2: true, cy: true}
	if len(people) != 5 {
		t.Errorf("%d people of 5", len(people))
	}
}

func TestRefusedGiftsLeaveNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	hours := w.launch(s, func(c *campaigns.ContentBody) { c.ResourceTypes, c.TimeGoalHours = []string{"time"}, 1 })
	before := w.events()
	at := func(c giving.DonateMoneyBody) giving.DonateMoneyBody {
		c.CampaignID, c.Amount = l.CampaignID, 5
		return c
	}
	for code, c := range map[string]giving.DonateMoneyBody{
		"amount_not_positive": gift(l.CampaignID, 0),
		"gift_too_small":      gift(l.CampaignID, 4),
		"amount_too_large":    gift(l.CampaignID, money.MaxMinor+1),
		"unknown_currency":    at(giving.DonateMoneyBody{Currency: "CHF", Lang: "en"}),
		"unknown_language":    at(giving.DonateMoneyBody{Currency: money.EUR, Lang: "de"}),
		"too_long": at(giving.DonateMoneyBody{
			Currency: money.EUR, Lang: "en", Message: strings.Repeat("m", 501), DonorEmail: "x@example.org",
		}),
		"malformed_email":    at(giving.DonateMoneyBody{Currency: money.EUR, Lang: "en", DonorEmail: "Ada <ada@example.org>"}),
		"campaign_not_found": gift(ident.ID{0xff}, 500),
		"money_not_asked":    gift(hours.CampaignID, 500),
	} {
		for _, member := range []ident.ID{ident.Nil, {0xbb}} {
			_, err := giving.DonateMoney.Run(t.Context(), s, w.env().For(member), c)
			refused(t, err, code)
		}
	}
	if got := w.events(); got != before {
		t.Errorf("%d events were appended", got-before)
	}
	var guests int
	must(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys WHERE kind IN ('guest', 'gift')`).Scan(&guests))
	if guests != 0 || len(w.payments.open) != 0 {
		t.Errorf("%d keys, %d payments", guests, len(w.payments.open))
	}
}

func TestWhatTheProviderSaysInAnyOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	d := w.give(s, gift(l.CampaignID, 2500))
	charge := money.Of(2500, money.EUR)
	say := func(k ports.PaymentKind, name string, refund ident.ID, amount int64) error {
		e := w.paid(d, charge)
		e.Kind, e.ID, e.Refund, e.Amount.Minor = k, name, refund, amount
		_, err := giving.HearPayment(ctx, s, e)
		return err
	}
	part := ident.ID{0xcc}
	// the refund before the payment: refused, so that it is said again
	refused(t, say(ports.PaymentRefunded, "r", part, 1000), "donation_not_completed")
	must(t, say(ports.PaymentExpired, "e", ident.Nil, 0))
	must(t, say(ports.PaymentPaid, "p", ident.Nil, 2500))
	must(t, say(ports.PaymentDeclined, "d", ident.Nil, 0))
	must(t, say(ports.PaymentCancelled, "c", ident.Nil, 0))
	must(t, say(ports.PaymentRefunded, "r", part, 1000))
	must(t, say(ports.PaymentRefunded, "r", part, 1000))
	must(t, say(ports.PaymentRefunded, "r2", part, 1000)) // the same refund told by another statement
	must(t, say(ports.PaymentPaid, "p2", ident.Nil, 2500))
	must(t, say(ports.PaymentPending, "x", ident.Nil, 0))
	if err := say("gibberish", "g", ident.Nil, 0); err == nil {
		t.Error("gibberish was understood")
	}
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationFailed", "DonationCompleted",
		"DonationRefunded")
	if got := w.donation(d.DonationID); got.LeftCount != money.Of(1500, money.EUR) || got.Status != donation.PartlyReturned {
		t.Errorf("%+v", got)
	}
	unknown := w.paid(giving.DonateMoneyAnswer{DonationID: ident.ID{0xdd}}, charge)
	_, err := giving.HearPayment(ctx, s, unknown)
	refused(t, err, "donation_not_found")
}

func TestAPaymentBegunAfterTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s, func(c *campaigns.ContentBody) { c.EndDate, c.TimeZone = "2026-11-20", "UTC" })
	early, late := w.give(s, gift(l.CampaignID, 2500)), w.give(s, gift(l.CampaignID, 2500))
	charge := money.Of(2500, money.EUR)
	inTime := w.paid(early, charge)
	w.moveOn(24 * time.Hour)
	tooLate := w.paid(late, charge)
	_, err := giving.HearPayment(ctx, s, inTime)
	must(t, err)
	w.moveOn(time.Hour)
	_, err = campaigns.CompleteCampaign.Run(ctx, s, w.env(), campaigns.CampaignBody{CampaignID: l.CampaignID}) // the clock is late
	must(t, err)
	_, err = giving.HearPayment(ctx, s, tooLate)
	must(t, err)
	w.wrote(donation.Category, early.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")
	w.wrote(donation.Category, late.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted",
		"DonationRefundRequested")
}

func TestReconcile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	reconcile := func(d giving.DonateMoneyAnswer, e ports.PaymentEvent, answer error) error {
		w.payments.set(func(p *provider) { p.lookup, p.lookErr = e, answer })
		_, err := giving.ReconcileDonation.Run(ctx, s, w.env(), d.DonationID)
		return err
	}
	d := w.give(s, gift(l.CampaignID, 2500))
	if err := reconcile(d, ports.PaymentEvent{Kind: ports.PaymentPending}, nil); err == nil {
		t.Error("an open payment was settled")
	}
	if err := reconcile(d, ports.PaymentEvent{}, ports.ErrPayments); err == nil {
		t.Error("a provider that is away settled a payment")
	}
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened")
	must(t, reconcile(d, w.paid(d, money.Of(2500, money.EUR)), nil))
	_, err := giving.HearPayment(ctx, s, w.paid(d, money.Of(2500, money.EUR))) // the webhook comes after all
	must(t, err)
	must(t, reconcile(d, ports.PaymentEvent{}, ports.ErrNoPayment)) // not asked any more
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")

	none := w.give(s, gift(l.CampaignID, 2500))
	must(t, reconcile(none, ports.PaymentEvent{}, ports.ErrNoPayment))
	w.wrote(donation.Category, none.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationFailed")
	must(t, reconcile(giving.DonateMoneyAnswer{DonationID: ident.ID{0xee}}, ports.PaymentEvent{}, ports.ErrNoPayment))
}

func TestCancelAndRefund(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	d := w.give(s, gift(l.CampaignID, 2500))
	_, err := giving.RefundDonation.Run(ctx, s, w.env().For(owner),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}})
	refused(t, err, "donation_not_completed")
	_, err = giving.CancelDonation.Run(ctx, s, w.env(), giving.DonationBody{DonationID: d.DonationID})
	must(t, err)
	_, err = giving.HearPayment(ctx, s, w.paid(d, money.Of(2500, money.EUR)))
	must(t, err)
	_, err = giving.RefundDonation.Run(ctx, s, w.env().For(ident.ID{0x99}),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}})
	refused(t, err, "not_campaign_owner")
	_, err = giving.RefundDonation.Run(ctx, s, w.env().For(owner),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: ident.ID{0x99}}})
	refused(t, err, "donation_not_found")
	for _, amount := range []int64{-1, 2501, money.MaxMinor + 1} {
		_, err = giving.RefundDonation.Run(ctx, s, w.env().For(owner),
			giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}, Amount: amount})
		refused(t, err, "refund_too_large")
	}
	env := w.env()
	for range 3 { // one command, one refund
		_, err = giving.RefundDonation.Run(ctx, s, env.For(owner),
			giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}, Amount: 1000})
		must(t, err)
	}
	// the operator gives back the rest
	_, err = giving.RefundDonation.Run(ctx, s, w.env(),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}})
	must(t, err)
	_, err = giving.RefundDonation.Run(ctx, s, w.env(),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: d.DonationID}})
	refused(t, err, "refund_too_large")
	w.wrote(donation.Category, d.DonationID, "DonationStarted", "DonationPaymentOpened", "DonationCancelled", "DonationCompleted",
		"DonationRefundRequested", "DonationRefundRequested")
}
