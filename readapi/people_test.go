package readapi_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/readapi"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	readgiving "github.com/callup/callup/readapi/giving"
	readmembers "github.com/callup/callup/readapi/members"
	"github.com/callup/callup/readapi/platform"
	readpledges "github.com/callup/callup/readapi/pledges"
	"github.com/callup/callup/readapi/read"
)

func TestSupporters_showWhoWantsToBeSeen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, shy := w.member("Owner", "o@example.org"), w.member("Shyname", "shy@example.org")
	open := w.member("Openname", "open@example.org")
	made := w.launch(owner, content("Well"))
	id := made.CampaignID
	hidden := w.give(shy, giving.DonateMoneyBody{
		CampaignID: id, Amount: 100 * 5, Currency: money.EUR, Anonymous: true, Message: "Good luck",
	})
	secret := w.give(ident.Nil, giving.DonateMoneyBody{
		CampaignID: id, Amount: 100 * 6, Currency: money.EUR, Anonymous: true,
		DonorName: "Guestsecret", DonorEmail: "gs@example.org",
	})
	w.give(ident.Nil, giving.DonateMoneyBody{
		CampaignID: id, Amount: 100 * 7, Currency: money.EUR, DonorName: "Guestopen", DonorEmail: "go@example.org",
	})
	w.give(open, giving.DonateMoneyBody{CampaignID: id, Amount: 100 * 8, Currency: money.EUR})
	w.start(open, giving.DonateMoneyBody{CampaignID: id, Amount: 100 * 9, Currency: money.EUR})

	for _, one := range []ident.ID{owner, shy, open} {
		done, err := command.Execute(t.Context(), w.commands.Handler, member.Decider, one, w.env(),
			member.ChangeAvatar{Upload: "of" + one.String(), Now: w.now()}.Decide)
		w.saw(command.Done{Position: done.Position}, err)
	}

	path := "/api/campaigns/" + id.String() + "/supporters"
	list := answer[read.List[readcampaigns.Supporter]](w, ident.Nil, path)
	if list.Total != 4 || len(list.Items) != 4 {
		t.Fatalf("%d of %d, want the 4 confirmed gifts", len(list.Items), list.Total)
	}
	for i, want := range []struct {
		person    readcampaigns.Person
		anonymous bool
	}{
		{readcampaigns.Person{ID: open, Name: "Openname", Avatar: "/media/avatar/of" + open.String()}, false},
		{readcampaigns.Person{Name: "Guestopen"}, false}, {readcampaigns.Person{}, true}, {readcampaigns.Person{}, true},
	} {
		if got := list.Items[i]; got.Person != want.person || got.Anonymous != want.anonymous {
			t.Errorf("line %d: %+v, want %+v", i, got, want)
		}
	}
	paged, cursor := []readcampaigns.Supporter{}, ""
	for range 4 {
		page := answer[read.List[readcampaigns.Supporter]](w, ident.Nil, path+"?limit=1&cursor="+cursor)
		paged, cursor = append(paged, page.Items...), page.Next
	}
	for i := range paged {
		if paged[i].ID != list.Items[i].ID {
			t.Errorf("line %d differs when paged", i)
		}
	}
	if len(paged) != 4 || cursor != "" {
		t.Errorf("%d lines paged, cursor %q", len(paged), cursor)
	}

	for _, as := range []ident.ID{ident.Nil, owner, open} {
		for _, path := range []string{
			path, path + "?limit=1", "/api/campaigns", "/api/campaigns/well", "/api/platform/recent", "/api/platform/totals",
			"/api/categories", "/api/settings",
		} {
			a := w.get(as, path)
			if a.status != http.StatusOK {
				t.Fatalf("GET %s: %d %s", path, a.status, a.body)
			}
			for _, private := range []string{
				"Shyname", "Guestsecret", shy.String(), "@example.org", hidden.String(), secret.String(), member.SubjectOf(shy).String(),
			} {
				if strings.Contains(string(a.body), private) {
					t.Errorf("GET %s shows %q", path, private)
				}
			}
		}
	}
	w.refused(ident.Nil, "/api/campaigns/"+ident.Pair("x").String()+"/supporters", http.StatusNotFound, "campaign_not_found")
	w.refused(ident.Nil, "/api/campaigns/none/supporters", http.StatusUnprocessableEntity, "validation_failed")
	w.refused(ident.Nil, path+"?cursor=x", http.StatusUnprocessableEntity, "bad_cursor")
	lonely := w.launch(owner, content("Empty")).CampaignID.String()
	empty := answer[read.List[readcampaigns.Supporter]](w, ident.Nil, "/api/campaigns/"+lonely+"/supporters")
	if empty.Total != 0 || empty.Items == nil {
		t.Errorf("without gifts: %+v", empty)
	}
}

func TestDonation_isShownToItsGiver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	giver, other := w.member("Giver", "giver@example.org"), w.member("Other", "other@example.org")
	id := w.launch(other, content("Well")).CampaignID
	mine := w.give(giver, giving.DonateMoneyBody{CampaignID: id, Amount: 50_00, Currency: money.USD, Message: "Hi"})
	guests := w.start(ident.Nil, giving.DonateMoneyBody{
		CampaignID: id, Amount: 100 * 3, Currency: money.EUR, DonorName: "Guestname", DonorEmail: "g@example.org",
	})

	got := answer[readgiving.Donation](w, giver, "/api/donations/"+mine.String())
	if got.Status != "completed" || got.Amount != 50_00 || got.Currency != money.USD || got.CountedCurrency != money.EUR ||
		got.RateDate == "" || got.RateSource == "" || got.CampaignSlug != "well" || got.CompletedAt == nil {
		t.Errorf("donation: %+v", got)
	}
	w.refused(ident.Nil, "/api/donations/"+mine.String(), http.StatusNotFound, "donation_not_found")
	w.refused(other, "/api/donations/"+mine.String(), http.StatusNotFound, "donation_not_found")
	a := w.get(ident.Nil, "/api/donations/"+guests.String())
	if a.status != http.StatusOK || strings.Contains(string(a.body), "Guestname") || strings.Contains(string(a.body), "g@example") {
		t.Errorf("guest's gift: %d %s", a.status, a.body)
	}
	if a.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("Cache-Control %q", a.header.Get("Cache-Control"))
	}

	list := answer[read.List[readgiving.Donation]](w, giver, "/api/me/transactions")
	if list.Total != 1 || list.Items[0].ID != mine {
		t.Errorf("transactions: %+v", list)
	}
	second := w.start(giver, giving.DonateMoneyBody{CampaignID: id, Amount: 100 * 1, Currency: money.EUR})
	page := answer[read.List[readgiving.Donation]](w, giver, "/api/me/transactions?limit=1")
	if page.Total != 2 || page.Items[0].ID != second {
		t.Errorf("first page: %+v", page)
	}
	page = answer[read.List[readgiving.Donation]](w, giver, "/api/me/transactions?limit=1&cursor="+page.Next)
	if page.Items[0].ID != mine || page.Next != "" {
		t.Errorf("second page: %+v", page)
	}
}

// Money as well as time is listed with the picture of its campaign, which a suspended one shows to nobody.
func TestFound53_ContributionsShowTheirCampaignsPhotograph(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver, moderator := w.staffed()
	in := andTime(content("Well"))
	in.Photo = "abc"
	id := w.launch(owner, in).CampaignID
	w.give(giver, giving.DonateMoneyBody{CampaignID: id, Amount: 50_00, Currency: money.EUR})
	w.pledge(giver, id, 90)
	shows := func(want string) {
		t.Helper()
		gifts := answer[read.List[readgiving.Donation]](w, giver, "/api/me/transactions").Items
		hours := answer[readpledges.MyPledges](w, giver, "/api/me/pledges").Items
		if len(gifts) != 1 || len(hours) != 1 || gifts[0].CampaignPhoto != want || hours[0].CampaignPhoto != want {
			t.Errorf("%+v\n%+v\nshow another than %q", gifts, hours, want)
		}
	}
	shows("/media/campaign-photo/abc")
	w.decide(moderator, id, "No", "suspend")
	shows("")
}

func TestMine_needsSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me Myself", "me@example.org")
	w.saw(staff.GrantRole.Run(t.Context(), w.commands, w.env(), staff.RoleBody{MemberID: me, Role: auth.Auditor}))
	w.launch(me, content("Mine"))
	paused := w.launch(me, content("Paused"))
	w.pause(me, paused.CampaignID)
	w.launch(w.member("Other", "other@example.org"), content("Not mine"))
	for _, path := range []string{"/api/me", "/api/me/transactions", "/api/me/campaigns"} {
		w.refused(ident.Nil, path, http.StatusUnauthorized, "sign_in_required")
	}
	got := answer[readmembers.Me](w, me, "/api/me")
	if got.Name != "Me Myself" || got.Email != "me@example.org" || got.Lang != "fr" ||
		!slices.Equal(got.Roles, []string{auth.Auditor}) {
		t.Errorf("me: %+v", got)
	}
	w.refused(ident.Pair("nobody"), "/api/me", http.StatusNotFound, "member_not_found")
	if got := answer[cards](w, me, "/api/me/campaigns"); slugs(got.Items) != "paused mine" || got.Total != 2 {
		t.Errorf("my campaigns: %+v", got)
	}
	first := answer[cards](w, me, "/api/me/campaigns?limit=1")
	if got := answer[cards](w, me, "/api/me/campaigns?limit=1&cursor="+first.Next); slugs(got.Items) != "mine" {
		t.Errorf("second page: %+v", got)
	}
}

func TestPlatform_totals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	empty := answer[platform.Totals](w, ident.Nil, "/api/platform/totals")
	if empty.Currency != money.EUR || empty.ByCurrency == nil || empty.RaisedAmount != 0 || empty.Approximate {
		t.Errorf("empty: %+v", empty)
	}
	if got := answer[[]platform.Recent](w, ident.Nil, "/api/platform/recent"); got == nil || len(got) != 0 {
		t.Errorf("recent: %v", got)
	}
	giver := w.member("Giver", "giver@example.org")
	a, b := w.launch(giver, content("A")).CampaignID, w.launch(giver, content("B")).CampaignID
	w.give(giver, giving.DonateMoneyBody{CampaignID: a, Amount: 100 * 25, Currency: money.EUR})
	exact := answer[platform.Totals](w, ident.Nil, "/api/platform/totals")
	if exact.RaisedAmount != 25_00 || exact.Approximate {
		t.Errorf("one currency: %+v", exact)
	}
	w.give(giver, giving.DonateMoneyBody{CampaignID: b, Amount: 50_00, Currency: money.USD})
	guest := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: a, Amount: 100 * 10, Currency: money.EUR})
	got := answer[platform.Totals](w, ident.Nil, "/api/platform/totals")
	if !got.Approximate || got.Campaigns != 2 || got.People != 2 || got.Gifts != 3 || len(got.ByCurrency) != 2 ||
		got.ByCurrency[0].Amount != 35_00 || got.ByCurrency[1].Amount != 50_00 || got.RaisedAmount <= 35_00 {
		t.Errorf("totals: %+v", got)
	}
	recent := answer[[]platform.Recent](w, ident.Nil, "/api/platform/recent")
	if len(recent) != 3 || recent[0].Giver != "guest" || recent[1].Giver != "member" ||
		recent[1].CampaignSlug != "b" || recent[1].Amount != 50_00 {
		t.Errorf("recent: %+v", recent)
	}

	w.refund(guest, euros(10))
	got = answer[platform.Totals](w, ident.Nil, "/api/platform/totals")
	if got.Gifts != 2 || got.People != 1 || got.ByCurrency[0].Amount != 25_00 {
		t.Errorf("after a refund: %+v", got)
	}
	if recent := answer[[]platform.Recent](w, ident.Nil, "/api/platform/recent"); len(recent) != 2 {
		t.Errorf("a gift given back is still listed: %+v", recent)
	}
}

func TestSettings_TellTheInstallation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := answer[platform.Settings](w, ident.Nil, "/api/settings")
	if got.Environment != "development" || got.Payments != "sandbox" || got.Demo || len(got.Rates) != 6 || len(got.Fees) != 3 ||
		got.Fees[0].Fixed != 25 {
		t.Errorf("settings: %+v", got)
	}
	if got.OperatorName != "Les Voisins" || got.Links.Blog != "https://blog.example.org" || got.Links.Press != "" ||
		got.Review != "off" {
		t.Errorf("settings of the operator: %+v", got)
	}
	if about := answer[platform.About](w, ident.Nil, "/api/operator"); len(about.Team) != 1 || about.Supporters == nil {
		t.Errorf("the operator: %+v", about)
	}
	_, err := w.pool.Exec(t.Context(), `INSERT INTO installation (key_check, currency, demo) VALUES ('\x00', 'EUR', true)`)
	must(t, err)
	if got := answer[platform.Settings](w, ident.Nil, "/api/settings"); !got.Demo {
		t.Error("the demo is not told")
	}
}

// Queries per page are counted because they have no noise.
func TestQueries_AreOneStatementEach(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	id := w.launch(me, content("Well")).CampaignID
	gift := w.give(me, giving.DonateMoneyBody{CampaignID: id, Amount: 100 * 5, Currency: money.EUR})
	for _, path := range []string{
		"/api/campaigns", "/api/campaigns?tab=popular&limit=6", "/api/campaigns?sort=nearly&q=well", "/api/campaigns/well",
		"/api/campaigns/" + id.String() + "/supporters", "/api/categories", "/api/platform/totals", "/api/platform/recent",
		"/api/donations/" + gift.String(), "/api/settings", "/api/me", "/api/me/transactions", "/api/me/campaigns",
		"/api/me/onboarding", "/api/me/contributions", "/api/me/given", "/api/me/waiting", "/api/me/shifts", "/api/me/notifications",
		"/api/me/notification-choices",
	} {
		w.get(me, path) // prepares the statement
		before := w.counter.Sent()
		if a := w.get(me, path); a.status != http.StatusOK {
			t.Errorf("GET %s: %d %s", path, a.status, a.body)
		}
		if n := w.counter.Sent() - before; n != 1 {
			t.Errorf("GET %s: %d statements, want 1", path, n)
		}
	}
}

func TestQueries_ReflectWhatTheReaderHasSeen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "o@example.org")
	for _, title := range []string{"One", "Two", "Three"} {
		made := w.launch(owner, content(title))
		a := w.get(ident.Nil, "/api/campaigns/"+made.Slug)
		at, err := eventstore.ParsePosition(a.header.Get("Callup-Position"))
		must(t, err)
		if a.status != http.StatusOK || a.header.Get("Callup-Behind") != "" || at.Before(made.Position) {
			t.Errorf("%s: %d, position %s of %s, behind %q", title, a.status, at, made.Position, a.header.Get("Callup-Behind"))
		}
	}
}

func TestQueries_SurviveASwitchTheyHaveNotHeardOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Owner", "o@example.org")
	made := w.launch(owner, content("Well"))
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 100 * 5, Currency: money.EUR})
	before := w.get(ident.Nil, "/api/campaigns/well")
	builder := projector.NewBuilder(w.config)
	_, err := builder.Rebuild(t.Context(), w.config.Projections, false)
	must(t, err)
	builds, err := projector.Builds(t.Context(), w.pool)
	must(t, err)
	for _, b := range builds {
		if b.State == projector.Previous {
			_, err := w.pool.Exec(t.Context(), `DROP SCHEMA "`+b.Schema+`" CASCADE`)
			must(t, err)
		}
	}
	if after := w.get(ident.Nil, "/api/campaigns/well"); !bytes.Equal(after.body, before.body) {
		t.Errorf("%d %s, before the switch %s", after.status, after.body, before.body)
	}
	if _, err := w.resolver.Expand(t.Context(), "SELECT 1 FROM {nothing}"); err == nil {
		t.Error("a table nobody declares is filled in")
	}
}

// Whom a change concerns decides who is told of it at once.
func TestLookups_LeadToWhomAChangeConcerns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	made := w.launch(owner, andTime(content("Well"))).CampaignID
	pledged := w.pledge(giver, made, 60)
	shift := w.publish(owner, made, "Wiring", 2)
	placed := w.join(giver, shift)
	mine := w.give(giver, giving.DonateMoneyBody{CampaignID: made, Amount: 100 * 5, Currency: money.EUR})
	guests := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: made, Amount: 100 * 5, Currency: money.EUR})
	talked := w.write(owner, "Who comes?")
	passed := w.sharePost(giver, talked, "")
	said := w.comment(giver, talked, ident.Nil, "I do")
	shy := w.member("Shy", "s@example.org")
	vera, maker := w.member("Vera", "v@example.org"), w.member("Maker", "m@example.org")
	bench := w.launch(maker, everything("Bench")).CampaignID
	w.shows(vera, member.PartGiven)
	secret := w.member("Secret", "secret@example.org")
	w.shows(secret, member.PartGiven)
	given := append(w.gives(vera, maker, bench, false), w.gives(secret, maker, bench, true)...)
	hiding := w.launch(w.member("Else", "e@example.org"), content("Roof")).CampaignID
	w.give(shy, giving.DonateMoneyBody{CampaignID: hiding, Amount: 100 * 5, Currency: money.EUR, Anonymous: true})
	w.start(giver, giving.DonateMoneyBody{CampaignID: hiding, Amount: 100 * 5, Currency: money.EUR})
	w.caughtUp()
	lookups := map[string]*read.Statement{}
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			if push := q.About().Push; push != nil {
				for _, on := range push.On {
					lookups[q.About().ID+" on "+on.Table] = on.Lookup
				}
			}
		}
	}
	insiders, err := w.service.Insiders(t.Context(), readcampaigns.Detail.About().Sees.Statement(), []string{made.String()})
	helper := w.member("Helper", "h@example.org")
	host := w.member("Host", "host@example.org")
	asked := w.invite(host, w.launch(host, content("Mill")).CampaignID, "H@example.org")
	editing := w.askToEdit(host, w.openPage(host, "Mill", ""), "H@example.org")
	shut := w.openPage(host, "Well", "")
	w.askToEdit(host, shut, "H@example.org")
	w.closePage(host, shut)
	mill := w.openPage(host, "Mill", "")
	named := w.launchFor(host, mill, "Sails")
	published := w.publishAs(host, mill, "Open")
	rude := w.write(helper, "Rude")
	w.saw(feed.RemovePost.Run(t.Context(), w.commands, w.env().For(owner), feed.RemovePostBody{
		PostBody: feed.PostBody{PostID: rude}, Reason: "It insults",
	}))
	w.caughtUp()
	if err != nil || len(insiders) != 1 || insiders[0] != owner {
		t.Errorf("insiders: %v, %v, want %s", insiders, err, owner)
	}
	for _, c := range []struct {
		lookup string
		keys   []ident.ID
		want   ident.ID
	}{
		{"campaign-supporters on campaign_supporters", []ident.ID{mine, guests}, made},
		{"campaign-gifts on campaign_supporters", []ident.ID{mine, guests}, made},
		{"my-given on campaign_supporters", []ident.ID{mine, guests}, giver},
		{"my-waiting on pledges", []ident.ID{pledged}, owner},
		{"person on pledges", append(given, pledged), vera},
		{"person-campaigns on campaigns", []ident.ID{made}, owner},
		{"person-campaigns on campaign_progress", []ident.ID{made}, owner},
		{"my-pledges on pledges", []ident.ID{pledged}, giver},
		{"campaign-pledges on pledges", []ident.ID{pledged}, made},
		{"campaign-shifts on shifts", []ident.ID{shift}, made},
		{"campaign-attendance on shifts", []ident.ID{shift}, made},
		{"campaign-attendance on pledges", []ident.ID{placed, pledged}, made},
		{"my-shifts on shifts", []ident.ID{shift}, giver},
		{"post-comments on comments", []ident.ID{said}, talked},
		{"page-publications on posts", []ident.ID{published, talked}, mill},
		{"feed on posts", []ident.ID{talked}, passed},
		{"post on posts", []ident.ID{talked}, passed},
		{"page-publications on post_counts", []ident.ID{published, talked}, mill},
		{"my-shifts on pledges", []ident.ID{placed}, giver},
		{"my-transactions on wallet_history", []ident.ID{mine, guests}, giver},
		{"my-transactions on receipts", []ident.ID{receipt.ID(mine), receipt.ID(guests)}, giver},
		{"donation on receipts", []ident.ID{receipt.ID(mine)}, mine},
		{"my-onboarding on wallet_history", []ident.ID{mine, guests}, giver},
		{"my-contributions on contributor_totals", []ident.ID{member.SubjectOf(giver), guests}, giver},
		{"my-onboarding on campaigns", []ident.ID{made}, owner},
		{"my-invitations on campaign_invitations", []ident.ID{asked}, helper},
		{"my-notifications on campaign_invitations", []ident.ID{asked}, helper},
		{"my-notifications on notification_threads", []ident.ID{talked}, owner},
		{"my-notifications on removals", []ident.ID{rude}, helper},
		{"my-page-invitations on page_invitations", []ident.ID{editing}, helper},
		{"my-notifications on page_invitations", []ident.ID{editing}, helper},
		{"my-page-invitations on pages", []ident.ID{shut, mill}, helper},
		{"my-notifications on pages", []ident.ID{shut, mill}, helper},
		{"my-campaigns on campaigns", []ident.ID{made}, owner},
		{"page-campaigns on campaigns", []ident.ID{named}, mill},
		{"page-campaigns on campaign_progress", []ident.ID{named}, mill},
		{"page on campaigns", []ident.ID{named}, mill},
		{"campaign on pages", []ident.ID{mill}, named},
		{"campaigns on pages", []ident.ID{mill}, named},
		{"my-campaigns on campaign_progress", []ident.ID{made}, owner},
		{"my-notifications on notification_endings", []ident.ID{made}, giver},
		{"my-notifications on campaign_changes", []ident.ID{made}, giver},
		{"my-notifications on campaign_milestones", []ident.ID{made}, giver},
		{"my-notifications on campaign_updates", []ident.ID{made}, giver},
		{"campaign on members", []ident.ID{owner, giver, shy}, made},
		{"campaigns on members", []ident.ID{owner, giver, shy}, made},
		{"campaign-supporters on members", []ident.ID{owner, giver, shy}, made},
		{"my-threads on thread_sides", []ident.ID{shy}, shy},
		{"my-message-counts on thread_sides", []ident.ID{shy}, shy},
	} {
		keys := make([]string, len(c.keys))
		for i, k := range c.keys {
			keys[i] = k.String()
		}
		if got, err := w.service.Find(t.Context(), lookups[c.lookup], keys); err != nil || len(got) != 1 || got[0] != c.want.String() {
			t.Errorf("%s: %v, %v, want %s", c.lookup, got, err, c.want)
		}
		delete(lookups, c.lookup)
	}
	for name, lookup := range lookups {
		if lookup != nil {
			t.Errorf("add a row that says whom the lookup of %s leads to", name)
		}
	}
}
