package apptest

import (
	"net/http"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/app"
)

// reviewed has the staff say why one campaign of the rare person collects no money and is to change, and another is rejected, and
// suspend a third, in words that name them; and has the rare person report somebody else's.
func (l *Leaving) reviewed(member, theirs, others ident.ID) {
	l.T.Helper()
	reviewing := *l.Commands
	reviewing.Review, reviewing.Money = "all", "allowed"
	submitted := func() ident.ID {
		env := app.OperatorAsks("submit").For(member)
		waits, err := campaigns.LaunchCampaign.Run(l.T.Context(), &reviewing, env, campaigns.ContentBody{
			Title: "For " + RareName, Description: RareName + " needs it", Story: "I am " + RareName, Category: "community",
			ResourceTypes: []string{"money"}, Currency: money.EUR, GoalAmount: 100_000, Lang: "en", MoneyPurpose: "A bed for " + RareName,
		})
		if err != nil {
			l.T.Fatal(err)
		}
		return waits.CampaignID
	}
	decide := func(command string, about ident.ID) {
		l.as(l.Tokens["owner"], command, map[string]any{
			"campaign_id": about, "reason": RareName + " does not say who gets it",
		}, http.StatusOK)
	}
	waits := submitted()
	decide("refuse-money", waits)
	l.as(l.Token, "ask-money", map[string]any{"campaign_id": waits, "purpose": RareName + " needs a bed"}, http.StatusOK)
	decide("request-changes", waits)
	decide("reject-campaign", submitted())
	l.as(l.Token, "mark-urgent", map[string]any{
		"campaign_id": theirs, "reason": RareName + " needs it now",
	}, http.StatusOK)
	decide("remove-urgency", theirs)
	decide("suspend-campaign", theirs)
	l.as(l.Token, "file-report", map[string]any{
		"kind": "campaign", "thing_id": others, "reason": "scam", "words": RareName + " knows them",
	}, http.StatusOK)
	l.as(l.Tokens["owner"], "reinstate-campaign", map[string]any{"campaign_id": theirs}, http.StatusOK)
}
