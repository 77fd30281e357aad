package campaign

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// The refusals of a review.
var (
	ErrWaits      = domain.Refuse(domain.Closed, "campaign_in_review", "the campaign waits for a moderator")
	ErrRejected   = domain.Refuse(domain.Closed, "campaign_rejected", "the campaign was rejected")
	ErrWithdrawn  = domain.Refuse(domain.Closed, "campaign_withdrawn", "the campaign was taken back")
	ErrSuspended  = domain.Refuse(domain.Closed, "campaign_suspended", "the campaign is suspended")
	ErrNotWaiting = domain.Refuse(domain.Closed, "campaign_not_in_review", "the campaign does not wait for a moderator")
	ErrEndPassed  = domain.Refuse(domain.Closed, "campaign_end_passed",
		"its end date has passed: ask its organizer for a later one")
	ErrNeverPublic = domain.Refuse(domain.Closed, "campaign_never_public", "the campaign is not public")
)

// WasPublic tells whether everybody could come to see the campaign, if only for a while.
func (s State) WasPublic() bool {
	switch s.Status {
	case Active, OnHold, Ended, CalledOff:
		return true
	case None, Draft, Discarded, Lapsed, Waits, ChangesAsked, TurnedDown, TakenBack:
	}
	return false
}

// public refuses a campaign that was not public yet.
func (s State) public() error {
	switch s.Status {
	case Waits, ChangesAsked:
		return ErrWaits
	case TurnedDown:
		return ErrRejected
	case TakenBack:
		return ErrWithdrawn
	case None, Draft, Discarded, Lapsed, Active, OnHold, Ended, CalledOff:
	}
	return nil
}

// revisable refuses whoever does not run the campaign, and campaigns that are over. Before it is public its end date may have
// passed, and is to be moved.
func (s State) revisable(actor ident.ID, now time.Time) error {
	if s.Status == Waits || s.Status == ChangesAsked {
		return s.RunBy(actor)
	}
	if err := s.RunBy(actor); err != nil {
		return err
	}
	return s.running(s.Owner, now)
}

// reasoned refuses a reason that is missing or too long.
func reasoned(reason string) error {
	switch n := chars(reason); {
	case n == 0:
		return domain.RefuseField("reason", "decision_reason_required", "say why: the organizer is shown it")
	case n > MaxReason:
		return domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxReason)
	}
	return nil
}

// waiting refuses a campaign that no moderator is asked about.
func (s State) waiting() error {
	switch {
	case !s.Exists():
		return ErrNotFound
	case s.Status != Waits:
		return ErrNotWaiting
	}
	return nil
}

// Approve opens a campaign that waits. The caller has checked that By is a moderator, here and below.
type Approve struct {
	By     ident.ID
	ByPage bool // the page in whose name the campaign goes is allowed to collect money
	Now    time.Time
}

// Decide refuses what does not wait, a campaign whose end date has passed meanwhile, and one that asks for money alone and may
// not collect it. Approving twice changes nothing.
func (c Approve) Decide(s State) ([]Event, error) {
	if s.Status == Active {
		return nil, nil
	}
	if err := s.waiting(); err != nil {
		return nil, err
	}
	if !s.EndsAt.IsZero() && !c.Now.Before(s.EndsAt) {
		return nil, ErrEndPassed
	}
	if err := s.undecided(c.ByPage); err != nil {
		return nil, err
	}
	return []Event{Approved{Campaign: s.ID, By: c.By, EndsAt: s.EndsAt, At: c.Now}}, nil
}

// CheckChanges notes that a moderator has read what changed since a campaign was approved.
type CheckChanges struct {
	By  ident.ID
	Now time.Time
}

// Decide refuses an unknown campaign. Where nothing changed since the last check it changes nothing.
func (c CheckChanges) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case !s.Unchecked:
		return nil, nil
	}
	return []Event{ChangesChecked{Campaign: s.ID, By: c.By, At: c.Now}}, nil
}

// RequestChanges gives a campaign that waits back to its owner.
type RequestChanges struct {
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses what does not wait, and a reason that is missing or too long.
func (c RequestChanges) Decide(s State) ([]Event, error) {
	if err := s.waiting(); err != nil {
		return nil, err
	}
	if err := reasoned(c.Reason); err != nil {
		return nil, err
	}
	return []Event{ChangesRequested{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, At: c.Now}}, nil
}

// Reject says that a campaign that waits never will be public.
type Reject struct {
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses what does not wait, and a reason that is missing or too long.
func (c Reject) Decide(s State) ([]Event, error) {
	if err := s.waiting(); err != nil {
		return nil, err
	}
	if err := reasoned(c.Reason); err != nil {
		return nil, err
	}
	return []Event{Rejected{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, At: c.Now}}, nil
}

// Withdraw takes a campaign back before it is public.
type Withdraw struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses others than the owner, and what does not wait for a moderator or its owner. Doing so twice changes nothing.
func (c Withdraw) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	switch s.Status {
	case Waits, ChangesAsked:
		return []Event{Withdrawn{Campaign: s.ID, At: c.Now}}, nil
	case TakenBack:
		return nil, nil
	case None, Draft, Discarded, Lapsed, Active, OnHold, Ended, CalledOff, TurnedDown:
	}
	return nil, ErrNotWaiting
}

// Suspend takes a campaign off the public's sight.
type Suspend struct {
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses what is not public, and a reason that is missing or too long. Suspending twice changes nothing: the reason
// given first stays.
func (c Suspend) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case !s.SuspendedAt.IsZero():
		return nil, nil
	case !s.WasPublic() || s.Status == CalledOff:
		return nil, ErrNeverPublic
	}
	if err := reasoned(c.Reason); err != nil {
		return nil, err
	}
	return []Event{Suspended{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), By: c.By, At: c.Now}}, nil
}

// Reinstate takes a suspension back.
type Reinstate struct {
	By  ident.ID
	Now time.Time
}

// Decide refuses an unknown campaign; one that is not suspended stays as it is.
func (c Reinstate) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case s.SuspendedAt.IsZero():
		return nil, nil
	}
	return []Event{Reinstated{Campaign: s.ID, By: c.By, At: c.Now}}, nil
}
