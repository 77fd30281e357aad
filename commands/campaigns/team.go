package campaigns

import (
	"context"
	"net/mail"
	"strings"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// InviteBody says whom an owner wants to run their campaign with.
type InviteBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	Email      string   `json:"email" maxLength:"400" doc:"Whoever has an account with it, or signs up with it, may accept"`
	Lang       string   `json:"lang" enum:"en,fr,es" doc:"Of the mail"`
}

// InvitationBody names an invitation to run a campaign.
type InvitationBody struct {
	CampaignID   ident.ID `json:"campaign_id" format:"uuid"`
	InvitationID ident.ID `json:"invitation_id" format:"uuid"`
}

// TeamBody names a campaign that its sender runs, or is to run.
type TeamBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
}

// TeamMemberBody names a co-organizer of a campaign.
type TeamMemberBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	MemberID   ident.ID `json:"member_id" format:"uuid"`
}

var (
	errWrongEmail = domain.RefuseField("email", "malformed_email", "this is not an e-mail address")
	errOwnEmail   = domain.RefuseField("email", "own_address", "this is your own address")
)

// InviteCoOrganizer asks whoever has an address to run a campaign, too. A reactor mails them. It is answered alike whether or
// not somebody has an account with the address.
var InviteCoOrganizer = command.Define("invite-co-organizer", "Ask somebody, by their address, to run a campaign with you",
	command.Owner, func(ctx context.Context, c *command.Call, in InviteBody) (command.Done, error) {
		invite := campaign.Invite{
			Actor: c.Member, Invitation: ident.Thing("invitation", c.ID), Email: strings.TrimSpace(in.Email), Lang: in.Lang, Now: c.Now(),
		}
		a, err := mail.ParseAddress(invite.Email)
		if err != nil || a.Address != invite.Email || !strings.Contains(invite.Email, ".") || len(invite.Email) > campaign.MaxEmail {
			return command.Done{}, errWrongEmail
		}
		// the key of an address is not made before the rest is known to be in order
		state, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.CampaignID)
		if err != nil {
			return command.Done{}, err
		}
		if _, err := (campaign.WithdrawHandOver{Actor: c.Member}).Decide(state); err != nil {
			return command.Done{}, err
		}
		own, err := addressOf(ctx, c, c.Member)
		if err != nil {
			return command.Done{}, err
		}
		if strings.EqualFold(own, invite.Email) {
			return command.Done{}, errOwnEmail
		}
		if invite.Invitee, err = c.Keys.Guest(ctx, invite.Email); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, campaign.Decider, in.CampaignID, invite.Decide)
	})

// AcceptInvitation makes whoever has the invited address a co-organizer.
var AcceptInvitation = command.Define("accept-invitation", "Come to run a campaign as a co-organizer", command.Holder,
	func(ctx context.Context, c *command.Call, in InvitationBody) (command.Done, error) {
		return answerInvitation(ctx, c, in, func(invitee ident.ID) func(campaign.State) ([]campaign.Event, error) {
			return campaign.AcceptInvitation{
				Actor: c.Member, Invitation: in.InvitationID, Invitee: invitee, Now: c.Now(),
			}.Decide
		})
	})

// DeclineInvitation turns an invitation down.
var DeclineInvitation = command.Define("decline-invitation", "Turn down to run a campaign as a co-organizer", command.Holder,
	func(ctx context.Context, c *command.Call, in InvitationBody) (command.Done, error) {
		return answerInvitation(ctx, c, in, func(invitee ident.ID) func(campaign.State) ([]campaign.Event, error) {
			return campaign.DeclineInvitation{
				Actor: c.Member, Invitation: in.InvitationID, Invitee: invitee, Now: c.Now(),
			}.Decide
		})
	})

// WithdrawInvitation takes an invitation back: for the owner, or for an erasure when it is given in nobody's name.
var WithdrawInvitation = command.Define("withdraw-invitation", "Take an invitation to run a campaign back", command.Owner,
	func(ctx context.Context, c *command.Call, in InvitationBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.WithdrawInvitation{
			Actor: c.Member, Invitation: in.InvitationID, Now: c.Now(),
		}.Decide)
	})

// LeaveTeam has a co-organizer run a campaign no more.
var LeaveTeam = command.Define("leave-team", "Run a campaign no more as a co-organizer", command.Holder,
	func(ctx context.Context, c *command.Call, in TeamBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.LeaveTeam{Actor: c.Member, Now: c.Now()}.Decide)
	})

// RemoveCoOrganizer has an owner take a co-organizer off the team.
var RemoveCoOrganizer = command.Define("remove-co-organizer", "Have a co-organizer run the campaign no more", command.Owner,
	func(ctx context.Context, c *command.Call, in TeamMemberBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.RemoveCoOrganizer{
			Actor: c.Member, Member: in.MemberID, Now: c.Now(),
		}.Decide)
	})

// OfferHandOver asks a co-organizer to own a campaign.
var OfferHandOver = command.Define("offer-hand-over", "Ask a co-organizer to own the campaign", command.Owner,
	func(ctx context.Context, c *command.Call, in TeamMemberBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.OfferHandOver{
			Actor: c.Member, To: in.MemberID, Now: c.Now(),
		}.Decide)
	})

// WithdrawHandOver takes such an offer back.
var WithdrawHandOver = command.Define("withdraw-hand-over", "Take the offer to own the campaign back", command.Owner,
	func(ctx context.Context, c *command.Call, in TeamBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.WithdrawHandOver{Actor: c.Member, Now: c.Now()}.Decide)
	})

// AcceptHandOver makes a co-organizer the owner, and the owner a co-organizer.
var AcceptHandOver = command.Define("accept-hand-over", "Come to own a campaign that one is offered", command.Holder,
	func(ctx context.Context, c *command.Call, in TeamBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.AcceptHandOver{Actor: c.Member, Now: c.Now()}.Decide)
	})

// DeclineHandOver turns such an offer down.
var DeclineHandOver = command.Define("decline-hand-over", "Turn down to own a campaign that one is offered", command.Holder,
	func(ctx context.Context, c *command.Call, in TeamBody) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, campaign.DeclineHandOver{Actor: c.Member, Now: c.Now()}.Decide)
	})

// answerInvitation has the member who asks answer an invitation to the address that they have shown to be theirs.
func answerInvitation(
	ctx context.Context, c *command.Call, in InvitationBody,
	decide func(invitee ident.ID) func(campaign.State) ([]campaign.Event, error),
) (command.Done, error) {
	before, again, err := command.Repeated(ctx, c.Handler, campaign.Decider, in.CampaignID, c.Envelope)
	if err != nil || again {
		return command.Done{Position: before.Position}, err
	}
	state, _, err := command.Load(ctx, c.Handler, campaign.Decider, in.CampaignID)
	if err != nil {
		return command.Done{}, err
	}
	if !state.Invites(in.InvitationID) { // no key is made for whoever guesses
		return command.Done{}, campaign.ErrNoInvitation
	}
	email, err := addressOf(ctx, c, c.Member)
	if err != nil {
		return command.Done{}, err
	}
	if email == "" {
		return command.Done{}, campaign.ErrNoInvitation
	}
	invitee, err := c.Keys.Guest(ctx, email)
	if err != nil {
		return command.Done{}, err
	}
	return command.On(ctx, c, campaign.Decider, in.CampaignID, decide(invitee))
}

// addressOf is the address that a member has shown to be theirs.
func addressOf(ctx context.Context, c *command.Call, id ident.ID) (string, error) {
	return command.RecentText(ctx, c.Handler, member.Decider, id, "email", member.EmailIn)
}
