package reactors

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

func (w *world) returned(d, refund ident.ID) {
	w.t.Helper()
	e := w.paid(d)
	e.ID, e.Kind, e.Refund = "refunded "+refund.String(), ports.PaymentRefunded, refund
	_, err := giving.HearPayment(w.t.Context(), w.commands, e)
	must(w.t, err)
}

// quiet has a member be mailed about a kind no more.
func (w *world) quiet(member ident.ID, kind notice.Kind) {
	w.t.Helper()
	_, err := notifications.ChooseNotifications.Run(w.t.Context(), w.commands, w.env().For(member),
		notifications.ChooseNotificationsBody{Kind: kind, Channel: notice.ByMail})
	must(w.t, err)
}

func TestMails(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	_, err := members.ReviseProfile.Run(t.Context(), w.commands, w.env().For(cy),
		members.ReviseProfileBody{DisplayName: "Cy Ek", Lang: "en"})
	must(t, err)
	w.quiet(owner, notice.GiftReceived)
	c := w.launch()
	guest := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorName: "Ada", DonorEmail: "ada@example.org", Lang: "fr",
		Anonymous: true})
	member := w.give(cy, giving.DonateMoneyBody{CampaignID: c})
	nobody := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
	unpaid := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorEmail: "di@example.org"})
	for _, d := range []ident.ID{guest, member, nobody} {
		w.pay(d)
	}
	w.run(w.router())
	w.handled()
	one := func(address string) mail.Message {
		t.Helper()
		got := w.mails.to(address)
		if len(got) != 1 {
			t.Fatalf("%s got %d mails", address, len(got))
		}
		return got[0]
	}
	m := one("ada@example.org")
	// the guest's address is not confirmed: its mail has neither a title nor a name (found, point 22)
	if g, ok := m.Content.(mail.GuestGift); !ok || m.Lang != "fr" || g.What != "completed" || g.Operator != "Les Voisins" ||
		g.Sum != money.Of(2500, money.EUR) || g.Date != w.day(0) || g.Reference != guest.String() {
		t.Errorf("%+v", m)
	}
	m = one("cy@example.org")
	if g, ok := m.Content.(mail.GiftCompleted); !ok || m.Lang != "en" || g.Name != "Cy Ek" || g.Reference != member.String() {
		t.Errorf("%+v", m)
	}
	if len(w.mails.sent) != 2 {
		t.Errorf("%d mails", len(w.mails.sent))
	}

	// the guest is erased: nobody is written to, and nothing is given up
	_, err = w.pool.Exec(t.Context(),
		`UPDATE subject_keys SET wrapped = NULL, address = NULL, destroyed_at = now() WHERE subject = $1`,
		w.supporter(guest))
	must(t, err)
	w.moveOn(time.Minute)
	w.refund(guest)
	w.handled()
	w.returned(guest, w.payments.refunds()[0].Refund)
	w.handled()
	if len(w.mails.sent) != 2 || w.count(`SELECT count(*) FROM dead_letters`) != 0 {
		t.Errorf("%d mails, %d dead letters", len(w.mails.sent), w.count(`SELECT count(*) FROM dead_letters`))
	}

	// an ordinary refund concerns the giver alone, and is told in the language they chose meanwhile, at the address they have now
	_, err = members.ChooseLanguage.Run(t.Context(), w.commands, w.env().For(cy), members.ChooseLanguageBody{Lang: "es"})
	must(t, err)
	_, err = members.ChangeEmail.Run(t.Context(), w.commands, w.env(), members.NewEmail{Member: cy, Email: "cy@elsewhere.example"})
	must(t, err)
	w.refund(member)
	w.handled()
	w.returned(member, w.payments.refunds()[1].Refund)
	w.handled()
	if got := w.mails.to("cy@elsewhere.example"); len(got) != 1 || got[0].Lang != "es" || len(w.mails.to("cy@example.org")) != 1 ||
		len(w.mails.to("olga@example.org")) != 0 {
		t.Errorf("%+v", w.mails.sent)
	}

	// a payment that began after the end goes back, and both sides are told what is true for them
	_, err = campaigns.CompleteCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CampaignBody{CampaignID: c})
	must(t, err)
	w.moveOn(time.Minute)
	w.pay(unpaid)
	w.handled()
	late := w.payments.refunds()[2]
	if late.Donation != unpaid {
		t.Errorf("%+v", late)
	}
	w.returned(unpaid, late.Refund)
	w.handled()
	if got := w.mails.to("di@example.org"); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	m = one("olga@example.org")
	if g, ok := m.Content.(mail.GiftReturned); !ok || m.Lang != "es" || g.Name != "Olga" ||
		g.Returned != money.Of(2500, money.EUR) ||
		g.Reference != late.Refund.String() || g.Link != "https://callup.example/campaign/"+c.String() {
		t.Errorf("%+v", m)
	}
}

// A payment that a gift did not need goes back by itself, and both sides are told, each once and in their language.
func TestMails_TellOfAPaymentTooMany(t *testing.T) {
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "es")
	c := w.launch()
	guest := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorName: "Ada", DonorEmail: "ada@example.org", Lang: "fr"})
	w.pay(guest)
	second := w.paid(guest)
	second.ID, second.Reference = "paid again", "pay_2"
	_, err := giving.HearPayment(t.Context(), w.commands, second)
	must(t, err)
	w.run(w.router())
	w.handled()
	if n := len(w.payments.refunds()); n != 1 {
		t.Fatalf("the provider was asked for %d refunds", n)
	}
	asked := w.payments.refunds()[0]
	if asked.Reference != "pay_2" || asked.Donation != guest || asked.Amount != second.Amount {
		t.Fatalf("asked for %+v", asked)
	}
	if n := w.count(`SELECT count(*) FROM timers WHERE command = 'reconcile-refund' AND subject = $1`, guest); n != 1 {
		t.Errorf("%d timers see to the refund", n)
	}
	back := second
	back.Kind, back.Refund = ports.PaymentRefunded, asked.Refund
	for _, said := range []string{"given back", "given back, told once more"} {
		back.ID = said
		_, err = giving.HearPayment(t.Context(), w.commands, back)
		must(t, err)
	}
	w.handled()
	to, from := w.mails.to("ada@example.org"), of[mail.SurplusReturned](w, "olga@example.org")
	if len(to) != 2 || len(from) != 1 {
		t.Fatalf("%+v", w.mails.sent)
	}
	told := w.mails.sent[mail.RefundedKey(asked.Refund.String())]
	if g, ok := told.Content.(mail.GuestGift); !ok || told.To != "ada@example.org" || told.Lang != "fr" ||
		g.What != "surplus_refunded" || g.Sum != second.Amount || g.Reference != guest.String() {
		t.Errorf("%+v", told)
	}
	if g, ok := from[0].Content.(mail.SurplusReturned); !ok || from[0].Lang != "es" || g.Name != "Olga" ||
		g.Returned != second.Amount || g.Reference != asked.Refund.String() {
		t.Errorf("%+v", from[0])
	}
}

// A dispute is told the organizer, not the giver, who asked their bank; a refund that fails is told both.
func TestMails_TellOfDisputesAndFailedRefunds(t *testing.T) {
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "es")
	c := w.launch()
	cy := ident.Pair("member", "cy")
	w.register(cy, "Cy", "cy@example.org", "en")
	gift := w.give(cy, giving.DonateMoneyBody{CampaignID: c})
	w.pay(gift)
	w.run(w.router())
	w.refund(gift)
	w.handled()
	asked := w.payments.refunds()[0]
	w.returned(gift, asked.Refund)
	hear := func(id string, kind ports.PaymentKind, more func(*ports.PaymentEvent)) {
		e := w.paid(gift)
		e.ID, e.Kind = id, kind
		more(&e)
		_, err := giving.HearPayment(t.Context(), w.commands, e)
		must(t, err)
	}
	hear("failed", ports.PaymentRefundFailed, func(e *ports.PaymentEvent) { e.Refund = asked.Refund })
	dispute := ports.Dispute{ID: "dp_1", Why: "fraudulent", Taken: true}
	hear("disputed", ports.PaymentDisputed, func(e *ports.PaymentEvent) { e.Dispute = dispute })
	dispute.Taken, dispute.Outcome = false, "won"
	hear("won", ports.PaymentDisputed, func(e *ports.PaymentEvent) { e.Dispute = dispute })
	w.handled()
	var giver, organizer []string
	for _, m := range w.mails.to("cy@example.org") {
		giver = append(giver, fmt.Sprintf("%T", m.Content))
	}
	for _, m := range of[mail.Notice](w, "olga@example.org") {
		n, ok := m.Content.(mail.Notice)
		if !ok || n.Named["campaign"] == "" || n.Named["name"] != "Olga" {
			t.Errorf("%+v", m)
		}
		organizer = append(organizer, n.Text)
	}
	slices.Sort(giver)
	slices.Sort(organizer)
	if want := []string{"mail.GiftCompleted", "mail.GiftRefundFailed", "mail.GiftRefunded"}; !slices.Equal(giver, want) {
		t.Errorf("the giver got %v, want %v", giver, want)
	}
	if want := []string{"payment_disputed", "payment_refund_failed", "payment_won"}; !slices.Equal(organizer, want) {
		t.Errorf("the organizer got %v, want %v", organizer, want)
	}
}

func (w *world) supporter(d ident.ID) ident.ID {
	w.t.Helper()
	s, _, err := command.Load(w.t.Context(), command.NewHandler(w.store, w.cat, w.keys), donation.Decider, d)
	must(w.t, err)
	return s.Supporter
}
