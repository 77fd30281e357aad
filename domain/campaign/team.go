package campaign

import (
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Limits of a campaign's team.
const (
	MaxInvited = 10 // invitations that wait for an answer
	MaxTeam    = 20 // co-organizers
	MaxEmail   = 254
)

// CoOrganizerInvited asks whoever has an address to run a campaign together with its owner.
type CoOrganizerInvited struct {
	Campaign   ident.ID      `json:"campaign"`
	Invitation ident.ID      `json:"invitation"`
	Invitee    ident.ID      `json:"invitee"` // the subject of whoever has the address: the same as that of their gifts as a guest
	Email      personal.Text `json:"email" personal:"invitee"`
	By         ident.ID      `json:"by"`
	Lang       string        `json:"lang"` // of the mail
	At         time.Time     `json:"at"`
}

// InvitationAccepted makes a member a co-organizer of a campaign.
type InvitationAccepted struct {
	Campaign   ident.ID  `json:"campaign"`
	Invitation ident.ID  `json:"invitation"`
	Member     ident.ID  `json:"member"`
	At         time.Time `json:"at"`
}

// InvitationDeclined says that a member does not want to run a campaign.
type InvitationDeclined struct {
	Campaign   ident.ID  `json:"campaign"`
	Invitation ident.ID  `json:"invitation"`
	Member     ident.ID  `json:"member"`
	At         time.Time `json:"at"`
}

// InvitationWithdrawn takes an invitation back.
type InvitationWithdrawn struct {
	Campaign   ident.ID  `json:"campaign"`
	Invitation ident.ID  `json:"invitation"`
	At         time.Time `json:"at"`
}

// CoOrganizerLeft says that a co-organizer does not run a campaign any more, as they wished.
type CoOrganizerLeft struct {
	Campaign ident.ID  `json:"campaign"`
	Member   ident.ID  `json:"member"`
	At       time.Time `json:"at"`
}

// CoOrganizerRemoved says that a co-organizer does not run a campaign any more, as its owner wished.
type CoOrganizerRemoved struct {
	Campaign ident.ID  `json:"campaign"`
	Member   ident.ID  `json:"member"`
	At       time.Time `json:"at"`
}

// HandOverOffered asks a co-organizer to own a campaign. Until they accept nothing changes.
type HandOverOffered struct {
	Campaign ident.ID  `json:"campaign"`
	To       ident.ID  `json:"to"`
	At       time.Time `json:"at"`
}

// HandOverWithdrawn takes such an offer back.
type HandOverWithdrawn struct {
	Campaign ident.ID  `json:"campaign"`
	To       ident.ID  `json:"to"`
	At       time.Time `json:"at"`
}

// HandOverDeclined says that a co-organizer does not want to own a campaign.
type HandOverDeclined struct {
	Campaign ident.ID  `json:"campaign"`
	To       ident.ID  `json:"to"`
	At       time.Time `json:"at"`
}

// HandedOver makes a co-organizer the owner of a campaign, and its owner a co-organizer. Whose the words are from then on
// follows from it: those of the campaign and of its beneficiary go with the campaign.
type HandedOver struct {
	Campaign    ident.ID  `json:"campaign"`
	Subject     ident.ID  `json:"subject"`
	Beneficiary ident.ID  `json:"beneficiary,omitzero"`
	From        ident.ID  `json:"from"`
	To          ident.ID  `json:"to"`
	At          time.Time `json:"at"`
}

func (CoOrganizerInvited) campaignEvent()  {}
func (InvitationAccepted) campaignEvent()  {}
func (InvitationDeclined) campaignEvent()  {}
func (InvitationWithdrawn) campaignEvent() {}
func (CoOrganizerLeft) campaignEvent()     {}
func (CoOrganizerRemoved) campaignEvent()  {}
func (HandOverOffered) campaignEvent()     {}
func (HandOverWithdrawn) campaignEvent()   {}
func (HandOverDeclined) campaignEvent()    {}
func (HandedOver) campaignEvent()          {}

// Invitation waits for an answer.
type Invitation struct {
	ID, Invitee ident.ID
}

// Team is who runs a campaign beside its owner, and who may come to.
type Team struct {
	CoOrganizers []ident.ID
	Invitations  []Invitation
	Successor    ident.ID // to whom the campaign is offered; nil where it is to nobody
}

func (t Team) without(member ident.ID) Team {
	t.CoOrganizers = slices.DeleteFunc(slices.Clone(t.CoOrganizers), func(id ident.ID) bool { return id == member })
	if t.Successor == member {
		t.Successor = ident.Nil
	}
	return t
}

func (t Team) answered(invitation ident.ID) Team {
	t.Invitations = slices.DeleteFunc(slices.Clone(t.Invitations), func(i Invitation) bool { return i.ID == invitation })
	return t
}

func (t Team) with(member ident.ID) Team {
	t.CoOrganizers = append(slices.Clip(t.CoOrganizers), member)
	return t
}

// evolveTeam folds what happened to a campaign's team.
func evolveTeam(s State, e any) State {
	switch e := e.(type) {
	case CoOrganizerInvited:
		s.Team.Invitations = append(slices.Clip(s.Team.Invitations), Invitation{e.Invitation, e.Invitee})
	case InvitationAccepted:
		s.Team = s.Team.answered(e.Invitation).with(e.Member)
	case InvitationDeclined:
		s.Team = s.Team.answered(e.Invitation)
	case InvitationWithdrawn:
		s.Team = s.Team.answered(e.Invitation)
	case CoOrganizerLeft:
		s.Team = s.Team.without(e.Member)
	case CoOrganizerRemoved:
		s.Team = s.Team.without(e.Member)
	case HandOverOffered:
		s.Team.Successor = e.To
	case HandOverWithdrawn, HandOverDeclined:
		s.Team.Successor = ident.Nil
	case HandedOver:
		s.Owner, s.Team = e.To, s.Team.without(e.To).with(e.From)
	}
	return s
}

// The refusals of a team.
var (
	ErrNoInvitation = domain.Refuse(domain.NotFound, "invitation_not_found", "there is no such invitation for you")
	ErrInvited      = domain.RefuseField("email", "invited_already", "an invitation to this address waits for an answer")
	ErrManyInvited  = domain.Refuse(domain.Closed, "invitations_full", "too many invitations wait for an answer")
	ErrTeamFull     = domain.Refuse(domain.Closed, "team_full", "the campaign has as many co-organizers as it may have")
	ErrInTeam       = domain.Refuse(domain.Closed, "in_team_already", "you run this campaign already")
	ErrNoMember     = domain.Refuse(domain.NotFound, "not_in_team", "this member does not run the campaign together with you")
	ErrNoOffer      = domain.Refuse(domain.NotFound, "hand_over_not_found", "this campaign is not offered to you")
	ErrOffered      = domain.Refuse(domain.Closed, "handed_over_already", "the campaign is offered to another member already")
)

// CoOrganizes tells whether a member runs the campaign beside its owner.
func (s State) CoOrganizes(member ident.ID) bool { return slices.Contains(s.Team.CoOrganizers, member) }

// Runners are all who run the campaign, its owner first.
func (s State) Runners() []ident.ID { return append([]ident.ID{s.Owner}, s.Team.CoOrganizers...) }

// RunBy refuses whoever does not run the campaign: its owner and its co-organizers do.
func (s State) RunBy(actor ident.ID) error {
	if s.Exists() && s.CoOrganizes(actor) {
		return nil
	}
	return s.owned(actor)
}

// Invites tells whether an invitation waits for an answer.
func (s State) Invites(invitation ident.ID) bool {
	return slices.ContainsFunc(s.Team.Invitations, func(i Invitation) bool { return i.ID == invitation })
}

// lasts refuses a campaign that was called off, or never will be public: nobody is to run it any more.
func (s State) lasts() error {
	switch s.Status {
	case CalledOff:
		return ErrCancelled
	case TurnedDown, TakenBack:
		return s.public()
	case None, Active, OnHold, Ended, Draft, Discarded, Lapsed, Waits, ChangesAsked:
	}
	return nil
}

// Invite asks whoever has an address to run the campaign, too.
type Invite struct {
	Actor, Invitation, Invitee ident.ID
	Email, Lang                string
	Now                        time.Time
}

// Decide refuses others than the owner, an address that is invited already, and more invitations or co-organizers than there
// may be. Whether somebody has an account with the address changes nothing.
func (c Invite) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if err := s.lasts(); err != nil {
		return nil, err
	}
	invited := func(i Invitation) bool { return i.Invitee == c.Invitee }
	switch {
	case slices.ContainsFunc(s.Team.Invitations, invited):
		return nil, ErrInvited
	case len(s.Team.Invitations) >= MaxInvited:
		return nil, ErrManyInvited.With("max", MaxInvited)
	case len(s.Team.CoOrganizers) >= MaxTeam:
		return nil, ErrTeamFull.With("max", MaxTeam)
	}
	return []Event{CoOrganizerInvited{
		Campaign: s.ID, Invitation: c.Invitation, Invitee: c.Invitee, Email: personal.Plain(c.Email), By: c.Actor, Lang: c.Lang,
		At: c.Now,
	}}, nil
}

// AcceptInvitation makes whoever has the invited address a co-organizer.
type AcceptInvitation struct {
	Actor, Invitation ident.ID
	Invitee           ident.ID // whose the actor's address is
	Now               time.Time
}

// Decide refuses an invitation that is not open or is another's.
func (c AcceptInvitation) Decide(s State) ([]Event, error) {
	if err := s.invited(c.Actor, c.Invitation, c.Invitee); err != nil {
		return nil, err
	}
	switch {
	case s.RunBy(c.Actor) == nil:
		return nil, ErrInTeam
	case s.lasts() != nil:
		return nil, s.lasts()
	case len(s.Team.CoOrganizers) >= MaxTeam:
		return nil, ErrTeamFull.With("max", MaxTeam)
	}
	return []Event{InvitationAccepted{Campaign: s.ID, Invitation: c.Invitation, Member: c.Actor, At: c.Now}}, nil
}

// DeclineInvitation turns an invitation down.
type DeclineInvitation AcceptInvitation

// Decide refuses an invitation that is not open or is another's.
func (c DeclineInvitation) Decide(s State) ([]Event, error) {
	if err := s.invited(c.Actor, c.Invitation, c.Invitee); err != nil {
		return nil, err
	}
	return []Event{InvitationDeclined{Campaign: s.ID, Invitation: c.Invitation, Member: c.Actor, At: c.Now}}, nil
}

func (s State) invited(actor, invitation, invitee ident.ID) error {
	if actor.IsNil() || !s.Exists() || !slices.Contains(s.Team.Invitations, Invitation{invitation, invitee}) {
		return ErrNoInvitation
	}
	return nil
}

// WithdrawInvitation takes an invitation back: for the owner, or for the process that erases whoever has the address when the
// actor is nil.
type WithdrawInvitation struct {
	Actor, Invitation ident.ID
	Now               time.Time
}

// Decide refuses others than the owner. What was answered stays so.
func (c WithdrawInvitation) Decide(s State) ([]Event, error) {
	if !c.Actor.IsNil() {
		if err := s.owned(c.Actor); err != nil {
			return nil, err
		}
	}
	if !s.Invites(c.Invitation) {
		return nil, nil
	}
	return []Event{InvitationWithdrawn{Campaign: s.ID, Invitation: c.Invitation, At: c.Now}}, nil
}

// LeaveTeam has a co-organizer run the campaign no more.
type LeaveTeam struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses whoever is no co-organizer; an owner hands over first.
func (c LeaveTeam) Decide(s State) ([]Event, error) {
	if !s.CoOrganizes(c.Actor) {
		return nil, ErrNoMember
	}
	return []Event{CoOrganizerLeft{Campaign: s.ID, Member: c.Actor, At: c.Now}}, nil
}

// RemoveCoOrganizer has the owner take a co-organizer off the team.
type RemoveCoOrganizer struct {
	Actor, Member ident.ID
	Now           time.Time
}

// Decide refuses others than the owner. Whoever is no co-organizer stays none.
func (c RemoveCoOrganizer) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if !s.CoOrganizes(c.Member) {
		return nil, nil
	}
	return []Event{CoOrganizerRemoved{Campaign: s.ID, Member: c.Member, At: c.Now}}, nil
}

// OfferHandOver asks a co-organizer to own the campaign.
type OfferHandOver struct {
	Actor, To ident.ID
	Now       time.Time
}

// Decide refuses others than the owner, whoever is no co-organizer, and a second offer. The same offer again changes nothing.
func (c OfferHandOver) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if err := s.lasts(); err != nil {
		return nil, err
	}
	switch {
	case !s.CoOrganizes(c.To):
		return nil, ErrNoMember
	case s.Team.Successor == c.To:
		return nil, nil
	case !s.Team.Successor.IsNil():
		return nil, ErrOffered
	}
	return []Event{HandOverOffered{Campaign: s.ID, To: c.To, At: c.Now}}, nil
}

// WithdrawHandOver takes the offer back.
type WithdrawHandOver struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses others than the owner; without an offer nothing changes.
func (c WithdrawHandOver) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if s.Team.Successor.IsNil() {
		return nil, nil
	}
	return []Event{HandOverWithdrawn{Campaign: s.ID, To: s.Team.Successor, At: c.Now}}, nil
}

// AcceptHandOver makes the co-organizer to whom it is offered the owner.
type AcceptHandOver struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses whoever is not offered the campaign.
func (c AcceptHandOver) Decide(s State) ([]Event, error) {
	if c.Actor.IsNil() || s.Team.Successor != c.Actor {
		return nil, ErrNoOffer
	}
	return []Event{HandedOver{
		Campaign: s.ID, Subject: s.Subject, Beneficiary: s.Beneficiary, From: s.Owner, To: c.Actor, At: c.Now,
	}}, nil
}

// DeclineHandOver turns the offer down.
type DeclineHandOver AcceptHandOver

// Decide refuses whoever is not offered the campaign.
func (c DeclineHandOver) Decide(s State) ([]Event, error) {
	if c.Actor.IsNil() || s.Team.Successor != c.Actor {
		return nil, ErrNoOffer
	}
	return []Event{HandOverDeclined{Campaign: s.ID, To: c.Actor, At: c.Now}}, nil
}
