package serve

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/demo"
)

// person is a member of the demonstration, who is known by the first part of their address.
type person struct {
	id, email string
	token     string // "" before they sign in
	browser   string // the cookie by which it is known
}

// placesInShifts is how many events about pledges mail nobody: five places in shifts are pledged and accepted, two of them
// end with their shift.
const placesInShifts = 5 + 5 + 2

// meet signs in everybody, has a few begin campaigns, and five want a daily mail.
func (u *upgradeOfMails) meet(in *apptest.Installation) {
	u.t.Helper()
	rows, err := u.db.Query(u.ctx, `SELECT member_id::text, email FROM accounts WHERE email NOT IN
		('amina@example.org', 'lucas@example.org', 'jonas@example.org') ORDER BY email`)
	if err != nil {
		u.t.Fatal(err)
	}
	known := []string{"amina", "lucas", "jonas"}
	for n := 0; rows.Next(); n++ {
		p := &person{}
		if err := rows.Scan(&p.id, &p.email); err != nil {
			u.t.Fatal(err)
		}
		name := fmt.Sprintf("m%d", n-4) // those who give and help
		switch {
		case n == 0:
			name = "host" // runs a campaign, and wants a daily mail about its gifts
		case n < 5:
			name = fmt.Sprintf("reader%d", n) // follow a campaign, and want a daily mail about its news
		}
		u.people[name] = p
	}
	if err := rows.Err(); err != nil {
		u.t.Fatal(err)
	}
	for _, name := range known {
		p := &person{email: name + "@" + demo.Domain}
		if err := u.db.QueryRow(u.ctx, `SELECT member_id::text FROM accounts WHERE email = $1`, p.email).Scan(&p.id); err != nil {
			u.t.Fatal(err)
		}
		u.people[name] = p
	}
	for _, p := range u.people {
		u.signIn(p)
	}
	if _, errs, code := in.Command(u.ctx, "members", "grant", "jonas@"+demo.Domain, "moderator"); code != 0 {
		u.t.Fatal(errs)
	}
	for name, owner := range map[string]string{"roof": "amina", "well": "host", "fair": "lucas", "raffle": "lucas"} {
		var out struct {
			ID string `json:"campaign_id"`
		}
		u.does(owner, "launch-campaign", map[string]any{
			"title": "The " + name, "description": "It leaks.", "story": "For years.", "category": "community", "lang": "en",
			"resource_types": []string{"money", "materials", "time"}, "currency": "EUR", "goal_amount": 5_000_000, "time_goal_hours": 120,
			"needs": []map[string]any{{"item": "Slate", "quantity": 1200, "unit": "m²"}},
		}).JSON(u.t, &out)
		u.things[name] = out.ID
	}
	zone := inZone(time.Now())
	daily := func(who, kind string) {
		u.does(who, "choose-notifications", map[string]any{
			"kind": kind, "channel": "mail", "on": true, "daily": true, "time_zone": zone,
		})
	}
	daily("host", "gift_received")
	for n := 1; n < 5; n++ {
		who := fmt.Sprintf("reader%d", n)
		u.does(who, "follow-campaign", u.about("roof", nil))
		daily(who, "campaign_news")
	}
}

// inZone is a zone in which it is between five and six: the daily mail comes there in one to three hours.
func inZone(now time.Time) string {
	east := (5 - now.UTC().Hour() + 36) % 24 // 12: that of UTC
	return fmt.Sprintf("Etc/GMT%+d", 12-east)
}

// signIn opens a session, in a browser that is known where the person signed in before.
func (u *upgradeOfMails) signIn(p *person) {
	u.t.Helper()
	headers := []string{"User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
	if p.browser != "" {
		headers = append(headers, "Cookie", p.browser)
	}
	a := u.ask(http.MethodPost, "/api/auth/sign-in", map[string]any{"email": p.email, "password": demo.Password}, headers...)
	if a.Status != http.StatusOK {
		u.t.Fatalf("%s signs in: %d %s", p.email, a.Status, a.Body)
	}
	var out struct {
		Token string `json:"access_token"`
	}
	a.JSON(u.t, &out)
	p.token = out.Token
	for _, line := range a.Header.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil && strings.HasSuffix(c.Name, "callup_known") {
			p.browser = c.Name + "=" + c.Value
		}
	}
}

// next is a server's address, of each in turn.
func (u *upgradeOfMails) next() string {
	u.asked++
	return u.at[u.asked%len(u.at)]
}

// ask asks the server whose turn it is, again where it can't answer at the moment.
func (u *upgradeOfMails) ask(method, path string, body any, headers ...string) (a apptest.Answer) {
	u.t.Helper()
	url := u.next() + path
	apptest.Until(u.ctx, u.t, path+" is answered", func() bool {
		var err error
		if a, err = apptest.Call(u.ctx, method, url, body, headers...); err != nil {
			u.t.Fatal(err)
		}
		return a.Status != http.StatusServiceUnavailable
	})
	return a
}

// as asks as a person, who signs in anew where their session is over.
func (u *upgradeOfMails) as(p *person, method, path string, body any, headers ...string) apptest.Answer {
	u.t.Helper()
	var a apptest.Answer
	for range 50 {
		a = u.ask(method, path, body, append(headers, "Authorization", "Bearer "+p.token)...)
		switch {
		case a.Status == http.StatusUnauthorized:
			u.signIn(p)
		case a.Status == http.StatusForbidden && path == "/api/commands/suspend-campaign":
			apptest.Wait(u.ctx, 200*time.Millisecond) // the role was given a moment ago
		case a.Status != http.StatusOK:
			u.t.Fatalf("%s %s of %s: %d %s", method, path, p.email, a.Status, a.Body)
		default:
			return a
		}
	}
	u.t.Fatalf("%s %s of %s: %d %s", method, path, p.email, a.Status, a.Body)
	return a
}

// does gives a command.
func (u *upgradeOfMails) does(who, command string, body map[string]any) apptest.Answer {
	u.t.Helper()
	return u.as(u.people[who], http.MethodPost, "/api/commands/"+command, body,
		"Idempotency-Key", fmt.Sprintf("in-the-upgrade-%08d", u.asked))
}

// about is a body about a campaign, with more.
func (u *upgradeOfMails) about(campaign string, more map[string]any) map[string]any {
	body := map[string]any{"campaign_id": u.things[campaign]}
	maps.Copy(body, more)
	return body
}

// mails expects a mail of a kind to each of some.
func (u *upgradeOfMails) mails(kind string, to ...string) {
	for _, who := range to {
		if p := u.people[who]; p != nil {
			who = p.email
		}
		u.want[expected{who, kind}]++
	}
}

// gives is a gift, of a guest's where an address is given, and of another sum each time.
func (u *upgradeOfMails) gives(who, to string) {
	u.t.Helper()
	id, err := ident.Parse(u.things[to])
	if err != nil {
		u.t.Fatal(err)
	}
	g := &apptest.Gift{Key: fmt.Sprintf("gift-in-the-upgrade-%08d", u.asked), Campaign: id, Amount: 1000 + int64(u.asked)*7}
	url := u.next()
	l := &apptest.Load{Gifts: []*apptest.Gift{g}}
	if p := u.people[who]; p != nil {
		u.as(p, http.MethodGet, "/api/me", nil) // has them signed in
		l.Bearer, g.Member = p.token, true
		u.mails("gift_completed", who)
	} else {
		g.Email = who + "@guests.example.org"
		u.mails("guest_gift_completed", g.Email)
	}
	if to != "well" { // whose organizer waits for the daily mail
		u.mails("gift_received", "amina")
	}
	l.URL.Store(&url)
	apptest.Until(u.ctx, u.t, "a gift of "+who+" is taken and paid", func() bool {
		payment, ok := l.Send(u.ctx, g)
		if ok {
			l.Pay(u.ctx, g, payment)
		}
		return g.Paid
	})
	l.Settle(u.ctx, u.t, &apptest.Server{URL: url, Logs: &apptest.Buffer{}})
}

// offers has somebody offer time or things to the roof, of which those who run it are mailed.
func (u *upgradeOfMails) offers(who, command string, mailed ...string) {
	u.t.Helper()
	more := map[string]any{"minutes": 120, "lang": "en"}
	if command == "pledge-material" {
		more = map[string]any{
			"item": "Bench", "quantity": 2, "condition": "good", "delivery": "pickup", "address": "Rue 1", "lang": "en",
		}
	}
	var out struct {
		ID string `json:"pledge_id"`
	}
	u.does(who, command, u.about("roof", more)).JSON(u.t, &out)
	u.things["offer of "+who] = out.ID
	u.mails("pledge_received", mailed...)
}

// answers has the organizer answer what somebody offered.
func (u *upgradeOfMails) answers(who, command string) {
	u.t.Helper()
	body, kind := map[string]any{"pledge_id": u.things["offer of "+who]}, "pledge_accepted"
	if strings.HasPrefix(command, "decline") {
		body["reason"], kind = "We have enough", "pledge_declined"
	}
	u.does("amina", command, body)
	u.mails(kind, who)
}

// shift publishes or revises a shift of the roof, so many days from now.
func (u *upgradeOfMails) shift(command, name string, days int) {
	u.t.Helper()
	day := time.Now().AddDate(0, 0, days).Format(time.DateOnly)
	body := map[string]any{
		"title": name, "place": "14 rue Perrod", "starts": day + "T09:00", "ends": day + "T13:00", "time_zone": "Europe/Paris",
		"capacity": 5, "lang": "en",
	}
	if command == "revise-shift" {
		body["shift_id"] = u.things[name]
		u.does("amina", command, body)
		return
	}
	var out struct {
		ID string `json:"shift_id"`
	}
	u.does("amina", command, u.about("roof", body)).JSON(u.t, &out)
	u.things[name] = out.ID
}

// invites has the organizer invite a member to run the roof, who answers once something has happened.
func (u *upgradeOfMails) invites(who, answer string, once func()) {
	u.t.Helper()
	u.does("amina", "invite-co-organizer", u.about("roof", map[string]any{"email": u.people[who].email, "lang": "en"}))
	var id string
	if err := u.db.QueryRow(u.ctx, `SELECT data ->> 'invitation' FROM events WHERE type = 'CoOrganizerInvited'
		ORDER BY position DESC LIMIT 1`).Scan(&id); err != nil {
		u.t.Fatal(err)
	}
	once()
	u.does(who, answer, u.about("roof", map[string]any{"invitation_id": id}))
}

// elsewhere has people sign in in browsers that are not known.
func (u *upgradeOfMails) elsewhere(all ...string) {
	u.t.Helper()
	for _, who := range all {
		u.signIn(&person{email: u.people[who].email})
		u.mails("account_touched", who)
	}
}

// inTheFirst is what happens while the old program writes mails that it can't deliver: 22 events.
func (u *upgradeOfMails) inTheFirst() {
	u.t.Helper()
	apptest.GiveFactor(u.t, u.db, "jonas@"+demo.Domain)
	u.does("jonas", "suspend-campaign", u.about("fair", map[string]any{"reason": "A lie"}))
	u.does("jonas", "reinstate-campaign", u.about("fair", nil))
	u.does("jonas", "suspend-campaign", u.about("raffle", map[string]any{"reason": "A lottery"}))
	u.mails("campaign_reinstated", "lucas")
	u.mails("campaign_suspended", "lucas")
	u.exec(`DELETE FROM account_factors`)

	u.shift("publish-shift", "Roofing", 9)
	u.shift("publish-shift", "Painting", 8)
	for who, shift := range map[string]string{
		"m1": "Roofing", "m2": "Roofing", "m3": "Roofing", "m4": "Painting", "m5": "Painting",
	} {
		u.does(who, "join-shift", map[string]any{"shift_id": u.things[shift], "lang": "en"})
	}
	u.shift("revise-shift", "Roofing", 10)
	u.shift("revise-shift", "Roofing", 11)
	u.mails("shift_moved", "m1", "m2", "m3")
	u.does("amina", "cancel-shift", map[string]any{"shift_id": u.things["Painting"], "reason": "Rain"})
	u.mails("shift_cancelled", "m4", "m5")

	u.elsewhere("m1", "m2")
	for _, guest := range []string{"dead1", "dead2", "dead3", "gil1", "gil2", "gil3", "m1", "m2"} {
		u.gives(guest, "roof")
	}
	u.offers("m6", "pledge-time", "amina")
	u.offers("m7", "pledge-time", "amina")
	u.offers("m8", "pledge-material", "amina")
	u.answers("m6", "accept-time")
	u.invites("m9", "accept-invitation", u.settle) // what was offered before is told to who ran the campaign then
	u.mails("team_invited", "m9")
	u.mails("team_joined", "amina")
}

// inTheSecond is what happens while no reactor of the old program sees it: 17 events, and what daily mails tell.
func (u *upgradeOfMails) inTheSecond() {
	u.t.Helper()
	for _, who := range []string{"m1", "m2", "m3"} {
		u.offers(who, "pledge-time", "amina", "m9")
	}
	for _, who := range []string{"m4", "m5"} {
		u.offers(who, "pledge-material", "amina", "m9")
	}
	u.answers("m7", "decline-time")
	u.answers("m8", "accept-material")
	for _, guest := range []string{"gil4", "gil5", "gil6", "gil7"} {
		u.gives(guest, "roof")
	}
	u.gives("gil8", "well")
	u.gives("gil9", "well")
	u.invites("m10", "decline-invitation", func() {}) // it is over before it could be mailed
	u.mails("team_declined", "amina")
	u.elsewhere("m3", "m4")
	u.does("amina", "post-campaign-update", u.about("roof", map[string]any{
		"title": "Slates are here", "text": "Thank you.", "audience": "public", "lang": "en",
	}))
	u.mails("daily", "host", "reader1", "reader2", "reader3", "reader4")
}

// whileBothRun is what happens while the old and the new program run: 11 events.
func (u *upgradeOfMails) whileBothRun() {
	u.t.Helper()
	u.answers("m1", "accept-time")
	u.answers("m2", "decline-time")
	u.answers("m4", "accept-material")
	for _, who := range []string{"gil10", "gil11", "m3"} {
		u.gives(who, "roof")
	}
	u.does("amina", "remove-co-organizer", u.about("roof", map[string]any{"member_id": u.people["m9"].id}))
	u.mails("team_removed", "m9")
	u.elsewhere("m5", "m6")
	u.offers("reader1", "pledge-time", "amina")
	u.shift("revise-shift", "Roofing", 12)
	u.mails("shift_moved", "m1", "m2", "m3")
}
