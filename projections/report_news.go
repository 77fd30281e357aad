package projections

import (
	"bytes"
	"slices"
	"time"

	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// toldReports are the reports of which it is yet to be told how they ended.
type toldReports struct {
	boxes boxes
	rows  projector.Table[thingMember, readmodel.NotificationReport]
	posts published
}

func reportNews(to boxes) toldReports {
	return toldReports{to, projector.NewTable[thingMember, readmodel.NotificationReport](readmodel.NotificationReports,
		"thing, member",
		projector.Lookup("thing", func(x *readmodel.NotificationReport) ident.ID { return x.Thing }),
		projector.Lookup("post", func(x *readmodel.NotificationReport) ident.ID { return x.Post }),
		projector.Lookup("subject", func(x *readmodel.NotificationReport) ident.ID { return x.Subject }),
		projector.OwnedBy("subject", projector.Remove()),
		// until it is settled it is told nobody
		projector.Shown(func(*readmodel.NotificationReport) bool { return false })), publicationsIn(readmodel.NotificationPosts)}
}

// settled tells those who reported a thing, or the things below a post, what became of it.
func (t toldReports) settled(
	r *projector.Rows, by string, of ident.ID, upTo *time.Time, what report.Outcome, at time.Time, m projector.Meta,
) {
	var told []readmodel.NotificationReport // in an order that does not depend on how the rows are kept
	for x := range t.rows.By(r, by, of) {
		if upTo == nil || !x.At.After(*upTo) {
			told = append(told, *x)
		}
	}
	slices.SortFunc(told, func(a, b readmodel.NotificationReport) int {
		return bytes.Compare(append(a.Thing[:], a.Member[:]...), append(b.Thing[:], b.Member[:]...))
	})
	for _, x := range told {
		n := t.boxes.tell(r, x.Member, notification.ReportSettled, at, m)
		n.What = string(what)
		if report.Kind(x.Kind) == report.Campaign {
			n.Campaign = x.Thing
		} else {
			n.Thing, n.On = x.Thing, x.Kind
			n.ID = ident.Pair("notification", n.ID.String()+"/"+x.Thing.String()) // one event may settle several things
		}
		t.rows.Delete(r, thingMember{x.Thing, x.Member})
	}
}

// without tells that a post is gone, and with it what stands below it.
func (t toldReports) without(r *projector.Rows, id ident.ID, what report.Outcome, at time.Time, m projector.Meta) {
	t.posts.rows.Delete(r, id)
	t.settled(r, "thing", id, nil, what, at, m)
	t.settled(r, "post", id, nil, report.Over, at, m)
}

// news folds what members report and how that ends, and tells authors what moderators removed.
func (t toldReports) news(p *projector.Projection) *projector.Projection {
	removed := func(r *projector.Rows, who, thing ident.ID, kind report.Kind, at time.Time, m projector.Meta) {
		n := t.boxes.tell(r, who, notification.WordsRemoved, at, m)
		n.Thing, n.On = thing, string(kind)
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e report.Filed, _ projector.Meta) {
			x := t.rows.Edit(r, thingMember{e.Thing, e.Member})
			x.Kind, x.Subject, x.At = string(e.Kind), e.Subject, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e report.Below, _ projector.Meta) {
			t.rows.Edit(r, thingMember{e.Thing, e.Member}).Post = e.Post
		})).
		On(projector.Fold(func(r *projector.Rows, e report.Settled, m projector.Meta) {
			t.settled(r, "thing", e.Thing, &e.UpTo, report.Harmless, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Published, _ projector.Meta) { t.posts.add(r, e) })).
		On(projector.Fold(func(r *projector.Rows, e post.Deleted, m projector.Meta) {
			t.without(r, e.Post, report.Over, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Removed, m projector.Meta) {
			removed(r, e.Member, e.Post, report.Post, e.At, m)
			t.without(r, e.Post, report.Removed, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Deleted, m projector.Meta) {
			t.settled(r, "thing", e.Comment, nil, report.Over, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Removed, m projector.Meta) {
			removed(r, e.Member, e.Comment, report.Comment, e.At, m)
			t.settled(r, "thing", e.Comment, nil, report.Removed, e.At, m)
		}))
}
