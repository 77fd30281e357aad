package orgpage_test

import (
	"testing"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/personal"
)

var (
	invitation = ident.ID{9}
	invited    = orgpage.EditorInvited{
		Page: page, Invitation: invitation, Invitee: guest, Email: personal.Plain("a@example.org"), By: owner, Lang: "en", At: now,
	}
	joined = orgpage.EditorJoined{Page: page, Invitation: invitation, Member: other, At: now}
)

type decide = func(orgpage.State) ([]orgpage.Event, error)

func invite(by, invitee ident.ID) decide {
	return orgpage.Invite{
		Page: page, Actor: by, Invitation: invitation, Invitee: invitee, Email: "a@example.org", Lang: "en", Now: now,
	}.Decide
}

func answered(by, invitee ident.ID, yes bool) decide {
	return orgpage.Answer{Page: page, Actor: by, Invitation: invitation, Invitee: invitee, Accepts: yes, Now: now}.Decide
}

func TestInvite(t *testing.T) {
	given := domaintest.Given(t, orgpage.Decider).And(opened)
	given.When(invite(other, guest)).ThenRefused("page_not_yours").When(invite(owner, guest)).Then(invited).
		When(invite(owner, guest)).ThenRefused("invited_already email").
		When(answered(other, ident.ID{6}, true)).ThenRefused("invitation_not_found").
		When(answered(other, guest, true)).Then(joined).
		When(answered(other, guest, true)).ThenRefused("invitation_not_found").
		When(invite(owner, guest)).Then(invited).
		When(answered(other, guest, true)).ThenRefused("edits_already").
		When(answered(other, guest, false)).
		Then(orgpage.EditorDeclined{Page: page, Invitation: invitation, Member: other, At: now})
	withdraw := func(by ident.ID) decide {
		return orgpage.Withdraw{Page: page, Actor: by, Invitation: invitation, Now: now}.Decide
	}
	domaintest.Given(t, orgpage.Decider).And(opened, invited).When(withdraw(other)).ThenRefused("page_not_yours").
		When(withdraw(owner)).Then(orgpage.InvitationWithdrawn{Page: page, Invitation: invitation, At: now}).
		When(withdraw(owner)).ThenNothing()
	full := domaintest.Given(t, orgpage.Decider).And(opened)
	for i := range orgpage.MaxInvited {
		one := invited
		one.Invitation, one.Invitee = ident.ID{10, byte(i)}, ident.ID{11, byte(i)}
		full = full.And(one)
	}
	full.When(invite(owner, guest)).ThenRefused("invitations_full")
}

// An editor changes the words, which stay the owner's, and the logo, until they leave or are removed; closing is the owner's.
func TestEditors(t *testing.T) {
	edits := orgpage.Revised{Page: page, Words: words, At: now}
	same := revise(other, func(*orgpage.Writing) {})
	shows := orgpage.ChangeLogo{Page: page, Actor: other, Upload: "one", Now: now}.Decide
	leave := orgpage.Leave{Page: page, Actor: other, Now: now}.Decide
	remove := func(by ident.ID) decide {
		return orgpage.Remove{Page: page, Actor: by, Member: other, Now: now}.Decide
	}
	given := domaintest.Given(t, orgpage.Decider).And(opened)
	given.When(same).ThenRefused("page_not_yours").When(leave).ThenRefused("not_an_editor").
		And(invited, joined).When(same).Then(edits).
		When(shows).Then(orgpage.LogoChanged{Page: page, Member: other, Upload: "one", At: now}).
		When(orgpage.Close{Page: page, Actor: other, Now: now}.Decide).ThenRefused("page_not_yours").
		When(remove(other)).ThenRefused("page_not_yours").
		When(leave).Then(orgpage.EditorLeft{Page: page, Member: other, At: now}).When(same).ThenRefused("page_not_yours").
		When(remove(owner)).ThenNothing()
	domaintest.Given(t, orgpage.Decider).And(opened, invited, joined).
		When(remove(owner)).Then(orgpage.EditorRemoved{Page: page, Member: other, At: now}).When(shows).ThenRefused("page_not_yours")
}

// A page goes to its first editor with its words, which are said again under their key.
func TestDrop(t *testing.T) {
	drop := func(who ident.ID, times int) decide {
		return orgpage.Drop{Page: page, Member: who, Subjects: []ident.ID{guest}, Said: words, Times: times, Now: now}.Decide
	}
	theirs := words
	theirs.Author = member.SubjectOf(other)
	handed := orgpage.HandedOver{Page: page, From: owner, To: other, At: now}
	logo := orgpage.LogoChanged{Page: page, Member: owner, Upload: "one", At: now}
	none := orgpage.LogoChanged{Page: page, Member: owner, At: now}
	domaintest.Given(t, orgpage.Decider).And(opened, invited, joined, logo).
		When(drop(owner, 1)).Then(handed, orgpage.Revised{Page: page, Words: theirs, At: now}, none).
		When(drop(owner, 2)).ThenNothing().
		When(drop(other, 2)).Then(orgpage.Closed{Page: page, At: now})
	domaintest.Given(t, orgpage.Decider).And(opened, invited).When(drop(ident.Nil, 1)).
		Then(orgpage.InvitationWithdrawn{Page: page, Invitation: invitation, At: now})
	domaintest.Given(t, orgpage.Decider).And(opened, invited, joined).When(drop(other, 1)).
		Then(orgpage.EditorLeft{Page: page, Member: other, At: now})
	if _, err := drop(owner, 2)(orgpage.State{Owner: owner, Times: 1, Editors: []ident.ID{other}}); err == nil {
		t.Error("words are said again that the page does not say any more")
	}
}
