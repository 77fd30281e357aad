package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type memberSlot struct {
	Member ident.ID `db:"member"`
	Slot   int64    `db:"slot"`
}

type campaignMember struct {
	Campaign ident.ID `db:"campaign"`
	Member   ident.ID `db:"member"`
}

// pledgeNews is what is told of a pledge.
type pledgeNews struct {
	campaign, helper  ident.ID // helper is the subject of whoever pledged
	step              notification.Step
	minutes, quantity int64
}

func ofTime(p timepledge.Parties, step notification.Step) pledgeNews {
	return pledgeNews{campaign: p.Campaign, helper: p.Supporter, step: step, minutes: p.Minutes}
}

func ofThings(p materialpledge.Parties, step notification.Step, quantity int64) pledgeNews {
	return pledgeNews{campaign: p.Campaign, helper: p.Supporter, step: step, quantity: quantity}
}

type boxes struct {
	rows  projector.Table[memberSlot, readmodel.Notification]
	boxes projector.Table[ident.ID, readmodel.NotificationBox]
}

// box gives what is known of all that a member is told.
func (b boxes) box(r *projector.Rows, who ident.ID) *readmodel.NotificationBox {
	box := b.boxes.Edit(r, who)
	box.Subject = member.SubjectOf(who)
	if box.Off == nil {
		box.Off = []string{}
	}
	if box.Apart == nil {
		box.Apart = []readmodel.ReadSpan{}
	}
	if box.Daily == nil {
		box.Daily = []string{}
	}
	return box
}

// tell adds a notification, in the place of the oldest where a member keeps as many as they may.
func (b boxes) tell(
	r *projector.Rows, who ident.ID, kind notification.Kind, at time.Time, m projector.Meta,
) *readmodel.Notification {
	box := b.box(r, who)
	key := memberSlot{who, box.Told % readmodel.KeptNotifications}
	box.Told++
	n := b.rows.Edit(r, key)
	*n = readmodel.Notification{
		Member: key.Member, Slot: key.Slot, ID: ident.Pair("notification", m.ID.String()+"/"+who.String()+"/"+string(kind)),
		Subject: box.Subject, Kind: string(kind), At: at,
	}
	return n
}

// notificationsProjection keeps what members are told. What all supporters of a campaign are told is one row of the campaign
// that is joined when somebody reads: it costs the same for ten as for a hundred thousand.
func notificationsProjection() *projector.Projection {
	all := boxes{
		projector.NewTable[memberSlot, readmodel.Notification](readmodel.Notifications, "member, slot",
			projector.Index("(member, at DESC, id)"),
			projector.Lookup("donation", func(n *readmodel.Notification) ident.ID { return n.Donation }),
			projector.Lookup("subject", func(n *readmodel.Notification) ident.ID { return n.Subject }),
			projector.OwnedBy("subject", projector.Remove()),
			projector.Kept("helper", "it leads to a name, which goes from members")),
		projector.NewTable[ident.ID, readmodel.NotificationBox](readmodel.NotificationBoxes, "member",
			projector.Lookup("subject", func(b *readmodel.NotificationBox) ident.ID { return b.Subject }),
			projector.OwnedBy("subject", projector.Remove())),
	}
	supports := projector.NewTable[campaignMember, readmodel.NotificationSupport](readmodel.NotificationSupports,
		"campaign, member", projector.Index("(member)"),
		projector.Lookup("subject", func(s *readmodel.NotificationSupport) ident.ID { return s.Subject }),
		projector.OwnedBy("subject", projector.Remove()),
		// until its campaign ends it is told nobody
		projector.Shown(func(*readmodel.NotificationSupport) bool { return false }))
	endings := projector.NewTable[ident.ID, readmodel.NotificationEnding](readmodel.NotificationEndings, "campaign",
		projector.Kept("subject", "gifts to the campaign go on being told apart from those of others"),
		projector.Shown(func(e *readmodel.NotificationEnding) bool { return e.EndedAt != nil }))

	reports := reportNews(all)
	editors := editorNews(all, reports)
	places := projector.NewTable[shiftMember, readmodel.NotificationPlace](readmodel.NotificationPlaces, "shift, member",
		projector.Lookup("shift", func(p *readmodel.NotificationPlace) ident.ID { return p.Shift }),
		projector.Lookup("subject", func(p *readmodel.NotificationPlace) ident.ID { return p.Subject }),
		projector.OwnedBy("subject", projector.Remove()),
		projector.Shown(func(*readmodel.NotificationPlace) bool { return false }))

	support := func(r *projector.Rows, to, who ident.ID, at time.Time) *readmodel.NotificationSupport {
		s := supports.Edit(r, campaignMember{to, who})
		s.Subject = member.SubjectOf(who)
		if s.Since.IsZero() {
			s.Since = at
		}
		return s
	}
	pledged := func(r *projector.Rows, to, who ident.ID, at time.Time, by int64) {
		support(r, to, who, at).Pledges += by
	}
	tell := func(r *projector.Rows, who ident.ID, kind notification.Kind, at time.Time, m projector.Meta, p pledgeNews) {
		if who.IsNil() {
			return
		}
		n := all.tell(r, who, kind, at, m)
		n.Campaign, n.What, n.Helper, n.Minutes, n.Quantity = p.campaign, string(p.step), p.helper, p.minutes, p.quantity
	}
	organizer := func(r *projector.Rows, at time.Time, m projector.Meta, p pledgeNews) {
		if c := endings.Get(r, p.campaign); c != nil {
			for _, who := range runners(c) {
				if member.SubjectOf(who) != p.helper { // whoever came to run it after they pledged knows what they did
					tell(r, who, notification.PledgeReceived, at, m, p)
				}
			}
		}
	}
	helper := func(r *projector.Rows, who ident.ID, at time.Time, m projector.Meta, p pledgeNews) {
		p.helper = ident.Nil // who is told knows
		tell(r, who, notification.PledgeAnswered, at, m, p)
	}
	// attending tells all who come to a shift what was done to it, but for whoever did that.
	attending := func(
		r *projector.Rows, campaign, of, author ident.ID, step notification.Step, at time.Time, m projector.Meta,
	) {
		for p := range places.By(r, "shift", of) {
			if p.Subject == author {
				continue
			}
			n := all.tell(r, p.Member, notification.ShiftChanged, at, m)
			n.Campaign, n.Shift, n.What = campaign, of, string(step)
		}
	}
	decided := func(r *projector.Rows, id ident.ID, what campaign.Decision, at time.Time, m projector.Meta) {
		if c := endings.Get(r, id); c != nil && !c.Owner.IsNil() {
			n := all.tell(r, c.Owner, notification.CampaignReviewed, at, m)
			n.Campaign, n.What = id, string(what)
		}
	}
	told := projector.New("notifications", 11, all.rows, all.boxes, supports, endings, places, reports.rows, reports.posts.rows,
		editors.pages).
		InvariantSince(10, "notifications", "SELECT kind, count(*)::text FROM {notifications} GROUP BY kind").
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, _ projector.Meta) {
			c := endings.Begin(r, e.Campaign)
			c.Team = []string{}
			c.Owner, c.Subject = e.Owner, member.SubjectOf(e.Owner)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Submitted, _ projector.Meta) {
			c := endings.Begin(r, e.Campaign)
			c.Team = []string{}
			c.Owner, c.Subject = e.Owner, member.SubjectOf(e.Owner)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Approved, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsApproved, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.ChangesRequested, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsToChange, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Rejected, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsRejected, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Suspended, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsSuspended, e.At, m)
			reports.settled(r, "thing", e.Campaign, nil, report.Suspended, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Reinstated, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsReinstated, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.UrgencyRemoved, m projector.Meta) {
			decided(r, e.Campaign, campaign.IsNotUrgent, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Completed, m projector.Meta) {
			at := e.At
			c := endings.Edit(r, e.Campaign)
			c.EndedAt, c.Reason = &at, string(e.Reason)
			if e.Reason != campaign.ByOwner && !c.Owner.IsNil() {
				all.tell(r, c.Owner, notification.CampaignCompleted, e.At, m).Campaign = e.Campaign
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Cancelled, m projector.Meta) {
			at := e.At
			c := endings.Edit(r, e.Campaign)
			c.EndedAt, c.Reason = &at, readmodel.EndedByCancelling
			reports.settled(r, "thing", e.Campaign, nil, report.Over, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageTakenOff, m projector.Meta) {
			if c := endings.Get(r, e.Campaign); c != nil && !c.Owner.IsNil() && c.Owner != e.By {
				n := all.tell(r, c.Owner, notification.TeamNews, e.At, m)
				n.Campaign, n.What, n.Shift = e.Campaign, string(notification.PageGone), e.Page
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Completed, m projector.Meta) {
			gift := func(who ident.ID, kind notification.Kind) {
				n := all.tell(r, who, kind, e.At, m)
				n.Campaign, n.Donation, n.Amount, n.Currency = e.Campaign, e.Donation, e.Gift.Minor, e.Gift.Currency
			}
			if c := endings.Get(r, e.Campaign); c != nil && c.Owner != e.Member {
				gift(c.Owner, notification.GiftReceived)
			}
			if e.Member.IsNil() {
				return
			}
			gift(e.Member, notification.GiftCompleted)
			support(r, e.Campaign, e.Member, e.At).Gifts++
		})).
		On(projector.Fold(func(r *projector.Rows, e donation.Refunded, _ projector.Meta) {
			if e.Uncounted {
				return
			}
			returned := readmodel.ReturnedPartly
			if e.Full {
				returned = readmodel.ReturnedFully
			}
			for n := range all.rows.By(r, "donation", e.Donation) {
				n.Returned = returned
			}
			if e.Full && !e.Member.IsNil() {
				supports.Edit(r, campaignMember{e.Campaign, e.Member}).Gifts--
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Pledged, m projector.Meta) {
			pledged(r, e.Campaign, e.Member, e.At, 1)
			organizer(r, e.At, m, ofTime(e.Parties, notification.Offered))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Accepted, m projector.Meta) {
			helper(r, e.Member, e.At, m, ofTime(e.Parties, notification.Accepted))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursLogged, m projector.Meta) {
			if e.By == timepledge.Volunteer {
				organizer(r, e.At, m, pledgeNews{campaign: e.Campaign, helper: e.Author, step: notification.Logged, minutes: e.Worked})
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.HoursConfirmed, m projector.Meta) {
			news := ofTime(e.Parties, notification.Confirmed)
			news.minutes = e.Worked
			helper(r, e.Member, e.At, m, news)
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Withdrawn, m projector.Meta) {
			pledged(r, e.Campaign, e.Member, e.At, -1)
			organizer(r, e.At, m, ofTime(e.Parties, notification.Withdrawn))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.NoShow, m projector.Meta) {
			pledged(r, e.Campaign, e.Member, e.At, -1)
			helper(r, e.Member, e.At, m, ofTime(e.Parties, notification.NobodyCame))
		})).
		On(projector.Fold(func(r *projector.Rows, e timepledge.Declined, m projector.Meta) {
			if e.Cause == timepledge.CampaignEnded { // whose end is what they are told
				return
			}
			pledged(r, e.Campaign, e.Member, e.At, -1)
			if e.Cause != timepledge.ShiftOff { // they are told that the shift is called off
				helper(r, e.Member, e.At, m, ofTime(e.Parties, notification.Declined))
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Pledged, m projector.Meta) {
			pledged(r, e.Campaign, e.Member, e.At, 1)
			organizer(r, e.At, m, ofThings(e.Parties, notification.Offered, e.Quantity))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Accepted, m projector.Meta) {
			helper(r, e.Member, e.At, m, ofThings(e.Parties, notification.Accepted, e.Taken))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Received, m projector.Meta) {
			helper(r, e.Member, e.At, m, ofThings(e.Parties, notification.ThingsCame, e.Received))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Withdrawn, m projector.Meta) {
			pledged(r, e.Campaign, e.Member, e.At, -1)
			organizer(r, e.At, m, ofThings(e.Parties, notification.Withdrawn, e.Quantity))
		})).
		On(projector.Fold(func(r *projector.Rows, e materialpledge.Declined, m projector.Meta) {
			if e.Cause != materialpledge.CampaignEnded {
				pledged(r, e.Campaign, e.Member, e.At, -1)
				helper(r, e.Member, e.At, m, ofThings(e.Parties, notification.Declined, e.Quantity))
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Joined, _ projector.Meta) {
			places.Edit(r, shiftMember{e.Shift, e.Member}).Subject = e.Supporter
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Left, _ projector.Meta) {
			places.Delete(r, shiftMember{e.Shift, e.Member})
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Revised, m projector.Meta) {
			step := notification.ShiftRevised
			if e.Moved {
				step = notification.ShiftMoved
			}
			attending(r, e.Campaign, e.Shift, e.Author, step, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e shift.Cancelled, m projector.Meta) {
			attending(r, e.Campaign, e.Shift, e.Author, notification.ShiftCalledOff, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e notification.Read, _ projector.Meta) {
			box := all.box(r, e.Member)
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
		})).
		On(projector.Fold(func(r *projector.Rows, e notification.ChannelChosen, _ projector.Meta) {
			box, off := all.box(r, e.Member), readmodel.ChannelOff(string(e.Channel), string(e.Kind))
			box.Off = slices.DeleteFunc(slices.Clone(box.Off), func(o string) bool { return o == off })
			if e.Channel == notification.ByMail {
				box.Daily = slices.DeleteFunc(slices.Clone(box.Daily), func(k string) bool { return k == string(e.Kind) })
			}
			switch {
			case !e.On:
				box.Off = append(box.Off, off)
			case e.Daily:
				box.Daily = append(box.Daily, string(e.Kind))
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e notification.AccountTouched, m projector.Meta) {
			all.tell(r, e.Member, notification.Security, e.At, m).What = string(e.What)
		}))
	return editors.news(reports.news(teamNews(told, all, endings)))
}
