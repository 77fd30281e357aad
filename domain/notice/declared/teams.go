package declared

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
)

// teamNews is what changes of who runs a campaign or edits a page. An open invitation is joined when its member reads. Who has an
// address that was invited is never named.
var teamNews = define(notice.TeamNews,
	mailed(func(e campaign.InvitationAccepted) []Notice {
		return one(ofTeam(e.Campaign, OwnerOf{e.Campaign}, subjectOf(e.Member), notification.Joined, e.At))
	}),
	mailed(func(e campaign.InvitationDeclined) []Notice {
		return one(ofTeam(e.Campaign, OwnerOf{e.Campaign}, ident.Nil, notification.InvitationOff, e.At))
	}),
	mailed(func(e campaign.CoOrganizerLeft) []Notice {
		return one(ofTeam(e.Campaign, OwnerOf{e.Campaign}, subjectOf(e.Member), notification.SomebodyLeft, e.At))
	}),
	mailed(func(e campaign.CoOrganizerRemoved) []Notice {
		return one(ofTeam(e.Campaign, Member{e.Member}, ident.Nil, notification.TakenOff, e.At))
	}),
	mailed(func(e campaign.HandOverOffered) []Notice {
		n := ofTeam(e.Campaign, Member{e.To}, ident.Nil, notification.HandOverOffered, e.At)
		n.ByOwner = true
		return one(n)
	}),
	on(func(e campaign.HandOverWithdrawn) []Notice {
		return one(ofTeam(e.Campaign, Member{e.To}, ident.Nil, notification.HandOverOff, e.At))
	}),
	mailed(func(e campaign.HandOverDeclined) []Notice {
		return one(ofTeam(e.Campaign, OwnerOf{e.Campaign}, subjectOf(e.To), notification.HandOverDeclined, e.At))
	}),
	mailed(func(e campaign.HandedOver) []Notice {
		former := ofTeam(e.Campaign, Member{e.From}, subjectOf(e.To), notification.HandedOver, e.At)
		others := former
		others.To, others.But, others.InApp = TeamOf{e.Campaign}, subjectOf(e.From), true
		return []Notice{former, others}
	}),
	on(func(e campaign.PageTakenOff) []Notice {
		n := ofTeam(e.Campaign, OwnerOf{e.Campaign}, ident.Nil, notification.PageGone, e.At)
		n.But, n.About = subjectOf(e.By), e.Page
		return one(n)
	}),
	on(func(e orgpage.EditorJoined) []Notice {
		return one(ofPage(e.Page, OwnerOfPage{e.Page}, subjectOf(e.Member), notification.Joined, e.At))
	}),
	on(func(e orgpage.EditorDeclined) []Notice {
		return one(ofPage(e.Page, OwnerOfPage{e.Page}, ident.Nil, notification.InvitationOff, e.At))
	}),
	on(func(e orgpage.EditorLeft) []Notice {
		return one(ofPage(e.Page, OwnerOfPage{e.Page}, subjectOf(e.Member), notification.SomebodyLeft, e.At))
	}),
	on(func(e orgpage.EditorRemoved) []Notice {
		return one(ofPage(e.Page, Member{e.Member}, ident.Nil, notification.TakenOff, e.At))
	}),
	mailed(func(e orgpage.HandedOver) []Notice { // its owner left Callup
		return one(ofPage(e.Page, Member{e.To}, ident.Nil, notification.HandedOver, e.At))
	}))

// ofTeam is a change of who runs a campaign.
func ofTeam(of ident.ID, to Audience, person ident.ID, what notification.Change, at time.Time) Notice {
	return Notice{At: at, To: to, Step: string(what), Campaign: of, Person: person}
}

// ofPage is a change of who edits a page.
func ofPage(of ident.ID, to Audience, person ident.ID, what notification.Change, at time.Time) Notice {
	return Notice{At: at, To: to, Step: string(what), About: of, Person: person}
}
