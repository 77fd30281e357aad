package reactors

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

// oneGift is a day on which one gift was received.
func oneGift() []ports.DailyTold {
	return []ports.DailyTold{
		{Kind: "gift_received", Campaign: ident.Pair("campaign", "c"), Times: 1, Amount: 5_00, Currency: money.EUR},
	}
}

// dailyWorld is a world whose timers write daily mails of what the test says was told.
type dailyWorld struct {
	*world
	outbox  *mail.Outbox
	told    []ports.DailyTold
	asked   []ports.DailyAsked
	reading func() // while the tables are read
	dies    func(context.Context, mail.DailySent) error
	closed  bool
	zone    string // where they choose; empty: Paris
}

func (w *dailyWorld) DailyUpTo(ctx context.Context, who ident.ID) (time.Time, error) {
	return w.outbox.DailyUpTo(ctx, who)
}

func (w *dailyWorld) SendDaily(ctx context.Context, d mail.DailySent) error {
	if w.dies != nil {
		return w.dies(ctx, d)
	}
	return w.outbox.SendDaily(ctx, d)
}

func newDailyWorld(t *testing.T) *dailyWorld {
	t.Helper()
	w := &dailyWorld{world: newWorld(t)}
	var err error
	w.outbox, err = mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.begin()
	w.register(owner, "Olga", "olga@example.org", "fr")
	w.run(w.router())
	return w
}

// begin has the mails written by a program that has just begun, which remembers nothing of what members chose.
func (w *dailyWorld) begin() {
	w.commands = command.NewService(command.Config{
		Handler: command.NewHandler(w.store, w.cat, w.keys), Outside: command.Outside{Keys: w.keys, Clock: w.now, Log: discard()},
		Tracer: noop.NewTracerProvider().Tracer("test"),
	})
	w.timers.cmd = w.commands
	w.timers.Daily = Dailies{
		Config: Config{
			Catalog: w.cat, Keys: w.keys, Store: w.store, Commands: w.commands, Public: "https://callup.example",
			Stop: func(_ ident.ID, kind notice.Kind, lang string) string {
				return "/stop/" + string(kind) + "/" + lang
			},
		},
		Now: w.now, Mails: w, Open: func(context.Context, ident.ID) (bool, error) { return !w.closed, nil },
		Told: func(_ context.Context, a ports.DailyAsked) ([]ports.DailyTold, bool, error) {
			w.asked = append(w.asked, a)
			if w.reading != nil {
				w.reading()
			}
			return w.told, false, nil
		},
	}.Send
}

func (w *dailyWorld) choose(k notice.Kind, on, daily bool) {
	w.t.Helper()
	_, err := notifications.ChooseNotifications.Run(w.t.Context(), w.commands, w.env().For(owner),
		notifications.ChooseNotificationsBody{
			Kind: k, Channel: notice.ByMail, On: on, Daily: daily, TimeZone: cmp.Or(w.zone, "Europe/Paris"),
		})
	must(w.t, err)
	w.handled()
}

func (w *dailyWorld) state() notification.State {
	w.t.Helper()
	s, err := notifications.Chosen(w.t.Context(), w.commands, owner)
	must(w.t, err)
	return s
}

// morning is the next at which a daily mail is due, a moment later, and what is due then was fired.
func (w *dailyWorld) morning() time.Time {
	w.t.Helper()
	due := w.state().NextDaily(owner, w.now())
	w.moveOn(due.Sub(w.now()) + time.Second)
	w.fire()
	return due
}

func (w *dailyWorld) fire() {
	w.t.Helper()
	for {
		fired, err := w.timers.fireDaily(w.t.Context())
		must(w.t, err)
		if !fired {
			return
		}
	}
}

func (w *dailyWorld) mailed() []mail.Kept {
	w.t.Helper()
	all, err := w.outbox.Recent(w.t.Context(), "olga@example.org", 100)
	must(w.t, err)
	return all
}

func (w *dailyWorld) waiting() int {
	return w.count(`SELECT count(*) FROM timers WHERE command = 'send-daily'`)
}

func TestDailies_TellOnceADayWhatWaits(t *testing.T) {
	w := newDailyWorld(t)
	if w.waiting() != 0 {
		t.Fatal("somebody waits for a daily mail who asked for none")
	}
	w.choose(notice.GiftReceived, true, true)
	w.choose(notice.ThreadNews, true, true)
	if w.waiting() != 1 {
		t.Fatal("nothing waits")
	}
	chosen := w.state().Daily
	paris, err := time.LoadLocation("Europe/Paris")
	must(t, err)
	var due time.Time // by the clocks where it was chosen
	must(t, w.pool.QueryRow(t.Context(), `SELECT due_at FROM timers WHERE command = 'send-daily'`).Scan(&due))
	if hour := due.In(paris).Hour(); hour != notification.Hour {
		t.Fatalf("due at %s, which is %d o'clock in Paris", due, hour)
	}
	w.begin()
	w.morning() // with nothing to tell
	must(t, w.pool.QueryRow(t.Context(), `SELECT due_at FROM timers WHERE command = 'send-daily'`).Scan(&due))
	if hour := due.In(paris).Hour(); hour != notification.Hour {
		t.Fatalf("due again at %s, which is %d o'clock in Paris", due, hour)
	}
	if got := w.mailed(); len(got) > 0 {
		t.Fatalf("mailed of nothing: %+v", got)
	}
	c, post := ident.Pair("campaign", "c"), ident.Pair("post", "p")
	w.told = []ports.DailyTold{
		{Kind: "gift_received", Campaign: c, Title: "Un puits", Own: true, Times: 3, Amount: 120_00, Currency: money.EUR},
		{Kind: "thread_news", What: "reacted", On: "post", Post: post, Times: 1, Quantity: 7},
		{Kind: "gift_received", Campaign: c, Title: "Un puits", Own: true, Times: 1, Amount: 5_00, Currency: money.GBP},
	}
	first := w.asked[0]
	due = w.morning()
	got := w.mailed()
	if len(got) != 1 || got[0].Lang != "fr" || got[0].Kind != "daily" {
		t.Fatalf("%+v", got)
	}
	for _, want := range []string{
		"Olga", "Un puits\nhttps://callup.example/my/campaigns/" + c.String() + "\n- 3 dons, 120,00 € en tout\n- 1 don : 5,00 £",
		"Vos publications et commentaires\nhttps://callup.example/my/activity?post=" + post.String() + "\n- 7 personnes ont réagi",
		"/stop/daily/fr", "https://callup.example/my/notifications", "https://callup.example/my/settings#notifications",
	} {
		if !strings.Contains(strings.ReplaceAll(got[0].Text, "\u00a0", " "), want) {
			t.Errorf("%q is not said in\n%s", want, got[0].Text)
		}
	}
	// each asks for what came since the one before, and the first for what came since the member wanted it
	last := w.asked[len(w.asked)-1]
	if !slices.Equal(first.Kinds, []string{"gift_received", "thread_news"}) || !first.Since[0].Equal(chosen[0].From) ||
		!first.Since[1].Equal(chosen[1].From) || !last.Since[0].Equal(first.UpTo) || !last.UpTo.Equal(due.Add(-settled)) {
		t.Errorf("asked %+v and %+v", first, last)
	}
	// not again on that day, whatever sets the timer anew
	w.choose(notice.CampaignNews, true, true)
	must(t, w.timers.Hasten(t.Context(), timerDaily, owner))
	w.fire()
	if n := len(w.mailed()); n != 1 {
		t.Errorf("%d mails", n)
	}
	// read in the app: what is read is not asked for any more
	_, err = notifications.ReadNotifications.Run(t.Context(), w.commands, w.env().For(owner),
		notifications.ReadNotificationsBody{UpTo: w.now()})
	must(t, err)
	read := w.state().UpTo
	w.morning()
	if last := w.asked[len(w.asked)-1]; !last.Since[0].Equal(read) || len(w.mailed()) != 2 {
		t.Errorf("read up to %s, asked %+v", read, last)
	}
	// where nothing waits any more, no timer does
	_, err = notifications.StopDailyMail.Run(t.Context(), w.commands, w.env(), owner)
	must(t, err)
	w.handled()
	w.morning()
	if w.waiting() != 0 || len(w.mailed()) != 2 || len(w.state().Daily) > 0 {
		t.Errorf("%d wait, %d mails", w.waiting(), len(w.mailed()))
	}
}

// Whoever chooses another time zone is due twice on a day, or later on it: nothing is lost, and nothing told twice.
func TestDailies_LoseNothingWhereClocksAreOthers(t *testing.T) {
	w := newDailyWorld(t)
	w.choose(notice.GiftReceived, true, true)
	w.told = oneGift()
	inParis := w.morning()
	w.zone = "America/New_York"
	w.choose(notice.GiftReceived, true, true)
	inNewYork := w.morning()
	if d := inNewYork.Sub(inParis); d < 4*time.Hour || d > 7*time.Hour {
		t.Fatalf("due at %s and %s", inParis, inNewYork)
	}
	if len(w.mailed()) != 2 || len(w.asked) != 2 || !w.asked[1].Since[0].Equal(w.asked[0].UpTo) {
		t.Errorf("%d mails of %+v", len(w.mailed()), w.asked)
	}
}

// A process that dies right before a mail is kept has it sent once, also a day later; and what it told is told by no other.
func TestDailies_AreSentOnceWhateverDies(t *testing.T) {
	w := newDailyWorld(t)
	w.choose(notice.GiftReceived, true, true)
	w.told = oneGift()
	w.dies = func(context.Context, mail.DailySent) error { return errors.New("the cable") }
	w.morning()
	if len(w.mailed()) != 0 || w.waiting() != 1 {
		t.Fatal("sent without a mailer")
	}
	// kept, but the program died before it knew
	w.dies = func(ctx context.Context, d mail.DailySent) error {
		return errors.Join(w.outbox.SendDaily(ctx, d), errors.New("killed"))
	}
	begun := w.asked[0].Since
	must(t, w.timers.Hasten(t.Context(), timerDaily, owner))
	w.fire()
	w.dies = nil
	must(t, w.timers.Hasten(t.Context(), timerDaily, owner))
	w.fire()
	if n := len(w.mailed()); n != 1 {
		t.Fatalf("%d mails", n)
	}
	if tries := len(w.asked); tries != 2 || !reflect.DeepEqual(w.asked[1].Since, begun) {
		t.Errorf("asked %d times: %+v", tries, w.asked)
	}
	w.morning()
	if last := w.asked[len(w.asked)-1]; !last.Since[0].Equal(w.asked[1].UpTo) || len(w.mailed()) != 2 {
		t.Errorf("%d mails; the next began at %s, not at %s", len(w.mailed()), last.Since[0], w.asked[1].UpTo)
	}
}

// Who switches a kind off, or reads, while a mail is written is not told of it.
func TestDailies_HearWhatWasSwitchedOffASecondAgo(t *testing.T) {
	w := newDailyWorld(t)
	w.choose(notice.GiftReceived, true, true)
	w.told = oneGift()
	w.reading = func() {
		w.reading = nil
		_, err := notifications.ChooseNotifications.Run(w.t.Context(), w.commands, w.env().For(owner),
			notifications.ChooseNotificationsBody{Kind: notice.GiftReceived, Channel: notice.ByMail})
		must(w.t, err)
	}
	w.morning()
	w.handled()
	must(t, w.timers.Daily(t.Context(), owner))
	if len(w.mailed()) > 0 || len(w.asked) != 1 {
		t.Errorf("asked %d times, mailed %+v", len(w.asked), w.mailed())
	}
}

// A mail in which words of somebody stand is deleted with them, and no other.
func TestDailies_GoWithWhoseWordsStandInThem(t *testing.T) {
	w := newDailyWorld(t)
	w.choose(notice.GiftReceived, true, true)
	w.told = oneGift()
	w.morning()
	bea := ident.Pair("member", "bea")
	w.register(bea, "Bea", "bea@example.org", "en")
	w.told[0].Words = []ident.ID{member.SubjectOf(bea)}
	w.morning()
	for subject, want := range map[ident.ID]int64{ident.Pair("campaign", "c"): 0, w.told[0].Words[0]: 1} {
		if n, err := w.outbox.ForgetWords(t.Context(), []ident.ID{subject}); err != nil || n != want {
			t.Errorf("%d mails with words of %s went: %v", n, subject, err)
		}
	}
	if len(w.mailed()) != 1 {
		t.Errorf("%d mails are left", len(w.mailed()))
	}
}

// Who left is mailed nothing until they come back; who has no address any more never.
func TestDailies_LeaveAloneWhoLeft(t *testing.T) {
	w := newDailyWorld(t)
	w.choose(notice.GiftReceived, true, true)
	w.told = oneGift()
	w.closed = true
	w.morning()
	if len(w.mailed()) > 0 || w.waiting() != 1 {
		t.Errorf("%d wait, mailed %+v", w.waiting(), w.mailed())
	}
	w.closed = false
	w.morning()
	if len(w.mailed()) != 1 {
		t.Errorf("came back, and is mailed %+v", w.mailed())
	}
	must(t, w.keys.Destroy(t.Context(), "member", member.SubjectOf(owner)))
	w.moveOn(24 * time.Hour)
	w.fire()
	if len(w.mailed()) != 1 || w.waiting() != 0 {
		t.Errorf("%d wait, mailed %+v", w.waiting(), w.mailed())
	}
}

// However much happened, the mail stays short, and says how much it leaves out.
func TestDailies_SayHowMuchTheyLeaveOut(t *testing.T) {
	var told []ports.DailyTold
	for i := range 34 {
		told = append(told, ports.DailyTold{
			Kind: "campaign_news", What: "update", Campaign: ident.Pair("campaign", string(rune('a'+i%3))),
			Times: int64(1 + i/32), Cut: i == 0,
		})
	}
	got := Dailies{Config: Config{Public: "https://callup.example"}}.content(told)
	lines := 0
	for _, g := range got.Groups {
		lines += len(g.Lines)
	}
	if lines != dailyLines || len(got.Groups) != 3 || got.More != 1+1+2+2 || !got.Cut {
		t.Errorf("%d lines in %d groups and %d more", lines, len(got.Groups), got.More)
	}
}

// Whatever may wait for the daily mail has words in it, in every language.
func TestDailies_HaveWordsForAllThatWaits(t *testing.T) {
	w := newDailyWorld(t)
	var told []ports.DailyTold
	add := func(kind notice.Kind, what string, more ports.DailyTold) {
		more.Kind, more.What, more.Campaign, more.Times = string(kind), what, ident.Pair("campaign", string(kind)), 2
		told = append(told, more)
	}
	add(notice.GiftReceived, "", ports.DailyTold{Amount: 5_00, Currency: money.USD})
	for _, step := range []notification.Step{notification.Offered, notification.Withdrawn, notification.Logged} {
		add(notice.PledgeReceived, string(step), ports.DailyTold{Minutes: 60})
	}
	for _, step := range []notification.Step{
		notification.Accepted, notification.Declined, notification.Confirmed, notification.NobodyCame,
	} {
		add(notice.PledgeAnswered, string(step), ports.DailyTold{Minutes: 60})
	}
	for _, step := range []notification.Step{notification.Offered, notification.Withdrawn} {
		add(notice.PledgeReceived, string(step), ports.DailyTold{Quantity: 3})
	}
	for _, step := range []notification.Step{notification.Accepted, notification.Declined, notification.ThingsCame} {
		add(notice.PledgeAnswered, string(step), ports.DailyTold{Quantity: 3})
	}
	for _, what := range []string{"update", "reached", "goal", "time_goal", "end_date", "beneficiary"} {
		add(notice.CampaignNews, what, ports.DailyTold{})
	}
	add(notice.CampaignNews, "update", ports.DailyTold{Subject: "Rain"})
	for _, reason := range []string{"owner", "end_date", "cancelled"} {
		add(notice.CampaignCompleted, "", ports.DailyTold{Reason: reason})
	}
	for _, on := range []string{"post", "comment"} {
		for _, what := range []string{"reacted", "answered"} {
			add(notice.ThreadNews, what, ports.DailyTold{On: on, Quantity: 1})
		}
	}
	add(notice.ThreadNews, "shared", ports.DailyTold{On: "post", Quantity: 1})
	covered := map[string]bool{}
	for _, one := range told {
		covered[one.Kind] = true
		for _, lang := range mail.Languages() {
			d := Dailies{Config: Config{Public: "https://callup.example"}}
			err := w.outbox.Send(t.Context(), mail.Message{
				Key: lineOf(one).Says + lang, To: "a@example.org", Lang: lang, Content: d.content([]ports.DailyTold{one}),
			})
			if err != nil {
				t.Errorf("%+v: %v", one, err)
			}
		}
	}
	for _, kind := range notice.Kinds() {
		if kind.May(notice.Daily) && !covered[string(kind)] {
			t.Errorf("nothing is said of %s", kind)
		}
	}
}
