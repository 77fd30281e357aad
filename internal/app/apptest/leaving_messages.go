package apptest

import (
	"net/http"
	"strings"

	"github.com/callup/callup/domain/ident"
)

// talked has the rare person write to another member, who answers, and read the answer; a message that is too long is refused.
func (l *Leaving) talked(member ident.ID) {
	l.T.Helper()
	other, err := l.Accounts.MemberByEmail(l.T.Context(), "other@example.org")
	if err != nil {
		l.T.Fatal(err)
	}
	var sent struct {
		Thread ident.ID `json:"thread_id"`
	}
	message := func(to ident.ID, text string) map[string]any {
		return map[string]any{"from_kind": "member", "to_kind": "member", "to_id": to, "text": text, "lang": "en"}
	}
	l.as(l.Token, "send-message", message(other, "I am "+RareName), http.StatusOK).JSON(l.T, &sent)
	l.as(l.Tokens["other"], "send-message", message(member, "Welcome"), http.StatusOK)
	l.as(l.Token, "send-message", message(other, strings.Repeat(RareName+" ", 500)), http.StatusUnprocessableEntity)
}
