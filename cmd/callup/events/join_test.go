package events

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/ports"
)

// Somebody who has the masked exports and the public list of supporters joins the two by sums: a gift under a name has the
// pseudonym of its giver's other gifts under that name to the campaign, and of no other gift. The rows of each export:
// donation to pseudonym.
func TestExport_JoinedWithThePublicListNamesNoAnonymousGiver(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	at := 0
	give := func(as ident.ID, to ident.ID, anonymous bool, email string) string {
		at++
		env := command.Envelope{ID: ident.Command("somebody", strconv.Itoa(at)), Actor: "somebody", Member: as}
		a, err := giving.DonateMoney.Run(t.Context(), w.Commands, env, giving.DonateMoneyBody{
			CampaignID: to, Amount: int64(1000 + at), Currency: money.EUR, Anonymous: anonymous, Lang: "en", DonorEmail: email,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Pay(a.DonationID)
		return a.DonationID.String()
	}
	launch := command.Envelope{ID: ident.Command("somebody", "launch"), Actor: "somebody", Member: w.Member}
	other, err := campaigns.LaunchCampaign.Run(t.Context(), w.Commands, launch, campaigns.ContentBody{
		Title: "Another", Description: "d", Story: "s", Category: "community", ResourceTypes: []string{"money"}, GoalAmount: 100,
		Currency: money.EUR, Lang: "en",
	})
	if err != nil {
		t.Fatal(err)
	}
	to := w.Campaign.CampaignID
	named, again := give(w.Member, to, false, ""), give(w.Member, to, false, "")
	hidden := []string{
		give(w.Member, to, true, ""), give(w.Member, to, true, ""), w.Anonymous.String(), give(w.Member, other.CampaignID, false, ""),
		give(ident.Nil, to, false, "bo@example.org"), give(ident.Nil, to, false, "bo@example.org"),
	}
	if _, err := giving.HearPayment(t.Context(), w.Commands, ports.PaymentEvent{
		ID: "back", Kind: ports.PaymentRefunded, Donation: w.Anonymous, Refund: ident.Pair("refund"), Amount: money.Of(100, money.GBP),
	}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(w.Must("events", "export", "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	gift, who := slices.Index(rows[0], "donation"), slices.Index(rows[0], "supporter")
	exports := map[string]map[string][]string{"csv": {}, "jsonl": {}, "audit": {}}
	for _, row := range rows[1:] {
		exports["csv"][row[gift]] = append(exports["csv"][row[gift]], row[who])
	}
	for line := range strings.Lines(w.Must("events", "export", "--category", "donation")) {
		var e struct {
			Data struct {
				Donation  string
				Supporter any
			}
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if name, ok := e.Data.Supporter.(string); ok {
			exports["jsonl"][e.Data.Donation] = append(exports["jsonl"][e.Data.Donation], name)
		}
	}
	var history struct {
		History []struct{ Donation, Supporter string }
	}
	audit, _, _ := w.Callup("audit", "campaign", w.Campaign.Slug, "--json") // the provider's books know nothing of what went back
	if err := json.Unmarshal([]byte(audit), &history); err != nil {
		t.Fatal(err)
	}
	for _, l := range history.History {
		if l.Supporter != "" {
			exports["audit"][l.Donation] = append(exports["audit"][l.Donation], l.Supporter)
		}
	}
	for export, names := range exports {
		known := slices.Compact(append(slices.Clone(names[named]), names[again]...))
		if len(known) != 1 {
			t.Errorf("%s: one giver is %v in one campaign", export, known)
			continue
		}
		seen := map[string]bool{known[0]: true}
		for _, donation := range hidden {
			if export == "audit" && names[donation] == nil {
				continue // of the other campaign
			}
			own := slices.Compact(slices.Clone(names[donation]))
			if len(own) != 1 || seen[own[0]] {
				t.Errorf("%s: gift %s is told as %v, beside %v", export, donation, own, seen)
				continue
			}
			seen[own[0]] = true
		}
	}
}
