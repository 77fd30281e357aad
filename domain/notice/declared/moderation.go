package declared

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
)

// reportSettled tells members how what they reported ended, once.
var reportSettled = define(notice.ReportSettled,
	on(func(e report.Settled) []Notice {
		return one(Notice{At: e.At, To: ReportersOf{Thing: e.Thing, UpTo: &e.UpTo}, Step: string(report.Harmless)})
	}),
	on(func(e campaign.Suspended) []Notice { return settled(e.Campaign, report.Suspended, e.At) }),
	on(func(e campaign.Cancelled) []Notice { return settled(e.Campaign, report.Over, e.At) }),
	on(func(e post.Deleted) []Notice { return postGone(e.Post, report.Over, e.At) }),
	on(func(e post.Removed) []Notice { return postGone(e.Post, report.Removed, e.At) }),
	on(func(e comment.Deleted) []Notice { return settled(e.Comment, report.Over, e.At) }),
	on(func(e comment.Removed) []Notice { return settled(e.Comment, report.Removed, e.At) }),
	on(func(e orgpage.Closed) []Notice {
		return one(Notice{At: e.At, To: ReportersOfPage{e.Page}, Step: string(report.Over)})
	}))

// wordsRemoved tells members that a moderator removed what they wrote.
var wordsRemoved = define(notice.WordsRemoved,
	on(func(e post.Removed) []Notice { return removed(e.Member, e.Post, report.Post, e.At) }),
	on(func(e comment.Removed) []Notice { return removed(e.Member, e.Comment, report.Comment, e.At) }))

func settled(thing ident.ID, what report.Outcome, at time.Time) []Notice {
	return one(Notice{At: at, To: ReportersOf{Thing: thing}, Step: string(what)})
}

// postGone settles what was reported of a post that is gone, and of what went with it.
func postGone(id ident.ID, what report.Outcome, at time.Time) []Notice {
	return append(settled(id, what, at), Notice{At: at, To: ReportersBelow{id}, Step: string(report.Over)})
}

func removed(who, thing ident.ID, kind report.Kind, at time.Time) []Notice {
	return one(Notice{At: at, To: Member{who}, Thing: thing, On: string(kind)})
}
