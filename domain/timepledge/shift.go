package timepledge

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// PledgeShift makes the pledge of whoever joined a shift. It is accepted at once: the organizer said so by publishing the shift.
type PledgeShift struct {
	Parties
	Shift     ident.ID
	Organizer ident.ID // the subject of whoever published the shift
	Lang      string
	Now       time.Time
}

// Decide changes nothing where the pledge was made.
func (c PledgeShift) Decide(s State) ([]Event, error) {
	if s.Status != None {
		return nil, nil
	}
	return []Event{
		Pledged{Parties: c.Parties, Lang: c.Lang, At: c.Now},
		OfShift{Pledge: c.Pledge, Campaign: c.Campaign, Shift: c.Shift, At: c.Now},
		Accepted{Parties: c.Parties, Organizer: c.Organizer, At: c.Now},
	}, nil
}

// LeaveShift takes the pledge of a shift back whose place was given up.
type LeaveShift struct{ Now time.Time }

// Decide leaves a pledge alone of which nothing is open.
func (c LeaveShift) Decide(s State) ([]Event, error) {
	if s.open() != nil {
		return nil, nil //nolint:nilerr // why nothing is open concerns nobody here
	}
	return []Event{Withdrawn{Parties: s.Parties, AcceptedAt: s.AcceptedAt, At: c.Now}}, nil
}

// CallShiftOff declines the pledge of a shift that was cancelled.
type CallShiftOff struct{ Now time.Time }

// Decide leaves a pledge alone of which nothing is open.
func (c CallShiftOff) Decide(s State) ([]Event, error) {
	if s.open() != nil {
		return nil, nil //nolint:nilerr // why nothing is open concerns nobody here
	}
	return []Event{Declined{Parties: s.Parties, Cause: ShiftOff, AcceptedAt: s.AcceptedAt, At: c.Now}}, nil
}
