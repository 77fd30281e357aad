package apptest

import (
	"maps"
	"net/http"

	"github.com/callup/callup/domain/ident"
)

// drafted has the rare person keep drafts of campaigns, with words of theirs wherever one can write some: one that they go on
// with, one that they throw away and one that they launch.
func (l *Leaving) drafted(words map[string]any) {
	l.T.Helper()
	words = maps.Clone(words)
	maps.Copy(words, map[string]any{"category": "community", "currency": "EUR", "goal_amount": 100_000, "lang": "en"})
	pictures := map[string]any{"photo": RareName, "photo_alt": RareName + " laughs", "video": RareName} // there are no such uploads
	photo := l.upload("campaign-photo")
	for _, then := range []string{"", "discard-draft", "launch-draft"} {
		var draft struct {
			ID     ident.ID `json:"draft_id"`
			Number int64    `json:"number"`
		}
		body := maps.Clone(words)
		// sent is taken once it names a photograph that there is.
		sent := func(command string) Answer {
			maps.Copy(body, pictures)
			l.as(l.Token, command, body, http.StatusUnprocessableEntity)
			body["photo"] = photo
			delete(body, "video")
			return l.as(l.Token, command, body, http.StatusOK)
		}
		sent("begin-draft").JSON(l.T, &draft)
		body["draft_id"], body["number"] = draft.ID, draft.Number
		sent("save-draft").JSON(l.T, &draft)
		body["number"] = draft.Number
		switch then {
		case "discard-draft":
			l.as(l.Token, then, map[string]any{"draft_id": draft.ID, "number": draft.Number}, http.StatusOK)
		case "launch-draft":
			sent(then)
		}
	}
}
