package reactors

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
)

// of are the mails of one kind to an address.
func of[C mail.Content](w *world, address string) (all []mail.Message) {
	for _, m := range w.mails.to(address) {
		if _, ok := m.Content.(C); ok {
			all = append(all, m)
		}
	}
	return all
}

// An organizer is mailed about gifts as the campaign's page names their givers, with a link that ends such mails.
func TestNews_OrganizersHearOfGifts(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	c := w.launch()
	w.run(w.router())
	guest := giving.DonateMoneyBody{CampaignID: c, DonorName: "Win a prize at evil.example", DonorEmail: "ada@example.org"}
	want := map[string]string{
		mail.ReceivedKey(w.give(cy, giving.DonateMoneyBody{CampaignID: c}).String()):                  "Cy",
		mail.ReceivedKey(w.give(cy, giving.DonateMoneyBody{CampaignID: c, Anonymous: true}).String()): "",
		mail.ReceivedKey(w.give(ident.Nil, guest).String()):                                           "",
	}
	for key := range want {
		id, err := ident.Parse(strings.TrimPrefix(key, mail.ReceivedKey("")))
		must(t, err)
		w.pay(id)
	}
	w.pay(w.give(owner, giving.DonateMoneyBody{CampaignID: c}))
	w.handled()
	for _, m := range of[mail.GiftReceived](w, "olga@example.org") {
		g, _ := m.Content.(mail.GiftReceived)
		giver, ok := want[m.Key]
		if !ok || g.Giver != giver || g.Name != "Olga" || g.Campaign != "Water for all" || m.Lang != "es" ||
			m.Stop != "https://callup.example/stop/"+owner.String()+"/gift_received/es" || g.Gift != money.Of(2500, money.EUR) {
			t.Errorf("%+v", m)
		}
		delete(want, m.Key)
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
	// what somebody switched off is not sent, from that moment on
	w.quiet(owner, notice.GiftReceived)
	w.quiet(cy, notice.GiftCompleted)
	receipts := len(of[mail.GiftCompleted](w, "cy@example.org"))
	w.pay(w.give(cy, giving.DonateMoneyBody{CampaignID: c}))
	w.pay(w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorEmail: "di@example.org"}))
	w.handled()
	if a, b := of[mail.GiftReceived](w, "olga@example.org"), of[mail.GiftCompleted](w, "cy@example.org"); len(a) != 3 ||
		len(b) != receipts || receipts != 2 {
		t.Errorf("%d to the organizer, %d to the giver", len(a), len(b))
	}
	guests := of[mail.GuestGift](w, "di@example.org")
	if len(guests) != 1 || guests[0].Stop != "" {
		t.Errorf("a guest's receipt: %+v", guests)
	}
	if m := of[mail.GiftCompleted](w, "cy@example.org"); !strings.HasSuffix(m[0].Stop, "/gift_completed/fr") {
		t.Errorf("%+v", m[0])
	}
}

// An organizer is mailed what is offered, and who offers it the answer, each until they switch it off. What the campaign's end
// declines is told with the end.
func TestNews_BothSidesHearOfPledges(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	c := w.launchWith(func(c *campaigns.ContentBody) { c.ResourceTypes, c.TimeGoalHours = append(c.ResourceTypes, "time"), 10 })
	w.run(w.router())
	pledge := func(minutes int64) ident.ID {
		out, err := pledges.PledgeTime.Run(t.Context(), w.commands, w.env().For(cy),
			pledges.PledgeTimeBody{
				CampaignID: c, Minutes: minutes, Lang: "fr", Anonymous: true, Availability: "Samedi", Message: "Bonjour",
			})
		must(t, err)
		return out.PledgeID
	}
	first, second := pledge(390), pledge(60)
	third := pledge(120)
	answer := func(_ command.Done, err error) { must(t, err) }
	answer(pledges.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner), pledges.AcceptTimeBody{PledgeID: first}))
	answer(pledges.DeclineTime.Run(t.Context(), w.commands, w.env().For(owner),
		pledges.DeclineBody{PledgeID: second, Reason: "Enough"}))
	answer(campaigns.CompleteCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CampaignBody{CampaignID: c}))
	w.until("that the end declines what nobody answered", func() bool {
		return slices.Contains(w.types(timepledge.Category, third), "TimePledgeDeclined")
	})
	w.handled()
	offers, answers := of[mail.PledgeReceived](w, "olga@example.org"), of[mail.PledgeAnswered](w, "cy@example.org")
	if len(offers) != 3 || len(answers) != 2 {
		t.Fatalf("%d to the organizer, %d to who offers: %+v", len(offers), len(answers), answers)
	}
	for _, m := range offers {
		o, _ := m.Content.(mail.PledgeReceived)
		if o.Who != "Cy" || o.Name != "Olga" || o.Campaign != "Water for all" ||
			o.When != "Samedi" || o.Message != "Bonjour" ||
			!strings.HasSuffix(o.Link, "/my/campaigns/"+c.String()+"?phase=waiting") || !strings.HasSuffix(m.Stop, "/pledge_received/es") {
			t.Errorf("%+v", m)
		}
	}
	for _, m := range answers {
		a, _ := m.Content.(mail.PledgeAnswered)
		if a.Accepted != (m.Key == mail.AnsweredKey(first.String(), true)) || a.Name != "Cy" || m.Lang != "fr" ||
			a.Note != map[bool]string{true: "", false: "Enough"}[a.Accepted] ||
			!strings.HasSuffix(m.Stop, "/pledge_answered/fr") || a.Link != "https://callup.example/my/donations" {
			t.Errorf("%+v", m)
		}
	}
}

func TestNews_OrganizersHearThatACampaignHasEnded(t *testing.T) {
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "es")
	in := func(days int) func(*campaigns.ContentBody) {
		return func(b *campaigns.ContentBody) { b.EndDate = w.day(days) }
	}
	first, second := w.launchWith(in(2)), w.launchWith(in(3))
	w.run(w.router())
	_, err := campaigns.CompleteCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CampaignBody{CampaignID: first})
	must(t, err)
	w.handled()
	w.moveOn(5 * 24 * time.Hour)
	_, err = campaigns.CompleteCampaign.Run(t.Context(), w.commands, w.env(), campaigns.CampaignBody{CampaignID: second})
	must(t, err)
	w.handled()
	got := of[mail.CampaignEnded](w, "olga@example.org")
	if len(got) != 1 || got[0].Content.(mail.CampaignEnded).Link != "https://callup.example/campaign/"+second.String() ||
		!strings.Contains(got[0].Stop, "campaign_completed") {
		t.Errorf("%+v", got)
	}
}

// What happens to an account is always mailed, but for what another mail tells.
func TestNews_AccountsAreMailedAbout(t *testing.T) {
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "fr")
	w.run(w.router())
	for _, what := range notification.Touches {
		_, err := notifications.TellOfAccount.Run(t.Context(), w.commands, w.env(),
			notifications.AccountNews{Member: owner, What: what, At: w.now().Add(time.Second)})
		must(t, err)
	}
	w.handled()
	got := of[mail.AccountTouched](w, "olga@example.org")
	if len(got) != len(notification.Touches)-4 {
		t.Errorf("%d mails about %d things", len(got), len(notification.Touches))
	}
	box, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	for _, m := range got {
		if m.Stop != "" {
			t.Errorf("can be switched off: %+v", m)
		}
		must(t, box.Send(t.Context(), m)) // each has its words
	}
}

// announcedShift is a shift of a campaign of the owner's, five days ahead, with what it says. Reactors run.
func (w *world) announcedShift() (it shifts.ShiftBody, says shifts.WritingBody) {
	w.t.Helper()
	c := w.launchWith(func(b *campaigns.ContentBody) { b.ResourceTypes, b.TimeGoalHours = []string{"money", "time"}, 40 })
	w.run(w.router())
	says = shifts.WritingBody{Title: "Slates", Place: "Barn", TimeZone: "UTC", Capacity: 3, Lang: "en"}
	says.Starts, says.Ends = w.day(5)+"T09:00", w.day(5)+"T11:00"
	publish := shifts.PublishShiftBody{CampaignID: c, WritingBody: says}
	made, err := shifts.PublishShift.Run(w.t.Context(), w.commands, w.env().For(owner), publish)
	must(w.t, err)
	return shifts.ShiftBody{ShiftID: made.ShiftID}, says
}

// shiftCampaign is the campaign of a shift.
func (w *world) shiftCampaign(it shifts.ShiftBody) ident.ID {
	w.t.Helper()
	s, _, err := command.Load(w.t.Context(), w.commands.Handler, shift.Decider, it.ShiftID)
	must(w.t, err)
	return s.Campaign
}

// join has members take a place in a shift.
func (w *world) join(it shifts.ShiftBody, members ...ident.ID) {
	w.t.Helper()
	for _, who := range members {
		_, err := shifts.JoinShift.Run(w.t.Context(), w.commands, w.env().For(who), shifts.JoinShiftBody{ShiftBody: it, Lang: "en"})
		must(w.t, err)
	}
}

// Whoever comes to a shift is mailed that it is moved or called off, also though places are freed right after that.
func TestNews_WhoComesHearsOfAShift(t *testing.T) {
	w := newWorld(t)
	cy, di := ident.Pair("member", "cy"), ident.Pair("member", "di")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	w.register(di, "Di", "di@example.org", "en")
	it, says := w.announcedShift()
	w.join(it, cy, di)
	w.handled()
	says.Starts, says.Ends = w.day(12)+"T09:00", w.day(12)+"T11:00"
	revise := shifts.ReviseShiftBody{ShiftBody: it, WritingBody: says}
	_, err := shifts.ReviseShift.Run(t.Context(), w.commands, w.env().For(owner), revise)
	must(t, err)
	w.handled()
	w.quiet(di, notice.ShiftChanged)
	off := shifts.CancelShiftBody{ShiftBody: it, Reason: "Rain"}
	_, err = shifts.CancelShift.Run(t.Context(), w.commands, w.env().For(owner), off)
	must(t, err)
	w.handled()
	told := func(address string) (all []string) {
		for _, m := range of[mail.ShiftChanged](w, address) {
			s, _ := m.Content.(mail.ShiftChanged)
			all = append(all, strings.Join([]string{s.Name, s.What, s.Shift, s.Place, s.Reason, s.Starts.Format(time.DateOnly)}, " "))
			if s.Campaign != "Water for all" || !strings.Contains(m.Stop, "/shift_changed/") {
				t.Errorf("%+v", m)
			}
		}
		slices.Sort(all) // they wait in no order
		return all
	}
	moved := " moved Slates Barn  " + w.day(12)
	if got := told("cy@example.org"); !slices.Equal(got, []string{"Cy cancelled Slates  Rain " + w.day(12), "Cy" + moved}) {
		t.Errorf("%q", got)
	}
	if got := told("di@example.org"); !slices.Equal(got, []string{"Di" + moved}) {
		t.Errorf("%q", got)
	}
	if got := of[mail.PledgeAnswered](w, "cy@example.org"); len(got) > 0 || len(told("olga@example.org")) > 0 {
		t.Errorf("%+v", got)
	}
}

// Mails about a shift hold what its author wrote: they go with the author, and each with who reads it (issue 31).
func TestNews_OfAShiftGoWithItsAuthor_Issue31(t *testing.T) {
	w := newWorld(t)
	outbox, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.mailer = outbox
	cy, di := ident.Pair("member", "cy"), ident.Pair("member", "di")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "en")
	w.register(di, "Di", "di@example.org", "en")
	it, _ := w.announcedShift()
	w.join(it, cy, di)
	off := shifts.CancelShiftBody{ShiftBody: it, Reason: "Rain"}
	_, err = shifts.CancelShift.Run(t.Context(), w.commands, w.env().For(owner), off)
	must(t, err)
	w.handled()
	told := func(address string) int {
		t.Helper()
		all, err := outbox.Recent(t.Context(), address, 100)
		must(t, err)
		return len(slices.DeleteFunc(all, func(m mail.Kept) bool { return m.Kind != "shift_cancelled" }))
	}
	for _, of := range []struct {
		who    ident.ID
		cy, di int
	}{{ident.Pair("member", "eve"), 1, 1}, {cy, 0, 1}, {owner, 0, 0}} {
		_, err := outbox.ForgetWords(t.Context(), []ident.ID{member.SubjectOf(of.who)})
		must(t, err)
		if cys, dis := told("cy@example.org"), told("di@example.org"); cys != of.cy || dis != of.di {
			t.Errorf("%d and %d mails are left, not %d and %d", cys, dis, of.cy, of.di)
		}
	}
}

// Changes of a shift within ten minutes are one mail to each who comes: how it is now, and when it was to start before the first
// of them that they did not know (found, point 21).
func TestFound21_AShiftChangedSixTimesIsOneMail(t *testing.T) {
	w := newWorld(t)
	outbox, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.mailer = outbox
	cy, di := ident.Pair("member", "cy"), ident.Pair("member", "di")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "en")
	w.register(di, "Di", "di@example.org", "en")
	it, says := w.announcedShift()
	move := func(hour int) {
		t.Helper()
		w.moveOn(time.Minute)
		says.Starts, says.Ends = fmt.Sprintf("%sT%02d:00", w.day(5), hour), fmt.Sprintf("%sT%02d:00", w.day(5), hour+2)
		_, err := shifts.ReviseShift.Run(t.Context(), w.commands, w.env().For(owner),
			shifts.ReviseShiftBody{ShiftBody: it, WritingBody: says})
		must(t, err)
	}
	w.join(it, cy)
	for hour := 10; hour < 16; hour++ {
		if hour == 13 {
			w.handled() // the mails are made one by one, or of what has happened meanwhile
			w.join(it, di)
		}
		move(hour)
	}
	w.handled()
	told := func(address string, wants ...string) {
		t.Helper()
		all, err := outbox.Recent(t.Context(), address, 100)
		must(t, err)
		all = slices.DeleteFunc(all, func(m mail.Kept) bool { return !strings.HasPrefix(m.Kind, "shift_") })
		if len(all) != len(wants) {
			t.Fatalf("%d mails to %s", len(all), address)
		}
		for i, m := range all {
			now, before, _ := strings.Cut(wants[i], " ")
			if m.Kind == "shift_moved" && !strings.Contains(m.Text, ", "+before+" (UTC)") || !strings.Contains(m.Text, ", "+now+" (UTC)") {
				t.Errorf("%s: %s", wants[i], m.Text)
			}
		}
	}
	told("cy@example.org", "15:00 09:00")
	told("di@example.org", "15:00 12:00") // what di knew
	w.moveOn(mail.GatherLasts)
	move(16)
	move(15)
	w.handled()
	all, err := outbox.Recent(t.Context(), "cy@example.org", 1)
	must(t, err)
	told("cy@example.org", "15:00 -", "15:00 09:00")
	if all[0].Kind != "shift_revised" { // moved there and back
		t.Errorf("%s: %s", all[0].Kind, all[0].Text)
	}
}

// An answer that is taken back, and a hand-over that goes back and forth, are one mail to each with the last of it (found,
// point 21).
func TestFound21_AnswersAndHandOversBackAndForthAreOneMail(t *testing.T) {
	w := newWorld(t)
	outbox, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	cy, di := ident.Pair("member", "cy"), ident.Pair("member", "di")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "en")
	w.register(di, "Di", "di@example.org", "en")
	c := w.launch()
	m := newMails(Config{
		Catalog: w.cat, Keys: w.keys, Store: w.store, Commands: w.commands, Mailer: outbox, Public: "https://callup.example",
		Stop: func(ident.ID, notice.Kind, string) string { return "" },
	})
	offer := timepledge.Parties{Pledge: ident.Pair("timepledge", "offer"), Campaign: c, Member: cy, Minutes: 60}
	for range 3 {
		for _, e := range []any{
			timepledge.Accepted{Parties: offer, At: w.now()}, campaign.HandOverOffered{Campaign: c, To: cy, At: w.now()},
			campaign.HandOverOffered{Campaign: c, To: di, At: w.now()}, campaign.HandOverDeclined{Campaign: c, To: cy, At: w.now()},
			campaign.HandOverDeclined{Campaign: c, To: di, At: w.now()}, timepledge.Declined{Parties: offer, At: w.now()},
		} {
			must(t, m.handle(t.Context(), ident.Nil, e))
		}
		w.moveOn(time.Minute)
	}
	for address, want := range map[string][]string{
		"cy@example.org": {"pledge_declined", "team_hand_over"}, "di@example.org": {"team_hand_over"},
		"olga@example.org": {"team_hand_over_no", "team_hand_over_no"}, // of cy, and of di
	} {
		all, err := outbox.Recent(t.Context(), address, 100)
		must(t, err)
		var kinds []string
		for _, one := range all {
			kinds = append(kinds, one.Kind)
		}
		slices.Sort(kinds)
		if !slices.Equal(kinds, want) {
			t.Errorf("%s: %q", address, kinds)
		}
	}
}

// What happened before an organizer has such news wait for the daily mail, which begins with what comes after, is mailed at once.
func TestNews_IsMailedAsWasWantedWhenItHappened(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "fr")
	c := w.launch()
	before := w.give(cy, giving.DonateMoneyBody{CampaignID: c})
	w.pay(before)
	w.moveOn(time.Second)
	daily := notifications.ChooseNotificationsBody{
		Kind: notice.GiftReceived, Channel: notice.ByMail, On: true, Daily: true,
	}
	_, err := notifications.ChooseNotifications.Run(t.Context(), w.commands, w.env().For(owner), daily)
	must(t, err)
	w.moveOn(time.Second)
	w.pay(w.give(cy, giving.DonateMoneyBody{CampaignID: c}))
	w.run(w.router())
	w.handled()
	if got := of[mail.GiftReceived](w, "olga@example.org"); len(got) != 1 || got[0].Key != mail.ReceivedKey(before.String()) {
		t.Errorf("%+v", got)
	}
}

// A campaign that is suspended and reinstated within ten minutes is one mail, with what holds now (found, point 21).
func TestFound21_ASuspensionThatEndsAtOnceIsOneMail(t *testing.T) {
	w := newWorld(t)
	outbox, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.mailer = outbox
	w.register(owner, "Olga", "olga@example.org", "en")
	c := w.launch()
	w.run(w.router())
	moderator := ident.Pair("member", "moderator")
	decide := func(decide func(campaign.State) ([]campaign.Event, error)) {
		t.Helper()
		w.moveOn(time.Minute)
		_, err := command.Execute(t.Context(), w.commands.Handler, campaign.Decider, c, w.env().For(moderator), decide)
		must(t, err)
		w.handled()
	}
	suspend := func(reason string) {
		t.Helper()
		decide(func(s campaign.State) ([]campaign.Event, error) {
			return campaign.Suspend{By: moderator, Reason: reason, Now: w.now()}.Decide(s)
		})
	}
	reinstate := func() {
		t.Helper()
		decide(func(s campaign.State) ([]campaign.Event, error) {
			return campaign.Reinstate{By: moderator, Now: w.now()}.Decide(s)
		})
	}
	told := func(want ...string) {
		t.Helper()
		all, err := outbox.Recent(t.Context(), "olga@example.org", 100)
		must(t, err)
		var kinds []string
		for _, m := range all {
			kinds = append(kinds, m.Kind)
		}
		if !slices.Equal(kinds, want) {
			t.Fatalf("mailed %q, not %q", kinds, want)
		}
	}
	suspend("A lie")
	told("campaign_suspended")
	reinstate()
	told("campaign_reinstated")
	suspend("A mistake, once more")
	told("campaign_suspended")
	if all, err := outbox.Recent(t.Context(), "olga@example.org", 1); err != nil || !strings.Contains(all[0].Text, "once more") {
		t.Errorf("%v, %v", all, err)
	}
	w.moveOn(mail.GatherLasts)
	reinstate()
	told("campaign_reinstated", "campaign_suspended")
}

// Every kind that may be mailed at once has a letter, and no letter tells of a kind that may not.
func TestMails_EveryMailedKindHasALetter(t *testing.T) {
	m := newMails(Config{Catalog: catalog.New()})
	for _, kind := range notice.Kinds() {
		if _, has := m.letters[kind]; has != kind.May(notice.AtOnce) {
			t.Errorf("%s may be mailed at once: %v; it has a letter: %v", kind, kind.May(notice.AtOnce), has)
		}
	}
}

// Who offers time to a campaign that they run is not mailed about it; the others are, each under a key of their own.
func TestMails_NobodyHearsOfTheirOwnOffer(t *testing.T) {
	w := newWorld(t)
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "es")
	w.register(cy, "Cy", "cy@example.org", "en")
	c := w.launch()
	_, err := campaigns.InviteCoOrganizer.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.InviteBody{CampaignID: c, Email: "cy@example.org", Lang: "en"})
	must(t, err)
	to, _, err := command.Load(t.Context(), w.commands.Handler, campaign.Decider, c)
	must(t, err)
	_, err = campaigns.AcceptInvitation.Run(t.Context(), w.commands, w.env().For(cy),
		campaigns.InvitationBody{CampaignID: c, InvitationID: to.Team.Invitations[0].ID})
	must(t, err)
	m := newMails(Config{
		Catalog: w.cat, Keys: w.keys, Store: w.store, Commands: w.commands, Mailer: w.mails, Public: "https://callup.example",
		Stop: func(ident.ID, notice.Kind, string) string { return "" },
	})
	keysOf := func(address string) (all []string) {
		for _, one := range w.mails.to(address) {
			all = append(all, one.Key)
		}
		return all
	}
	offer := func(name string, by ident.ID) ident.ID {
		id := ident.Pair("timepledge", name)
		must(t, m.handle(keyring.Watch(t.Context()), ident.Nil, timepledge.Pledged{At: w.now(), Parties: timepledge.Parties{
			Pledge: id, Campaign: c, Member: by, Supporter: member.SubjectOf(by), Minutes: 60,
		}}))
		return id
	}
	before := keysOf("olga@example.org")
	byCy, byOwner := offer("by cy", cy), offer("by the owner", owner)
	if got, want := keysOf("olga@example.org")[len(before):], []string{mail.OfferedKey(byCy.String())}; !slices.Equal(got, want) {
		t.Errorf("the owner is mailed %q, want %q", got, want)
	}
	if got, want := keysOf("cy@example.org"), []string{mail.OfferedToKey(byOwner.String(), cy.String())}; !slices.Equal(got, want) {
		t.Errorf("the co-organizer is mailed %q, want %q", got, want)
	}
}
