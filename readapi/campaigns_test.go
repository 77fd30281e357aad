package readapi_test

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

type cards = read.List[readcampaigns.CampaignCard]

func TestCampaigns_areFilteredAndSearched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	zoe, ben := w.member("Zoé Lefèvre", "zoe@example.org"), w.member("Ben", "ben@example.org")
	garden := content("Un jardin partagé à Besançon")
	garden.Category, garden.ResourceTypes = "environment", []string{"money", "time"}
	garden.TimeGoalHours, garden.Location = 10, "Besançon"
	w.launch(zoe, garden)
	clinic := content("100% clinic_kit")
	clinic.Category, clinic.Description = "health", "Bandages"
	w.launch(ben, clinic)
	featured := w.launch(ben, content("Bread for all"))
	w.feature(featured.CampaignID)
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: featured.CampaignID, Amount: 100 * 10, Currency: money.EUR})
	paused := w.launch(ben, content("Paused"))
	w.pause(ben, paused.CampaignID)

	for _, c := range []struct{ query, want string }{
		{"", "bread-for-all 100-clinic-kit un-jardin-partage-a-besancon"},
		{"category=health", "100-clinic-kit"},
		{"category=animals", ""},
		{"need=time", "un-jardin-partage-a-besancon"},
		{"q=BESANCON", "un-jardin-partage-a-besancon"},
		{"q=jardín partage", "un-jardin-partage-a-besancon"},
		{"q=jardin bandages", ""},
		{"q=bandages", "100-clinic-kit"},
		{"q=LEFEVRE", "un-jardin-partage-a-besancon"},
		{"q=100%", "100-clinic-kit"},
		{"q=c_n", ""},
		{"q=%", "100-clinic-kit"},
		{`q=\`, ""},
		{"place=besançon", "un-jardin-partage-a-besancon"},
		{"featured=true", "bread-for-all"},
		{"trending=true", "bread-for-all"},
	} {
		name, value, _ := strings.Cut(c.query, "=")
		path := "/api/campaigns"
		if name != "" {
			path += "?" + url.Values{name: {value}}.Encode()
		}
		if got := answer[cards](w, ident.Nil, path); slugs(got.Items) != c.want || got.Total != int64(len(got.Items)) {
			t.Errorf("%s: %q, %d in all, want %q", c.query, slugs(got.Items), got.Total, c.want)
		}
	}
	want := []readcampaigns.CategoryCount{
		{Category: "community", Campaigns: 1}, {Category: "environment", Campaigns: 1}, {Category: "health", Campaigns: 1},
	}
	if got := answer[[]readcampaigns.CategoryCount](w, ident.Nil, "/api/categories"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("categories: %v, want %v", got, want)
	}
	w.refused(ident.Nil, "/api/campaigns?category=nonsense", http.StatusUnprocessableEntity, "validation_failed")
}

func TestCampaigns_areSortedAndPaged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "owner@example.org")
	in := func(days int) string { return w.now().AddDate(0, 0, days).Format(time.DateOnly) }
	launch := func(title string, goal int64, days int, raised ...int64) {
		c := content(title)
		c.GoalAmount = 100 * goal
		if days > 0 {
			c.EndDate, c.TimeZone = in(days), "Europe/Paris"
		}
		id := w.launch(owner, c).CampaignID
		for _, n := range raised {
			w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: id, Amount: 100 * n, Currency: money.EUR})
		}
	}
	launch("a", 100, 60, 40)
	launch("b", 100, 0, 90)
	launch("c", 100, 20, 150)
	launch("d", 100, 30)
	launch("e", 100, 0, 60, 60)
	for _, c := range []struct{ query, want string }{
		{"sort=newest", "e d c b a"},
		{"sort=nearly", "b a d e c"},
	} {
		whole := answer[cards](w, ident.Nil, "/api/campaigns?"+c.query)
		if slugs(whole.Items) != c.want || whole.Next != "" {
			t.Errorf("%s: %q, want %q", c.query, slugs(whole.Items), c.want)
		}
	}
	ending := answer[cards](w, ident.Nil, "/api/campaigns?sort=ending")
	if got := slugs(ending.Items); got[:5] != "c d a" {
		t.Errorf("sort=ending: %q, want c d a first", got)
	}
	for _, sort := range []string{"newest", "ending", "nearly"} {
		whole := slugs(answer[cards](w, ident.Nil, "/api/campaigns?sort="+sort).Items)
		paged, cursor := "", ""
		for range 3 {
			page := answer[cards](w, ident.Nil, "/api/campaigns?limit=2&sort="+sort+"&cursor="+cursor)
			if page.Total != 5 {
				t.Errorf("sort=%s: a page says %d in all, want 5", sort, page.Total)
			}
			if paged != "" {
				paged += " "
			}
			paged, cursor = paged+slugs(page.Items), page.Next
		}
		if paged != whole || cursor != "" {
			t.Errorf("sort=%s: pages hold %q, the whole %q; a cursor is left: %q", sort, paged, whole, cursor)
		}
	}
	unsaid := readcampaigns.ListInput{Limit: 2} // as documents ask, without defaults
	embedded, err := readcampaigns.List.Answer(t.Context(), w.service, read.Viewer{}, unsaid)
	if err != nil {
		t.Fatal(err)
	}
	if got := slugs(answer[cards](w, ident.Nil, "/api/campaigns?limit=2&cursor="+embedded.Next).Items); len(got) != 3 {
		t.Errorf("a page's cursor leads to %q, want two campaigns", got)
	}
	first := answer[cards](w, ident.Nil, "/api/campaigns?limit=2")
	w.refused(ident.Nil, "/api/campaigns?limit=2&sort=ending&cursor="+first.Next, http.StatusUnprocessableEntity, "bad_cursor")
	w.refused(ident.Nil, "/api/campaigns?q=x&cursor="+first.Next, http.StatusUnprocessableEntity, "bad_cursor")
	w.refused(ident.Nil, "/api/campaigns?cursor=%21%21", http.StatusUnprocessableEntity, "bad_cursor")
	w.refused(ident.Nil, "/api/campaigns?cursor=e30", http.StatusUnprocessableEntity, "bad_cursor")
}

// A cursor that nobody was given is refused, whatever moment it names; what has no deadline comes last in a list by end, and
// its cursor names no moment at all.
func TestCursors_ThatNobodyMadeAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "owner@example.org")
	id := w.launch(owner, content("one")).CampaignID
	for _, c := range []struct {
		as    ident.ID
		path  string
		parts []any
	}{
		{ident.Nil, "/api/campaigns/" + id.String() + "/supporters", []any{"supporters", id}},
		{owner, "/api/me/campaigns", []any{"campaigns of a member", owner}},
	} {
		name, err := read.ListName(c.parts...)
		must(t, err)
		for _, key := range []int64{math.MaxInt64, math.MinInt64, 300_000_000_000_000_000, -300_000_000_000_000_000} {
			cursor, err := read.Cursor{List: name, Keys: [3]int64{key}, ID: id}.String()
			must(t, err)
			w.refused(c.as, c.path+"?cursor="+cursor, http.StatusUnprocessableEntity, "bad_cursor")
		}
		cursor, err := read.Cursor{List: name, Keys: [3]int64{w.now().UnixMicro()}, ID: id}.String()
		must(t, err)
		if a := w.get(c.as, c.path+"?cursor="+cursor); a.status != http.StatusOK {
			t.Errorf("%s: a moment that a row may have: %d", c.path, a.status)
		}
	}
	w.launch(owner, content("two"))
	first := answer[cards](w, ident.Nil, "/api/campaigns?sort=ending&limit=1")
	if got := slugs(answer[cards](w, ident.Nil, "/api/campaigns?sort=ending&limit=1&cursor="+first.Next).Items); got == "" {
		t.Error("the cursor of a campaign without deadline leads nowhere")
	}
}

func TestCampaigns_TrendForExactly72Hours(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.launch(w.member("Owner", "owner@example.org"), content("one")).CampaignID
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: id, Amount: 100, Currency: money.EUR})
	w.moveOn(72*time.Hour - 5*time.Minute)
	if got := slugs(answer[cards](w, ident.Nil, "/api/campaigns?trending=true").Items); got != "one" {
		t.Errorf("within 72 hours of a gift %q trends", got)
	}
	w.moveOn(5 * time.Minute)
	if got := slugs(answer[cards](w, ident.Nil, "/api/campaigns?trending=true").Items); got != "" {
		t.Errorf("72 hours after the last gift %q trends", got)
	}
}

func TestCampaigns_landingTabs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "owner@example.org")
	plain := func(title string, goal int64) ident.ID {
		c := content(title)
		c.GoalAmount = 100 * goal
		return w.launch(owner, c).CampaignID
	}
	quiet := plain("quiet", 1000)
	loved := plain("loved", 10)
	featured := plain("featured", 10)
	w.feature(featured)
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: loved, Amount: 100 * 9, Currency: money.EUR})
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: featured, Amount: 100 * 9, Currency: money.EUR})
	soon := content("soon")
	soon.EndDate, soon.TimeZone = w.now().AddDate(0, 0, 5).Format(time.DateOnly), "UTC"
	w.launch(owner, soon)
	paused := plain("paused", 10)
	w.pause(owner, paused)
	w.moveOn(time.Minute)
	ended := plain("ended", 10)
	w.complete(owner, ended)

	tab := func(name string) string {
		return slugs(answer[cards](w, ident.Nil, "/api/campaigns?tab="+name+"&limit=6").Items)
	}
	check := func(name, want string) {
		t.Helper()
		if got := tab(name); got != want {
			t.Errorf("tab %s: %q, want %q", name, got, want)
		}
	}
	check("popular", "featured loved soon quiet")
	check("push", "soon")
	check("inactive", "ended paused")

	w.moveOn(10 * 24 * time.Hour)
	check("push", "quiet")
	check("inactive", "soon ended paused")
	page := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/soon")
	if page.Status != "completed" || page.EndReason != "end_date" || page.ClosedAt == nil || !page.ClosedAt.Equal(*page.EndsAt) {
		t.Errorf("a campaign past its end is %s (%q), closed at %v, ends at %v",
			page.Status, page.EndReason, page.ClosedAt, page.EndsAt)
	}
	w.feature(quiet)
	check("popular", "featured quiet loved")
}

// What makes a campaign popular is people, not gifts, and only those whose gifts of the last 30 days were kept.
func TestCampaigns_popular(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "owner@example.org")
	gift := func(to, from ident.ID) ident.ID {
		w.moveOn(time.Hour)
		return w.give(from, giving.DonateMoneyBody{CampaignID: to, Amount: 100 * 5, Currency: money.EUR})
	}
	people := [3]ident.ID{w.member("A", "a@example.org"), w.member("B", "b@example.org"), w.member("C", "c@example.org")}
	by2 := w.launch(owner, content("by two")).CampaignID
	by3 := w.launch(owner, content("by three")).CampaignID
	often := w.launch(owner, content("often")).CampaignID // the newest: it comes first where as many people gave
	check := func(when, want string) {
		t.Helper()
		if got := slugs(answer[cards](w, ident.Nil, "/api/campaigns?tab=popular").Items); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	for range 5 {
		gift(often, people[0])
	}
	for _, p := range people {
		gift(by3, p)
	}
	w.moveOn(5 * time.Hour)
	gift(by2, people[0])
	second := gift(by2, people[1])
	check("people count, not gifts", "by-three by-two often")
	w.refund(second, euros(5))
	gift(often, people[1])
	check("who got their gift back does not count", "by-three often by-two")

	w.moveOn(29 * 24 * time.Hour)
	again := gift(by2, people[0])
	gift(by2, people[2])
	check("a second gift makes nobody two", "by-three often by-two")
	w.moveOn(18 * time.Hour) // the gifts before the pause are out of the window now
	gift(often, people[1])   // a window moves on with what is given; this one makes nobody two
	check("only the last 30 days count", "by-two often by-three")
	w.refund(again, euros(5))
	check("the gift before the one that went back counts again", "by-two often by-three")
}

func TestCampaign_page(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other := w.member("Ana", "ana@example.org"), w.member("Ben", "ben@example.org")
	c := content("Roof")
	c.ResourceTypes = []string{"money", "materials"}
	c.Needs = []campaigns.NeedBody{{Item: "Slate", Quantity: 12, Unit: "m²"}, {Item: "Nails", Quantity: 3}}
	c.BeneficiaryName, c.Relationship, c.BeneficiaryConsent = "Zoë", "friend", true
	made := w.launch(owner, c)
	w.give(other, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 50_00, Currency: money.USD})
	w.give(other, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 100 * 10, Currency: money.EUR})

	page := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/roof")
	if page.ID != made.CampaignID || page.Organizer.Name != "Ana" || page.Supporters != 1 || page.Gifts != 2 || page.CanEdit {
		t.Errorf("page: %+v", page)
	}
	if page.RaisedAmount <= 10_00 || page.Currency != money.EUR || page.ItemsGoal != 15 || len(page.Needs) != 2 ||
		page.Needs[0].Unit != "m²" {
		t.Errorf("figures: %+v", page)
	}
	if page.BeneficiaryName != "Zoë" || page.Relationship != "friend" || page.Story == "" {
		t.Errorf("words: %+v", page)
	}
	byID := answer[readcampaigns.CampaignDetail](w, other, "/api/campaigns/"+made.CampaignID.String())
	if byID.Slug != "roof" || byID.CanEdit {
		t.Errorf("by id: %+v", byID)
	}
	if mine := answer[readcampaigns.CampaignDetail](w, owner, "/api/campaigns/roof"); !mine.CanEdit {
		t.Error("the owner can't edit")
	}
	w.refused(ident.Nil, "/api/campaigns/nowhere", http.StatusNotFound, "campaign_not_found")
	w.refused(ident.Nil, "/api/campaigns/"+ident.Pair("x").String(), http.StatusNotFound, "campaign_not_found")

	keys := []string{ident.Pair("x").String(), made.CampaignID.String()}
	pushed, err := readcampaigns.List.Items(t.Context(), w.service, read.Viewer{}, keys)
	must(t, err)
	if card, ok := pushed[made.CampaignID.String()].(readcampaigns.CampaignCard); len(pushed) != 1 || !ok || card.Slug != "roof" {
		t.Errorf("cards: %+v", pushed)
	}
}
