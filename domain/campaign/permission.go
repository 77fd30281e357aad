package campaign

import (
	"slices"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// MoneyAsked asks an administrator to let a campaign collect money. Until one allows it, time and things are all that it takes.
type MoneyAsked struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Purpose  personal.Text `json:"purpose" personal:"subject"` // what the money is for; empty where the page's permission does
	Holds    bool          `json:"holds,omitempty"`            // it waits for nothing else before it is public
	At       time.Time     `json:"at"`
}

// MoneyAllowed lets a campaign collect money.
type MoneyAllowed struct {
	Campaign ident.ID  `json:"campaign"`
	By       ident.ID  `json:"by"`              // the administrator
	Opens    bool      `json:"opens,omitempty"` // the campaign waited for this alone: it becomes public with it
	At       time.Time `json:"at"`
}

// MoneyRefused keeps a campaign from collecting money, or stops it, and says why.
type MoneyRefused struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	By       ident.ID      `json:"by"`                // the administrator
	Returns  bool          `json:"returns,omitempty"` // the campaign asks for nothing else: it goes back to its owner with it
	At       time.Time     `json:"at"`
}

// MoneyPurposeKept says what the money is for that a draft asks for.
type MoneyPurposeKept struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Purpose  personal.Text `json:"purpose" personal:"subject"`
	At       time.Time     `json:"at"`
}

func (MoneyAsked) campaignEvent()       {}
func (MoneyAllowed) campaignEvent()     {}
func (MoneyRefused) campaignEvent()     {}
func (MoneyPurposeKept) campaignEvent() {}

// Permission is where a campaign stands with an administrator's permission to collect money.
type Permission string

// The permissions. A campaign that asked while no permission was needed has none, and collects money.
const (
	PermissionNone    Permission = ""
	PermissionAsked   Permission = "asked"
	PermissionAllowed Permission = "allowed"
	PermissionRefused Permission = "refused"
)

// The refusals about collecting money.
var (
	ErrMoneyNotAllowed = domain.Refuse(domain.Closed, "money_not_allowed", "the campaign does not collect money at the moment")
	ErrMoneyUndecided  = domain.Refuse(domain.Closed, "money_undecided",
		"the campaign asks for money alone: an administrator decides first whether it may collect money")
)

// Permit is what a launch or a revision knows of the permission to collect money.
type Permit struct {
	Needed  bool   // an administrator decides which campaigns collect money
	ByPage  bool   // the page in whose name the campaign goes is allowed to, and its campaigns with it
	Purpose string // what the money is for, in the owner's words
}

// asked is the event that a campaign asks to collect money.
func (p Permit) asked(campaign, subject ident.ID, holds bool, now time.Time) (Event, error) {
	switch n := chars(p.Purpose); {
	case n == 0 && !p.ByPage:
		return nil, domain.RefuseField("money_purpose", "money_purpose_required", "say what the money is for: an administrator decides")
	case n > MaxReason:
		return nil, domain.RefuseField("money_purpose", "too_long", "this is too long").With("max", MaxReason)
	}
	return MoneyAsked{Campaign: campaign, Subject: subject, Purpose: plainText(p.Purpose), Holds: holds, At: now}, nil
}

// moneyAlone tells whether money is all that content asks for.
func moneyAlone(resources []Resource) bool {
	return !slices.ContainsFunc(resources, func(r Resource) bool { return r != Money }) && len(resources) > 0
}

// CollectsMoney tells whether the campaign may collect the money that it asks for. byPage says whether the page in whose name
// it goes is allowed to: that counts for what no administrator decided about.
func (s State) CollectsMoney(byPage bool) bool {
	switch s.Permission {
	case PermissionNone, PermissionAllowed:
		return true
	case PermissionAsked:
		return byPage
	case PermissionRefused:
	}
	return false
}

// undecided refuses to make a campaign public that has nothing to ask for until an administrator allows money.
func (s State) undecided(byPage bool) error {
	if moneyAlone(s.Resources) && !s.CollectsMoney(byPage) {
		return ErrMoneyUndecided
	}
	return nil
}

// askMoney are the events with which a launch asks to collect money, and whether it waits for the answer alone: what asks for
// nothing else has nothing to begin with.
func (c Launch) askMoney() (asked []Event, held bool, err error) {
	if !c.Permit.Needed || !slices.Contains(c.Content.Resources, Money) {
		return nil, false, nil
	}
	held = moneyAlone(c.Content.Resources) && !c.Permit.ByPage
	e, err := c.Permit.asked(c.Campaign, c.Subject, held && !c.Review, c.Now)
	if err != nil {
		return nil, false, err
	}
	return []Event{e}, held, nil
}

// askAgain is the event with which a revision asks to collect money, if it does: for money that the campaign did not ask for
// before, or when it is sent again after a refusal. What it collected before permissions were needed goes on.
func (c Revise) askAgain(s State) ([]Event, error) {
	if !c.Permit.Needed || !slices.Contains(c.Content.Resources, Money) {
		return nil, nil
	}
	resent := c.Resubmit && s.Status == ChangesAsked
	if s.Permission == PermissionNone && !s.Takes(Money) || s.Permission == PermissionRefused && resent {
		asked, err := c.Permit.asked(s.ID, s.Subject, s.Held, c.Now)
		if err != nil {
			return nil, err
		}
		return []Event{asked}, nil
	}
	return nil, nil
}

// AskMoney asks once more to collect money, or says better what it is for.
type AskMoney struct {
	Actor   ident.ID
	Purpose string
	Now     time.Time
}

// Decide refuses others than the owner, campaigns that are over or ask for no money, and a purpose that is missing or too long.
// What is allowed, or needed no permission, changes nothing. A campaign that came back because of a refusal waits again.
func (c AskMoney) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if err := s.decidable(c.Now); err != nil {
		return nil, err
	}
	if s.CollectsMoney(false) {
		return nil, nil
	}
	asked, err := Permit{Purpose: c.Purpose}.asked(s.ID, s.Subject, s.Held, c.Now)
	if err != nil {
		return nil, err
	}
	out := []Event{asked}
	if s.Status == ChangesAsked && s.Permission == PermissionRefused && moneyAlone(s.Resources) {
		out = append(out, Resubmitted{Campaign: s.ID, At: c.Now})
	}
	return out, nil
}

// decidable refuses a campaign of which nobody needs to know whether it may collect money.
func (s State) decidable(now time.Time) error {
	switch s.Status {
	case Active, OnHold:
		if s.over(now) {
			return ErrCompleted
		}
	case Ended:
		return ErrCompleted
	case CalledOff:
		return ErrCancelled
	case Waits, ChangesAsked:
	case TurnedDown:
		return ErrRejected
	case TakenBack:
		return ErrWithdrawn
	case None, Lapsed, Draft, Discarded:
		return ErrNotFound
	}
	if !s.Takes(Money) {
		return ErrNoMoney
	}
	return nil
}

// AllowMoney lets a campaign collect money. The caller has checked that By is an administrator, here and below.
type AllowMoney struct {
	By  ident.ID
	Now time.Time
}

// Decide refuses campaigns that are over or ask for no money, and one that would become public after its end date. What may
// collect money already changes nothing. A campaign that waited for this alone becomes public.
func (c AllowMoney) Decide(s State) ([]Event, error) {
	if err := s.decidable(c.Now); err != nil {
		return nil, err
	}
	if s.CollectsMoney(false) {
		return nil, nil
	}
	opens := s.Held && s.Status == Waits
	if opens && !s.EndsAt.IsZero() && !c.Now.Before(s.EndsAt) {
		return nil, ErrEndPassed
	}
	out := []Event{MoneyAllowed{Campaign: s.ID, By: c.By, Opens: opens, At: c.Now}}
	if opens {
		out = append(out, Approved{Campaign: s.ID, By: c.By, EndsAt: s.EndsAt, At: c.Now})
	}
	return out, nil
}

// RefuseMoney keeps a campaign from collecting money, or stops it.
type RefuseMoney struct {
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses campaigns that are over or ask for no money, and a reason that is missing or too long. Refusing twice changes
// nothing: the reason given first stays. A campaign that waits, and asks for nothing else, goes back to its owner.
func (c RefuseMoney) Decide(s State) ([]Event, error) {
	if err := s.decidable(c.Now); err != nil {
		return nil, err
	}
	if s.Permission == PermissionRefused {
		return nil, nil
	}
	if err := reasoned(c.Reason); err != nil {
		return nil, err
	}
	returns := s.Status == Waits && (s.Held || moneyAlone(s.Resources))
	out := []Event{MoneyRefused{
		Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, Returns: returns, At: c.Now,
	}}
	if returns {
		out = append(out, ChangesRequested{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, At: c.Now})
	}
	return out, nil
}
