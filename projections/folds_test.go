package projections

import (
	"reflect"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

var (
	id        = ident.ID{1}
	subject   = ident.ID{2}
	owner     = ident.ID{3}
	gift      = ident.ID{4}
	supporter = ident.ID{5}
	at        = time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)
)

func fold(t *testing.T, projection string, events ...any) *projector.Memory {
	t.Helper()
	facts := make([]fact, len(events))
	for i, e := range events {
		facts[i] = fact{"thing", id, e}
	}
	return folded(t, byName(projection), happenings(facts), len(facts), false)
}

func plain(s string) personal.Text { return personal.Plain(s) }

func described() campaign.Content {
	return campaign.Content{
		Title: plain("Été à Łódź"), Description: plain("A well"), Story: plain("Long ago"), Category: "community",
		Resources: []campaign.Resource{campaign.Money, campaign.Materials}, Goal: money.Of(100_000, money.EUR),
		Location: plain("Nîmes"),
		Needs: []campaign.Need{{ID: ident.ID{9}, Item: plain("Rope"), Quantity: 3, Unit: plain("m"), Note: plain("long")},
			{ID: ident.ID{10}, Item: plain("Pump"), Quantity: 1}},
		Lang: "fr", EndDate: "2026-12-31", TimeZone: "UTC", EndsAt: at.Add(time.Hour), Beneficiary: ident.ID{8}, ForName: plain("Bo"),
		Relationship: "friend",
	}
}

func launched() campaign.Launched {
	return campaign.Launched{Campaign: id, Subject: subject, Owner: owner, Slug: plain("ete-a-lodz"), Content: described(), At: at}
}

func TestCampaignRows(t *testing.T) {
	ends, closed := at.Add(time.Hour), at.Add(time.Minute)
	want := readmodel.Campaign{
		ID: id, Subject: subject, Owner: owner, Slug: "ete-a-lodz", Status: "active", Standing: "active",
		Title: "Été à Łódź", Description: "A well",
		Story:    "Long ago",
		Category: "community", Resources: []string{"money", "materials"}, Currency: money.EUR, Goal: 100_000,
		Needs: []readmodel.Need{{ID: ident.ID{9}, Item: "Rope", Quantity: 3, Unit: "m", Note: "long"},
			{ID: ident.ID{10}, Item: "Pump", Quantity: 1}},
		ItemsGoal: 4, Location: "Nîmes", Lang: "fr", EndDate: "2026-12-31", TimeZone: "UTC", EndsAt: &ends, Beneficiary: ident.ID{8},
		ForName:      "Bo",
		Relationship: "friend", Search: "ete a lodz a well nimes", Place: "nimes", LaunchedAt: at,
	}
	is := func(what string, want readmodel.Campaign, events ...any) {
		t.Helper()
		m := fold(t, "campaigns", append([]any{launched()}, events...)...)
		if got := row[readmodel.Campaign](m, readmodel.Campaigns, id); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v\nnot\n%+v", what, got, want)
		}
		if s := row[readmodel.CampaignSlug](m, readmodel.CampaignSlugs, "ete-a-lodz"); s.Campaign != id {
			t.Errorf("%s: the slug leads to %s", what, s.Campaign)
		}
	}
	is("launched", want)
	paused := want
	stands := func(c *readmodel.Campaign, s string) { c.Status, c.Standing = s, s }
	stands(&paused, "paused")
	paused.ClosedAt, paused.Revision = &closed, 1
	is("paused", paused, campaign.Paused{Campaign: id, At: closed})
	resumed := want
	resumed.Revision = 2
	is("resumed", resumed, campaign.Paused{Campaign: id, At: closed}, campaign.Resumed{Campaign: id, At: closed})
	ended := want
	stands(&ended, "completed")
	ended.ClosedAt, ended.EndReason, ended.Revision = &closed, "owner", 1
	is("completed", ended, campaign.Completed{Campaign: id, Reason: campaign.ByOwner, At: closed})
	cancelled := want
	stands(&cancelled, "cancelled")
	cancelled.ClosedAt, cancelled.EndReason, cancelled.Revision = &closed, "cancelled", 1
	cancelled.CancelReason = "Rain"
	is("cancelled", cancelled, campaign.Cancelled{Campaign: id, Subject: subject, Reason: plain("Rain"), At: closed})
	featured := want
	featured.Featured, featured.Revision = true, 1
	is("featured", featured, campaign.Featured{Campaign: id, At: closed})
	urgent, ended7 := want, closed.Add(campaign.UrgentFor)
	urgent.UrgentAt, urgent.UrgentUntil, urgent.UrgentReason, urgent.Revision = &closed, &ended7, "Hurry", 1
	hurry := campaign.MarkedUrgent{Campaign: id, Subject: subject, Reason: plain("Hurry"), Until: ended7, At: closed}
	is("urgent", urgent, hurry)
	calm := urgent
	calm.UrgentUntil, calm.Revision = nil, 2
	is("not urgent", calm, hurry, campaign.UrgencyLapsed{Campaign: id, At: ended7})
	calm.CalmReason = "No"
	is("found not urgent", calm, hurry, campaign.UrgencyRemoved{Campaign: id, Subject: subject, Reason: plain("No"), At: ended7})
	renamed := want
	renamed.Slug, renamed.Revision = "wells", 1
	is("renamed", renamed, campaign.Renamed{Campaign: id, Subject: subject, Slug: plain("wells"), At: closed})
	nameless := want
	nameless.Revision = 1
	is("renamed by words that are erased", nameless, campaign.Renamed{Campaign: id, Subject: subject, At: closed})
	fixed := want
	fixed.Given, fixed.Revision = true, 3
	is("fixed", fixed, campaign.CurrencyFixed{Campaign: id, Currency: money.EUR}, campaign.Featured{Campaign: id},
		campaign.Unfeatured{Campaign: id})

	shown := want
	shown.Photo, shown.PhotoBlur, shown.PhotoAlt, shown.Video, shown.Revision = "p", "data:,", "A well", "v", 1
	media := campaign.MediaShown{
		Campaign: id, Subject: subject, Photo: plain("p"), PhotoBlur: plain("data:,"), PhotoAlt: plain("A well"), Video: plain("v"),
	}
	is("shows", shown, media)
	bare := want
	bare.Revision = 2
	is("shows no more", bare, media, campaign.MediaShown{Campaign: id, Subject: subject})

	revised := want
	revised.Title, revised.Search = "Wells", "wells a well nimes"
	revised.EndsAt, revised.EndDate, revised.RevisedAt, revised.Revision = nil, "", &closed, 1
	revised.Needs, revised.ItemsGoal, revised.Resources = []readmodel.Need{}, 0, []string{"money"}
	c := described()
	c.Title, c.EndDate, c.EndsAt, c.Needs, c.Resources = plain("Wells"), "", time.Time{}, nil, c.Resources[:1]
	is("revised", revised, campaign.Revised{Campaign: id, Subject: subject, Content: c, At: closed})
}

// A campaign that waits for a moderator, and what moderators decide. A suspension hides what stands beneath it, and goes on.
func TestReviewedCampaignRows(t *testing.T) {
	when := func(n int) *time.Time { m := at.Add(time.Duration(n) * time.Minute); return &m }
	is := func(what, status, standing, reason string, since, decided *time.Time, events ...any) {
		t.Helper()
		m := fold(t, "campaigns", append([]any{campaign.Submitted(launched())}, events...)...)
		c := row[readmodel.Campaign](m, readmodel.Campaigns, id)
		if c.Status != status || c.Standing != standing || c.StopReason != reason || !reflect.DeepEqual(c.WaitsSince, since) ||
			!reflect.DeepEqual(c.DecidedAt, decided) || c.Revision != int64(len(events)) {
			t.Errorf("%s: %+v", what, c)
		}
		if status == "active" && !c.LaunchedAt.Equal(*when(1)) {
			t.Errorf("%s: launched at %s, not when it was approved", what, c.LaunchedAt)
		}
	}
	asked := campaign.ChangesRequested{Campaign: id, Subject: subject, Reason: plain("Who?"), At: *when(1)}
	approved, suspended := campaign.Approved{Campaign: id, At: *when(1)}, campaign.Suspended{
		Campaign: id, Subject: subject, Reason: plain("A lie"), At: *when(2),
	}
	is("submitted", "in_review", "in_review", "", when(0), nil)
	is("changes requested", "changes_requested", "changes_requested", "Who?", nil, when(1), asked)
	is("sent again", "in_review", "in_review", "Who?", when(2), when(1), asked, campaign.Resubmitted{Campaign: id, At: *when(2)})
	is("rejected", "rejected", "rejected", "No", nil, when(1),
		campaign.Rejected{Campaign: id, Subject: subject, Reason: plain("No"), At: *when(1)})
	is("taken back", "withdrawn", "withdrawn", "", nil, nil, campaign.Withdrawn{Campaign: id, At: *when(1)})
	is("approved", "active", "active", "", nil, when(1), approved)
	is("suspended", "suspended", "active", "A lie", nil, when(2), approved, suspended)
	is("suspended, then completed", "suspended", "completed", "A lie", nil, when(2), approved, suspended,
		campaign.Completed{Campaign: id, Reason: campaign.ByEndDate, At: *when(3)})
	is("reinstated", "completed", "completed", "", nil, when(4), approved, suspended,
		campaign.Completed{Campaign: id, Reason: campaign.ByEndDate, At: *when(3)}, campaign.Reinstated{Campaign: id, At: *when(4)})
}

// What was erased leaves no word behind; an erased campaign is found under its id.
func TestErasedCampaignRows(t *testing.T) {
	e := launched()
	gone := personal.Erased()
	e.Slug, e.Title, e.Description, e.Story, e.Location, e.ForName = gone, gone, gone, gone, gone, gone
	for i := range e.Needs {
		e.Needs[i].Item, e.Needs[i].Unit, e.Needs[i].Note = gone, gone, gone
	}
	m := fold(t, "campaigns", e)
	got := row[readmodel.Campaign](m, readmodel.Campaigns, id)
	words := got.Title + got.Description + got.Story + got.Location + got.ForName + got.Search + got.Place
	if got.Slug != id.String() || words+got.Needs[0].Item != "" {
		t.Errorf("%+v", got)
	}
	if s := row[readmodel.CampaignSlug](m, readmodel.CampaignSlugs, id.String()); s.Campaign != id {
		t.Errorf("its id leads to %s", s.Campaign)
	}
}

var terms = donation.Terms{
	Gift: money.Of(5000, money.USD), Fee: money.Of(175, money.USD), Counted: money.Of(4301, money.EUR),
	Main: money.Of(4301, money.EUR),
	Rate: money.Rate{From: money.USD, To: money.EUR, Num: 8602, Den: 10000, Date: "2026-11-20", Source: "ecb"},
}

func started(anonymous bool) donation.Started {
	return donation.Started{
		Donation: gift, Campaign: id, Supporter: supporter, Member: owner, Terms: terms, Anonymous: anonymous, Name: plain("Ada"),
		Email: plain("ada@example.org"), Message: plain("Courage!"), Lang: "fr", Provider: "fake", At: at,
	}
}

func completed() donation.Completed {
	return donation.Completed{Donation: gift, Campaign: id, Supporter: supporter, Member: owner, Terms: terms, Reference: "r",
		At: at.Add(time.Minute)}
}

func returned(minor int64, full bool) donation.Refunded {
	return donation.Refunded{
		Donation: gift, Campaign: id, Supporter: supporter, Refund: ident.ID{7}, Amount: money.Of(minor, money.USD),
		Gift:    money.Of(minor, money.USD),
		Counted: money.Of(minor/2, money.EUR), Main: money.Of(minor/2, money.EUR), Full: full, Reason: donation.ByOrganizer, At: at,
	}
}

func TestSupporterLines(t *testing.T) {
	when := at.Add(time.Minute)
	want := readmodel.Supporter{
		Contribution: gift, Line: ident.Pair("supporter-line", gift.String()), Campaign: id, Supporter: supporter, Member: owner,
		Kind:  "money",
		State: readmodel.StatePending, Name: "Ada", Message: "Courage!", Lang: "fr", Currency: money.USD, Amount: 5000,
	}
	is := func(what string, want readmodel.Supporter, events ...any) {
		t.Helper()
		if got := row[readmodel.Supporter](fold(t, "campaign_supporters", events...), readmodel.Supporters,
			gift); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v\nnot\n%+v", what, got, want)
		}
	}
	want.PendingRefunds = []readmodel.PendingRefund{}
	is("started", want, started(false))
	is("failed", want, started(false), donation.Failed{Donation: gift, Campaign: id})
	listed := want
	listed.State, listed.At, listed.Payment = readmodel.StateListed, &when, "r"
	is("completed", listed, started(false), completed())
	settled := func(reference string, fee int64) donation.PaymentSettled {
		return donation.PaymentSettled{Donation: gift, Campaign: id, Reference: reference, Fee: money.Of(fee, money.EUR)}
	}
	dear := listed
	dear.Cost, dear.CostCurrency = 96, "EUR"
	is("what the provider kept, and not of a payment that was not needed", dear, started(false), settled("s", 1), completed(),
		settled("r", 96), settled("s", 1))
	way := want
	way.Status, way.At = readmodel.MoneyUnderWay, &when
	underWay := donation.PaymentUnderWay{Donation: gift, Campaign: id, Reference: "r", At: when}
	is("on its way", way, started(false), underWay)
	is("on its way, and then not", want, started(false), underWay, donation.Failed{Donation: gift, Campaign: id})
	is("on its way, and then there", listed, started(false), underWay, completed())
	by := when.Add(time.Hour)
	disputed := listed
	disputed.Status, disputed.AnswerBy, disputed.DisputeLink = readmodel.MoneyDisputed, &by, "https://pay.example/dp"
	opened := donation.DisputeOpened{Donation: gift, Campaign: id, Dispute: "dp", AnswerBy: by, Link: "https://pay.example/dp"}
	is("disputed", disputed, started(false), completed(), opened)
	is("disputed no more", listed, started(false), completed(), opened, donation.DisputeClosed{Donation: gift, Campaign: id})
	askedBack := listed
	askedBack.AskedAt, askedBack.Asked = &when, "I gave twice"
	ask := donation.RefundAsked{Donation: gift, Campaign: id, Words: personal.Plain("I gave twice"), At: when}
	is("asked back", askedBack, started(false), completed(), ask)
	is("asked back and declined", listed, started(false), completed(), ask, donation.RefundDeclined{Donation: gift, Campaign: id})
	refund := ident.ID{9}
	back := listed
	back.PendingRefunds = []readmodel.PendingRefund{{Refund: refund, Minor: 5175, In: money.USD}}
	goes := donation.RefundRequested{Donation: gift, Campaign: id, Refund: refund, Amount: money.Of(5175, money.USD)}
	is("on its way back", back, started(false), completed(), ask, goes)
	is("on its way back and refused", listed, started(false), completed(), goes,
		donation.RefundRefused{Donation: gift, Campaign: id, Refund: refund})
	part := listed
	part.Refunded = 1000
	is("refunded in part", part, started(false), completed(), returned(1000, false))
	full := part
	full.Refunded, full.State = 5000, readmodel.StateReturned
	is("refunded", full, started(false), completed(), returned(1000, false), returned(4000, true))
	hidden := listed
	hidden.Anonymous, hidden.Name, hidden.Member = true, "", ident.Nil
	is("anonymous", hidden, started(true), completed())
	uncounted := returned(1, true)
	uncounted.Uncounted = true
	is("never completed", want, started(false), donation.Mismatched{Donation: gift, Campaign: id}, uncounted)
}

func TestHours(t *testing.T) {
	m := fold(t, "campaign_progress", launched(), completed(),
		func() donation.Completed { c := completed(); c.Donation = ident.ID{6}; return c }())
	hour := campaignHour{id, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	if got := row[readmodel.CampaignHour](m, readmodel.ProgressHours, hour); got.Gifts != 2 {
		t.Errorf("%+v", m.Tables[readmodel.ProgressHours])
	}
	if p := row[readmodel.CampaignProgress](m, readmodel.Progress,
		id); p.Gifts != 2 || p.Supporters != 1 || !p.LastGiftAt.Equal(at.Add(time.Minute)) {
		t.Errorf("%+v", p)
	}
}

func TestFigures_MoveWhenTheyDid(t *testing.T) {
	back := returned(2000, false)
	back.At = at.Add(26 * time.Hour)
	m := fold(t, readmodel.CampaignFigures, launched(), completed(), back)
	given := row[readmodel.CampaignFigure](m, readmodel.CampaignFigures, campaignSlot{id, at.Truncate(15 * time.Minute)})
	if given.Raised != completed().Counted.Minor || given.Gifts != 1 {
		t.Errorf("given: %+v", given)
	}
	went := row[readmodel.CampaignFigure](m, readmodel.CampaignFigures, campaignSlot{id, back.At.Truncate(15 * time.Minute)})
	if went.Raised != -back.Counted.Minor || went.Gifts != 0 {
		t.Errorf("went back: %+v", went)
	}
}

// Somebody who watches every public counter while a gift arrives: it counts as a new person, whoever gave it, unless it is a
// member's under their name. So no counter tells who gave anonymously, nor whether an address gave before.
func TestCounters_HideWhoGave(t *testing.T) {
	of := func(n byte, member ident.ID, anonymous bool) donation.Completed {
		c := completed()
		c.Donation, c.Member, c.Anonymous = ident.ID{n}, member, anonymous
		return c
	}
	back := func(n byte) donation.Refunded {
		r := returned(5000, true)
		r.Donation, r.Given = ident.ID{n}, at.Add(time.Minute)
		return r
	}
	type counts struct{ Gifts, Supporters, Recent, People, Contributors int64 }
	seen := func(events []any) (c counts) {
		m := fold(t, "campaign_progress", events...)
		p := row[readmodel.CampaignProgress](m, readmodel.Progress, id)
		c.Gifts, c.Supporters, c.Recent = p.Gifts, p.Supporters, popularAt(m, id, at.Add(time.Hour))
		m = fold(t, "platform_totals", events...)
		c.People = row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindPerson).Count
		for _, r := range fold(t, "contributor_totals", events...).Tables[readmodel.Contributors] {
			if total, ok := r.(*readmodel.ContributorTotal); ok && total.Gifts > 0 {
				c.Contributors++
			}
		}
		return c
	}
	events := []any{launched(), of(20, owner, false)}
	for _, step := range []struct {
		what   string
		event  any
		gifts  int64
		people int64
	}{
		{"a member again, under their name", of(21, owner, false), 2, 1},
		{"the same, anonymously", of(22, owner, true), 3, 2},
		{"the same, anonymously again", of(23, owner, true), 4, 3},
		{"a guest", of(24, ident.Nil, false), 5, 4},
		{"the same address again", of(25, ident.Nil, false), 6, 5},
		{"an anonymous gift goes back", back(22), 5, 4},
		{"one of the guest's goes back", back(24), 4, 3},
		{"one under a name goes back", back(20), 3, 3},
		{"the other goes back", back(21), 2, 2},
	} {
		events = append(events, step.event)
		if got, want := seen(events), (counts{step.gifts, step.people, step.people, step.people, step.people}); got != want {
			t.Errorf("%s: %+v, want %+v", step.what, got, want)
		}
	}
}

func TestWalletOfWrongPayments(t *testing.T) {
	back := returned(9999, true)
	back.Uncounted, back.Amount.Currency = true, money.GBP
	m := fold(t, "wallet_history", started(false), donation.Mismatched{Donation: gift, Campaign: id,
		Paid: money.Of(9999, money.GBP)}, back)
	if got := row[readmodel.WalletEntry](m, readmodel.Wallet,
		gift); got.Refunded != 0 || got.Status != "refunded" || got.CompletedAt != nil {
		t.Errorf("%+v", got)
	}
}

func registered(who, subject ident.ID) member.Registered {
	return member.Registered{Member: who, Subject: subject, Name: plain("Ada Éluard"), Email: plain("ada@example.org"), Lang: "fr",
		At: at}
}

func TestMemberRows(t *testing.T) {
	r := registered(owner, subject)
	m := fold(t, "members", r)
	want := readmodel.Member{ID: owner, Subject: subject, Name: "Ada Éluard", Email: "ada@example.org", Lang: "fr",
		Search: "ada eluard", CreatedAt: at, ShowsName: true}
	if got := row[readmodel.Member](m, readmodel.Members, owner); got != want {
		t.Errorf("%+v", got)
	}
	m = fold(t, "members", r, member.ProfileRevised{Member: owner, Subject: subject, Name: plain("Bo"), Bio: plain("b"),
		Location: plain("L"), Skills: plain("Élan\nVan"), Lang: "en", At: at})
	want.Name, want.Search, want.Bio, want.Location, want.Lang = "Bo", "bo", "b", "L", "en"
	want.Skills, want.PlaceSearch, want.SkillSearch = "Élan\nVan", "l", "elan van"
	if got := row[readmodel.Member](m, readmodel.Members, owner); got != want {
		t.Errorf("%+v", got)
	}
	skipped := member.OnboardingSkipped{Member: owner, Skipped: true, At: at}
	if got := row[readmodel.Member](fold(t, "members", r, skipped), readmodel.Members, owner); !got.OnboardingSkipped {
		t.Errorf("%+v", got)
	}
	again := member.OnboardingSkipped{Member: owner, At: at}
	if got := row[readmodel.Member](fold(t, "members", r, skipped, again), readmodel.Members, owner); got.OnboardingSkipped {
		t.Errorf("%+v", got)
	}
	shown := member.AvatarChanged{Member: owner, Upload: "one", At: at}
	if got := row[readmodel.Member](fold(t, "members", r, shown), readmodel.Members, owner); got.Avatar != "one" {
		t.Errorf("the picture is %q", got.Avatar)
	}
	elsewhere := member.EmailChanged{Member: owner, Subject: want.Subject, Email: plain("ada@elsewhere.example"), At: at}
	moved := row[readmodel.Member](fold(t, "members", r, elsewhere), readmodel.Members, owner)
	if moved.Email != "ada@elsewhere.example" || moved.Name != "Ada Éluard" {
		t.Errorf("%+v", moved)
	}
	none := member.AvatarChanged{Member: owner, At: at}
	if got := row[readmodel.Member](fold(t, "members", r, shown, none), readmodel.Members, owner); got.Avatar != "" {
		t.Errorf("the picture is %q still", got.Avatar)
	}
	agreed := member.TrackingChosen{Member: owner, Allowed: true, At: at}
	if got := row[readmodel.Member](fold(t, "members", r, agreed), readmodel.Members, owner); !got.Tracking {
		t.Errorf("%+v", got)
	}
	dark := member.ThemeChosen{Member: owner, Theme: "dark", At: at}
	if got := row[readmodel.Member](fold(t, "members", r, dark), readmodel.Members, owner); got.Theme != "dark" {
		t.Errorf("%+v", got)
	}
	m = fold(t, "members", r, member.LanguageChosen{Member: owner, Lang: "es", At: at})
	want.Name, want.Search, want.Bio, want.Location, want.Lang = "Ada Éluard", "ada eluard", "", "", "es"
	want.Skills, want.PlaceSearch, want.SkillSearch = "", "", ""
	if got := row[readmodel.Member](m, readmodel.Members, owner); got != want {
		t.Errorf("%+v", got)
	}
}

// A member's row says what of their page they show: what their registration says, until they choose.
func TestMemberRows_Visibility(t *testing.T) {
	r := registered(owner, subject)
	r.Shows = []member.Part{member.PartBio, member.PartCampaigns}
	chosen := func(part member.Part, shown bool) member.VisibilityChosen {
		return member.VisibilityChosen{Member: owner, Part: part, Shown: shown, At: at}
	}
	shown := func(events ...any) readmodel.Member {
		return row[readmodel.Member](fold(t, "members", events...), readmodel.Members, owner)
	}
	m := shown(r, chosen(member.PartBio, false), chosen(member.PartListed, true))
	if !m.ShowsName || m.ShowsBio || !m.ShowsCampaigns || m.ShowsLocation || m.ShowsGiven || m.ShowsFollowing || !m.Listed {
		t.Errorf("%+v", m)
	}
	m = shown(registered(owner, subject), chosen(member.PartName, false))
	if m.ShowsName || m.ShowsBio || m.ShowsSkills || m.ShowsPages || m.ShowsCampaigns || m.Listed {
		t.Errorf("%+v", m)
	}
}

// What a campaign asks for is changed in public once somebody gave, and not before.
func TestCampaignChangeRows(t *testing.T) {
	revised := func(change func(*campaign.Content)) campaign.Revised {
		c := launched().Content
		change(&c)
		return campaign.Revised{Campaign: id, Subject: subject, Content: c, At: at}
	}
	first := revised(func(c *campaign.Content) { c.Goal = money.Of(2_000_00, money.EUR) })
	then := revised(func(c *campaign.Content) {
		c.Goal, c.TimeGoal, c.EndDate, c.Beneficiary = money.Of(3_000_00, money.EUR), 60, "2027-01-31", ident.ID{77}
	})
	m := fold(t, "campaigns", launched(), first, campaign.CurrencyFixed{Campaign: id, Currency: money.EUR}, then, then)
	if c := row[readmodel.Campaign](m, readmodel.Campaigns, id); !c.Given || c.Changes != 4 {
		t.Errorf("%d changes", c.Changes)
	}
	want := []readmodel.CampaignChange{
		{What: readmodel.ChangedGoal, Currency: money.EUR, Before: 2_000_00, After: 3_000_00},
		{What: readmodel.ChangedTimeGoal, After: 60},
		{What: readmodel.ChangedEndDate, DayBefore: "2026-12-31", DayAfter: "2027-01-31"},
		{What: readmodel.ChangedBeneficiary},
	}
	for i, w := range want {
		got := row[readmodel.CampaignChange](m, readmodel.CampaignChanges, campaignNumber{id, int64(i + 1)})
		w.Campaign, w.Number, w.At, w.ID = id, int64(i+1), at, got.ID
		if got != w || got.ID.IsNil() {
			t.Errorf("%+v\nnot\n%+v", got, w)
		}
	}
}
