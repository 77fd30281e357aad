package commands_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

func TestAGift(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	c := gift(l.Campaign, 2500)
	c.Amount, c.CoverFees, c.Message, c.Email, c.Name = money.Of(5000, money.USD), true, " Courage!\x00 ", "ada@example.org", "Ada"
	d := w.give(s, c)
	if d.PaymentURL != "https://pay.example/"+d.Donation.String() || d.Position.IsZero() {
		t.Errorf("%+v", d)
	}
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened")
	w.wrote(campaign.Category, l.Campaign, "CampaignLaunched", "CampaignCurrencyFixed")
	state := w.donation(d.Donation)
	o := w.payments.open[d.Donation]
	if o.Charge != state.Terms.Charge() || o.Title != "Water for all" || o.Email != "ada@example.org" || o.Charge.Minor <= 5000 || o.Charge.Currency != money.USD {
		t.Errorf("%+v", o)
	}
	if got := state.Terms.Rate.Convert(c.Amount); got != state.Terms.Counted || got.Currency != money.EUR {
		t.Errorf("counts %s", state.Terms.Counted)
	}
	if !strings.HasPrefix(o.ReturnURL, "https://callup.example/campaign/"+l.Campaign.String()+"/thanks?donation=") {
		t.Errorf("returns to %s", o.ReturnURL)
	}
	_, err := s.Payment(t.Context(), w.paid(d, o.Charge))
	must(t, err)
	if got := w.donation(d.Donation); got.Status != donation.Complete || got.Received != o.Charge {
		t.Errorf("%+v", got)
	}
	for range 2 { // doubled, also after a restart
		_, err = w.service().Payment(t.Context(), w.paid(d, o.Charge))
		must(t, err)
	}
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")
}

func TestAGiftSentAgain(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	c := gift(l.Campaign, 2500)
	c.Amount.Currency, c.Email = money.USD, "ada@example.org"
	env := w.env()
	first, err := s.DonateMoney(t.Context(), env, c)
	must(t, err)
	w.rates.mu.Lock()
	w.rates.moved = 3
	w.rates.mu.Unlock()
	w.moveOn(time.Hour)
	for _, s := range []*commands.Service{s, w.service()} {
		again, err := s.DonateMoney(t.Context(), env, c)
		must(t, err)
		if again.Donation != first.Donation || again.PaymentURL != first.PaymentURL {
			t.Errorf("%+v, at first %+v", again, first)
		}
	}
	other := env
	other.Body = "another body"
	changed := c
	changed.Amount.Minor, changed.Email = 9900, "bo@example.org"
	for _, s := range []*commands.Service{s, w.service()} {
		_, err = s.DonateMoney(t.Context(), other, changed)
		refused(t, err, "idempotency_key_reused")
	}
	_, err = s.CompleteCampaign(t.Context(), w.env(), commands.ChangeCampaign{Campaign: l.Campaign, Actor: owner})
	must(t, err)
	for _, s := range []*commands.Service{s, w.service()} {
		again, err := s.DonateMoney(t.Context(), env, c)
		must(t, err)
		if again.Donation != first.Donation || again.PaymentURL != first.PaymentURL {
			t.Errorf("after the end %+v, at first %+v", again, first)
		}
		_, err = s.DonateMoney(t.Context(), other, changed)
		refused(t, err, "idempotency_key_reused")
		_, err = s.DonateMoney(t.Context(), w.env(), c)
		refused(t, err, "campaign_completed")
	}
	w.wrote(donation.Category, first.Donation, "DonationStarted", "DonationPaymentOpened")
	_, err = s.Payment(t.Context(), w.paid(first, money.Of(2500, money.USD)))
	must(t, err)
	again, err := s.DonateMoney(t.Context(), env, c)
	must(t, err)
	if !strings.Contains(again.PaymentURL, "/thanks?donation=") {
		t.Errorf("a gift that was paid leads to %s", again.PaymentURL)
	}
}

func TestAGiftSentFiftyTimesAtOnce(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	c := gift(l.Campaign, 2500)
	c.Email, c.Message = "ada@example.org", "Courage!"
	env := w.env()
	services := []*commands.Service{s, w.service()}
	g, ctx := errgroup.WithContext(t.Context())
	got := make([]commands.Donated, 50)
	for i := range got {
		g.Go(func() (err error) {
			got[i], err = services[i%2].DonateMoney(ctx, env, c)
			return err
		})
	}
	must(t, g.Wait())
	for _, d := range got {
		if d.Donation != got[0].Donation || d.PaymentURL != got[0].PaymentURL {
			t.Errorf("%+v and %+v", d, got[0])
		}
	}
	w.wrote(donation.Category, got[0].Donation, "DonationStarted", "DonationPaymentOpened")
	w.wrote(campaign.Category, l.Campaign, "CampaignLaunched", "CampaignCurrencyFixed")
	if len(w.payments.open) != 1 {
		t.Errorf("%d payments", len(w.payments.open))
	}
}

func TestSixteenFirstGiftsFixTheCurrencyOnce(t *testing.T) {
	w := newWorld(t)
	services := []*commands.Service{w.service(), w.service()}
	l := w.launch(services[0])
	g, ctx := errgroup.WithContext(t.Context())
	for i := range 16 {
		g.Go(func() error {
			_, err := services[i%2].DonateMoney(ctx, w.env(), gift(l.Campaign, 100))
			return err
		})
	}
	must(t, g.Wait())
	w.wrote(campaign.Category, l.Campaign, "CampaignLaunched", "CampaignCurrencyFixed")
	dollars := content()
	dollars.Goal.Currency = money.USD
	_, err := services[1].ReviseCampaign(t.Context(), w.env(), commands.ReviseCampaign{Campaign: l.Campaign, Actor: owner, Content: dollars})
	refused(t, err, "currency_fixed")
}

func TestTheProviderIsAway(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	env, c := w.env(), gift(l.Campaign, 2500)
	c.Email = "ada@example.org"
	w.payments.set(func(p *provider) { p.down = true })
	_, err := s.DonateMoney(t.Context(), env, c)
	refused(t, err, "payment_unavailable")
	id := ident.Thing(donation.Category, env.ID)
	w.wrote(donation.Category, id, "DonationStarted")
	w.payments.set(func(p *provider) { p.down = false })
	d, err := w.service().DonateMoney(t.Context(), env, c)
	must(t, err)
	if d.Donation != id {
		t.Errorf("another donation: %s", d.Donation)
	}
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentOpened")
}

func TestGuestsAndMembers(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	by := func(change func(*commands.DonateMoney)) ident.ID {
		c := gift(l.Campaign, 100)
		change(&c)
		return w.donation(w.give(s, c).Donation).Supporter
	}
	ada := by(func(c *commands.DonateMoney) { c.Email = "ada@example.org" })
	if by(func(c *commands.DonateMoney) { c.Email = " ADA@example.org" }) != ada {
		t.Error("one address is two people")
	}
	bo := by(func(c *commands.DonateMoney) { c.Email = "bo@example.org" })
	none, none2 := by(func(*commands.DonateMoney) {}), by(func(*commands.DonateMoney) {})
	member := ident.ID{0xbb}
	_, err := s.RegisterMember(t.Context(), w.env(), commands.RegisterMember{Member: member, Name: "Cy", Email: "cy@example.org", Lang: "en"})
	must(t, err)
	cy := by(func(c *commands.DonateMoney) {
		c.Member, c.Message = member, "Courage!"
		c.Name, c.Email = "Somebody else", "ada@example.org" // a member's own name and address are known
	})
	if cy != commands.SubjectOf(member) {
		t.Errorf("a member gives as %s", cy)
	}
	people := map[ident.ID]bool{ada: true, bo: true, none: true, none2: true, cy: true}
	if len(people) != 5 {
		t.Errorf("%d people of 5", len(people))
	}
}

func TestRefusedGiftsLeaveNothing(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	hours := w.launch(s, func(c *commands.Content) { c.Resources, c.TimeGoal = []string{"time"}, 60 })
	before := w.events()
	for code, c := range map[string]commands.DonateMoney{
		"amount_not_positive": gift(l.Campaign, 0),
		"amount_too_large":    gift(l.Campaign, money.MaxMinor+1),
		"unknown_currency":    {Campaign: l.Campaign, Amount: money.Of(5, "CHF"), Lang: "en"},
		"unknown_language":    {Campaign: l.Campaign, Amount: money.Of(5, money.EUR), Lang: "de"},
		"too_long":            {Campaign: l.Campaign, Amount: money.Of(5, money.EUR), Lang: "en", Message: strings.Repeat("m", 501), Email: "x@example.org"},
		"malformed_email":     {Campaign: l.Campaign, Amount: money.Of(5, money.EUR), Lang: "en", Email: "Ada <ada@example.org>"},
		"campaign_not_found":  gift(ident.ID{0xff}, 500),
		"money_not_asked":     gift(hours.Campaign, 500),
	} {
		for _, member := range []ident.ID{ident.Nil, {0xbb}} {
			c.Member = member
			_, err := s.DonateMoney(t.Context(), w.env(), c)
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
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	d := w.give(s, gift(l.Campaign, 2500))
	charge := money.Of(2500, money.EUR)
	say := func(k ports.PaymentKind, name string, refund ident.ID, amount int64) error {
		e := w.paid(d, charge)
		e.Kind, e.ID, e.Refund, e.Amount.Minor = k, name, refund, amount
		_, err := s.Payment(ctx, e)
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
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened", "DonationFailed", "DonationCompleted", "DonationRefunded")
	if got := w.donation(d.Donation); got.LeftCount != money.Of(1500, money.EUR) || got.Status != donation.PartlyReturned {
		t.Errorf("%+v", got)
	}
	unknown := w.paid(commands.Donated{Donation: ident.ID{0xdd}}, charge)
	_, err := s.Payment(ctx, unknown)
	refused(t, err, "donation_not_found")
}

func TestAPaymentBegunAfterTheEnd(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s, func(c *commands.Content) { c.EndDate, c.TimeZone = "2026-11-20", "UTC" })
	early, late := w.give(s, gift(l.Campaign, 2500)), w.give(s, gift(l.Campaign, 2500))
	charge := money.Of(2500, money.EUR)
	inTime := w.paid(early, charge)
	w.moveOn(24 * time.Hour)
	tooLate := w.paid(late, charge)
	_, err := s.Payment(ctx, inTime)
	must(t, err)
	w.moveOn(time.Hour)
	_, err = s.CompleteCampaign(ctx, w.env(), commands.ChangeCampaign{Campaign: l.Campaign}) // the clock is late
	must(t, err)
	_, err = s.Payment(ctx, tooLate)
	must(t, err)
	w.wrote(donation.Category, early.Donation, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")
	w.wrote(donation.Category, late.Donation, "DonationStarted", "DonationPaymentOpened", "DonationCompleted", "DonationRefundRequested")
}

func TestReconcile(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	reconcile := func(d commands.Donated, e ports.PaymentEvent, answer error) error {
		w.payments.set(func(p *provider) { p.lookup, p.lookErr = e, answer })
		_, err := s.ReconcileDonation(ctx, w.env(), d.Donation)
		return err
	}
	d := w.give(s, gift(l.Campaign, 2500))
	if err := reconcile(d, ports.PaymentEvent{Kind: ports.PaymentPending}, nil); err == nil {
		t.Error("an open payment was settled")
	}
	if err := reconcile(d, ports.PaymentEvent{}, ports.ErrPayments); err == nil {
		t.Error("a provider that is away settled a payment")
	}
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened")
	must(t, reconcile(d, w.paid(d, money.Of(2500, money.EUR)), nil))
	_, err := s.Payment(ctx, w.paid(d, money.Of(2500, money.EUR))) // the webhook comes after all
	must(t, err)
	must(t, reconcile(d, ports.PaymentEvent{}, ports.ErrNoPayment)) // not asked any more
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened", "DonationCompleted")

	none := w.give(s, gift(l.Campaign, 2500))
	must(t, reconcile(none, ports.PaymentEvent{}, ports.ErrNoPayment))
	w.wrote(donation.Category, none.Donation, "DonationStarted", "DonationPaymentOpened", "DonationFailed")
	must(t, reconcile(commands.Donated{Donation: ident.ID{0xee}}, ports.PaymentEvent{}, ports.ErrNoPayment))
}

func TestCancelAndRefund(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s)
	d := w.give(s, gift(l.Campaign, 2500))
	_, err := s.RefundDonation(ctx, w.env(), d.Donation, owner, 0)
	refused(t, err, "donation_not_completed")
	_, err = s.CancelDonation(ctx, w.env(), d.Donation, ident.Nil)
	must(t, err)
	_, err = s.Payment(ctx, w.paid(d, money.Of(2500, money.EUR)))
	must(t, err)
	_, err = s.RefundDonation(ctx, w.env(), d.Donation, ident.ID{0x99}, 0)
	refused(t, err, "not_campaign_owner")
	_, err = s.RefundDonation(ctx, w.env(), ident.ID{0x99}, owner, 0)
	refused(t, err, "donation_not_found")
	for _, amount := range []int64{-1, 2501, money.MaxMinor + 1} {
		_, err = s.RefundDonation(ctx, w.env(), d.Donation, owner, amount)
		refused(t, err, "refund_too_large")
	}
	env := w.env()
	for range 3 { // one command, one refund
		_, err = s.RefundDonation(ctx, env, d.Donation, owner, 1000)
		must(t, err)
	}
	_, err = s.RefundDonation(ctx, w.env(), d.Donation, ident.Nil, 0) // the operator gives back the rest
	must(t, err)
	_, err = s.RefundDonation(ctx, w.env(), d.Donation, ident.Nil, 0)
	refused(t, err, "refund_too_large")
	w.wrote(donation.Category, d.Donation, "DonationStarted", "DonationPaymentOpened", "DonationCancelled", "DonationCompleted",
		"DonationRefundRequested", "DonationRefundRequested")
}
