package commands_test

import (
	"testing"

	"github.com/callup/callup/commands/command"
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
