package campaign

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// UrgentFor is how long a campaign is urgent once its owner said so.
const UrgentFor = 7 * 24 * time.Hour

// MarkedUrgent says that a campaign needs help now, and why. A campaign is marked once.
type MarkedUrgent struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	Until    time.Time     `json:"until"`
	At       time.Time     `json:"at"`
}

// UrgencyLapsed says that a campaign was urgent for as long as one may be.
type UrgencyLapsed struct {
	Campaign ident.ID  `json:"campaign"`
	At       time.Time `json:"at"`
}

// UrgencyRemoved says that a moderator found a campaign no more urgent than others, and why.
type UrgencyRemoved struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Reason   personal.Text `json:"reason" personal:"subject"`
	By       ident.ID      `json:"by"` // the moderator
	At       time.Time     `json:"at"`
}

func (MarkedUrgent) campaignEvent()   {}
func (UrgencyLapsed) campaignEvent()  {}
func (UrgencyRemoved) campaignEvent() {}

// The refusals about what is urgent.
var (
	ErrUrgentOnce = domain.Refuse(domain.Closed, "urgent_once", "a campaign is urgent once")
	ErrNotUrgent  = domain.Refuse(domain.Closed, "campaign_not_urgent", "the campaign is not urgent")
)

// MarkUrgent says that a campaign needs help now.
type MarkUrgent struct {
	Actor  ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses others than the owner, campaigns that take nothing now, that were urgent before, and a reason that is missing
// or too long.
func (c MarkUrgent) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	if err := s.public(); err != nil {
		return nil, err
	}
	if err := s.open(c.Now); err != nil {
		return nil, err
	}
	if s.WasUrgent {
		return nil, ErrUrgentOnce
	}
	switch n := chars(c.Reason); {
	case n == 0:
		return nil, domain.RefuseField("reason", "urgent_reason_required", "say why: everybody who sees the campaign is shown it")
	case n > MaxUrgent:
		return nil, domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxUrgent)
	}
	return []Event{MarkedUrgent{
		Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), Until: c.Now.Add(UrgentFor), At: c.Now,
	}}, nil
}

// LapseUrgency ends what was urgent for as long as it may be. The caller waits until it is.
type LapseUrgency struct{ Now time.Time }

// Decide leaves alone what is not urgent any more.
func (c LapseUrgency) Decide(s State) ([]Event, error) {
	if s.UrgentUntil.IsZero() || c.Now.Before(s.UrgentUntil) {
		return nil, nil
	}
	return []Event{UrgencyLapsed{Campaign: s.ID, At: c.Now}}, nil
}

// RemoveUrgency takes the word from a campaign. The caller has checked that By is a moderator.
type RemoveUrgency struct {
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses what is not urgent, and a reason that is missing or too long.
func (c RemoveUrgency) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case s.UrgentUntil.IsZero() || !c.Now.Before(s.UrgentUntil):
		return nil, ErrNotUrgent
	}
	if err := reasoned(c.Reason); err != nil {
		return nil, err
	}
	return []Event{UrgencyRemoved{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, At: c.Now}}, nil
}
