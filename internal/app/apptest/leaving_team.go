package apptest

import (
	"maps"
	"net/http"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// teamed has the rare person run a campaign with others, hand one over, and be asked to run others'.
func (l *Leaving) teamed(theirs ident.ID) {
	l.T.Helper()
	owner, other := l.Tokens["owner"], l.Tokens["other"]
	on := func(token, name string, to ident.ID, more map[string]any) {
		l.T.Helper()
		body := map[string]any{"campaign_id": to}
		maps.Copy(body, more)
		l.as(token, name, body, http.StatusOK)
	}
	invited := func(token string, to ident.ID, email string) map[string]any {
		l.T.Helper()
		on(token, "invite-co-organizer", to, map[string]any{"email": email, "lang": "en"})
		s, _, err := command.Load(l.T.Context(), l.Commands.Handler, campaign.Decider, to)
		if err != nil {
			l.T.Fatal(err)
		}
		return map[string]any{"invitation_id": s.Team.Invitations[len(s.Team.Invitations)-1].ID}
	}
	member := func(name string) map[string]any {
		id, err := l.Accounts.MemberByEmail(l.T.Context(), name+"@example.org")
		if err != nil {
			l.T.Fatal(err)
		}
		return map[string]any{"member_id": id}
	}
	to := l.Launch(owner, helped)
	on(l.Token, "accept-invitation", to, invited(owner, to, RareEmail))
	invited(owner, l.Launch(owner, helped), RareEmail)
	to = l.Launch(owner, helped)
	on(l.Token, "decline-invitation", to, invited(owner, to, RareEmail))

	on(other, "accept-invitation", theirs, invited(l.Token, theirs, "other@example.org"))
	on(l.Token, "offer-hand-over", theirs, member("other"))
	invited(l.Token, theirs, "nobody@example.org")
	handed := l.Launch(l.Token, helped)
	on(other, "accept-invitation", handed, invited(l.Token, handed, "other@example.org"))
	on(l.Token, "offer-hand-over", handed, member("other"))
	on(other, "accept-hand-over", handed, nil)
}
