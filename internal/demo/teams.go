package demo

import "time"

// Team is a campaign that a member runs beside its owner.
type Team struct {
	Campaign, Member int // by their numbers
	At               time.Time
	Lang             string
}

// teamed are how many campaigns, those that show most, have a co-organizer.
const teamed = 3

// coOrganizer is who runs a campaign beside its owner, by their number: the same one however many members there are.
func coOrganizer(n int, c Campaign) (int, bool) {
	return (c.Owner + 5) % writtenCount, n < teamed && c.Close == ""
}

// Teams are those of campaigns that still run, where there are members for them.
func (p *Plan) Teams() (all []Team) {
	if p.Members() < writtenCount {
		return nil
	}
	for n, c := range p.campaigns {
		if who, is := coOrganizer(n, c); is {
			all = append(all, Team{n, who, p.Launched(n).Add(30 * time.Hour), c.Lang})
		}
	}
	return all
}
