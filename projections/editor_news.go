package projections

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// toldEditors knows whose pages are, to tell them of their editors, and whoever reported what a page published that it is over.
type toldEditors struct {
	boxes   boxes
	reports toldReports
	pages   projector.Table[ident.ID, readmodel.NotificationPage]
}

func editorNews(to boxes, reports toldReports) toldEditors {
	return toldEditors{to, reports, projector.NewTable[ident.ID, readmodel.NotificationPage](readmodel.NotificationPages, "page",
		projector.Lookup("subject", func(p *readmodel.NotificationPage) ident.ID { return p.Subject }),
		projector.OwnedBy("subject", projector.Remove()),
		projector.Shown(func(*readmodel.NotificationPage) bool { return false }))}
}

// news folds who edits pages, and tells members of it. An invitation is told by its own row while it is open.
func (t toldEditors) news(p *projector.Projection) *projector.Projection {
	tell := func(r *projector.Rows, who, page, about ident.ID, what notification.Change, at time.Time, m projector.Meta) {
		n := t.boxes.tell(r, who, notification.TeamNews, at, m)
		n.Shift, n.What = page, string(what)
		if !about.IsNil() {
			n.Helper = member.SubjectOf(about)
		}
	}
	owner := func(r *projector.Rows, page, about ident.ID, what notification.Change, at time.Time, m projector.Meta) {
		if p := t.pages.Get(r, page); p != nil {
			tell(r, p.Owner, page, about, what, at, m)
		}
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e orgpage.Opened, _ projector.Meta) {
			p := t.pages.Begin(r, e.Page)
			p.Owner, p.Subject = e.Member, member.SubjectOf(e.Member)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Closed, m projector.Meta) {
			t.pages.Delete(r, e.Page)
			for _, id := range t.reports.posts.of(r, e.Page) {
				t.reports.without(r, id, report.Over, e.At, m)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorJoined, m projector.Meta) {
			owner(r, e.Page, e.Member, notification.Joined, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorDeclined, m projector.Meta) {
			owner(r, e.Page, ident.Nil, notification.InvitationOff, e.At, m) // who has the address stays unsaid
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorLeft, m projector.Meta) {
			owner(r, e.Page, e.Member, notification.SomebodyLeft, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorRemoved, m projector.Meta) {
			tell(r, e.Member, e.Page, ident.Nil, notification.TakenOff, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.HandedOver, m projector.Meta) {
			p := t.pages.Edit(r, e.Page) // a page goes to an editor before its owner is erased, so that its row is still there
			p.Owner, p.Subject = e.To, member.SubjectOf(e.To)
			tell(r, e.To, e.Page, ident.Nil, notification.HandedOver, e.At, m) // its owner left Callup
		}))
}
