package demo

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

func usualPlan() *Plan {
	return NewPlan(Options{Members: 40, Campaigns: 14, Donations: 240, Seed: 1, Now: noon()})
}

// launch decides on a campaign as a command would.
func launch(c Campaign) error {
	content := campaign.Content{
		Title: personal.Plain(c.Title), Description: personal.Plain(c.Description), Story: personal.Plain(c.Story),
		Category: c.Category, Resources: c.Resources(), Goal: c.Goal, TimeGoal: c.Hours * 60, Location: personal.Plain(c.Location),
		Lang: c.Lang, TimeZone: c.TimeZone, ForName: personal.Plain(c.ForName), Relationship: c.Relationship,
	}
	for _, n := range c.Needs {
		content.Needs = append(content.Needs, campaign.Need{
			Item: personal.Plain(n.Item), Quantity: n.Quantity, Unit: personal.Plain(n.Unit), Note: personal.Plain(n.Note),
		})
	}
	if c.EndsIn > 0 {
		content.EndDate = noon().AddDate(0, 0, c.EndsIn).Format(time.DateOnly)
		ends, err := campaign.EndOf(content.EndDate, c.TimeZone)
		if err != nil {
			return err
		}
		content.EndsAt = ends
	}
	_, err := campaign.Launch{Content: content, BeneficiaryConsent: true, Now: noon()}.Decide(campaign.State{})
	return err
}

func TestEveryCampaignCanBeLaunched(t *testing.T) {
	kinds, langs := map[campaign.Kind]bool{}, map[string]bool{}
	for _, c := range written() {
		kinds[c.Category], langs[c.Lang] = true, true
		if err := launch(c); err != nil {
			t.Errorf("%s: %v", c.Title, err)
		}
		if c.Goal.Minor > 0 && (c.Goal.Minor < 800_00 || c.Goal.Minor > 60_000_00) {
			t.Errorf("%s asks for %s", c.Title, c.Goal)
		}
		if len(c.Resources()) == 0 {
			t.Errorf("%s asks for nothing", c.Title)
		}
	}
	if len(written()) < 16 || len(kinds) != len(campaign.Kinds) || len(langs) != 3 {
		t.Errorf("%d campaigns tell of %d categories in %d languages", len(written()), len(kinds), len(langs))
	}
	g := newGenerator(7)
	titles := map[string]int{}
	for i := range 5000 {
		c := g.campaign(i, 100)
		titles[c.Title]++
		if err := launch(c); err != nil {
			t.Fatalf("generated campaign %d, %s: %v", i, c.Title, err)
		}
	}
	if len(titles) < 5000 {
		t.Errorf("5000 campaigns have only %d titles", len(titles))
	}
}

func TestEveryPersonCanJoin(t *testing.T) {
	c := newCrowd(3)
	emails := map[string]bool{}
	for i := range 2000 {
		p := c.member(i)
		if _, err := (member.Register{Name: p.Name, Email: p.Email, Lang: p.Lang}).Decide(member.State{}); err != nil {
			t.Fatalf("person %d, %+v: %v", i, p, err)
		}
		revise := member.ReviseProfile{Name: p.Name, Bio: p.Bio, Location: p.Location, Skills: skillsOf(i, p.Lang), Lang: p.Lang}
		if _, err := revise.Decide(member.State{Exists: true}); err != nil {
			t.Fatalf("person %d, %+v: %v", i, p, err)
		}
		if emails[p.Email] {
			t.Fatalf("two people have the address %s", p.Email)
		}
		emails[p.Email] = true
	}
	given := map[string]bool{}
	for _, o := range origins() {
		for _, n := range o.given {
			given[n] = true
		}
	}
	if len(given) < 120 {
		t.Errorf("there are only %d given names", len(given))
	}
	for _, s := range SignIns(4) {
		if !emails[s.Email] {
			t.Errorf("nobody has the address %s, which is told", s.Email)
		}
	}
}

func TestSameSeedSameSequence(t *testing.T) {
	one, two := slices.Collect(usualPlan().All), slices.Collect(usualPlan().All)
	if !reflect.DeepEqual(one, two) {
		t.Error("the same seed told two stories")
	}
	if len(one) != usualPlan().Steps() {
		t.Errorf("%d steps were announced, %d came", usualPlan().Steps(), len(one))
	}
	commands := map[ident.ID]bool{}
	for _, s := range one {
		if commands[s.Command] {
			t.Errorf("two steps are the command %s", s.Command)
		}
		commands[s.Command] = true
	}
	again := usualPlan()
	if p := slices.Collect(again.All); !reflect.DeepEqual(p, slices.Collect(again.All)) {
		t.Error("a plan told twice differs")
	}
	other := slices.Collect(NewPlan(Options{Members: 40, Campaigns: 14, Donations: 240, Seed: 2, Now: noon()}).All)
	if reflect.DeepEqual(one[39].Do.(Join).Person, other[39].Do.(Join).Person) {
		t.Error("another seed made the same person")
	}
}

// TestPlans checks what every plan must keep, whatever its size.
func TestPlans(t *testing.T) {
	for _, o := range []Options{
		{Members: 40, Campaigns: 14, Donations: 240, Seed: 1},
		{Members: 1, Campaigns: 3, Donations: 20, Seed: 2},
		{Members: 3, Campaigns: 200, Donations: 100, Seed: 3},
		{Members: 300, Campaigns: 18, Donations: 9000, Seed: 4},
		{Members: 5, Campaigns: 2, Donations: 0, Seed: 5},
		{Members: 0, Campaigns: 9, Donations: 9, Seed: 6},
		{Members: 2, Campaigns: 0, Donations: 9, Seed: 7},
	} {
		o.Now = noon()
		checkPlan(t, o)
	}
}

func checkPlan(t *testing.T, o Options) {
	t.Helper()
	type state struct {
		launched, closed bool
	}
	members, gifts := 0, 0
	var campaigns []state
	began := false
	last := time.Time{}
	for s := range NewPlan(o).All {
		if s.At.Before(last) || s.At.After(o.Now) {
			t.Errorf("%+v: a step at %s follows one at %s", o, s.At, last)
		}
		last = s.At
		switch a := s.Do.(type) {
		case Join:
			if a.Number != members || began {
				t.Errorf("%+v: member %d joins late", o, a.Number)
			}
			members++
		case Launch:
			began = true
			campaigns = append(campaigns, make([]state, max(0, a.Number+1-len(campaigns)))...)
			campaigns[a.Number].launched = true
			if a.Campaign.Owner < 0 || a.Campaign.Owner >= o.Members {
				t.Errorf("%+v: nobody owns %q", o, a.Campaign.Title)
			}
		case Change:
			if !campaigns[a.Campaign].launched {
				t.Errorf("%+v: campaign %d changes before it is launched", o, a.Campaign)
			}
			campaigns[a.Campaign].closed = true
		case Gift:
			gifts++
			if c := campaigns[a.Campaign]; !c.launched || c.closed {
				t.Errorf("%+v: campaign %d takes no gift", o, a.Campaign)
			}
			checkGift(t, o, a)
		case Refund:
			if a.Minor < 0 {
				t.Errorf("%+v: a refund of %d", o, a.Minor)
			}
		}
	}
	want := o.Donations
	if o.Members == 0 || o.Campaigns == 0 {
		want = 0
	}
	if members != o.Members || gifts != want {
		t.Errorf("%+v made %d members and %d gifts", o, members, gifts)
	}
}

func checkGift(t *testing.T, o Options, g Gift) {
	t.Helper()
	if g.Member < -1 || g.Member >= o.Members {
		t.Errorf("%+v: member %d gives", o, g.Member)
	}
	same := money.Same(g.Amount.Currency)
	terms := donation.Terms{Gift: g.Amount, Fee: money.Of(0, g.Amount.Currency), Counted: g.Amount, Rate: same, Main: g.Amount, MainRate: same}
	start := donation.Start{Terms: terms, Message: g.Message, Name: g.Guest.Name, Email: g.Guest.Email, Lang: g.Lang}
	if _, err := start.Decide(donation.State{}); err != nil {
		t.Errorf("%+v: %+v: %v", o, g, err)
	}
	if g.Amount.Minor < 5_00 || g.Amount.Minor > 30_000_00 {
		t.Errorf("%+v: a gift of %s", o, g.Amount)
	}
}

// TestTheUsualDemo checks what a new installation shows.
func TestTheUsualDemo(t *testing.T) {
	p := usualPlan()
	raised, texts := map[int]int64{}, map[string]bool{}
	outcomes, currencies := map[Outcome]int{}, map[money.Currency]int{}
	anonymous, covered, guests, refunds := 0, 0, 0, 0
	for s := range p.All {
		switch a := s.Do.(type) {
		case Gift:
			outcomes[a.Outcome]++
			currencies[a.Amount.Currency]++
			texts[a.Message] = true
			if a.Outcome == Paid {
				raised[a.Campaign] += worth(a.Amount, p.campaigns[a.Campaign].Goal.Currency)
			}
			if a.Anonymous {
				anonymous++
			}
			if a.CoverFees {
				covered++
			}
			if a.Member < 0 {
				guests++
			}
		case Refund:
			refunds++
		case Join, Launch, Change:
		}
	}
	if len(outcomes) != 4 || len(currencies) != 3 || len(texts) < 60 || anonymous == 0 || covered == 0 || guests == 0 || refunds == 0 {
		t.Errorf("outcomes %v, currencies %v, %d messages, %d anonymous, %d covered, %d guests, %d refunds",
			outcomes, currencies, len(texts), anonymous, covered, guests, refunds)
	}
	for i, c := range p.campaigns {
		if c.Goal.Minor == 0 || c.Percent == 0 {
			if raised[i] != 0 {
				t.Errorf("%s raised %d", c.Title, raised[i])
			}
			continue
		}
		percent := int(raised[i] * 100 / c.Goal.Minor)
		if percent < c.Percent-3 || percent > c.Percent+25 {
			t.Errorf("%s is at %d %%, not at about %d %%", c.Title, percent, c.Percent)
		}
	}
	total := 0
	for _, m := range messages() {
		total += len(m)
		if len(m)%5 == 0 {
			t.Error("steps of 5 do not meet every message")
		}
	}
	if total < 60 {
		t.Errorf("there are only %d messages", total)
	}
}

// TestPlan_Found75_NothingHappensInAPausedCampaign: once its owner has paused or ended it, a campaign is given nothing and gives
// nothing back, and nobody offers or publishes anything.
func TestPlan_Found75_NothingHappensInAPausedCampaign(t *testing.T) {
	for seed := range uint64(5) {
		p := NewPlan(Options{Members: 40, Campaigns: 30, Donations: 600, Seed: seed, Now: noon()})
		closed := map[int]time.Time{}
		after := func(campaign int, at time.Time, what string) {
			if since, is := closed[campaign]; is && at.After(since) {
				t.Errorf("seed %d: %s in %q after it was closed", seed, what, p.campaigns[campaign].Title)
			}
		}
		for s := range p.All {
			switch a := s.Do.(type) {
			case Change:
				closed[a.Campaign] = s.At
			case Gift:
				after(a.Campaign, s.At, "a gift")
			case Refund:
				after(a.Campaign, s.At, "a refund")
			case Join, Launch:
			}
		}
		if len(closed) == 0 {
			t.Errorf("seed %d: no campaign is closed", seed)
		}
		for _, o := range p.Pledges() {
			after(o.Campaign, o.At, "an offer")
		}
		for _, u := range p.Updates() {
			after(u.Campaign, u.At, "an update")
		}
		for _, s := range p.Shifts() {
			after(s.Campaign, s.At, "a shift")
		}
		for _, of := range p.Teams() {
			after(of.Campaign, of.At, "an invitation")
		}
	}
}

// TestPlan_Found61_PeopleWriteTheirOwnLanguage: whatever a member writes is in the language of the member.
func TestPlan_Found61_PeopleWriteTheirOwnLanguage(t *testing.T) {
	p := NewPlan(Options{Members: 40, Campaigns: 40, Donations: 400, Seed: 1, Now: noon()})
	wrote := func(member int, lang, what string) {
		t.Helper()
		if p.Lang(member) != lang {
			t.Errorf("member %d, who writes %s, writes %s: %s", member, p.Lang(member), lang, what)
		}
	}
	inLang := map[string]string{}
	for lang, all := range messages() {
		for _, m := range all {
			inLang[m] = lang
		}
	}
	for _, c := range p.Campaigns() {
		wrote(c.Owner, c.Lang, c.Title)
		for _, m := range c.Messages {
			inLang[m] = c.Lang
		}
	}
	own := 0
	for s := range p.All {
		g, is := s.Do.(Gift)
		if !is || g.Message == "" {
			continue
		}
		if g.Lang != inLang[g.Message] {
			t.Errorf("%q is said to be in %q", g.Message, g.Lang)
		}
		if g.Member >= 0 {
			wrote(g.Member, g.Lang, g.Message)
		}
		if slices.Contains(p.Campaigns()[g.Campaign].Messages, g.Message) {
			own++
		}
	}
	if own < 30 {
		t.Errorf("only %d gifts carry a message of their campaign's own", own)
	}
	for _, w := range p.Posts() {
		wrote(w.Author, w.Lang, w.Text)
		for _, c := range w.Comments {
			wrote(c.Author, w.Lang, c.Text)
			if c.Reply != (c.Author == w.Author) {
				t.Errorf("member %d answers: %s", c.Author, c.Text)
			}
		}
	}
	for _, o := range p.Pages() {
		wrote(o.Owner, o.Lang, o.Name)
	}
	for _, o := range p.Pledges() {
		wrote(o.Member, o.Words.Lang, o.Words.Message)
		if c := p.Campaigns()[o.Campaign]; o.Answer.Lang != c.Lang {
			t.Errorf("the organizer of %q answers in %q", c.Title, o.Answer.Lang)
		}
	}
}

// TestPlan_Found61_CampaignsHaveCovers: at least eight of the usual campaigns show a picture of their place, small enough and of the
// size in which pictures are kept.
func TestPlan_Found61_CampaignsHaveCovers(t *testing.T) {
	scenes := map[string]bool{}
	for _, c := range usualPlan().Campaigns() {
		if c.Cover.Scene == "" {
			continue
		}
		made, err := c.Cover.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		size, err := webp.DecodeConfig(bytes.NewReader(made))
		if err != nil || size.Width != 1600 || size.Height != 900 || len(made) > 120_000 {
			t.Errorf("%s: %d bytes of %d × %d pixels: %v", c.Cover.Scene, len(made), size.Width, size.Height, err)
		}
		if c.Cover.Alt == "" || scenes[c.Cover.Scene] {
			t.Errorf("%q has the picture of another, or no words: %+v", c.Title, c.Cover)
		}
		scenes[c.Cover.Scene] = true
	}
	if len(scenes) < 8 {
		t.Errorf("only %d campaigns have a cover", len(scenes))
	}
}
