package ledger

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore/catalog"
)

// pledgeTypes are the events by which figures of time and things move.
func pledgeTypes(cat *catalog.Catalog) []string {
	return []string{
		catalog.TypeName[timepledge.Pledged](cat), catalog.TypeName[timepledge.Accepted](cat),
		catalog.TypeName[timepledge.HoursConfirmed](cat), catalog.TypeName[timepledge.Declined](cat),
		catalog.TypeName[timepledge.Withdrawn](cat), catalog.TypeName[timepledge.NoShow](cat),
		catalog.TypeName[materialpledge.Pledged](cat), catalog.TypeName[materialpledge.Accepted](cat),
		catalog.TypeName[materialpledge.Received](cat), catalog.TypeName[materialpledge.Declined](cat),
		catalog.TypeName[materialpledge.Withdrawn](cat),
	}
}

// The steps of a pledge, as far as a figure moves by them.
const (
	stepPledged  = "pledged"
	stepAccepted = "accepted"
	stepDone     = "done"
	stepOff      = "off"
)

// step is one event of a pledge, as ledger_pledges holds it: minutes of time, or numbers of things.
type step struct {
	kind             string // time or materials
	step             string
	pledge, campaign ident.ID
	person           ident.ID // who it counts as
	need             ident.ID
	amount           int64 // pledged, accepted or done
}

var stepColumns = []string{"ord", "kind", "step", "pledge", "campaign", "person", "need", "amount"}

// stepOf reads an event of a pledge; false for every other.
func stepOf(event any) (s step, ok bool) {
	switch e := event.(type) {
	case timepledge.Pledged:
		return timeStep(e.Parties, stepPledged, e.Minutes), true
	case timepledge.Accepted:
		return timeStep(e.Parties, stepAccepted, e.Minutes), true
	case timepledge.HoursConfirmed:
		return timeStep(e.Parties, stepDone, e.Worked), true
	case timepledge.Declined:
		return timeStep(e.Parties, stepOff, 0), true
	case timepledge.Withdrawn:
		return timeStep(e.Parties, stepOff, 0), true
	case timepledge.NoShow:
		return timeStep(e.Parties, stepOff, 0), true
	case materialpledge.Pledged:
		return materialStep(e.Parties, stepPledged, e.Quantity), true
	case materialpledge.Accepted:
		return materialStep(e.Parties, stepAccepted, e.Taken), true
	case materialpledge.Received:
		return materialStep(e.Parties, stepDone, e.Received), true
	case materialpledge.Declined:
		return materialStep(e.Parties, stepOff, 0), true
	case materialpledge.Withdrawn:
		return materialStep(e.Parties, stepOff, 0), true
	}
	return step{}, false
}

func timeStep(p timepledge.Parties, name string, minutes int64) step {
	return step{
		kind: "time", step: name, pledge: p.Pledge, campaign: p.Campaign, person: person(p.Pledge, p.Supporter, p.Member, p.Anonymous),
		amount: minutes,
	}
}

func materialStep(p materialpledge.Parties, name string, items int64) step {
	return step{
		kind: "materials", step: name, pledge: p.Pledge, campaign: p.Campaign,
		person: person(p.Pledge, p.Supporter, p.Member, p.Anonymous), need: p.Need, amount: items,
	}
}

func (l *Ledger) pledge(s step) {
	if l.Campaign.IsNil() || l.Campaign == s.campaign {
		l.pledges = append(l.pledges, []any{
			l.read, s.kind, s.step, [16]byte(s.pledge), [16]byte(s.campaign), [16]byte(s.person), [16]byte(s.need), s.amount,
		})
	}
}

// pledges says what became of each pledge: its last step, what was pledged, accepted or done by it, and whether somebody takes
// part by it. What nobody accepted counts nowhere.
const pledges = `
	stands AS (
		SELECT pledge, (array_agg(kind))[1] AS kind, (array_agg(campaign))[1] AS campaign, (array_agg(person))[1] AS person,
			(array_agg(need))[1] AS need, (array_agg(step ORDER BY ord DESC))[1] AS step,
				(array_agg(amount ORDER BY ord DESC))[1] AS amount,
			max(amount) FILTER (WHERE step = 'pledged') AS pledged, bool_or(step = 'accepted') AS was_accepted,
			bool_or(step = 'accepted') AND NOT bool_or(step = 'off') AS takes_part
		FROM ledger_pledges WHERE ord <= $1 GROUP BY pledge),
	helps AS (SELECT campaign, person FROM stands WHERE takes_part),
	efforts AS (
		SELECT campaign, coalesce(sum(amount) FILTER (WHERE kind = 'time' AND step = 'done'), 0) AS minutes_confirmed,
			coalesce(sum(amount) FILTER (WHERE kind = 'time' AND step = 'accepted'), 0) AS minutes_pledged,
			coalesce(sum(amount) FILTER (WHERE kind = 'materials' AND step = 'done' AND asked), 0) AS items_received,
			coalesce(sum(amount) FILTER (WHERE kind = 'materials' AND step = 'accepted' AND asked), 0) AS items_pledged
		FROM (SELECT *, need <> '00000000-0000-0000-0000-000000000000' AS asked FROM stands) s GROUP BY campaign)`

// Effort is what a campaign was given besides money.
type Effort struct {
	MinutesConfirmed int64 `json:"minutes_confirmed"`
	MinutesPledged   int64 `json:"minutes_pledged"` // by pledges that were accepted and are not done
	ItemsReceived    int64 `json:"items_received"`  // of what it asks for
	ItemsPledged     int64 `json:"items_pledged"`   // of what it asks for, by pledges that were accepted and did not arrive
}

// add counts the last step of one pledge.
func (e *Effort) add(s step) {
	switch {
	case s.kind == "time" && s.step == stepDone:
		e.MinutesConfirmed += s.amount
	case s.kind == "time" && s.step == stepAccepted:
		e.MinutesPledged += s.amount
	case s.kind == "materials" && !s.need.IsNil() && s.step == stepDone:
		e.ItemsReceived += s.amount
	case s.kind == "materials" && !s.need.IsNil() && s.step == stepAccepted:
		e.ItemsPledged += s.amount
	}
}
