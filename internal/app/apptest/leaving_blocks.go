package apptest

import (
	"net/http"

	"github.com/callup/callup/domain/ident"
)

// blocked has the rare person block two others, and one of them no more, who blocks them.
func (l *Leaving) blocked(member ident.ID) {
	l.T.Helper()
	whom := func(address string) map[string]any {
		l.T.Helper()
		id, err := l.Accounts.MemberByEmail(l.T.Context(), address)
		if err != nil {
			l.T.Fatal(err)
		}
		return map[string]any{"member_id": id}
	}
	l.as(l.Token, "block-member", whom("other@example.org"), http.StatusOK)
	l.as(l.Token, "block-member", whom("owner@example.org"), http.StatusOK)
	l.as(l.Token, "unblock-member", whom("owner@example.org"), http.StatusOK)
	l.as(l.Tokens["owner"], "block-member", map[string]any{"member_id": member}, http.StatusOK)
}
