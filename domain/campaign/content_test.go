package campaign_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

func TestContentIsCheckedAsAWhole(t *testing.T) {
	given(t).When(launch(campaign.Content{}).Decide).ThenRefused("required title", "required description", "required story",
		"unknown_category category", "unknown_language lang", "resource_required resource_types", "unknown_currency currency")
}

func TestContent(t *testing.T) {
	long := func(n int) personal.Text { return personal.Plain(strings.Repeat("é", n+1)) }
	all := []campaign.Resource{campaign.Money, campaign.Time, campaign.Materials}
	for name, c := range map[string]struct {
		change func(*campaign.Content)
		want   []string
	}{
		"too long": {
			func(c *campaign.Content) {
				c.Title, c.Description, c.Story = long(campaign.MaxTitle), long(campaign.MaxDescription), long(campaign.MaxStory)
				c.Location = long(campaign.MaxLocation)
			},
			[]string{"too_long title", "too_long description", "too_long story", "too_long location"},
		},
		"a picture": {func(c *campaign.Content) { c.Title = personal.Plain("🏠 !") }, []string{"letters_required title"}}, // Found52
		"blank":     {func(c *campaign.Content) { c.Title = personal.Plain(" \n ") }, []string{"required title"}},
		"category":  {func(c *campaign.Content) { c.Category = "Community" }, []string{"unknown_category category"}},
		"language":  {func(c *campaign.Content) { c.Lang = "de" }, []string{"unknown_language lang"}},
		"resource": {func(c *campaign.Content) { c.Resources = append(c.Resources, "blood") },
			[]string{"unknown_resource"}},
		"no goal":         {func(c *campaign.Content) { c.Goal.Minor = 0 }, []string{"money_goal_required goal_amount"}},
		"goal below zero": {func(c *campaign.Content) { c.Goal.Minor = -1 }, []string{"money_goal_required goal_amount"}},
		"goal":            {func(c *campaign.Content) { c.Goal.Minor = campaign.MaxGoal + 1 }, []string{"too_large goal_amount"}},
		"currency":        {func(c *campaign.Content) { c.Goal.Currency = "CHF" }, []string{"unknown_currency currency"}},
		"no hours":        {func(c *campaign.Content) { c.Resources = all[1:2] }, []string{"time_goal_required time_goal_hours"}},
		"hours": {func(c *campaign.Content) { c.Resources, c.TimeGoal = all[1:2], campaign.MaxTimeGoal+1 },
			[]string{"too_large time_goal_hours"}},
		"no needs": {func(c *campaign.Content) { c.Resources = all[2:] }, []string{"needs_required needs"}},
		"past": {func(c *campaign.Content) { c.EndDate, c.EndsAt = "2026-11-19", now },
			[]string{"end_date_past end_date"}},
		"relationship": {func(c *campaign.Content) { c.Relationship = "rival" }, []string{"unknown_relationship"}},
		"no consent": {func(c *campaign.Content) { c.ForName = personal.Plain("Bo") },
			[]string{"consent_required beneficiary_consent"}},
		"no consent of family": {func(c *campaign.Content) { c.ForName, c.Relationship = personal.Plain("Bo"), "family" },
			[]string{"consent_required"}},
		"needs": {
			func(c *campaign.Content) {
				c.Resources = all[2:]
				c.Needs = []campaign.Need{
					{Item: personal.Plain("Rope"), Quantity: 1},
					{Unit: long(campaign.MaxUnit), Note: long(campaign.MaxNote), Quantity: campaign.MaxQuantity + 1},
					{Item: long(campaign.MaxItem)},
				}
			},
			[]string{
				"required needs.1.item", "too_long needs.1.unit", "too_long needs.1.note", "out_of_range needs.1.quantity",
				"too_long needs.2.item", "out_of_range needs.2.quantity",
			},
		},
		"too many needs": {
			func(c *campaign.Content) {
				c.Resources = all[2:]
				for range campaign.MaxNeeds + 1 {
					c.Needs = append(c.Needs, campaign.Need{Item: personal.Plain("Rope"), Quantity: 1})
				}
			},
			[]string{"too_many_items needs"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := content()
			c.change(&x)
			given(t).When(launch(x).Decide).ThenRefused(c.want...)
		})
	}
}

func TestContentIsTidied(t *testing.T) {
	c := content()
	c.Title, c.ForName, c.Relationship = personal.Plain("  Water "), personal.Plain("me"), "myself"
	c.Resources = []campaign.Resource{campaign.Materials, campaign.Money, campaign.Materials}
	c.TimeGoal = 99
	c.Needs = []campaign.Need{{ID: ident.ID{8}, Item: personal.Plain(" Rope "), Quantity: 2, Unit: personal.Plain("m "),
		Note: personal.Plain(" ")}}
	want := c
	want.Title, want.Resources, want.TimeGoal = personal.Plain("Water"), []campaign.Resource{campaign.Money, campaign.Materials}, 0
	want.Needs = []campaign.Need{{ID: ident.ID{8}, Item: personal.Plain("Rope"), Quantity: 2, Unit: personal.Plain("m")}}
	given(t).When(launch(c).Decide).Then(launched(want))

	hours := content()
	hours.Resources, hours.TimeGoal, hours.Goal = []campaign.Resource{campaign.Time}, 60, money.Of(5, money.GBP)
	kept := hours
	kept.Goal.Minor = 0
	given(t).When(launch(hours).Decide).Then(launched(kept))
}

func TestEndOf(t *testing.T) {
	for _, c := range []struct{ day, zone, want string }{
		{"2026-12-31", "UTC", "2027-01-01T00:00:00Z"},
		{"2026-02-28", "Europe/Paris", "2026-02-28T23:00:00Z"},
		{"2028-02-29", "Europe/Paris", "2028-02-29T23:00:00Z"},
		{"2026-03-29", "Europe/Paris", "2026-03-29T22:00:00Z"},      // a day of 23 hours
		{"2026-10-25", "Europe/Paris", "2026-10-25T23:00:00Z"},      // and one of 25
		{"2018-11-03", "America/Sao_Paulo", "2018-11-04T03:00:00Z"}, // the midnight that follows is skipped
		{"2018-11-04", "America/Sao_Paulo", "2018-11-05T02:00:00Z"}, // its own was
		{"2019-02-16", "America/Sao_Paulo", "2019-02-17T03:00:00Z"}, // 23:00 comes twice
		{"2026-10-31", "America/Havana", "2026-11-01T04:00:00Z"},    // midnight comes twice
		{"2010-11-06", "America/St_Johns", "2010-11-07T02:30:00Z"},  // and here, with a minute past it
		{"2011-12-29", "Pacific/Apia", "2011-12-30T10:00:00Z"},      // the day that follows never was
		{"9998-12-31", "Pacific/Kiritimati", "9998-12-31T10:00:00Z"},
	} {
		got, err := campaign.EndOf(c.day, c.zone)
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s in %s ends %s, %v, not %s", c.day, c.zone, got.Format(time.RFC3339), err, c.want)
		}
	}
	for _, c := range [][3]string{
		{"2026-12-31", "", "unknown_time_zone"}, {"2026-12-31", "Local", "unknown_time_zone"},
		{"2026-12-31", "Mars/Olympus", "unknown_time_zone"}, {"2026-12-31", "../etc/passwd", "unknown_time_zone"},
		{"2026-02-30", "UTC", "malformed_date"}, {"31/12/2026", "UTC", "malformed_date"}, {"", "UTC", "malformed_date"},
		{"0000-12-31", "UTC", "malformed_date"}, {"9999-12-31", "UTC", "malformed_date"}, {"2026-1-1", "UTC", "malformed_date"},
	} {
		if _, err := campaign.EndOf(c[0], c[1]); err == nil || !strings.HasPrefix(err.Error(), c[2]) {
			t.Errorf("%q in %q gave %v, not %s", c[0], c[1], err, c[2])
		}
	}
}

// An end is the first instant at which people in the zone read a later day: found here by trying every minute.
func TestEndOfIsTheFirstInstantOfTheNextDay(t *testing.T) {
	zones := []string{
		"America/Sao_Paulo", "America/Havana", "America/St_Johns", "America/Santiago", "Africa/Cairo", "Asia/Beirut", "Asia/Gaza",
		"Asia/Tehran", "Asia/Kathmandu", "Australia/Lord_Howe", "Atlantic/Azores", "Europe/Paris", "Pacific/Apia", "UTC",
	}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		noon := time.Date(2000, 1, 1, 12, 0, 0, 0, loc).AddDate(0, 0, rapid.IntRange(0, 15_000).Draw(t, "day"))
		if rapid.Bool().Draw(t, "at a change of the clocks") {
			if _, jump := noon.ZoneBounds(); !jump.IsZero() {
				noon = jump.Add(-time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
			}
		}
		day := noon.Format(time.DateOnly)
		got, err := campaign.EndOf(day, zone)
		if err != nil {
			t.Fatal(err)
		}
		if got.In(loc).Format(time.DateOnly) <= day {
			t.Fatalf("%s in %s ends %s, when it is still that day", day, zone, got.In(loc))
		}
		for m := time.Minute; m < 30*time.Hour; m += time.Minute {
			if before := got.Add(-m).In(loc).Format(time.DateOnly); before > day {
				t.Fatalf("%s in %s ends %s, but %s before it is %s", day, zone, got.In(loc), m, before)
			}
		}
	})
}

func TestSlugify(t *testing.T) {
	for title, want := range map[string]string{
		"Water for all":             "water-for-all",
		"  --L'eau, pour tous!! ":   "leau-pour-tous",
		"Anna’s 2nd well":           "annas-2nd-well",
		"水":                         "campaign",
		"":                          "campaign",
		"!!!":                       "campaign",
		strings.Repeat("a", 99):     strings.Repeat("a", 60),
		strings.Repeat("abcde ", 9): "abcde-abcde-abcde-abcde-abcde-abcde-abcde-abcde-abcde",
		strings.Repeat("abcd ", 20): strings.TrimSuffix(strings.Repeat("abcd-", 12), "-"),
		strings.Repeat("a", 58) + " " + strings.Repeat("b", 9): strings.Repeat("a", 58),
		"6b1f0c52-0a7e-4a1c-9a51-3f0e77129d01":                 "campaign-6b1f0c52-0a7e-4a1c-9a51-3f0e77129d01",
	} {
		if got := campaign.Slugify(title); got != want {
			t.Errorf("%q became %q, not %q", title, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := campaign.Slugify(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z '’-]{0,90}`)).Draw(t, "title"))
		if s == "" || len(s) > 60 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Fatalf("%q", s)
		}
		if s[0] == '-' || s[len(s)-1] == '-' || strings.Contains(s, "--") || campaign.Slugify(s) != s {
			t.Fatalf("%q becomes %q", s, campaign.Slugify(s))
		}
		if _, err := ident.Parse(s); err == nil {
			t.Fatalf("%q reads as an id", s)
		}
	})
}
