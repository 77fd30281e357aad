package readapi_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	launching "github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	commands "github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/members"
	"github.com/callup/callup/readapi/read"
)

// shows has a member show parts of their page, hides has them hide some.
func (w *world) shows(who ident.ID, parts ...member.Part) { w.chooses(who, true, parts) }
func (w *world) hides(who ident.ID, parts ...member.Part) { w.chooses(who, false, parts) }

func (w *world) chooses(who ident.ID, shown bool, parts []member.Part) {
	w.t.Helper()
	for _, part := range parts {
		w.saw(commands.ChooseVisibility.Run(w.t.Context(), w.commands, w.env().For(who),
			commands.ChooseVisibilityBody{Part: part, Shown: shown}))
	}
}

// describes has a member say something of themselves.
func (w *world) describes(who ident.ID, name string) {
	w.t.Helper()
	w.saw(commands.ReviseProfile.Run(w.t.Context(), w.commands, w.env().For(who), commands.ReviseProfileBody{
		DisplayName: name, Bio: "Mends things", Location: "Besançon", Skills: []string{"Soldering", "Élagage"}, Lang: "fr",
	}))
}

// wasHereBefore is a member who registered before members chose what of their page they show.
func (w *world) wasHereBefore(name string) ident.ID {
	w.t.Helper()
	id := ident.Pair("test-member", name)
	subject := member.SubjectOf(id)
	must(w.t, w.commands.Keys.Ensure(w.t.Context(), subject, "member"))
	done, err := command.Execute(w.t.Context(), w.commands.Handler, member.Decider, id, w.env(),
		func(member.State) ([]member.Event, error) {
			return []member.Event{member.Registered{
				Member: id, Subject: subject, Name: personal.Plain(name), Email: personal.Plain(name + "@example.org"), Lang: "fr",
				At: w.now(),
			}}, nil
		})
	w.saw(command.Done{Position: done.Position}, err)
	return id
}

func personPath(id ident.ID) string { return "/api/people/" + id.String() }

func personRow(c *cast) matrixRow {
	return matrixRow{path: personPath(c.people["owner"])}
}

func personCampaignsRow(c *cast) matrixRow {
	return matrixRow{path: personPath(c.people["owner"]) + "/campaigns"}
}

func personPush(c *cast) pushRow {
	who := c.people["giver"]
	return pushRow{topic: "person/" + who.String(), to: everybody[1:], change: func() { c.hides(who, member.PartBio) }}
}

func personCampaignsPush(c *cast) pushRow {
	who := c.people["owner"]
	return pushRow{topic: "person-campaigns/" + who.String(), to: everybody[1:], change: func() {
		c.hides(who, member.PartCampaigns)
	}}
}

// gives has somebody give 4 hours and 3 benches to a campaign, with their name or without.
func (w *world) gives(by, owner, to ident.ID, anonymous bool) []ident.ID {
	w.t.Helper()
	ctx := w.t.Context()
	made, err := pledges.PledgeTime.Run(ctx, w.commands, w.env().For(by), pledges.PledgeTimeBody{
		CampaignID: to, Minutes: 240, Anonymous: anonymous, Lang: "en",
	})
	w.saw(made, err)
	w.saw(pledges.AcceptTime.Run(ctx, w.commands, w.env().For(owner), pledges.AcceptTimeBody{PledgeID: made.PledgeID}))
	w.saw(pledges.ConfirmHours.Run(ctx, w.commands, w.env().For(owner),
		pledges.ConfirmHoursBody{PledgeID: made.PledgeID, Minutes: 240}))
	offered := w.offer(by, pledges.PledgeMaterialBody{
		CampaignID: to, Item: "Bench", Quantity: 3, Condition: "fair", Delivery: materialpledge.Post, Anonymous: anonymous, Lang: "en",
	})
	w.saw(pledges.AcceptMaterial.Run(ctx, w.commands, w.env().For(owner), pledges.AcceptMaterialBody{PledgeID: offered}))
	w.saw(pledges.ReceiveMaterial.Run(ctx, w.commands, w.env().For(owner),
		pledges.ReceiveMaterialBody{PledgeID: offered, Quantity: 3, Condition: "fair"}))
	return []ident.ID{made.PledgeID, offered}
}

func everything(title string) launching.ContentBody {
	c := andTime(content(title))
	c.ResourceTypes = append(c.ResourceTypes, "materials")
	c.Needs = []launching.NeedBody{{Item: "Bench", Quantity: 600}}
	return c
}

// A member's page shows what they chose, and nothing else.
func TestPerson_ShowsWhatTheyChose(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, vera := w.member("Olga", "olga@example.org"), w.member("Vera", "vera@example.org")
	other := w.member("Gil", "gil@example.org")
	w.describes(vera, "Vera")
	well, mill := w.launch(owner, everything("Well")).CampaignID, w.launch(owner, everything("Mill")).CampaignID
	own := w.launch(vera, content("Oven")).CampaignID
	page, followed := w.openPage(vera, "Repair café", ""), w.openPage(owner, "Library", "")
	w.gives(vera, owner, well, false)
	w.gives(vera, owner, mill, true)
	w.pledge(vera, mill, 120)
	w.give(vera, giving.DonateMoneyBody{CampaignID: mill, Amount: 77_00, Currency: money.EUR})
	w.followCampaign(vera, mill)
	w.follow(vera, followed)

	see := func(who ident.ID) members.PersonProfile {
		return answer[members.PersonProfile](w, who, personPath(vera))
	}
	got := see(other)
	if got.Name != "Vera" || got.Bio != "Mends things" || got.Location != "Besançon" ||
		!slices.Equal(got.Skills, []string{"Soldering", "Élagage"}) || got.Campaigns != 1 || got.Own || got.Hidden {
		t.Errorf("who registers shows %+v", got)
	}
	if len(got.Pages) != 1 || got.Pages[0].ID != page || !got.Pages[0].Owner || got.Given != nil || got.Following != nil ||
		len(got.Offers) != 0 {
		t.Errorf("who registers shows %+v", got)
	}
	cards := func() read.List[readcampaigns.CampaignCard] {
		return answer[read.List[readcampaigns.CampaignCard]](w, other, personPath(vera)+"/campaigns")
	}
	if list := cards(); list.Total != 1 || list.Items[0].ID != own {
		t.Errorf("the campaigns are %+v", list)
	}

	w.shows(vera, member.PartGiven, member.PartFollowing)
	got = see(other)
	if g := got.Given; g == nil || g.Minutes != 240 || g.Things != 3 || g.TimeCampaigns != 1 || g.ThingsCampaigns != 1 ||
		len(g.Campaigns) != 1 || g.Campaigns[0].Campaign.ID != well || g.Campaigns[0].Things != 3 {
		t.Errorf("neither money, nor what was given without a name, nor an offer is shown: %+v", g)
	}
	if f := got.Following; f == nil || len(f.Campaigns) != 1 || f.Campaigns[0].ID != mill || len(f.Pages) != 1 ||
		f.Pages[0].ID != followed {
		t.Errorf("following: %+v", f)
	}

	w.hides(vera, member.PartBio, member.PartLocation, member.PartSkills, member.PartPages, member.PartCampaigns, member.PartGiven,
		member.PartFollowing)
	for _, who := range []ident.ID{other, vera} {
		got = see(who)
		if got.Name != "Vera" || got.Bio+got.Location != "" || len(got.Skills)+len(got.Pages) > 0 || got.Campaigns != 0 ||
			got.Given != nil || got.Following != nil || got.Own != (who == vera) {
			t.Errorf("with all but the name hidden it shows %+v", got)
		}
	}
	if list := cards(); list.Total != 0 || len(list.Items) != 0 {
		t.Errorf("hidden campaigns are %+v", list)
	}
}

// An organizer reads on the page what the person offered to campaigns of theirs, and nothing offered elsewhere; the person
// sees how, and nobody else's page is seen as an organizer by asking for it.
func TestPerson_OffersAreForOrganizers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	olga, omar := w.member("Olga", "olga@example.org"), w.member("Omar", "omar@example.org")
	vera := w.member("Vera", "vera@example.org")
	well, mill := w.launch(olga, andTime(content("Well"))).CampaignID, w.launch(omar, andTime(content("Mill"))).CampaignID
	w.pledge(vera, well, 60)
	w.moveOn(time.Minute)
	w.pledge(vera, mill, 120)
	offers := func(who ident.ID, query string) (all []string) {
		for _, o := range answer[members.PersonProfile](w, who, personPath(vera)+query).Offers {
			all = append(all, o.Campaign.Title)
		}
		return all
	}
	for _, one := range []struct {
		who   ident.ID
		query string
		want  []string
	}{
		{olga, "", []string{"Well"}}, {omar, "", []string{"Mill"}}, {olga, "?as=organizer", []string{"Well"}},
		{w.member("Gil", "gil@example.org"), "?as=organizer", nil}, {vera, "", nil}, {vera, "?as=organizer", []string{"Mill", "Well"}},
	} {
		if got := offers(one.who, one.query); !slices.Equal(got, one.want) {
			t.Errorf("%s reads offers to %q, want %q", one.query, got, one.want)
		}
	}
}

// Who was here before members could choose shows name and picture, until they choose.
func TestPerson_WhoWasHereBeforeShowsTheName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old, other := w.wasHereBefore("Berta"), w.member("Gil", "gil@example.org")
	w.describes(old, "Berta")
	w.launch(old, content("Oven"))
	w.openPage(old, "Repair café", "")
	got := answer[members.PersonProfile](w, other, personPath(old))
	if got.Name != "Berta" || got.Bio+got.Location != "" || len(got.Skills)+len(got.Pages) > 0 || got.Campaigns != 0 {
		t.Errorf("until they choose they show %+v", got)
	}
	w.shows(old, member.PartBio)
	if got := answer[members.PersonProfile](w, other, personPath(old)); got.Bio != "Mends things" || got.Location != "" {
		t.Errorf("what they chose is %+v", got)
	}
}

// Who hides their name, has a block with the reader, or was erased answers to the byte as somebody who never was; so do the
// campaigns. They are in no directory and found by no search.
func TestPerson_HiddenAnswersAsUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	shy, blocks, isBlocked, gone := w.member("Shy Heron", "shy@example.org"), w.member("Bea Heron", "bea@example.org"),
		w.member("Ida Heron", "ida@example.org"), w.member("Eva Heron", "eva@example.org")
	seen, reader := w.member("Ada Heron", "ada@example.org"), w.member("Gil", "gil@example.org")
	all := []ident.ID{shy, blocks, isBlocked, gone, seen}
	for _, who := range all {
		w.shows(who, member.PartListed)
	}
	names := func() string {
		var listed []string
		for _, p := range answer[read.List[members.ListedPerson]](w, reader, "/api/people?q=heron").Items {
			listed = append(listed, strings.Fields(p.Name)[0])
		}
		slices.Sort(listed)
		return strings.Join(listed, " ")
	}
	if got := names(); got != "Ada Bea Eva Ida Shy" {
		t.Errorf("before: %s", got)
	}
	w.finding(reader, "shy heron", "member Shy Heron")

	w.hides(shy, member.PartName)
	w.block(blocks, reader)
	w.block(reader, isBlocked)
	w.erased(member.SubjectOf(gone), erasure.OfMember)
	unknown := ident.Pair("nobody")
	for _, below := range []string{"", "/campaigns", "?as=organizer"} {
		want := w.get(reader, personPath(unknown)+below)
		w.refused(reader, personPath(unknown)+below, http.StatusNotFound, "member_not_found")
		for i, who := range all[:4] {
			got := w.get(reader, personPath(who)+below)
			body := bytes.ReplaceAll(got.body, []byte(who.String()), []byte(unknown.String()))
			if got.status != want.status || !bytes.Equal(withoutReference(body), withoutReference(want.body)) {
				t.Errorf("%d%s: %d %s, want %d %s", i, below, got.status, got.body, want.status, want.body)
			}
		}
	}
	if got := names(); got != "Ada" {
		t.Errorf("in the directory: %s", got)
	}
	w.finding(reader, "heron", "member Ada Heron")
	if list := answer[read.List[members.ListedPerson]](w, reader, "/api/people"); list.Total != 1 {
		t.Errorf("the directory counts %d", list.Total)
	}
	if got := answer[members.PersonProfile](w, shy, personPath(shy)); !got.Hidden || !got.Own {
		t.Errorf("one's own page says that it is hidden: %+v", got)
	}
	w.shows(shy, member.PartName)
	w.unblock(reader, isBlocked)
	w.finding(reader, "ida heron", "member Ida Heron")
	if got := names(); got != "Ada Ida Shy" {
		t.Errorf("afterwards: %s", got)
	}
}

// withoutReference is a problem without what differs from one to the next.
func withoutReference(body []byte) []byte {
	before, _, _ := bytes.Cut(body, []byte(`"reference":`))
	return before
}

// The directory lists who wants to be listed, by names, and by places and skills that are shown; visitors find nobody.
func TestDirectory_ListsWhoWantsToBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	vera, reader := w.member("Vera", "vera@example.org"), w.member("Gil", "gil@example.org")
	w.describes(vera, "Véra Núñez")
	find := func(words string) int64 {
		return answer[read.List[members.ListedPerson]](w, reader, "/api/people?q="+words).Total
	}
	if n := find(""); n != 0 {
		t.Errorf("nobody asked to be listed, and %d are", n)
	}
	w.finding(reader, "vera")
	w.shows(vera, member.PartListed)
	for words, want := range map[string]int64{"": 1, "nunez": 1, "besancon+vera": 1, "elagage": 1, "nobody": 0} {
		if n := find(words); n != want {
			t.Errorf("%q: %d, want %d", words, n, want)
		}
	}
	w.finding(reader, "nunez", "member Véra Núñez")
	w.finding(ident.Nil, "nunez")
	w.hides(vera, member.PartLocation, member.PartSkills)
	for words, want := range map[string]int64{"nunez": 1, "besancon": 0, "elagage": 0} {
		if n := find(words); n != want {
			t.Errorf("hidden: %q: %d, want %d", words, n, want)
		}
	}
	w.hides(vera, member.PartListed)
	w.finding(reader, "nunez")

	for _, name := range []string{"A", "B", "C"} {
		w.moveOn(time.Minute)
		w.shows(w.member("Person "+name, name+"@example.org"), member.PartListed)
	}
	page := answer[read.List[members.ListedPerson]](w, reader, "/api/people?limit=2")
	rest := answer[read.List[members.ListedPerson]](w, reader, "/api/people?limit=2&cursor="+page.Next)
	if page.Total != 3 || len(page.Items) != 2 || page.Items[0].Name != "Person C" || len(rest.Items) != 1 || rest.Next != "" {
		t.Errorf("pages: %+v, then %+v", page, rest)
	}
}

// What somebody gives without a name, or hides, moves nobody's page: a push would tell whose it was.
func TestPerson_PushesTellNothingThatIsHidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, vera, reader := w.member("Olga", "o@example.org"), w.member("Vera", "v@example.org"), w.member("Gil", "g@example.org")
	well := w.launch(owner, everything("Well")).CampaignID
	w.shows(vera, member.PartGiven)
	w.caughtUp()
	c := w.pushes().watch(reader, "person/"+vera.String())
	w.gives(vera, owner, well, true)
	w.caughtUp()
	w.hides(vera, member.PartGiven)
	c.until(func(m told) bool { return m.Type == "refetch" })
	refetches := 0
	for _, m := range c.all {
		if m.Type == "refetch" {
			refetches++
		}
	}
	if refetches != 1 {
		t.Errorf("%d pushes, want the one of the choice", refetches)
	}
}
