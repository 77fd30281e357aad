package apptest

import (
	"maps"
	"net/http"
	"time"

	"github.com/callup/callup/domain/ident"
)

// announced has the rare person publish shifts of their campaign, revise one and cancel one, with words of theirs wherever one
// can write some. The one that is left is called off with them.
func (l *Leaving) announced(theirs ident.ID) {
	l.T.Helper()
	day := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	words := map[string]any{
		"campaign_id": theirs, "title": "Help " + RareName, "place": "The shed of " + RareName, "note": RareName + " brings soup",
		"starts": day + "T09:00", "ends": day + "T11:00", "time_zone": "Europe/Paris", "capacity": 3, "lang": "en",
	}
	publish := func() (shift ident.ID) {
		var made struct {
			ID ident.ID `json:"shift_id"`
		}
		l.as(l.Token, "publish-shift", words, http.StatusOK).JSON(l.T, &made)
		return made.ID
	}
	off, stays := publish(), publish()
	l.as(l.Token, "cancel-shift", map[string]any{"shift_id": off, "reason": RareName + " is ill"}, http.StatusOK)
	revised := maps.Clone(words)
	delete(revised, "campaign_id")
	revised["shift_id"], revised["title"] = stays, "Come and help "+RareName
	l.as(l.Token, "revise-shift", revised, http.StatusOK)
	for command, body := range map[string]map[string]any{"publish-shift": maps.Clone(words), "revise-shift": revised} {
		body["starts"], body["ends"] = RareName, RareName
		l.as(l.Token, command, body, http.StatusUnprocessableEntity)
	}
}
