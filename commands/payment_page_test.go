package commands_test

import (
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
)

// renames gives a campaign another title.
func (w *world) renames(id ident.ID, title string) {
	w.t.Helper()
	c := content()
	c.Title = title
	_, err := campaigns.ReviseCampaign.Run(w.t.Context(), w.service(), w.env().For(owner),
		campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: id}, ContentBody: c})
	must(w.t, err)
}

// A payment page whose answer was lost is asked for with exactly the same words, addresses and end as at first.
func TestDonateMoney_RepeatsWhatItAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	env, c := w.env(), gift(l.CampaignID, 2500)
	c.DonorEmail = "ada@example.org"
	w.payments.set(func(p *provider) { p.lost = true })
	_, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	refused(t, err, "payment_unavailable")
	id := ident.Thing(donation.Category, env.ID)
	first := w.payments.open[id]
	if left := first.ExpiresAt.Sub(w.now()); left <= 29*time.Minute || left > 30*time.Minute || first.ExpiresAt.Nanosecond() != 0 {
		t.Errorf("the page closes at %s, in %s", first.ExpiresAt, left)
	}
	w.renames(l.CampaignID, "Water for everybody")
	w.moveOn(5 * time.Minute)
	w.payments.set(func(p *provider) { p.lost = false })
	for range 2 {
		d, err := giving.DonateMoney.Run(t.Context(), w.service(), env, c)
		must(t, err)
		if d.PaymentURL != "https://pay.example/"+id.String() {
			t.Errorf("%+v", d)
		}
	}
	if first.Title != "Water for all" {
		t.Errorf("the page is of %q", first.Title)
	}
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentOpened")
}

// Where the provider keeps an answer that is of no use, one next attempt is recorded, and made with what is true by then.
func TestDonateMoney_BeginsTheNextAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	env, c := w.env(), gift(l.CampaignID, 2500)
	id := ident.Thing(donation.Category, env.ID)
	w.payments.set(func(p *provider) { p.lost = true })
	_, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	refused(t, err, "payment_unavailable")
	w.renames(l.CampaignID, "Water for everybody")
	w.moveOn(time.Minute)
	w.payments.set(func(p *provider) { p.lost, p.spent = false, 1 })
	g, ctx := errgroup.WithContext(t.Context())
	for range 20 {
		g.Go(func() error {
			d, err := giving.DonateMoney.Run(ctx, w.service(), env, c)
			if err == nil && d.PaymentURL != "https://pay.example/"+id.String()+"_2" {
				t.Errorf("%+v", d)
			}
			return err
		})
	}
	must(t, g.Wait())
	if o := w.payments.open[id]; o.Attempt != 2 || o.Title != "Water for everybody" {
		t.Errorf("%+v", o)
	}
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentRetried", "DonationPaymentOpened")
	if d := w.donation(id); d.Attempt != 2 || !d.PageKnown || d.Reference != "pay_"+id.String()+"_2" {
		t.Errorf("%+v", d)
	}
	_, err = giving.HearPayment(t.Context(), s, w.paid(giving.DonateMoneyAnswer{DonationID: id}, w.donation(id).Terms.Charge()))
	must(t, err)
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentRetried", "DonationPaymentOpened", "DonationCompleted")
}

// An attempt that never brought a page is not repeated once half of the page's time is over.
func TestDonateMoney_LeavesAnOldAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	env, c := w.env(), gift(w.launch(s).CampaignID, 2500)
	id := ident.Thing(donation.Category, env.ID)
	w.payments.set(func(p *provider) { p.down = true })
	_, err := giving.DonateMoney.Run(t.Context(), s, env, c)
	refused(t, err, "payment_unavailable")
	w.moveOn(16 * time.Minute)
	w.payments.set(func(p *provider) { p.down = false })
	_, err = giving.DonateMoney.Run(t.Context(), w.service(), env, c)
	must(t, err)
	if o := w.payments.open[id]; o.Attempt != 2 || o.ExpiresAt.Sub(w.now()) < 29*time.Minute {
		t.Errorf("%+v", o)
	}
	w.moveOn(20 * time.Minute) // the page is known: it is the answer as long as it is open
	_, err = giving.DonateMoney.Run(t.Context(), w.service(), env, c)
	must(t, err)
	w.wrote(donation.Category, id, "DonationStarted", "DonationPaymentRetried", "DonationPaymentOpened")
}

// A provider that never brings a page is asked for a bounded number of attempts.
func TestDonateMoney_BoundsAttempts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	env, c := w.env(), gift(w.launch(s).CampaignID, 2500)
	w.payments.set(func(p *provider) { p.spent = 1000 })
	for range 30 {
		_, err := giving.DonateMoney.Run(t.Context(), s, env, c)
		refused(t, err, "payment_unavailable")
	}
	if d := w.donation(ident.Thing(donation.Category, env.ID)); d.Attempt != 20 || d.Status != donation.Pending {
		t.Errorf("%+v", d)
	}
}
