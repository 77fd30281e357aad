package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
	"github.com/callup/callup/domain/personal"
)

// aboutPages lets somebody open, change or close a page, a moderator verify one, and members follow one.
func (h *history) aboutPages(draw draw) {
	id := thing("page", draw("page", 2))
	who, subject := someMember(draw)
	writing := orgpage.Writing{
		Author: subject, Kind: orgpage.Kinds[draw("kind", 3)], Name: text("Page", 1+draw("name", 2)),
		Location: text("Place", draw("at", 1)),
		Lang:     "en",
	}
	decisions := []func(orgpage.State) ([]orgpage.Event, error){
		orgpage.Make{Page: id, Member: who, Writing: writing, Now: h.now}.Decide,
		orgpage.Revise{Page: id, Actor: who, Writing: writing, Now: h.now}.Decide,
		orgpage.Verify{Page: id, Verified: draw("verified", 1) == 1, Now: h.now}.Decide,
		orgpage.ChangeLogo{Page: id, Actor: who, Upload: []string{"", "one", "another"}[draw("logo", 2)], Now: h.now}.Decide,
		orgpage.Close{Page: id, Actor: who, Now: h.now}.Decide,
		orgpage.AllowMoney{Page: id, By: who, Allowed: draw("collects", 1) == 1, Now: h.now}.Decide,
	}
	if draw("editors", 2) == 0 {
		h.aboutEditors(draw, id)
		return
	}
	switch what := draw("what", 11); {
	case what < 7:
		take(h, orgpage.Decider, id, decisions[max(0, what-1)])
	default:
		page := statesOf(h, orgpage.Decider)[id]
		if !page.Open() {
			return
		}
		decide := pagefollow.Follow{Page: id, Member: who, Subject: subject, Owner: page.Owner, Now: h.now}.Decide
		if what > 9 {
			decide = pagefollow.Unfollow{Now: h.now}.Decide
		}
		take(h, pagefollow.Decider, pagefollow.Of(id, who), decide)
	}
}

// aboutEditors has people come to edit a page, leave it, and be erased.
func (h *history) aboutEditors(draw draw, id ident.ID) {
	at := statesOf(h, orgpage.Decider)[id]
	if !at.Open() {
		return
	}
	run := func(decide func(orgpage.State) ([]orgpage.Event, error)) { take(h, orgpage.Decider, id, decide) }
	who, invitee := someMember(draw)
	if len(at.Invitations) == 0 && draw("asks", 2) > 0 {
		run(orgpage.Invite{
			Page: id, Actor: at.Owner, Invitation: ident.Pair("editor", id.String(), text("No", len(h.facts))), Invitee: invitee,
			Email: "Ada.é@example.org", Lang: "en", Now: h.now,
		}.Decide)
		return
	}
	if len(at.Invitations) > 0 {
		open := at.Invitations[0]
		if draw("withdrawn", 4) == 0 {
			run(orgpage.Withdraw{Page: id, Actor: at.Owner, Invitation: open.ID, Now: h.now}.Decide)
			return
		}
		run(orgpage.Answer{
			Page: id, Actor: who, Invitation: open.ID, Invitee: open.Invitee, Accepts: draw("yes", 3) > 0, Now: h.now,
		}.Decide)
		return
	}
	switch draw("leaves", 2) {
	case 0:
		run(orgpage.Leave{Page: id, Actor: who, Now: h.now}.Decide)
	case 1:
		run(orgpage.Remove{Page: id, Actor: at.Owner, Member: who, Now: h.now}.Decide)
	default:
		run(orgpage.Drop{
			Page: id, Member: at.Owner, Times: at.Times, Now: h.now,
			Said: orgpage.Words{Kind: orgpage.Company, Name: personal.Plain(text("Page", 3)), Lang: "en"},
		}.Decide)
	}
}
