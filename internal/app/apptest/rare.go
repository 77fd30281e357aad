package apptest

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/payments/sandbox"
)

// Rare is a name that nobody else has. rareWorld plants it wherever a person can write.
const Rare = "quuxington"

// runner runs a subcommand as the program would, and gives the code it exits with.
type runner func(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int

// RareWorld has two gifts to one campaign: an anonymous one of its owner, and one of a guest who makes formulas.
type RareWorld struct {
	*app.Services
	T               *testing.T
	Member          ident.ID
	Campaign        campaigns.LaunchCampaignAnswer
	Anonymous, Open ident.ID // donations
	run             runner
}

// NewRareWorld makes one, whose subcommands are run by run.
func NewRareWorld(t *testing.T, run runner) *RareWorld {
	t.Helper()
	w := &RareWorld{Services: NewServices(t), T: t, Member: ident.Pair("test", "member"), run: run}
	ctx := t.Context()
	env := func(key string) command.Envelope {
		actor := "member:" + w.Member.String()
		return command.Envelope{ID: ident.Command(actor, key), Actor: actor}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := members.RegisterMember.Run(ctx, w.Commands, env("1"),
		members.Registration{Member: w.Member, Name: "Zeb Quuxington", Email: "quuxington@example.org", Lang: "en"})
	check(err)
	_, err = members.ReviseProfile.Run(ctx, w.Commands, env("2").For(w.Member),
		members.ReviseProfileBody{
			DisplayName: "Zeb Quuxington", Bio: "I am Quuxington", Location: "Quuxington Hall",
			Skills: []string{"Quuxington songs"}, Lang: "en",
		})
	check(err)
	w.Campaign, err = campaigns.LaunchCampaign.Run(ctx, w.Commands, env("3").For(w.Member), campaigns.ContentBody{
		Title: "Help Quuxington", Description: "Quuxington needs it", Story: "Once Quuxington", Category: "community",
		ResourceTypes: []string{"money", "materials"},
		GoalAmount:    100_000, Currency: money.EUR, Lang: "en", Location: "Quuxington", BeneficiaryName: "Old Quuxington",
		Relationship: "friend", BeneficiaryConsent: true,
		Needs: []campaigns.NeedBody{{Item: "Quuxington's bed", Quantity: 1, Unit: "quuxington", Note: "for Quuxington"}},
	})
	check(err)
	give := func(key string, by ident.ID, d giving.DonateMoneyBody) ident.ID {
		t.Helper()
		d.CampaignID, d.Amount, d.Currency, d.Lang = w.Campaign.CampaignID, 1234, money.GBP, "en"
		e := env(key)
		if by.IsNil() {
			e = command.Envelope{ID: ident.Command("guest", key), Actor: "guest"}
		}
		done, err := giving.DonateMoney.Run(ctx, w.Commands, e.For(by), d)
		check(err)
		w.Pay(done.DonationID)
		return done.DonationID
	}
	w.Anonymous = give("4", w.Member, giving.DonateMoneyBody{Anonymous: true, Message: "From Quuxington"})
	w.Open = give("5", ident.Nil, giving.DonateMoneyBody{DonorName: "=Quuxington()", DonorEmail: "quuxington2@example.org",
		Message: "@Quuxington"})
	return w
}

// Pay pays a gift.
func (w *RareWorld) Pay(id ident.ID) {
	w.T.Helper()
	ctx := w.T.Context()
	reference, err := giving.PaymentReference(ctx, w.Commands.Handler, id)
	if err != nil {
		w.T.Fatal(err)
	}
	paid, err := w.Sandbox.Approve(ctx, reference, sandbox.Options{})
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err = giving.HearPayment(ctx, w.Commands, paid); err != nil {
		w.T.Fatal(err)
	}
}

// Callup runs a subcommand on the world's installation, as another process would.
func (w *RareWorld) Callup(args ...string) (stdout, stderr string, code int) {
	w.T.Helper()
	var out, errs bytes.Buffer
	environ := []string{"DATABASE_URL=" + w.Config.DatabaseURL, "CALLUP_DATA=" + w.Config.Data, "CALLUP_DEMO=off"}
	code = w.run(w.T.Context(), args, environ, &out, &errs)
	return out.String(), errs.String(), code
}

// Must runs a subcommand that must succeed, and gives what it prints.
func (w *RareWorld) Must(args ...string) string {
	w.T.Helper()
	out, errs, code := w.Callup(args...)
	if code != 0 {
		w.T.Fatalf("%v exits %d: %s%s", args, code, out, errs)
	}
	return out
}
