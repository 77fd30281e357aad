package campaigns

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
)

// inTeam is how erasures call the campaigns that a person runs with others, or is asked to.
const inTeam = "campaign run with others"

// teamMails are the mails that name the person, or a campaign of theirs.
const teamMails = "mails about teams"

// TeamHoldings are the campaigns that a person runs with others, and the invitations to their address. Those are sealed with the
// key of whoever has the address.
func TeamHoldings() erasing.Holdings {
	return erasing.Holdings{
		Area: "campaign_team",
		Events: []any{
			campaign.CoOrganizerInvited{}, campaign.InvitationAccepted{}, campaign.InvitationDeclined{}, campaign.CoOrganizerLeft{},
			campaign.CoOrganizerRemoved{}, campaign.HandOverOffered{}, campaign.HandOverDeclined{},
		},
		Others: []any{campaign.InvitationWithdrawn{}, campaign.HandOverWithdrawn{}},
		See: func(b *erasing.Belongings, event any) {
			noteTeamMail(b, event)
			switch e := event.(type) {
			case campaign.CoOrganizerInvited:
				if b.Wrote(e.Invitee) {
					b.Add(inTeam, e.Campaign)
				}
				if b.Has(campaign.Category, e.Campaign) {
					b.Note(teamMails, mail.InvitedKey(e.Invitation.String())) // it names the owner
				}
			case campaign.InvitationAccepted:
				if b.IsMember(e.Member) {
					b.Add(inTeam, e.Campaign)
				}
			}
		},
		Ends:   []erasing.Ending{{What: "teams", Things: teams, EndOf: leave}},
		Mails:  func(b *erasing.Belongings) []string { return b.Noted(teamMails) },
		Export: exportTeams,
	}
}

// noteTeamMail notes the mail about a change that names the person, or a campaign of theirs.
func noteTeamMail(b *erasing.Belongings, event any) {
	if m, ok := TeamMailOf(event); ok && (m.Named && b.IsMember(m.Of) || b.Has(campaign.Category, m.Campaign)) {
		b.Note(teamMails, m.Key)
	}
}

// teams are the campaigns that a person ran with others, or was asked to.
func teams(b *erasing.Belongings) []ident.ID { return b.All(inTeam) }

// leave takes a person off a campaign's team, and back what was asked of their address. What they own is ended by itself.
func leave(ctx context.Context, s *command.Service, b *erasing.Belongings, id ident.ID) (over bool, err error) {
	c, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
	if err != nil {
		return false, err
	}
	for _, i := range c.Team.Invitations {
		if !b.Wrote(i.Invitee) {
			continue
		}
		_, err := WithdrawInvitation.Run(ctx, s, erasing.Envelope("withdraw", i.ID), InvitationBody{CampaignID: id, InvitationID: i.ID})
		if err != nil {
			return false, err
		}
	}
	if !c.CoOrganizes(b.Member) {
		return false, nil // it may be looked at again: they may be asked anew
	}
	_, err = LeaveTeam.Run(ctx, s, erasing.Envelope("leave", ident.Pair(id.String(), b.Member.String())).For(b.Member),
		TeamBody{CampaignID: id})
	if errors.Is(err, campaign.ErrNoMember) { // removed at the same moment
		err = nil
	}
	return false, err
}

// ExportedTeam is a campaign that somebody runs, or ran, with others, or is asked to.
type ExportedTeam struct {
	Campaign  ident.ID   `json:"campaign"`
	Address   string     `json:"invited_address,omitempty"`
	InvitedAt *time.Time `json:"invited_at,omitempty"`
	JoinedAt  *time.Time `json:"joined_at,omitempty"`
	LeftAt    *time.Time `json:"left_at,omitempty"`
	OwnerFrom *time.Time `json:"owner_from,omitempty"`
	OwnerTo   *time.Time `json:"owner_until,omitempty"`
}

func exportTeams(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []ExportedTeam{}
	for _, id := range teams(p.Belongings) {
		out := ExportedTeam{Campaign: id}
		for r, err := range s.OpenedEvents(ctx, campaign.Category, id) {
			if err != nil {
				return nil, err
			}
			out.see(p, r.Event)
		}
		all = append(all, out)
	}
	return all, nil
}

func (t *ExportedTeam) see(p erasing.Person, event any) {
	switch e := event.(type) {
	case campaign.CoOrganizerInvited:
		if p.Wrote(e.Invitee) {
			t.Address, t.InvitedAt = e.Email.String(), &e.At
		}
	case campaign.InvitationAccepted:
		if p.IsMember(e.Member) {
			t.JoinedAt, t.LeftAt = &e.At, nil
		}
	case campaign.CoOrganizerLeft:
		if p.IsMember(e.Member) {
			t.LeftAt = &e.At
		}
	case campaign.CoOrganizerRemoved:
		if p.IsMember(e.Member) {
			t.LeftAt = &e.At
		}
	case campaign.HandedOver:
		if p.IsMember(e.To) {
			t.OwnerFrom, t.OwnerTo = &e.At, nil
		}
		if p.IsMember(e.From) {
			t.OwnerTo = &e.At
		}
	}
}
