package campaign

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

func plainText(s string) personal.Text { return personal.Plain(strings.TrimSpace(s)) }

// The years an end date may lie in: RFC 3339, in which events carry the instant, has four digits for a year.
const (
	firstYear = 2000
	lastYear  = 9998
)

// EndOf gives the instant at which a day ends in a time zone: the midnight that follows it. Where the clocks skip that
// midnight it is the moment they jump, and where they show it twice the first of the two.
func EndOf(day, zone string) (time.Time, error) {
	loc, err := time.LoadLocation(zone)
	if err != nil || zone == "" || zone == "Local" {
		return time.Time{}, domain.RefuseField("time_zone", "unknown_time_zone", "the time zone is not known")
	}
	d, err := time.Parse(time.DateOnly, day)
	if err != nil || d.Year() < firstYear || d.Year() > lastYear {
		return time.Time{}, domain.RefuseField("end_date", "malformed_date", "the end date must be a day such as 2026-12-31")
	}
	wall := d.AddDate(0, 0, 1)
	end := time.Date(wall.Year(), wall.Month(), wall.Day(), 0, 0, 0, 0, loc)
	if end.Format(time.DateOnly) == day { // skipped, and read with the offset after the jump
		_, end = end.ZoneBounds()
	}
	if jump, _ := end.ZoneBounds(); !jump.IsZero() {
		_, before := jump.Add(-1).Zone()
		_, after := end.Zone()
		if first := end.Add(time.Duration(after-before) * time.Second); after < before && first.Before(jump) {
			end = first
		}
	}
	return end.UTC(), nil
}

// trimmed takes away the space around the words.
func (c Content) trimmed() Content {
	trim := func(t personal.Text) personal.Text { return plainText(t.String()) }
	c.Title, c.Description, c.Story, c.Location = trim(c.Title), trim(c.Description), trim(c.Story), trim(c.Location)
	c.ForName = trim(c.ForName)
	needs := make([]Need, len(c.Needs))
	for i, n := range c.Needs {
		n.Item, n.Unit, n.Note = trim(n.Item), trim(n.Unit), trim(n.Note)
		needs[i] = n
	}
	c.Needs = needs
	return c
}

// tidy trims the words and drops what the chosen resources do not need.
func (c Content) tidy() Content {
	c = c.trimmed()
	if !slices.Contains(c.Resources, Money) {
		c.Goal.Minor = 0
	}
	if !slices.Contains(c.Resources, Time) {
		c.TimeGoal = 0
	}
	if !slices.Contains(c.Resources, Materials) {
		c.Needs = []Need{}
	}
	ordered := make([]Resource, 0, 3)
	for _, r := range []Resource{Money, Time, Materials} {
		if slices.Contains(c.Resources, r) {
			ordered = append(ordered, r)
		}
	}
	c.Resources = ordered
	return c
}

// check finds every fault of the content at once, each at its field.
func (c Content) check(media Media, consent bool, now time.Time) error {
	var faults domain.Refusals
	text := func(field string, t personal.Text, required bool, limit int) {
		n := chars(t.String())
		if required && n == 0 {
			faults = append(faults, domain.RefuseField(field, "required", "this is required"))
		}
		if n > limit {
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	text("title", c.Title, true, MaxTitle)
	if r := domain.RefuseUnnamed("title", c.Title.String()); r != nil {
		faults = append(faults, r)
	}
	text("description", c.Description, true, MaxDescription)
	text("story", c.Story, true, MaxStory)
	text("location", c.Location, false, MaxLocation)
	text("beneficiary_name", c.ForName, false, MaxName)
	if !c.Category.Valid() {
		faults = append(faults, domain.RefuseField("category", "unknown_category", "the category is not known"))
	}
	if c.Lang != "en" && c.Lang != "fr" && c.Lang != "es" {
		faults = append(faults, domain.RefuseField("lang", "unknown_language", "the language must be en, fr or es"))
	}
	if c.Relationship != "" && !slices.Contains(Relationships, c.Relationship) {
		faults = append(faults, domain.RefuseField("beneficiary_relationship", "unknown_relationship", "the relationship is not known"))
	}
	if chars(c.ForName.String()) > 0 && c.Relationship != "myself" && !consent {
		faults = append(faults, ErrConsent)
	}
	faults = append(faults, media.check()...)
	faults = append(faults, c.checkAsks()...)
	if c.EndDate != "" && !c.EndsAt.IsZero() && !now.Before(c.EndsAt) {
		faults = append(faults, domain.RefuseField("end_date", "end_date_past", "the end date has passed"))
	}
	return faults.OrNil()
}

func (c Content) checkAsks() domain.Refusals {
	var faults domain.Refusals
	if len(c.Resources) == 0 {
		faults = append(faults, domain.RefuseField("resource_types", "resource_required", "at least one resource type is needed"))
	}
	for _, r := range c.Resources {
		if r != Money && r != Time && r != Materials {
			faults = append(faults, domain.RefuseField("resource_types", "unknown_resource", "a resource type is not known"))
		}
	}
	if !c.Goal.Currency.Valid() {
		faults = append(faults, domain.RefuseField("currency", "unknown_currency", "the currency must be EUR, USD or GBP"))
	}
	if slices.Contains(c.Resources, Money) && (c.Goal.Minor < 1 || c.Goal.Minor > MaxGoal) {
		faults = append(faults, goalFault("goal_amount", "money_goal_required", c.Goal, MaxGoal))
	}
	if slices.Contains(c.Resources, Time) {
		if c.TimeGoal < 1 {
			faults = append(faults, domain.RefuseField("time_goal_hours", "time_goal_required",
				"the time goal is required when time is selected"))
		} else if c.TimeGoal > MaxTimeGoal {
			faults = append(faults, domain.RefuseField("time_goal_hours", "too_large", "the time goal is too large").With("max",
				MaxTimeGoal/60))
		}
	}
	if slices.Contains(c.Resources, Materials) {
		faults = append(faults, c.checkNeeds()...)
	}
	return faults
}

func goalFault(field, missing string, a money.Amount, limit int64) *domain.Refusal {
	if a.Minor < 1 {
		return domain.RefuseField(field, missing, "the money goal is required when money is selected")
	}
	return domain.RefuseField(field, "too_large", "the goal is too large").With("max_minor", limit)
}

// KnownNeeds refuses ids of needs, by their places in a list, that are not among the campaign's own or that come twice.
// A need without an id is a new one. Error: unknown_need at the id's field.
func (s State) KnownNeeds(ids []ident.ID) error {
	var faults domain.Refusals
	for i, id := range ids {
		if id.IsNil() || slices.Contains(s.Needs, id) && !slices.Contains(ids[:i], id) {
			continue
		}
		faults = append(faults, domain.RefuseField("needs."+strconv.Itoa(i)+".id", "unknown_need",
			"this is not one of the campaign's needs, or it is listed twice"))
	}
	return faults.OrNil()
}

func (c Content) checkNeeds() domain.Refusals {
	var faults domain.Refusals
	if len(c.Needs) == 0 {
		faults = append(faults, domain.RefuseField("needs", "needs_required",
			"at least one need is required when materials is selected"))
	}
	if len(c.Needs) > MaxNeeds {
		faults = append(faults, domain.RefuseField("needs", "too_many_items", "there are too many needs").With("max", MaxNeeds))
	}
	for i, n := range c.Needs {
		at := func(name string) string { return "needs." + strconv.Itoa(i) + "." + name }
		if l := chars(n.Item.String()); l == 0 {
			faults = append(faults, domain.RefuseField(at("item"), "required", "this is required"))
		} else if l > MaxItem {
			faults = append(faults, domain.RefuseField(at("item"), "too_long", "this is too long").With("max", MaxItem))
		}
		if chars(n.Unit.String()) > MaxUnit {
			faults = append(faults, domain.RefuseField(at("unit"), "too_long", "this is too long").With("max", MaxUnit))
		}
		if chars(n.Note.String()) > MaxNote {
			faults = append(faults, domain.RefuseField(at("note"), "too_long", "this is too long").With("max", MaxNote))
		}
		if n.Quantity < 1 || n.Quantity > MaxQuantity {
			faults = append(faults, domain.RefuseField(at("quantity"), "out_of_range", "the quantity is out of range").With("max",
				MaxQuantity))
		}
	}
	return faults
}
