package projections

import (
	"reflect"
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// notificationsProjection keeps what members are told, as the notices are declared, and who belongs to their audiences. What all
// supporters of a campaign are told is one row of the campaign that is joined when somebody reads: it costs the same for ten as
// for a hundred thousand.
func notificationsProjection() *projector.Projection {
	b := newBell()
	b.ofCampaigns()
	b.ofSupporters()
	b.ofShifts()
	b.ofPages()
	b.ofReports()
	b.ofBoxes()
	return b.onto(projector.New("notifications", 15, b.rows, b.boxes, b.supports, b.campaigns, b.places, b.reports, b.posts.rows,
		b.pages).
		InvariantSince(10, "notifications", "SELECT kind, count(*)::text FROM {notifications} GROUP BY kind"))
}

func newBell() *bell {
	return &bell{
		rows: projector.NewTable[memberSlot, readmodel.Notification](readmodel.Notifications, "member, slot",
			projector.Index("(member, at DESC, id)"),
			projector.Lookup("donation", func(n *readmodel.Notification) ident.ID { return n.Donation }),
			projector.Lookup("subject", func(n *readmodel.Notification) ident.ID { return n.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			projector.Kept("helper", "it leads to a name, which goes from members")),
		boxes: projector.NewTable[ident.ID, readmodel.NotificationBox](readmodel.NotificationBoxes, "member",
			projector.Lookup("subject", func(b *readmodel.NotificationBox) ident.ID { return b.Subject }),
			projector.OwnedBy("subject", projector.Remove())),
		supports: projector.NewTable[campaignMember, readmodel.NotificationSupport](readmodel.NotificationSupports,
			"campaign, member", projector.Index("(member)"),
			projector.Lookup("subject", func(s *readmodel.NotificationSupport) ident.ID { return s.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			// until its campaign ends it is told nobody
			projector.Shown(func(*readmodel.NotificationSupport) bool { return false })),
		campaigns: projector.NewTable[ident.ID, readmodel.NotificationCampaign](readmodel.NotificationEndings, "campaign",
			projector.Kept("subject", "gifts to the campaign go on being told apart from those of others"),
			projector.Shown(func(e *readmodel.NotificationCampaign) bool { return e.EndedAt != nil })),
		places: projector.NewTable[shiftMember, readmodel.NotificationPlace](readmodel.NotificationPlaces, "shift, member",
			projector.Lookup("shift", func(p *readmodel.NotificationPlace) ident.ID { return p.Shift }),
			projector.Lookup("subject", func(p *readmodel.NotificationPlace) ident.ID { return p.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			projector.Shown(func(*readmodel.NotificationPlace) bool { return false })),
		reports: projector.NewTable[thingMember, readmodel.NotificationReport](readmodel.NotificationReports, "thing, member",
			projector.Lookup("thing", func(x *readmodel.NotificationReport) ident.ID { return x.Thing }),
			projector.Lookup("post", func(x *readmodel.NotificationReport) ident.ID { return x.Post }),
			projector.Lookup("subject", func(x *readmodel.NotificationReport) ident.ID { return x.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			// until it is settled it is told nobody
			projector.Shown(func(*readmodel.NotificationReport) bool { return false })),
		pages: projector.NewTable[ident.ID, readmodel.NotificationPage](readmodel.NotificationPages, "page",
			projector.Lookup("subject", func(p *readmodel.NotificationPage) ident.ID { return p.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			projector.Shown(func(*readmodel.NotificationPage) bool { return false })),
		posts: publicationsIn(readmodel.NotificationPosts),
		folds: map[reflect.Type]func(*projector.Rows, any, projector.Meta){},
	}
}

// ofCampaigns folds who runs a campaign, and when and why it ended.
func (b *bell) ofCampaigns() {
	begin := func(r *projector.Rows, id, owner ident.ID) {
		c := b.campaigns.Begin(r, id)
		c.Team, c.Owner, c.Subject = []string{}, owner, member.SubjectOf(owner)
	}
	end := func(r *projector.Rows, id ident.ID, at time.Time, reason string) {
		c := b.campaigns.Edit(r, id)
		c.EndedAt, c.Reason = &at, reason
	}
	without := func(c *readmodel.NotificationCampaign, who ident.ID) {
		c.Team = slices.DeleteFunc(slices.Clone(c.Team), func(id string) bool { return id == who.String() })
	}
	during(b, func(r *projector.Rows, e campaign.Launched, _ projector.Meta) { begin(r, e.Campaign, e.Owner) })
	during(b, func(r *projector.Rows, e campaign.Submitted, _ projector.Meta) { begin(r, e.Campaign, e.Owner) })
	during(b, func(r *projector.Rows, e campaign.Completed, _ projector.Meta) {
		end(r, e.Campaign, e.At, string(e.Reason))
	})
	during(b, func(r *projector.Rows, e campaign.Cancelled, _ projector.Meta) {
		end(r, e.Campaign, e.At, readmodel.EndedByCancelling)
	})
	during(b, func(r *projector.Rows, e campaign.InvitationAccepted, _ projector.Meta) {
		c := b.campaigns.Edit(r, e.Campaign)
		c.Team = append(slices.Clone(c.Team), e.Member.String())
	})
	during(b, func(r *projector.Rows, e campaign.CoOrganizerLeft, _ projector.Meta) {
		without(b.campaigns.Edit(r, e.Campaign), e.Member)
	})
	during(b, func(r *projector.Rows, e campaign.CoOrganizerRemoved, _ projector.Meta) {
		without(b.campaigns.Edit(r, e.Campaign), e.Member)
	})
	during(b, func(r *projector.Rows, e campaign.HandedOver, _ projector.Meta) {
		c := b.campaigns.Edit(r, e.Campaign)
		without(c, e.To)
		c.Team = append(c.Team, e.From.String())
		c.Owner, c.Subject = e.To, member.SubjectOf(e.To)
	})
}

// ofSupporters folds who supports a campaign, and what of a gift went back.
func (b *bell) ofSupporters() {
	support := func(r *projector.Rows, to, who ident.ID, at time.Time) *readmodel.NotificationSupport {
		s := b.supports.Edit(r, campaignMember{to, who})
		s.Subject = member.SubjectOf(who)
		if s.Since.IsZero() {
			s.Since = at
		}
		return s
	}
	pledged := func(r *projector.Rows, to, who ident.ID, at time.Time, by int64) {
		support(r, to, who, at).Pledges += by
	}
	during(b, func(r *projector.Rows, e donation.Completed, _ projector.Meta) {
		if !e.Member.IsNil() {
			support(r, e.Campaign, e.Member, e.At).Gifts++
		}
	})
	during(b, func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
		if e.Uncounted {
			return
		}
		returned := readmodel.ReturnedPartly
		if e.Full {
			returned = readmodel.ReturnedFully
		}
		for n := range b.rows.By(r, "donation", e.Donation) {
			n.Returned = returned
		}
		if e.Full && !e.Member.IsNil() {
			b.supports.Edit(r, campaignMember{e.Campaign, e.Member}).Gifts--
		}
	})
	during(b, func(r *projector.Rows, e donation.RefundReversed, _ projector.Meta) {
		if e.Uncounted {
			return
		}
		returned := ""
		if e.Status == donation.PartlyReturned {
			returned = readmodel.ReturnedPartly
		}
		for n := range b.rows.By(r, "donation", e.Donation) {
			n.Returned = returned
		}
		if e.Full && !e.Member.IsNil() {
			support(r, e.Campaign, e.Member, e.Given).Gifts++
		}
	})
	during(b, func(r *projector.Rows, e timepledge.Pledged, _ projector.Meta) {
		pledged(r, e.Campaign, e.Member, e.At, 1)
	})
	during(b, func(r *projector.Rows, e timepledge.Withdrawn, _ projector.Meta) {
		pledged(r, e.Campaign, e.Member, e.At, -1)
	})
	during(b, func(r *projector.Rows, e timepledge.NoShow, _ projector.Meta) {
		pledged(r, e.Campaign, e.Member, e.At, -1)
	})
	during(b, func(r *projector.Rows, e timepledge.Declined, _ projector.Meta) {
		if e.Cause != timepledge.CampaignEnded {
			pledged(r, e.Campaign, e.Member, e.At, -1)
		}
	})
	during(b, func(r *projector.Rows, e materialpledge.Pledged, _ projector.Meta) {
		pledged(r, e.Campaign, e.Member, e.At, 1)
	})
	during(b, func(r *projector.Rows, e materialpledge.Withdrawn, _ projector.Meta) {
		pledged(r, e.Campaign, e.Member, e.At, -1)
	})
	during(b, func(r *projector.Rows, e materialpledge.Declined, _ projector.Meta) {
		if e.Cause != materialpledge.CampaignEnded {
			pledged(r, e.Campaign, e.Member, e.At, -1)
		}
	})
}

// ofShifts folds who has a place in a shift.
func (b *bell) ofShifts() {
	during(b, func(r *projector.Rows, e shift.Joined, _ projector.Meta) {
		b.places.Edit(r, shiftMember{e.Shift, e.Member}).Subject = e.Supporter
	})
	during(b, func(r *projector.Rows, e shift.Left, _ projector.Meta) {
		b.places.Delete(r, shiftMember{e.Shift, e.Member})
	})
}

// ofPages folds whose pages are.
func (b *bell) ofPages() {
	during(b, func(r *projector.Rows, e orgpage.Opened, _ projector.Meta) {
		p := b.pages.Begin(r, e.Page)
		p.Owner, p.Subject = e.Member, member.SubjectOf(e.Member)
	})
	during(b, func(r *projector.Rows, e orgpage.HandedOver, _ projector.Meta) {
		p := b.pages.Edit(r, e.Page) // a page goes to an editor before its owner is erased, so that its row is still there
		p.Owner, p.Subject = e.To, member.SubjectOf(e.To)
	})
	during(b, func(r *projector.Rows, e orgpage.Closed, _ projector.Meta) {
		b.pages.Delete(r, e.Page)
		for _, id := range b.posts.of(r, e.Page) {
			b.posts.rows.Delete(r, id)
		}
	})
	during(b, func(r *projector.Rows, e post.Published, _ projector.Meta) { b.posts.add(r, e) })
	during(b, func(r *projector.Rows, e post.Deleted, _ projector.Meta) { b.posts.rows.Delete(r, e.Post) })
	during(b, func(r *projector.Rows, e post.Removed, _ projector.Meta) { b.posts.rows.Delete(r, e.Post) })
}

// ofReports folds who reported what.
func (b *bell) ofReports() {
	during(b, func(r *projector.Rows, e report.Filed, _ projector.Meta) {
		x := b.reports.Edit(r, thingMember{e.Thing, e.Member})
		x.Kind, x.Subject, x.At = string(e.Kind), e.Subject, e.At
	})
	during(b, func(r *projector.Rows, e report.Below, _ projector.Meta) {
		b.reports.Edit(r, thingMember{e.Thing, e.Member}).Post = e.Post
	})
}

// ofBoxes folds how far members have read, and what they want.
func (b *bell) ofBoxes() {
	during(b, func(r *projector.Rows, e notification.Read, _ projector.Meta) {
		box := b.box(r, e.Member)
		var seen notification.Seen
		for _, span := range box.Apart {
			seen.Apart = append(seen.Apart, notification.Span(span))
		}
		if box.ReadTo != nil {
			seen.UpTo = *box.ReadTo
		}
		if seen = seen.With(e); !seen.UpTo.IsZero() {
			box.ReadTo = &seen.UpTo
		}
		box.Apart = make([]readmodel.ReadSpan, 0, len(seen.Apart))
		for _, span := range seen.Apart {
			box.Apart = append(box.Apart, readmodel.ReadSpan(span))
		}
	})
	during(b, func(r *projector.Rows, e notification.ChannelChosen, _ projector.Meta) {
		box, off := b.box(r, e.Member), readmodel.ChannelOff(e.Channel, e.Kind)
		box.Off = slices.DeleteFunc(slices.Clone(box.Off), func(o string) bool { return o == off })
		if e.Channel == notice.ByMail {
			box.Daily = slices.DeleteFunc(slices.Clone(box.Daily), func(k string) bool { return k == string(e.Kind) })
		}
		switch {
		case !e.On:
			box.Off = append(box.Off, off)
		case e.Daily:
			box.Daily = append(box.Daily, string(e.Kind))
		}
	})
}
