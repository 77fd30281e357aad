package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// runners are all who run a campaign, its owner first.
func runners(c *readmodel.NotificationEnding) []ident.ID {
	all := []ident.ID{c.Owner}
	for _, text := range c.Team {
		if id, err := ident.Parse(text); err == nil {
			all = append(all, id)
		}
	}
	return all
}

// teamNews tells members of what changes of who runs their campaigns. An invitation is told by its own row while it is open.
func teamNews(
	p *projector.Projection, all boxes, endings projector.Table[ident.ID, readmodel.NotificationEnding],
) *projector.Projection {
	tell := func(
		r *projector.Rows, who, id, about ident.ID, what notification.Change, at time.Time, m projector.Meta,
	) {
		if who.IsNil() || who == about {
			return
		}
		n := all.tell(r, who, notification.TeamNews, at, m)
		n.Campaign, n.What = id, string(what)
		if !about.IsNil() {
			n.Helper = member.SubjectOf(about)
		}
	}
	owner := func(r *projector.Rows, id ident.ID) ident.ID {
		if c := endings.Get(r, id); c != nil {
			return c.Owner
		}
		return ident.Nil
	}
	without := func(c *readmodel.NotificationEnding, who ident.ID) {
		c.Team = slices.DeleteFunc(slices.Clone(c.Team), func(id string) bool { return id == who.String() })
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e campaign.InvitationAccepted, m projector.Meta) {
			tell(r, owner(r, e.Campaign), e.Campaign, e.Member, notification.Joined, e.At, m)
			c := endings.Edit(r, e.Campaign)
			c.Team = append(slices.Clone(c.Team), e.Member.String())
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.InvitationDeclined, m projector.Meta) {
			// who has the address stays unsaid
			tell(r, owner(r, e.Campaign), e.Campaign, ident.Nil, notification.InvitationOff, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.CoOrganizerLeft, m projector.Meta) {
			tell(r, owner(r, e.Campaign), e.Campaign, e.Member, notification.SomebodyLeft, e.At, m)
			without(endings.Edit(r, e.Campaign), e.Member)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.CoOrganizerRemoved, m projector.Meta) {
			tell(r, e.Member, e.Campaign, ident.Nil, notification.TakenOff, e.At, m)
			without(endings.Edit(r, e.Campaign), e.Member)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverOffered, m projector.Meta) {
			tell(r, e.To, e.Campaign, owner(r, e.Campaign), notification.HandOverOffered, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverWithdrawn, m projector.Meta) {
			tell(r, e.To, e.Campaign, ident.Nil, notification.HandOverOff, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverDeclined, m projector.Meta) {
			tell(r, owner(r, e.Campaign), e.Campaign, e.To, notification.HandOverDeclined, e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandedOver, m projector.Meta) {
			c := endings.Edit(r, e.Campaign)
			without(c, e.To)
			for _, who := range runners(c) { // the former owner among them
				tell(r, who, e.Campaign, e.To, notification.HandedOver, e.At, m)
			}
			c.Team = append(c.Team, e.From.String())
			c.Owner, c.Subject = e.To, member.SubjectOf(e.To)
		}))
}
