// Package demo makes up the people, campaigns and gifts of a demonstration: small towns that help themselves, told in
// English, French and Spanish. It is pure. The same seed gives the same people, amounts and order; nothing here reaches
// a log but through the commands that somebody else carries out.
package demo

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// Options are how much to make, and of which seed.
type Options struct {
	Members, Campaigns, Donations int
	Seed                          uint64
	Now                           time.Time // everything happened in the weeks before
}

// The days before Now in which everything happened.
const (
	firstJoin = 120 // the first member joins
	lastJoin  = 45  // the last one has joined
	maxAge    = 42  // the oldest campaign is launched
)

// Action is what happens in one step.
//
//sumtype:decl
type Action interface{ action() }

// Join is a person becoming a member and filling in the profile. Profile is the command for the latter.
type Join struct {
	Number  int // the index by which other steps name this member
	Person  Person
	Skills  []string
	Profile ident.ID
}

// Launch is a member launching a campaign.
type Launch struct {
	Number   int // the index by which other steps name this campaign
	Campaign Campaign
}

// Change is what becomes of a campaign: it is paused or ended by its owner.
type Change struct {
	Campaign int
	Status   campaign.Status // campaign.OnHold or campaign.Ended
}

// Refund is an organizer giving a gift back. Gift is the command that made it.
type Refund struct {
	Campaign int
	Gift     ident.ID
	Minor    int64 // of what was given; 0: all
}

func (Join) action()   {}
func (Launch) action() {}
func (Change) action() {}
func (Gift) action()   {}
func (Refund) action() {}

// Step is one action at a moment, under the identifier of its command: the same plan carried out twice happens once.
type Step struct {
	At      time.Time
	Command ident.ID
	Do      Action
}

// Plan is everything that happens, in order.
type Plan struct {
	o         Options
	crowd     crowd
	campaigns []Campaign
	gifts     []slot
	size      []int // gifts of each campaign
	timeline  []entry
}

// entry is a step not yet told in full: of campaign n, the launch, a change or the gift of a slot.
type entry struct {
	at       time.Time
	campaign int
	kind     kind
	slot     int
}

type kind int

const (
	launching kind = iota
	giving
	closing
)

// NewPlan lays out a demonstration. Without members there are no campaigns, and without campaigns no gifts.
func NewPlan(o Options) *Plan {
	o.Members, o.Campaigns, o.Donations = max(o.Members, 0), max(o.Campaigns, 0), max(o.Donations, 0)
	if o.Members == 0 {
		o.Campaigns = 0
	}
	p := &Plan{o: o, crowd: newCrowd(o.Seed)}
	told, more := written(), newGenerator(o.Seed)
	for i := range o.Campaigns {
		if i < len(told) {
			c := told[i]
			c.Owner = p.organizer(c.Lang, c.Owner)
			p.campaigns = append(p.campaigns, c)
			continue
		}
		c := more.campaign(i-len(told), o.Members)
		c.Owner = p.organizer(c.Lang, c.Owner)
		p.campaigns = append(p.campaigns, c)
	}
	p.share()
	p.schedule()
	return p
}

// Members gives how many members join; steps name them by their numbers, from 0 on.
func (p *Plan) Members() int { return p.o.Members }

// Campaigns are those that are launched; steps name them by their numbers, from 0 on.
func (p *Plan) Campaigns() []Campaign { return p.campaigns }

// Launched is when a campaign is launched.
func (p *Plan) Launched(campaign int) time.Time {
	return p.moment(p.o.Now.Add(-day*time.Duration(p.campaigns[campaign].Age)), "launch", campaign)
}

// Now is when the demonstration ends.
func (p *Plan) Now() time.Time { return p.o.Now }

// Dice are the random choices about one thing of this seed.
func (p *Plan) Dice(kind string, number int) *rand.Rand { return dice(p.o.Seed, kind, number) }

// Steps gives how many steps there are.
func (p *Plan) Steps() int {
	n := p.o.Members + len(p.timeline)
	for c, of := range p.size {
		for i := range of {
			if p.fate(c, i, of).refunded > 0 {
				n++
			}
		}
	}
	return n
}

// All tells every step: members join, then campaigns and gifts as time goes by, and at last what is given back.
func (p *Plan) All(yield func(Step) bool) {
	for i := range p.o.Members {
		person := p.crowd.member(i)
		do := Join{Number: i, Person: person, Skills: skillsOf(i, person.Lang), Profile: p.ID("profile", i, 0)}
		at := p.o.Now.Add(-day * firstJoin).Add(day * (firstJoin - lastJoin) * time.Duration(i) / time.Duration(p.o.Members))
		if !yield(Step{at, p.ID("join", i, 0), do}) {
			return
		}
	}
	teller := newTeller(p)
	for _, e := range p.timeline {
		if !yield(p.tell(teller, e)) {
			return
		}
	}
	for _, r := range teller.refunds {
		if !yield(Step{p.o.Now, ident.Command(r.Gift.String(), "refund"), r}) {
			return
		}
	}
}

func (p *Plan) tell(t *teller, e entry) Step {
	c := p.campaigns[e.campaign]
	step := Step{At: e.at}
	switch e.kind {
	case launching:
		step.Command, step.Do = p.ID("launch", e.campaign, c.Owner), Launch{e.campaign, c}
	case closing:
		step.Command, step.Do = p.ID(string(c.Close), e.campaign, c.Owner), Change{Campaign: e.campaign, Status: c.Close}
	case giving:
		step.Command, step.Do = p.giftID(e.slot), t.next(e.campaign)
	}
	return step
}

// Lang is the language in which a member writes, by their number.
func (p *Plan) Lang(member int) string { return p.crowd.member(member % max(p.o.Members, 1)).Lang }

// speaker is the n-th member after another one who writes in a language, from 0 on. Where nobody does it is the n-th of all.
func (p *Plan) speaker(lang string, after, n int) int {
	var found []int
	for i := 1; i < p.o.Members; i++ {
		if who := (after + i) % p.o.Members; p.Lang(who) == lang {
			if found = append(found, who); len(found) > n {
				return who
			}
		}
	}
	if len(found) > 0 {
		return found[n%len(found)]
	}
	return (after + 1 + n) % max(p.o.Members, 1)
}

// organizer is a member, or where they write in another language, the next one who writes in this.
func (p *Plan) organizer(lang string, who int) int {
	who %= max(p.o.Members, 1)
	if p.Lang(who) == lang {
		return who
	}
	for n := range p.o.Members {
		// the supporter among the written people starts nothing
		if next := p.speaker(lang, who, n); next != sofia && p.Lang(next) == lang {
			return next
		}
	}
	return who
}

// ID is the command of a thing of this seed. part tells apart what plans of other sizes would make otherwise.
func (p *Plan) ID(kind string, number, part int) ident.ID {
	return ident.Command("demo "+strconv.FormatUint(p.o.Seed, 10), kind+" "+strconv.Itoa(number)+" "+strconv.Itoa(part))
}

// giftID holds the plan's size: gifts are shared out over all campaigns, so those of another size are other gifts.
func (p *Plan) giftID(n int) ident.ID {
	size := strconv.Itoa(p.o.Members) + " " + strconv.Itoa(p.o.Campaigns) + " " + strconv.Itoa(p.o.Donations)
	return ident.Command("demo "+strconv.FormatUint(p.o.Seed, 10)+" of "+size, "gift "+strconv.Itoa(n))
}

const day = 24 * time.Hour

// slot is a gift whose words and figures are not made yet.
type slot struct {
	at       time.Time
	campaign int
}

// share gives each campaign its part of the gifts, by weight and largest remainder.
func (p *Plan) share() {
	p.size = make([]int, len(p.campaigns))
	total := 0
	for _, c := range p.campaigns {
		total += c.Weight
	}
	if total == 0 {
		p.o.Donations = 0
		return
	}
	order := make([]int, len(p.campaigns))
	given := 0
	for i, c := range p.campaigns {
		order[i] = i
		p.size[i] = p.o.Donations * c.Weight / total
		given += p.size[i]
	}
	rest := func(i int) int { return p.o.Donations * p.campaigns[i].Weight % total }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rest(b), rest(a)) })
	for _, i := range order[:p.o.Donations-given] {
		p.size[i]++
	}
}

// schedule says when campaigns are launched and changed and when gifts are made: more of them lately.
func (p *Plan) schedule() {
	for i, c := range p.campaigns {
		r := dice(p.o.Seed, "schedule", i)
		launched := p.Launched(i)
		until := p.o.Now.Add(-4 * time.Minute)
		p.timeline = append(p.timeline, entry{at: launched, campaign: i, kind: launching})
		if c.Close != campaign.None {
			until = p.o.Now.Add(-day * time.Duration(c.ClosedAgo)).Add(-3 * time.Hour)
			p.timeline = append(p.timeline, entry{at: until, campaign: i, kind: closing})
		}
		for range p.size[i] {
			span := int64(until.Sub(launched)/time.Second) - 60
			after := time.Duration(max(r.Int64N(span), r.Int64N(span))) * time.Second
			p.gifts = append(p.gifts, slot{launched.Add(after), i})
		}
	}
	slices.SortStableFunc(p.gifts, func(a, b slot) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.campaign, b.campaign)) })
	for i, g := range p.gifts {
		p.timeline = append(p.timeline, entry{at: g.at, campaign: g.campaign, kind: giving, slot: i})
	}
	slices.SortStableFunc(p.timeline, func(a, b entry) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.kind, b.kind), cmp.Compare(a.campaign, b.campaign))
	})
}

// moment moves a time of day about, so that not everything happens at the same hour.
func (p *Plan) moment(at time.Time, kind string, number int) time.Time {
	return at.Add(-time.Duration(dice(p.o.Seed, "moment "+kind, number).Int64N(int64(20*time.Hour)/int64(time.Second))) * time.Second)
}

// dice are the random choices about one thing: the same whatever else is made.
func dice(seed uint64, kind string, number int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(kind + " " + strconv.Itoa(number)))
	return rand.New(rand.NewPCG(seed, h.Sum64())) //nolint:gosec // made-up people, nothing secret
}
