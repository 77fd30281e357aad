package projections

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type countOf struct {
	Category string `db:"category"`
	Need     string `db:"need"`
}

type hourPart struct {
	Hour time.Time `db:"hour"`
	Part int64     `db:"part"`
}

type campaignMark struct {
	Campaign ident.ID `db:"campaign"`
	Need     string   `db:"need"`
	Percent  int64    `db:"percent"`
}

// listings keeps the rows that lists of campaigns are read from: every key a list is ordered by stands in a column with an
// index of the same order, so that a page costs the same however many campaigns there are.
type listings struct {
	rows   projector.Table[ident.ID, readmodel.CampaignListing]
	counts projector.Table[countOf, readmodel.CampaignCount]
	pages  projector.Table[ident.ID, readmodel.CollectingPage]
	clock  projector.Table[string, readmodel.CampaignHourNow]
	hours  projector.Table[campaignHour, readmodel.CampaignHour]
	parts  projector.Table[hourPart, readmodel.CampaignHourPart]
	marks  projector.Table[campaignMark, readmodel.CampaignMilestone]
}

func newListings() listings {
	options := make([]projector.TableOption, 0, 40)
	options = append(options, projector.Nobodys(),
		projector.Lookup("page", func(c *readmodel.CampaignListing) ident.ID { return c.Page }))
	// that a campaign's end has not come is read from the index, too: what has a category of its own is then found by no other
	for _, keys := range []string{"launched", "ends", "near_class, near"} {
		ends := " INCLUDE (ends)"
		if keys == "ends" {
			ends = ""
		}
		for _, asked := range []string{"", " AND money", " AND hours", " AND things"} {
			options = append(options,
				projector.Index("("+keys+", campaign)"+ends+" WHERE state = 'live'"+asked),
				projector.Index("(category, "+keys+", campaign)"+ends+" WHERE state = 'live'"+asked))
		}
	}
	options = append(options,
		projector.Index("(plain, recent, launched, campaign) INCLUDE (ends) WHERE state = 'live'"),
		projector.Index("(launched, campaign) INCLUDE (ends, hot_hour) WHERE state = 'live' AND hot > 0"),
		projector.Index("(launched, campaign) WHERE state = 'live' AND featured"),
		projector.Index("(ends, quiet, campaign) WHERE state = 'live' AND under_half"),
		projector.Index("(quiet, campaign) WHERE state = 'live' AND under_half"),
		projector.Index("(ended, campaign) WHERE state = 'over'"))
	return listings{
		rows: projector.NewTable[ident.ID, readmodel.CampaignListing](readmodel.Listings, "campaign", options...),
		counts: projector.NewTable[countOf, readmodel.CampaignCount](readmodel.ListingCounts, "category, need",
			projector.Nobodys()),
		pages: projector.NewTable[ident.ID, readmodel.CollectingPage](readmodel.ListingPages, "page", projector.Nobodys()),
		clock: projector.NewTable[string, readmodel.CampaignHourNow](readmodel.ListingClock, "clock", projector.Nobodys()),
		hours: projector.NewTable[campaignHour, readmodel.CampaignHour](readmodel.ProgressHours, "campaign, hour", projector.Nobodys()),
		parts: projector.NewTable[hourPart, readmodel.CampaignHourPart](readmodel.ListingHours, "hour, part", projector.Nobodys()),
		marks: projector.NewTable[campaignMark, readmodel.CampaignMilestone](readmodel.Milestones, "campaign, need, percent",
			projector.Index("(campaign, reached_at DESC)"), projector.Nobodys()),
	}
}

// firstPart is how many campaigns the first part of an hour names; the others are looked at only once it is full, so that a
// quiet year costs one look an hour.
const firstPart = 64

// note has an hour name a campaign, once.
func (l listings) note(r *projector.Rows, key campaignHour) {
	first := l.parts.Edit(r, hourPart{key.Hour, 0})
	if slices.Contains(first.Campaigns, key.Campaign) {
		return
	}
	if len(first.Campaigns) < firstPart {
		first.Campaigns = append(slices.Clip(first.Campaigns), key.Campaign)
		return
	}
	id := key.Campaign.String()
	other := l.parts.Edit(r, hourPart{key.Hour, 1 + int64(id[len(id)-1])%(readmodel.HourParts-1)})
	if !slices.Contains(other.Campaigns, key.Campaign) {
		other.Campaigns = append(slices.Clip(other.Campaigns), key.Campaign)
	}
}

// named gives the campaigns that something reached within an hour.
func (l listings) named(r *projector.Rows, hour time.Time) []ident.ID {
	first := l.parts.Get(r, hourPart{hour, 0})
	if first == nil {
		return nil
	}
	all := first.Campaigns
	for part := int64(1); part < readmodel.HourParts && len(first.Campaigns) >= firstPart; part++ {
		if p := l.parts.Get(r, hourPart{hour, part}); p != nil {
			all = slices.Concat(all, p.Campaigns)
		}
	}
	return all
}

// forget has an hour name nothing any more: it has left the longest window.
func (l listings) forget(r *projector.Rows, hour time.Time) {
	for part := range int64(readmodel.HourParts) {
		if key := (hourPart{hour, part}); l.parts.Get(r, key) != nil {
			l.parts.Delete(r, key)
		}
	}
}

// lastGiven is the last hour in which a campaign has gifts, once those of one hour are another number: that hour, the one that
// was the last, or where that one lost its gifts, the last before it that is still within the window; 0 where there is none.
func (l listings) lastGiven(r *projector.Rows, of campaignHour, gifts, last int64, now time.Time) int64 {
	hour := of.Hour.UnixMicro()
	if gifts > 0 {
		return max(hour, last)
	}
	if hour != last {
		return last
	}
	for before := of.Hour.Add(-time.Hour); before.After(now.Add(-readmodel.HotHours * time.Hour)); before = before.Add(-time.Hour) {
		if h := l.hours.Get(r, campaignHour{of.Campaign, before}); h != nil && h.Gifts > 0 {
			return before.UnixMicro()
		}
	}
	return 0
}

// tally adds gifts and people to an hour of a campaign, and to the windows that hold it.
func (l listings) tally(r *projector.Rows, key campaignHour, gifts, people int64) *readmodel.CampaignHour {
	now := l.clock.Edit(r, contributions).Hour
	within := func(window int) bool { return key.Hour.After(now.Add(-time.Duration(window) * time.Hour)) }
	if within(readmodel.PopularHours) && l.hours.Get(r, key) == nil {
		l.note(r, key)
	}
	h := l.hours.Edit(r, key)
	h.Gifts += gifts
	h.Supporters += people
	if gifts != 0 && within(readmodel.HotHours) {
		c := l.rows.Edit(r, key.Campaign)
		c.Hot += gifts
		c.HotHour = l.lastGiven(r, key, h.Gifts, c.HotHour, now)
	}
	if people != 0 && within(readmodel.PopularHours) {
		l.rows.Edit(r, key.Campaign).Recent -= people
	}
	return h
}

// past tells whether an hour lies before every window.
func (l listings) past(r *projector.Rows, hour time.Time) bool {
	return !hour.After(l.clock.Edit(r, contributions).Hour.Add(-readmodel.PopularHours * time.Hour))
}

// contributions is the one clock there is.
const contributions = "contributions"

// advance moves the windows on to the hour of a contribution: what lies before them is taken off. A clock that went back
// moves nothing.
func (l listings) advance(r *projector.Rows, at time.Time) {
	clock := l.clock.Edit(r, contributions)
	before, now := clock.Hour.UTC(), at.UTC().Truncate(time.Hour)
	if !now.After(before) {
		return
	}
	clock.Hour = now
	if before.IsZero() {
		return
	}
	// The hours that leave a window, from the earliest that was still within.
	leaving := func(window int, each func(hour time.Time)) {
		hour := before.Add(-time.Duration(window-1) * time.Hour)
		for ; !hour.After(before) && !hour.After(now.Add(-time.Duration(window)*time.Hour)); hour = hour.Add(time.Hour) {
			each(hour)
		}
	}
	off := func(hour time.Time, take func(*readmodel.CampaignListing, *readmodel.CampaignHour)) {
		for _, id := range l.named(r, hour) {
			if h := l.hours.Get(r, campaignHour{id, hour}); h != nil {
				take(l.rows.Edit(r, id), h)
			}
		}
	}
	leaving(readmodel.HotHours, func(hour time.Time) {
		off(hour, func(c *readmodel.CampaignListing, h *readmodel.CampaignHour) { c.Hot -= h.Gifts })
	})
	leaving(readmodel.PopularHours, func(hour time.Time) {
		off(hour, func(c *readmodel.CampaignListing, h *readmodel.CampaignHour) { c.Recent += h.Supporters })
		l.forget(r, hour)
	})
}

// edit changes a campaign's listing, and what is counted of it.
func (l listings) edit(r *projector.Rows, id ident.ID, change func(*readmodel.CampaignListing)) {
	c := l.rows.Edit(r, id)
	l.count(r, c, -1)
	change(c)
	standing := campaign.Status(c.Standing)
	c.State = ""
	switch {
	case c.Stopped:
	case standing == campaign.Active:
		c.State = readmodel.Live
	case standing == campaign.OnHold || standing == campaign.Ended:
		c.State = readmodel.Over
	}
	c.Plain = 1
	if c.Featured {
		c.Plain = 0
	}
	c.Ended = c.Launched
	switch {
	case c.Closed != 0:
		c.Ended = -c.Closed
	case c.Ends != readmodel.Never:
		c.Ended = -c.Ends
	}
	l.count(r, c, 1)
}

func (l listings) count(r *projector.Rows, c *readmodel.CampaignListing, by int64) {
	if c.State != readmodel.Live {
		return
	}
	for _, n := range []struct {
		need  string
		asked bool
	}{{"", true}, {"money", c.Money}, {"time", c.Time}, {"materials", c.Things}} {
		if n.asked {
			l.counts.Edit(r, countOf{"", n.need}).Live += by
			l.counts.Edit(r, countOf{c.Category, n.need}).Live += by
		}
	}
}

// say fills in what a campaign asks for.
func (l listings) say(r *projector.Rows, id ident.ID, e campaign.Content) {
	l.edit(r, id, func(c *readmodel.CampaignListing) {
		c.Category, c.GoalAsked = string(e.Category), e.Goal.Minor
		c.MoneyAsked = slices.Contains(e.Resources, campaign.Money)
		l.collecting(r, c)
		c.Time = slices.Contains(e.Resources, campaign.Time)
		c.Things = slices.Contains(e.Resources, campaign.Materials)
		c.TimeGoal, c.ItemsGoal = e.TimeGoal, 0
		for _, n := range e.Needs {
			c.ItemsGoal += n.Quantity
		}
		c.Ends = readmodel.Never
		if !e.EndsAt.IsZero() {
			c.Ends = e.EndsAt.UnixMicro()
		}
	})
}

// stand has a campaign stand where a decision about it put it; closed is zero while it is neither paused nor over.
func (l listings) stand(r *projector.Rows, id ident.ID, s campaign.Status, closed time.Time) {
	l.edit(r, id, func(c *readmodel.CampaignListing) {
		c.Standing, c.Closed = string(s), 0
		if !closed.IsZero() {
			c.Closed = closed.UnixMicro()
		}
	})
}

// reached says how far a campaign is from its goal, and since when it is quiet.
func (l listings) reached(r *projector.Rows, p *readmodel.CampaignProgress) {
	c := l.rows.Edit(r, p.Campaign)
	switch {
	case c.Goal <= 0:
		c.NearClass, c.Near, c.UnderHalf = 2, 0, c.TimeGoal > 0 || c.ItemsGoal > 0
	default:
		c.NearClass, c.UnderHalf = 0, p.Raised < c.Goal-p.Raised
		if p.Raised > c.Goal {
			c.NearClass = 1
		}
		high, low := bits.Mul64(uint64(max(p.Raised-c.Goal, c.Goal-p.Raised)), 1_000_000) //nolint:gosec // it is not negative
		c.Near = math.MaxInt64
		if high < uint64(c.Goal) {
			share, _ := bits.Div64(high, low, uint64(c.Goal))
			c.Near = int64(min(share, math.MaxInt64))
		}
	}
	c.Quiet = -c.Launched
	if p.LastGiftAt != nil {
		c.Quiet = p.LastGiftAt.UnixMicro()
	}
}

// mark notes the highest share of a goal that a campaign came to, once.
func (l listings) mark(r *projector.Rows, p *readmodel.CampaignProgress, at time.Time) {
	c := l.rows.Edit(r, p.Campaign)
	for _, of := range []struct {
		need       string
		goal, have int64
		highest    *int64
	}{
		{string(campaign.Money), c.Goal, p.Raised, &c.MoneyMark},
		{string(campaign.Time), c.TimeGoal, p.MinutesConfirmed, &c.TimeMark},
		{string(campaign.Materials), c.ItemsGoal, p.ItemsReceived, &c.ThingsMark},
	} {
		for _, percent := range readmodel.Marks {
			if of.goal <= 0 || percent <= *of.highest || !reaches(of.have, of.goal, percent) {
				continue
			}
			*of.highest = percent
			m := l.marks.Begin(r, campaignMark{p.Campaign, of.need, percent})
			m.ID, m.ReachedAt = ident.Pair("milestone", p.Campaign.String(), of.need+strconv.FormatInt(percent, 10)), at
		}
	}
}

// reaches tells whether something is so many percent of a goal. Both are amounts whose hundredfold fits.
func reaches(have, goal, percent int64) bool { return have*100 >= goal*percent }

// folds keeps the listings up with what is said and decided about campaigns.
func (l listings) folds(
	to *projector.Projection, progress projector.Table[ident.ID, readmodel.CampaignProgress],
) *projector.Projection {
	begin := func(r *projector.Rows, e campaign.Launched, s campaign.Status) {
		l.stand(r, e.Campaign, s, time.Time{})
		l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Launched = -e.At.UnixMicro() })
		l.say(r, e.Campaign, e.Content)
		row := progress.Edit(r, e.Campaign)
		row.Currency = e.Goal.Currency
		l.reached(r, row)
	}
	return to.
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, _ projector.Meta) { begin(r, e, campaign.Active) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Submitted, _ projector.Meta) {
			begin(r, campaign.Launched(e), campaign.Waits)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Revised, _ projector.Meta) {
			l.say(r, e.Campaign, e.Content)
			row := progress.Edit(r, e.Campaign)
			row.Currency = e.Goal.Currency
			l.reached(r, row)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Approved, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.Active, time.Time{})
			l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Launched = -e.At.UnixMicro() })
			l.reached(r, progress.Edit(r, e.Campaign))
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.ChangesRequested, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.ChangesAsked, time.Time{})
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resubmitted, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.Waits, time.Time{})
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Rejected, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.TurnedDown, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Withdrawn, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.TakenBack, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Suspended, _ projector.Meta) {
			l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Stopped = true })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Reinstated, _ projector.Meta) {
			l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Stopped = false })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Paused, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.OnHold, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resumed, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.Active, time.Time{})
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Completed, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.Ended, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Cancelled, _ projector.Meta) {
			l.stand(r, e.Campaign, campaign.CalledOff, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Featured, _ projector.Meta) {
			l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Featured = true })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Unfeatured, _ projector.Meta) {
			l.edit(r, e.Campaign, func(c *readmodel.CampaignListing) { c.Featured = false })
		}))
}
