package projections

import (
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
)

// reportable is something that may be reported: whose words it has, and below which post it stands, of a comment.
func (h *history) reportable(draw draw) (kind report.Kind, id, author, below ident.ID, there bool) {
	switch draw("kind", 2) {
	case 0:
		id, there = h.shownPost(draw)
		return report.Post, id, member.SubjectOf(statesOf(h, post.Decider)[id].Member), below, there
	case 1:
		id = thing("comment", draw("comment", 3))
		s := statesOf(h, comment.Decider)[id]
		there = s.Shown() == nil && statesOf(h, post.Decider)[s.Post].Shown() == nil
		return report.Comment, id, member.SubjectOf(s.Member), s.Post, there
	}
	id, there = h.someCampaign(draw)
	return report.Campaign, id, h.campaigns[id].Subject, below, there && h.campaigns[id].WasPublic()
}

// aboutReport has somebody report something, or a moderator find it harmless, or remove it.
func (h *history) aboutReport(draw draw) {
	kind, id, author, below, there := h.reportable(draw)
	if !there {
		return
	}
	switch moderator := thing("member", 1); {
	case draw("harmless", 4) == 0:
		take(h, report.CaseDecider, report.CaseOf(kind, id), report.Dismiss{
			Kind: kind, Thing: id, UpTo: h.now, By: moderator, Now: h.now,
		}.Decide)
		return
	case draw("removed", 3) != 0:
	case kind == report.Post:
		take(h, post.Decider, id, post.Remove{Post: id, Author: author, By: moderator, Reason: text("Rude", 1), Now: h.now}.Decide)
		return
	case kind == report.Comment:
		take(h, comment.Decider, id, comment.Remove{
			Comment: id, Author: author, By: moderator, Reason: text("Rude", 2), Now: h.now,
		}.Decide)
		return
	}
	who, _ := someMember(draw)
	of := report.Of(kind, id, who)
	take(h, report.Decider, of, report.File{
		Report: of, Kind: kind, Thing: id, Owner: author, Post: below, Member: who, Sender: member.SubjectOf(who),
		Reason: report.Reasons[draw("reason", 5)], Words: text("Note", draw("words", 3)), Now: h.now,
	}.Decide)
}
