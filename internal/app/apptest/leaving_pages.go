package apptest

import (
	"maps"
	"net/http"

	"github.com/callup/callup/domain/ident"
)

// organized has the rare person open a page, with words of theirs wherever one can write some, and change it; it closes with
// them.
func (l *Leaving) organized() {
	l.T.Helper()
	words := map[string]any{
		"kind": "nonprofit", "name": "Friends of " + RareName, "description": RareName + " mends", "industry": RareName + " and sons",
		"location": "The shed of " + RareName, "website": "https://żółwiosława.example", "lang": "en",
	}
	var made struct {
		ID ident.ID `json:"page_id"`
	}
	l.as(l.Token, "create-page", words, http.StatusOK).JSON(l.T, &made)
	revised := maps.Clone(words)
	revised["page_id"], revised["name"] = made.ID, "More friends of "+RareName
	l.as(l.Token, "revise-page", revised, http.StatusOK)
	logo := map[string]any{"page_id": made.ID, "upload": RareName}
	l.as(l.Token, "change-page-logo", logo, http.StatusUnprocessableEntity)
	logo["upload"] = l.upload("page-logo")
	l.as(l.Token, "change-page-logo", logo, http.StatusOK)
	wrong := maps.Clone(words)
	wrong["website"] = RareName
	l.as(l.Token, "create-page", wrong, http.StatusUnprocessableEntity)
}
