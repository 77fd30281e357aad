package declared

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/timepledge"
)

// pledgeReceived is what the organizers of a campaign are told of pledges to it. They are mailed about offers, which wait for an
// answer.
var pledgeReceived = define(notice.PledgeReceived,
	mailed(func(e timepledge.Pledged) []Notice { return one(toTeam(ofTime(e.Parties, notification.Offered, e.At))) }),
	on(func(e timepledge.HoursLogged) []Notice {
		if e.By != timepledge.Volunteer {
			return nil
		}
		return one(Notice{
			At: e.At, To: TeamOf{e.Campaign}, Step: string(notification.Logged), Campaign: e.Campaign, Person: e.Author,
			Minutes: e.Worked,
		})
	}),
	on(func(e timepledge.Withdrawn) []Notice {
		return one(toTeam(ofTime(e.Parties, notification.Withdrawn, e.At)))
	}),
	mailed(func(e materialpledge.Pledged) []Notice {
		return one(toTeam(ofThings(e.Parties, notification.Offered, e.Quantity, e.At)))
	}),
	on(func(e materialpledge.Withdrawn) []Notice {
		return one(toTeam(ofThings(e.Parties, notification.Withdrawn, e.Quantity, e.At)))
	}))

// pledgeAnswered is what a member who pledged is told. They are mailed whether the organizer takes it. What was declined because
// the campaign ended, or the shift was cancelled, they read in the notice of that.
var pledgeAnswered = define(notice.PledgeAnswered,
	mailed(func(e timepledge.Accepted) []Notice {
		return one(toPledger(ofTime(e.Parties, notification.Accepted, e.At)))
	}),
	mailed(func(e timepledge.Declined) []Notice {
		if e.Cause == timepledge.CampaignEnded || e.Cause == timepledge.ShiftOff {
			return nil
		}
		return one(toPledger(ofTime(e.Parties, notification.Declined, e.At)))
	}),
	on(func(e timepledge.HoursConfirmed) []Notice {
		n := ofTime(e.Parties, notification.Confirmed, e.At)
		n.Minutes = e.Worked
		return one(toPledger(n))
	}),
	on(func(e timepledge.NoShow) []Notice {
		return one(toPledger(ofTime(e.Parties, notification.NobodyCame, e.At)))
	}),
	mailed(func(e materialpledge.Accepted) []Notice {
		return one(toPledger(ofThings(e.Parties, notification.Accepted, e.Taken, e.At)))
	}),
	mailed(func(e materialpledge.Declined) []Notice {
		if e.Cause == materialpledge.CampaignEnded {
			return nil
		}
		return one(toPledger(ofThings(e.Parties, notification.Declined, e.Quantity, e.At)))
	}),
	on(func(e materialpledge.Received) []Notice {
		return one(toPledger(ofThings(e.Parties, notification.ThingsCame, e.Received, e.At)))
	}))

func ofTime(p timepledge.Parties, step notification.Step, at time.Time) Notice {
	return Notice{
		At: at, To: Member{p.Member}, Step: string(step), Campaign: p.Campaign, Person: p.Supporter, Minutes: p.Minutes,
	}
}

func ofThings(p materialpledge.Parties, step notification.Step, quantity int64, at time.Time) Notice {
	return Notice{
		At: at, To: Member{p.Member}, Step: string(step), Campaign: p.Campaign, Person: p.Supporter, Quantity: quantity,
	}
}

func toTeam(n Notice) Notice {
	n.To = TeamOf{n.Campaign}
	return n
}

// toPledger sends a notice to the member who pledged, without their name.
func toPledger(n Notice) Notice {
	n.Person = ident.Nil
	return n
}
