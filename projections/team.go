package projections

import (
	"strings"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type memberCampaign struct {
	Member   ident.ID `db:"member"`
	Campaign ident.ID `db:"campaign"`
}

// team keeps who runs each campaign, and who is asked to.
type team struct {
	members     projector.Table[memberCampaign, readmodel.TeamMember]
	invitations projector.Table[ident.ID, readmodel.Invitation]
}

func newTeam() team {
	return team{
		projector.NewTable[memberCampaign, readmodel.TeamMember](readmodel.CampaignTeam, "member, campaign",
			projector.Index("(campaign, owns DESC, since)"),
			projector.Lookup("subject", func(m *readmodel.TeamMember) ident.ID { return m.Subject }),
			projector.OwnedBy("subject", projector.Remove())),
		projector.NewTable[ident.ID, readmodel.Invitation](readmodel.CampaignInvitations, "id",
			projector.Index("(campaign, invited_at)"), projector.Index("(address)"),
			projector.Lookup("invitee", func(i *readmodel.Invitation) ident.ID { return i.Invitee }),
			projector.OwnedBy("invitee", projector.Remove())),
	}
}

// join adds somebody to those who run a campaign.
func (t team) join(r *projector.Rows, id, who ident.ID, at time.Time, owner bool) {
	row := t.members.Edit(r, memberCampaign{who, id})
	row.Subject, row.Owner, row.OfferedAt = member.SubjectOf(who), owner, nil
	if row.Since.IsZero() {
		row.Since = at
	}
}

// offer notes that a campaign is offered to somebody, or is not any more.
func (t team) offer(r *projector.Rows, id, to ident.ID, change func(*readmodel.TeamMember)) {
	if key := (memberCampaign{to, id}); t.members.Get(r, key) != nil { // unless they are erased
		change(t.members.Edit(r, key))
	}
}

// folds are those of what happens to a team. Each changes the campaign's own row, too: by that everybody who looks at the
// campaign hears of it.
func (t team) folds(p *projector.Projection, campaigns projector.Table[ident.ID, readmodel.Campaign]) *projector.Projection {
	revised := func(r *projector.Rows, id ident.ID, m projector.Meta) *readmodel.Campaign {
		c := campaigns.Edit(r, id)
		c.Revision = int64(m.Revision)
		return c
	}
	answered := func(r *projector.Rows, id, invitation ident.ID, m projector.Meta) {
		if t.invitations.Get(r, invitation) != nil { // unless whoever has the address is erased
			i := t.invitations.Edit(r, invitation)
			i.Over, i.Email = true, ""
		}
		revised(r, id, m)
	}
	gone := func(r *projector.Rows, id, who ident.ID, m projector.Meta) {
		t.members.Delete(r, memberCampaign{who, id})
		revised(r, id, m)
	}
	refused := func(r *projector.Rows, id, to ident.ID, m projector.Meta) {
		t.offer(r, id, to, func(o *readmodel.TeamMember) { o.OfferedAt = nil })
		revised(r, id, m)
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e campaign.CoOrganizerInvited, m projector.Meta) {
			revised(r, e.Campaign, m)
			if e.Email.String() == "" { // whoever has the address was erased
				return
			}
			i := t.invitations.Begin(r, e.Invitation)
			i.Campaign, i.Invitee, i.Email, i.InvitedAt = e.Campaign, e.Invitee, e.Email.String(), e.At
			i.Address = strings.ToLower(i.Email)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.InvitationAccepted, m projector.Meta) {
			answered(r, e.Campaign, e.Invitation, m)
			t.join(r, e.Campaign, e.Member, e.At, false)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.InvitationDeclined, m projector.Meta) {
			answered(r, e.Campaign, e.Invitation, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.InvitationWithdrawn, m projector.Meta) {
			answered(r, e.Campaign, e.Invitation, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.CoOrganizerLeft, m projector.Meta) {
			gone(r, e.Campaign, e.Member, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.CoOrganizerRemoved, m projector.Meta) {
			gone(r, e.Campaign, e.Member, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverOffered, m projector.Meta) {
			at := e.At
			t.offer(r, e.Campaign, e.To, func(o *readmodel.TeamMember) { o.OfferedAt = &at })
			revised(r, e.Campaign, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverWithdrawn, m projector.Meta) {
			refused(r, e.Campaign, e.To, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandOverDeclined, m projector.Meta) {
			refused(r, e.Campaign, e.To, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.HandedOver, m projector.Meta) {
			t.join(r, e.Campaign, e.From, e.At, false)
			t.join(r, e.Campaign, e.To, e.At, true)
			revised(r, e.Campaign, m).Owner = e.To
		}))
}
