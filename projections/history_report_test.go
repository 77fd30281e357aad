package projections

import (
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/report"
)

// aboutReport has somebody report a campaign, or a moderator find it harmless.
func (h *history) aboutReport(draw draw) {
	c, there := h.someCampaign(draw)
	if !there || !h.campaigns[c].WasPublic() {
		return
	}
	if draw("harmless", 4) == 0 {
		take(h, report.CaseDecider, report.CaseOf(report.Campaign, c), report.Dismiss{
			Kind: report.Campaign, Thing: c, UpTo: h.now, By: thing("member", 1), Now: h.now,
		}.Decide)
		return
	}
	who, _ := someMember(draw)
	id := report.Of(report.Campaign, c, who)
	take(h, report.Decider, id, report.File{
		Report: id, Kind: report.Campaign, Thing: c, Owner: h.campaigns[c].Subject, Member: who, Sender: member.SubjectOf(who),
		Reason: report.Reasons[draw("reason", 5)], Words: text("Note", draw("words", 3)), Now: h.now,
	}.Decide)
}
