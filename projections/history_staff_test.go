package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/staff"
)

// aboutStaff has the operator grant and take back roles.
func (h *history) aboutStaff(draw draw) {
	id, subject := someMember(draw)
	change := staff.Change{
		Member: id, Subject: subject, Role: []string{staff.Moderator, staff.Auditor, staff.Administrator}[draw("role", 2)], Now: h.now,
	}
	if draw("grants", 2) > 0 {
		take(h, staff.Decider, staff.ID, staff.Grant(change).Decide)
		return
	}
	take(h, staff.Decider, staff.ID, staff.TakeBack(change).Decide)
}

// aboutInquiry has somebody write to support, and the staff answer it.
func (h *history) aboutInquiry(draw draw) {
	by, subject := someMember(draw)
	id := thing("inquiry", draw("inquiry", 5))
	if draw("answers", 1) == 1 {
		take(h, inquiry.Decider, id, inquiry.MarkAnswered{By: by, Now: h.now}.Decide)
		return
	}
	c := inquiry.Send{
		Inquiry: id, Sender: subject, Member: by, Name: text("Name", 1), Email: text("Mail", 1), Subject: text("Question", 1),
		Message: text("Message", 1), Lang: "en", Now: h.now,
	}
	if draw("a guest", 1) == 1 {
		c.Member = ident.Nil
	}
	take(h, inquiry.Decider, id, c.Decide)
}
