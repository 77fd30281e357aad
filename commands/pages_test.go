package commands_test

import (
	"fmt"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/auth"
)

const pageWords = `"kind":"nonprofit","name":"Mill","lang":"en"`

// pageOf is a page of somebody's.
func (l *life) pageOf(by ident.ID) ident.ID { return l.send(by, "create-page", `{`+pageWords+`}`) }

func createPageBodies(*matrix) (one, other string) {
	return `{` + pageWords + `}`, `{` + pageWords + `,"location":"Lyon"}`
}

// onPages are about two pages of somebody's.
func onPages(by ident.ID, m *matrix, more string) (one, other string) {
	body := func() string { return `{"page_id":"` + m.pageOf(by).String() + `"` + more + `}` }
	return body(), body()
}

func revisePageBodies(m *matrix) (one, other string) { return onPages(m.owner, m, `,`+pageWords) }
func changePageLogoBodies(m *matrix) (one, other string) {
	return onPages(m.owner, m, `,"upload":"one"`)
}
func closePageBodies(m *matrix) (one, other string)  { return onPages(m.owner, m, "") }
func verifyPageBodies(m *matrix) (one, other string) { return onPages(m.owner, m, `,"verified":true`) }
func followPageBodies(m *matrix) (one, other string) { return onPages(m.nobody(), m, "") }

func unfollowPageBodies(m *matrix) (one, other string) {
	one, other = onPages(m.nobody(), m, "")
	m.send(m.owner, "follow-page", one)
	m.send(m.owner, "follow-page", other)
	return one, other
}

// askedToEdit has the owner of a page ask somebody, and gives the invitation.
func (l *life) askedToEdit(owner, page ident.ID, address string) ident.ID {
	l.t.Helper()
	l.send(owner, "invite-page-editor", `{"page_id":"`+page.String()+`","email":"`+address+`","lang":"en"}`)
	s, _, err := command.Load(l.t.Context(), l.commands.Handler, orgpage.Decider, page)
	must(l.t, err)
	return s.Invitations[len(s.Invitations)-1].ID
}

func pageInvitation(page, invitation ident.ID) string {
	return `{"page_id":"` + page.String() + `","invitation_id":"` + invitation.String() + `"}`
}

func (l *life) edits(owner, page, who ident.ID) {
	l.t.Helper()
	l.send(who, "accept-page-invitation", pageInvitation(page, l.askedToEdit(owner, page, email(who))))
}

func invitePageEditorBodies(m *matrix) (one, other string) {
	return onPages(m.owner, m, `,"email":"new@example.org","lang":"en"`)
}

func answerPageInvitationBodies(m *matrix) (one, other string) {
	owner := m.nobody()
	body := func() string {
		page := m.pageOf(owner)
		return pageInvitation(page, m.askedToEdit(owner, page, email(m.owner)))
	}
	return body(), body()
}

func withdrawPageInvitationBodies(m *matrix) (one, other string) {
	body := func() string {
		page := m.pageOf(m.owner)
		return pageInvitation(page, m.askedToEdit(m.owner, page, "new@example.org"))
	}
	return body(), body()
}

func leavePageBodies(m *matrix) (one, other string) {
	owner := m.nobody()
	body := func() string {
		page := m.pageOf(owner)
		m.edits(owner, page, m.owner)
		return `{"page_id":"` + page.String() + `"}`
	}
	return body(), body()
}

// bearing is a campaign of somebody's that goes in the name of a page.
func (l *life) bearing(by, page ident.ID) ident.ID {
	return l.send(by, "launch-campaign", `{`+wholeCampaign+`,"page_id":"`+page.String()+`"}`)
}

func takingOff(campaign, page ident.ID) string {
	return `{"campaign_id":"` + campaign.String() + `","page_id":"` + page.String() + `"}`
}

func takeOffPageBodies(m *matrix) (one, other string) {
	body := func() string {
		page := m.pageOf(m.owner)
		return takingOff(m.bearing(m.owner, page), page)
	}
	return body(), body()
}

// A campaign goes in the name of a page by whoever owns or edits it while it is open; what is written on is not stopped by a page
// that closed meanwhile, what is launched is.
func TestPages_InWhoseNameCampaignsGo(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada, roles: map[ident.ID]string{}}
	bea, cleo := ident.Pair("member", "bea"), ident.Pair("member", "cleo")
	for _, id := range []ident.ID{ada, bea, cleo} {
		l.register(id)
	}
	n := 0
	answered := func(who ident.ID, name, body string, status int, code string) {
		t.Helper()
		n++
		if got, said := m.asked(who, name, fmt.Sprintf("in the name of a page %d", n), body); got != status || said != code {
			t.Errorf("%s is answered %d %s, not %d %s", name, got, said, status, code)
		}
	}
	page := l.pageOf(ada)
	by := `,"page_id":"` + page.String() + `"`
	answered(bea, "launch-campaign", `{`+wholeCampaign+by+`}`, 422, "page_not_available")
	answered(bea, "begin-draft", `{`+wholeCampaign+by+`}`, 422, "page_not_available")
	l.edits(ada, page, bea)
	draft := l.send(bea, "begin-draft", `{`+wholeCampaign+by+`}`)
	own := l.bearing(bea, page)
	l.wrote(campaign.Category, own, "CampaignLaunched", "CampaignPageSet")
	l.joined(bea, own, cleo)
	revise := func(more string) string { return `{"campaign_id":"` + own.String() + `",` + wholeCampaign + more + `}` }
	answered(cleo, "revise-campaign", revise(""), 200, "")
	answered(cleo, "take-off-page", takingOff(own, page), 403, "page_not_yours")
	answered(bea, "take-off-page", takingOff(own, page), 403, "page_not_yours")
	answered(ada, "take-off-page", takingOff(own, page), 200, "")
	answered(ada, "take-off-page", takingOff(own, page), 404, "")
	answered(bea, "revise-campaign", revise(by), 422, "page_fixed")
	l.send(ada, "close-page", `{"page_id":"`+page.String()+`"}`)
	l.send(bea, "save-draft", onDraft(draft, 1, `,`+wholeCampaign+by))
	answered(bea, "launch-draft", onDraft(draft, 2, `,`+wholeCampaign+by), 422, "page_not_available")
	l.send(bea, "launch-draft", onDraft(draft, 2, `,`+wholeCampaign))
}

func removePageEditorBodies(m *matrix) (one, other string) {
	who := m.nobody()
	body := func() string {
		page := m.pageOf(m.owner)
		m.edits(m.owner, page, who)
		return `{"page_id":"` + page.String() + `","member_id":"` + who.String() + `"}`
	}
	return body(), body()
}

// What is verified is a name and an address: other words stay verified, although the log holds all of them sealed.
func TestPages_StayVerifiedWithOtherWords(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada, roles: map[ident.ID]string{}}
	moderator := ident.Pair("member", "mo")
	for _, id := range []ident.ID{ada, moderator} {
		l.register(id)
	}
	m.staff(moderator, auth.Moderator)
	page := l.pageOf(ada)
	isVerified := func() bool {
		s, _, err := command.Load(t.Context(), l.commands.Handler, orgpage.Decider, page)
		must(t, err)
		return s.Verified
	}
	if status, code := m.asked(moderator, "verify-page", "verify the page of ada", `{"page_id":"`+page.String()+`","verified":true}`); status != 200 {
		t.Fatal(status, code)
	}
	l.send(ada, "revise-page", `{"page_id":"`+page.String()+`",`+pageWords+`,"description":"Mends"}`)
	if !isVerified() {
		t.Error("a page with another description is not verified any more")
	}
	l.send(ada, "revise-page", `{"page_id":"`+page.String()+`","kind":"nonprofit","name":"Another mill","lang":"en"}`)
	if isVerified() {
		t.Error("a page with another name is verified still")
	}
}
