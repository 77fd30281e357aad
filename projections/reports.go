package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// reportsProjection keeps what members reported, for moderators. What settles a thing settles every open report of it.
func reportsProjection() *projector.Projection {
	reports := projector.NewTable[ident.ID, readmodel.Report](readmodel.Reports, "id",
		projector.Index("(thing, at DESC, id)"),
		projector.Lookup("thing", func(x *readmodel.Report) ident.ID { return x.Thing }),
		projector.Lookup("subject", func(x *readmodel.Report) ident.ID { return x.Subject }),
		projector.OwnedBy("subject", projector.Blank("words")))
	settle := func(r *projector.Rows, of *readmodel.ReportedThing, upTo *time.Time, outcome report.Outcome) {
		for x := range reports.By(r, "thing", of.Thing) {
			if x.Outcome == "" && (upTo == nil || !x.At.After(*upTo)) {
				x.Outcome = string(outcome)
				of.Open--
				of.Outcome = string(outcome)
			}
		}
	}
	reported := projector.NewTable[ident.ID, readmodel.ReportedThing](readmodel.Reported, "thing",
		projector.Index("(last_at DESC, thing)"),
		projector.Lookup("post", func(x *readmodel.ReportedThing) ident.ID { return x.Post }),
		projector.Lookup("subject", func(x *readmodel.ReportedThing) ident.ID { return x.Subject }),
		projector.OwnedBy("subject", projector.Erase("settles what was reported of it",
			func(r *projector.Rows, x *readmodel.ReportedThing) { settle(r, x, nil, report.Over) })))
	became := func(r *projector.Rows, thing ident.ID, upTo *time.Time, outcome report.Outcome) {
		if reported.Get(r, thing) != nil {
			settle(r, reported.Edit(r, thing), upTo, outcome)
		}
	}
	publications := publicationsIn(readmodel.ReportPosts)
	// without tells that a post is gone, and with it what stands below it.
	without := func(r *projector.Rows, post ident.ID, outcome report.Outcome) {
		publications.rows.Delete(r, post)
		became(r, post, nil, outcome)
		for x := range reported.By(r, "post", post) {
			settle(r, x, nil, report.Over)
		}
	}
	return projector.New("reports", 3, reports, reported, publications.rows).Personal().
		InvariantSince(3, "reports", "SELECT outcome, count(*)::text FROM {reports} GROUP BY outcome").
		On(projector.Fold(func(r *projector.Rows, e report.Filed, _ projector.Meta) {
			x := reports.Begin(r, e.Report)
			x.Kind, x.Thing, x.Member, x.Subject = string(e.Kind), e.Thing, e.Member, e.Subject
			x.Reason, x.Words, x.At = string(e.Reason), e.Words.String(), e.At
			of := reported.Edit(r, e.Thing)
			of.Kind, of.Subject, of.LastAt = string(e.Kind), e.Owner, e.At
			of.Total++
			of.Open++
		})).
		On(projector.Fold(func(r *projector.Rows, e report.Below, _ projector.Meta) {
			reported.Edit(r, e.Thing).Post = e.Post
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Published, _ projector.Meta) { publications.add(r, e) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Closed, _ projector.Meta) {
			for _, id := range publications.of(r, e.Page) {
				without(r, id, report.Over)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Deleted, _ projector.Meta) { without(r, e.Post, report.Over) })).
		On(projector.Fold(func(r *projector.Rows, e post.Removed, _ projector.Meta) { without(r, e.Post, report.Removed) })).
		On(projector.Fold(func(r *projector.Rows, e comment.Deleted, _ projector.Meta) {
			became(r, e.Comment, nil, report.Over)
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Removed, _ projector.Meta) {
			became(r, e.Comment, nil, report.Removed)
		})).
		On(projector.Fold(func(r *projector.Rows, e report.Settled, _ projector.Meta) {
			became(r, e.Thing, &e.UpTo, report.Harmless)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Suspended, _ projector.Meta) {
			became(r, e.Campaign, nil, report.Suspended)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Cancelled, _ projector.Meta) {
			became(r, e.Campaign, nil, report.Over)
		}))
}
