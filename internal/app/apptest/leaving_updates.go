package apptest

import (
	"net/http"

	"github.com/callup/callup/domain/ident"
)

// updated has the rare person post updates of their campaign, and revise one, with words of theirs wherever one can write some.
func (l *Leaving) updated(theirs ident.ID) {
	l.T.Helper()
	words := func(audience string) map[string]any {
		return map[string]any{
			"campaign_id": theirs, "title": "News of " + RareName, "text": RareName + " has the keys", "audience": audience, "lang": "en",
		}
	}
	var posted struct {
		ID ident.ID `json:"update_id"`
	}
	l.as(l.Token, "post-campaign-update", words("public"), http.StatusOK)
	l.as(l.Token, "post-campaign-update", words("supporters"), http.StatusOK).JSON(l.T, &posted)
	revised := words("supporters")
	revised["update_id"] = posted.ID
	l.as(l.Token, "revise-campaign-update", revised, http.StatusOK)
	delete(revised, "title")
	delete(revised, "text")
	delete(revised, "audience")
	delete(revised, "lang")
	l.as(l.Token, "pin-campaign-update", revised, http.StatusOK)
}
