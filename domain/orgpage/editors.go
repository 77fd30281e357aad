package orgpage

import (
	"errors"
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
)

// Limits of a page's editors.
const (
	MaxInvited = 10 // invitations that wait for an answer
	MaxEditors = 20
	MaxEmail   = 254
)

// EditorInvited asks whoever has an address to edit a page together with its owner.
type EditorInvited struct {
	Page       ident.ID      `json:"page"`
	Invitation ident.ID      `json:"invitation"`
	Invitee    ident.ID      `json:"invitee"` // the subject of whoever has the address: the same as that of their gifts as a guest
	Email      personal.Text `json:"email" personal:"invitee"`
	By         ident.ID      `json:"by"`
	Lang       string        `json:"lang"` // of the mail
	At         time.Time     `json:"at"`
}

// EditorJoined makes a member an editor of a page.
type EditorJoined struct {
	Page       ident.ID  `json:"page"`
	Invitation ident.ID  `json:"invitation"`
	Member     ident.ID  `json:"member"`
	At         time.Time `json:"at"`
}

// EditorDeclined says that a member does not want to edit a page.
type EditorDeclined struct {
	Page       ident.ID  `json:"page"`
	Invitation ident.ID  `json:"invitation"`
	Member     ident.ID  `json:"member"`
	At         time.Time `json:"at"`
}

// InvitationWithdrawn takes an invitation back.
type InvitationWithdrawn struct {
	Page       ident.ID  `json:"page"`
	Invitation ident.ID  `json:"invitation"`
	At         time.Time `json:"at"`
}

// EditorLeft says that an editor does not edit a page any more, as they wished.
type EditorLeft struct {
	Page   ident.ID  `json:"page"`
	Member ident.ID  `json:"member"`
	At     time.Time `json:"at"`
}

// EditorRemoved says that an editor does not edit a page any more, as its owner wished.
type EditorRemoved struct {
	Page   ident.ID  `json:"page"`
	Member ident.ID  `json:"member"`
	At     time.Time `json:"at"`
}

// HandedOver makes an editor the owner of a page whose owner leaves Callup. The words are said again under the new owner's key.
type HandedOver struct {
	Page ident.ID  `json:"page"`
	From ident.ID  `json:"from"`
	To   ident.ID  `json:"to"`
	At   time.Time `json:"at"`
}

func (EditorInvited) orgpageEvent()       {}
func (EditorJoined) orgpageEvent()        {}
func (EditorDeclined) orgpageEvent()      {}
func (InvitationWithdrawn) orgpageEvent() {}
func (EditorLeft) orgpageEvent()          {}
func (EditorRemoved) orgpageEvent()       {}
func (HandedOver) orgpageEvent()          {}

// Invitation waits for an answer.
type Invitation struct{ ID, Invitee ident.ID }

// evolveEditors folds what happened to those who edit a page.
func evolveEditors(s State, e Event) State {
	without := func(who ident.ID) []ident.ID {
		return slices.DeleteFunc(slices.Clone(s.Editors), func(id ident.ID) bool { return id == who })
	}
	answered := func(invitation ident.ID) []Invitation {
		return slices.DeleteFunc(slices.Clone(s.Invitations), func(i Invitation) bool { return i.ID == invitation })
	}
	switch e := e.(type) {
	case EditorInvited:
		s.Invitations = append(slices.Clip(s.Invitations), Invitation{e.Invitation, e.Invitee})
	case EditorJoined:
		s.Invitations, s.Editors = answered(e.Invitation), append(slices.Clip(s.Editors), e.Member)
	case EditorDeclined:
		s.Invitations = answered(e.Invitation)
	case InvitationWithdrawn:
		s.Invitations = answered(e.Invitation)
	case EditorLeft:
		s.Editors = without(e.Member)
	case EditorRemoved:
		s.Editors = without(e.Member)
	case HandedOver:
		s.Owner, s.Editors = e.To, without(e.To)
	case Opened, Revised, LogoChanged, Closed, Verified, Unverified, MoneyAllowed, MoneyWithdrawn:
	}
	return s
}

// The refusals of editors.
var (
	ErrNoInvitation = domain.Refuse(domain.NotFound, "invitation_not_found", "there is no such invitation for you")
	ErrInvited      = domain.RefuseField("email", "invited_already", "an invitation to this address waits for an answer")
	ErrManyInvited  = domain.Refuse(domain.Closed, "invitations_full", "too many invitations wait for an answer")
	ErrEditorsFull  = domain.Refuse(domain.Closed, "editors_full", "the page has as many editors as it may have")
	ErrEdits        = domain.Refuse(domain.Closed, "edits_already", "you edit this page already")
	ErrNoEditor     = domain.Refuse(domain.NotFound, "not_an_editor", "you do not edit this page")
)

// Edits tells whether a member edits the page beside its owner.
func (s State) Edits(who ident.ID) bool { return slices.Contains(s.Editors, who) }

// Invites tells whether an invitation waits for an answer.
func (s State) Invites(invitation ident.ID) bool {
	return slices.ContainsFunc(s.Invitations, func(i Invitation) bool { return i.ID == invitation })
}

// EditedBy refuses everybody but the owner and the editors of a page that is open.
func (s State) EditedBy(actor ident.ID) error {
	if s.Open() && !actor.IsNil() && s.Edits(actor) {
		return nil
	}
	return s.OwnedBy(actor)
}

// Invite asks whoever has an address to edit the page, too.
type Invite struct {
	Page, Actor, Invitation, Invitee ident.ID
	Email, Lang                      string
	Now                              time.Time
}

// Decide refuses others than the owner, an address that is invited already, and more invitations or editors than there may be.
// Whether somebody has an account with the address changes nothing.
func (c Invite) Decide(s State) ([]Event, error) {
	if err := s.OwnedBy(c.Actor); err != nil {
		return nil, err
	}
	switch {
	case slices.ContainsFunc(s.Invitations, func(i Invitation) bool { return i.Invitee == c.Invitee }):
		return nil, ErrInvited
	case len(s.Invitations) >= MaxInvited:
		return nil, ErrManyInvited.With("max", MaxInvited)
	case len(s.Editors) >= MaxEditors:
		return nil, ErrEditorsFull.With("max", MaxEditors)
	}
	return []Event{EditorInvited{c.Page, c.Invitation, c.Invitee, personal.Plain(c.Email), c.Actor, c.Lang, c.Now}}, nil
}

// Answer is what whoever has the invited address says to an invitation.
type Answer struct {
	Page, Actor, Invitation ident.ID
	Invitee                 ident.ID // whose the actor's address is
	Accepts                 bool
	Now                     time.Time
}

// Decide refuses an invitation that is not open or is another's, and whoever edits the page already.
func (c Answer) Decide(s State) ([]Event, error) {
	switch {
	case c.Actor.IsNil() || !s.Open() || !slices.Contains(s.Invitations, Invitation{c.Invitation, c.Invitee}):
		return nil, ErrNoInvitation
	case !c.Accepts:
		return []Event{EditorDeclined{c.Page, c.Invitation, c.Actor, c.Now}}, nil
	case s.EditedBy(c.Actor) == nil:
		return nil, ErrEdits
	case len(s.Editors) >= MaxEditors:
		return nil, ErrEditorsFull.With("max", MaxEditors)
	}
	return []Event{EditorJoined{c.Page, c.Invitation, c.Actor, c.Now}}, nil
}

// Withdraw takes an invitation back.
type Withdraw struct {
	Page, Actor, Invitation ident.ID
	Now                     time.Time
}

// Decide refuses others than the owner. What was answered stays so.
func (c Withdraw) Decide(s State) ([]Event, error) {
	if err := s.OwnedBy(c.Actor); err != nil {
		return nil, err
	}
	if !s.Invites(c.Invitation) {
		return nil, nil
	}
	return []Event{InvitationWithdrawn{c.Page, c.Invitation, c.Now}}, nil
}

// Leave has an editor edit the page no more.
type Leave struct {
	Page, Actor ident.ID
	Now         time.Time
}

// Decide refuses whoever is no editor of a page that is open.
func (c Leave) Decide(s State) ([]Event, error) {
	if !s.Open() || !s.Edits(c.Actor) {
		return nil, ErrNoEditor
	}
	return []Event{EditorLeft{c.Page, c.Actor, c.Now}}, nil
}

// Remove has the owner take an editor off the page.
type Remove struct {
	Page, Actor, Member ident.ID
	Now                 time.Time
}

// Decide refuses others than the owner. Whoever is no editor stays none.
func (c Remove) Decide(s State) ([]Event, error) {
	if err := s.OwnedBy(c.Actor); err != nil {
		return nil, err
	}
	if !s.Edits(c.Member) {
		return nil, nil
	}
	return []Event{EditorRemoved{c.Page, c.Member, c.Now}}, nil
}

// Drop takes somebody who is erased off a page. Their page goes to the editor who joined first, else it closes: nobody would
// speak for it, and its words go with them. A logo of theirs and the invitations to their address go in any case.
type Drop struct {
	Page     ident.ID
	Member   ident.ID   // nil for a guest
	Subjects []ident.ID // of what they wrote of themselves
	Said     Words      // what the page says, opened
	Times    int        // how often it said something until then
	Now      time.Time
}

// errSaidMeanwhile says that what is to be said again is not what the page says.
var errSaidMeanwhile = errors.New("the page was revised at the same moment")

// Decide changes nothing where nothing is theirs.
func (c Drop) Decide(s State) (out []Event, err error) {
	if !s.Open() {
		return nil, nil
	}
	for _, i := range s.Invitations {
		if slices.Contains(c.Subjects, i.Invitee) {
			out = append(out, InvitationWithdrawn{c.Page, i.ID, c.Now})
		}
	}
	if c.Member.IsNil() {
		return out, nil
	}
	if s.Edits(c.Member) {
		out = append(out, EditorLeft{c.Page, c.Member, c.Now})
	}
	if s.Owner == c.Member && len(s.Editors) == 0 {
		return append(out, Closed{c.Page, c.Now}), nil
	}
	if s.Owner == c.Member {
		if c.Times != s.Times {
			return nil, errSaidMeanwhile
		}
		to, said := s.Editors[0], c.Said
		said.Author = member.SubjectOf(to)
		out = append(out, HandedOver{c.Page, c.Member, to, c.Now}, Revised{c.Page, said, c.Now})
	}
	if s.Logo != "" && s.LogoBy == c.Member {
		out = append(out, LogoChanged{c.Page, c.Member, "", c.Now})
	}
	return out, nil
}
