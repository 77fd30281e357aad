package apptest

import (
	"maps"
	"net/http"

	"github.com/callup/callup/domain/ident"
)

// helped is what a campaign asks for that can be pledged to it.
var helped = map[string]any{
	"resource_types": []string{"money", "time", "materials"}, "time_goal_hours": 12,
	"needs": []map[string]any{{"item": "Rope", "quantity": 30}},
}

// pledge has somebody offer time or things to a campaign.
func (l *Leaving) pledge(token, what string, to ident.ID, more map[string]any) ident.ID {
	l.T.Helper()
	body := map[string]any{"campaign_id": to, "lang": "en"}
	if what == "pledge-time" {
		body["minutes"] = 120
	} else {
		maps.Copy(body, map[string]any{"item": "Bench", "quantity": 2, "condition": "good", "delivery": "pickup"})
	}
	maps.Copy(body, more)
	var out struct {
		ID ident.ID `json:"pledge_id"`
	}
	l.as(token, what, body, http.StatusOK).JSON(l.T, &out)
	return out.ID
}

// pledged has the rare person offer time and things to a campaign, and answer what is offered to theirs, with words of theirs
// wherever one can write some.
func (l *Leaving) pledged(theirs, others ident.ID) {
	l.T.Helper()
	owner, other := l.Tokens["owner"], l.Tokens["other"]
	on := func(token, command string, id ident.ID, more map[string]any) {
		l.T.Helper()
		body := map[string]any{"pledge_id": id}
		maps.Copy(body, more)
		l.as(token, command, body, http.StatusOK)
	}
	good := map[string]any{"quantity": 2, "condition": "good"}

	id := l.pledge(l.Token, "pledge-time", others, map[string]any{
		"availability": "Ask for " + RareName, "skills": RareName + " can sew", "message": "I am " + RareName,
	})
	on(owner, "accept-time", id, nil)
	on(l.Token, "log-hours", id, map[string]any{"minutes": 90, "note": RareName + " sewed"})
	on(owner, "confirm-hours", id, map[string]any{"minutes": 90})
	id = l.pledge(l.Token, "pledge-material", others, map[string]any{
		"item": "Bench of " + RareName, "address": "Quibblethorpe 7", "message": "I am " + RareName,
	})
	on(owner, "accept-material", id, nil)
	on(owner, "receive-material", id, good)
	l.as(l.Token, "pledge-material", map[string]any{
		"campaign_id": others, "lang": "en", "item": "Bench", "quantity": 1, "condition": "good", "delivery": "pickup", "lent": true,
		"until": RareName,
	}, http.StatusUnprocessableEntity)

	id = l.pledge(other, "pledge-time", theirs, nil)
	on(l.Token, "accept-time", id, map[string]any{"note": "Ask for " + RareName})
	on(l.Token, "log-hours", id, map[string]any{"minutes": 60, "note": "With " + RareName})
	on(l.Token, "decline-time", l.pledge(other, "pledge-time", theirs, nil), map[string]any{"reason": RareName + " is away"})
	id = l.pledge(other, "pledge-material", theirs, nil)
	on(l.Token, "accept-material", id, map[string]any{"place": "Quibblethorpe 7", "note": "Ask for " + RareName})
	on(l.Token, "decline-material", l.pledge(other, "pledge-material", theirs, nil), map[string]any{"reason": RareName + " is away"})
}
