package pages

import (
	"context"
	"net/mail"
	"strings"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
)

// InviteEditorBody says whom an owner wants to edit their page with.
type InviteEditorBody struct {
	PageBody
	Email string `json:"email" maxLength:"400" doc:"Whoever has an account with it, or signs up with it, may accept"`
	Lang  string `json:"lang" enum:"en,fr,es" doc:"Of the mail"`
}

// PageInvitationBody names an invitation to edit a page.
type PageInvitationBody struct {
	PageBody
	InvitationID ident.ID `json:"invitation_id" format:"uuid"`
}

// PageEditorBody names an editor of a page.
type PageEditorBody struct {
	PageBody
	MemberID ident.ID `json:"member_id" format:"uuid"`
}

var (
	errWrongEmail = domain.RefuseField("email", "malformed_email", "this is not an e-mail address")
	errOwnEmail   = domain.RefuseField("email", "own_address", "this is your own address")
)

// InvitePageEditor asks whoever has an address to edit a page, too. A reactor mails them. It is answered alike whether or not
// somebody has an account with the address.
var InvitePageEditor = command.Define("invite-page-editor", "Ask somebody, by their address, to edit a page with you",
	command.Owner, func(ctx context.Context, c *command.Call, in InviteEditorBody) (command.Done, error) {
		invite := orgpage.Invite{
			Page: in.PageID, Actor: c.Member, Invitation: ident.Thing("page invitation", c.ID), Email: strings.TrimSpace(in.Email),
			Lang: in.Lang, Now: c.Now(),
		}
		a, err := mail.ParseAddress(invite.Email)
		if err != nil || a.Address != invite.Email || !strings.Contains(invite.Email, ".") || len(invite.Email) > orgpage.MaxEmail {
			return command.Done{}, errWrongEmail
		}
		// the key of an address is not made before it is known that the page is the sender's
		state, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		if err := state.OwnedBy(c.Member); err != nil {
			return command.Done{}, err
		}
		own, err := addressOf(ctx, c)
		if err != nil {
			return command.Done{}, err
		}
		if strings.EqualFold(own, invite.Email) {
			return command.Done{}, errOwnEmail
		}
		if invite.Invitee, err = c.Keys.Guest(ctx, invite.Email); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, orgpage.Decider, in.PageID, invite.Decide)
	})

// AcceptPageInvitation makes whoever has the invited address an editor.
var AcceptPageInvitation = command.Define("accept-page-invitation", "Come to edit a page", command.Holder,
	func(ctx context.Context, c *command.Call, in PageInvitationBody) (command.Done, error) {
		return answer(ctx, c, in, true)
	})

// DeclinePageInvitation turns an invitation down.
var DeclinePageInvitation = command.Define("decline-page-invitation", "Turn down to edit a page", command.Holder,
	func(ctx context.Context, c *command.Call, in PageInvitationBody) (command.Done, error) {
		return answer(ctx, c, in, false)
	})

// WithdrawPageInvitation takes an invitation back.
var WithdrawPageInvitation = command.Define("withdraw-page-invitation", "Take an invitation to edit a page back", command.Owner,
	func(ctx context.Context, c *command.Call, in PageInvitationBody) (command.Done, error) {
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Withdraw{
			Page: in.PageID, Actor: c.Member, Invitation: in.InvitationID, Now: c.Now(),
		}.Decide)
	})

// LeavePage has an editor edit a page no more.
var LeavePage = command.Define("leave-page", "Edit a page no more", command.Holder,
	func(ctx context.Context, c *command.Call, in PageBody) (command.Done, error) {
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Leave{Page: in.PageID, Actor: c.Member, Now: c.Now()}.Decide)
	})

// RemovePageEditor has an owner take an editor off a page.
var RemovePageEditor = command.Define("remove-page-editor", "Have an editor edit the page no more", command.Owner,
	func(ctx context.Context, c *command.Call, in PageEditorBody) (command.Done, error) {
		return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Remove{
			Page: in.PageID, Actor: c.Member, Member: in.MemberID, Now: c.Now(),
		}.Decide)
	})

// answer has the member who asks answer an invitation to the address that they have shown to be theirs.
func answer(ctx context.Context, c *command.Call, in PageInvitationBody, accepts bool) (command.Done, error) {
	before, again, err := command.Repeated(ctx, c.Handler, orgpage.Decider, in.PageID, c.Envelope)
	if err != nil || again {
		return command.Done{Position: before.Position}, err
	}
	state, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
	if err != nil {
		return command.Done{}, err
	}
	if !state.Invites(in.InvitationID) { // no key is made for whoever guesses
		return command.Done{}, orgpage.ErrNoInvitation
	}
	email, err := addressOf(ctx, c)
	if err != nil {
		return command.Done{}, err
	}
	if email == "" {
		return command.Done{}, orgpage.ErrNoInvitation
	}
	invitee, err := c.Keys.Guest(ctx, email)
	if err != nil {
		return command.Done{}, err
	}
	return command.On(ctx, c, orgpage.Decider, in.PageID, orgpage.Answer{
		Page: in.PageID, Actor: c.Member, Invitation: in.InvitationID, Invitee: invitee, Accepts: accepts, Now: c.Now(),
	}.Decide)
}

// addressOf is the address that the member who asks has shown to be theirs.
func addressOf(ctx context.Context, c *command.Call) (string, error) {
	return command.RecentText(ctx, c.Handler, member.Decider, c.Member, "email", member.EmailIn)
}
