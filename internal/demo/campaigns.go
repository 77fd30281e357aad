package demo

import (
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/money"
)

// Campaign is a campaign to launch, and what should become of it.
type Campaign struct {
	Owner                     int // index of the person who launches it
	Title, Description, Story string
	Category                  campaign.Kind
	Location, Lang, TimeZone  string
	Goal                      money.Amount
	Hours                     int64 // of volunteers' time; 0 asks for none
	Needs                     []Need
	EndsIn                    int // days from today; 0: no deadline
	Age                       int // days since it was launched
	ForName                   string
	Relationship              string
	Cover                     Picture // none where it is empty
	Percent                   int     // of the goal, that its gifts amount to
	Weight                    int     // its part of all gifts
	Featured                  bool
	Urgent                    string          // why, in its language; empty for most
	Close                     campaign.Status // campaign.OnHold or campaign.Ended: what its owner did in the end
	ClosedAgo                 int             // days since then
	Messages                  []string        // of its first givers who write in its language
}

// Need is one kind of thing asked for.
type Need struct {
	Item     string
	Quantity int64
	Unit     string
	Note     string
}

// Resources lists what the campaign asks for.
func (c Campaign) Resources() []campaign.Resource {
	var r []campaign.Resource
	if c.Goal.Minor > 0 {
		r = append(r, campaign.Money)
	}
	if c.Hours > 0 {
		r = append(r, campaign.Time)
	}
	if len(c.Needs) > 0 {
		r = append(r, campaign.Materials)
	}
	return r
}

func eur(major int64) money.Amount { return money.Of(major*100, money.EUR) }
func usd(major int64) money.Amount { return money.Of(major*100, money.USD) }
func gbp(major int64) money.Amount { return money.Of(major*100, money.GBP) }

// The people who stand behind the written campaigns, by their index among the written people.
const (
	amina = iota
	lucas
	sofia
	jonas
	margaret
	denise
	carmen
	solene
	matteo
	aoife
	writtenCount
)

// written are the campaigns told by hand, those that show most first.
func written() []Campaign {
	return []Campaign{
		saintRoch(), ixelles(), ahr(), orchard(), physiotherapy(), wheelchair(), floodlights(), hedgehogs(), dinnerVan(),
		grocery(), brassBand(), breadOven(), library(), benches(), shower(), wildfire(), harbourCats(), rowing(),
	}
}
