package apptest

import (
	"maps"
	"net/http"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
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
	l.edited()
	wrong := maps.Clone(words)
	wrong["website"] = RareName
	l.as(l.Token, "create-page", wrong, http.StatusUnprocessableEntity)
}

// HandedPage is the name of a page of the rare person's that an editor gets with its words.
const HandedPage = "Mill"

// edited has the rare person edit others' pages, or be asked to, and own one that an editor gets.
func (l *Leaving) edited() {
	l.T.Helper()
	owner, other := l.Tokens["owner"], l.Tokens["other"]
	open := func(token string) map[string]any {
		l.T.Helper()
		var made struct {
			ID ident.ID `json:"page_id"`
		}
		l.as(token, "create-page", map[string]any{"kind": "company", "name": HandedPage, "lang": "en"}, http.StatusOK).JSON(l.T, &made)
		return map[string]any{"page_id": made.ID}
	}
	asked := func(token string, page map[string]any, email string) map[string]any {
		l.T.Helper()
		body := maps.Clone(page)
		body["email"], body["lang"] = email, "en"
		l.as(token, "invite-page-editor", body, http.StatusOK)
		id, ok := page["page_id"].(ident.ID)
		if !ok {
			l.T.Fatal("no page")
		}
		s, _, err := command.Load(l.T.Context(), l.Commands.Handler, orgpage.Decider, id)
		if err != nil {
			l.T.Fatal(err)
		}
		answer := maps.Clone(page)
		answer["invitation_id"] = s.Invitations[len(s.Invitations)-1].ID
		return answer
	}
	published := func(page map[string]any) {
		l.T.Helper()
		l.as(l.Token, "write-post", map[string]any{"page_id": page["page_id"], "text": RareName + " opens", "lang": "en"}, http.StatusOK)
	}
	page := open(owner)
	l.as(l.Token, "accept-page-invitation", asked(owner, page, RareEmail), http.StatusOK)
	published(page)
	logo := maps.Clone(page)
	logo["upload"] = l.upload("page-logo")
	l.as(l.Token, "change-page-logo", logo, http.StatusOK)
	asked(owner, open(owner), RareEmail)
	l.as(l.Token, "decline-page-invitation", asked(owner, open(owner), RareEmail), http.StatusOK)
	page = open(l.Token)
	published(page)
	l.as(other, "accept-page-invitation", asked(l.Token, page, "other@example.org"), http.StatusOK)
	asked(l.Token, page, "nobody@example.org")
}
