package mail

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/testing/testdb"
)

func contents() []Content {
	somewhere := Occasion{At: time.Date(2026, 12, 24, 18, 5, 0, 0, time.UTC), Browser: "Firefox", System: "Windows"}
	return []Content{
		Confirmation{Link: "https://callup.test/auth/confirm?token=abc", Hours: 48},
		AlreadyRegistered{Link: "https://callup.test/auth"},
		PasswordReset{Link: "https://callup.test/auth/reset?token=abc", Minutes: 60},
		PasswordChanged{Occasion: somewhere, Link: "https://callup.test/auth/sign-out?token=abc"},
		GiftCompleted{Name: "Ada", Campaign: "Garden & <b>more</b>", Gift: money.Of(123456, money.EUR), Fees: money.Of(56, money.EUR),
			Date: "2026-03-01", Reference: "abc", Link: "https://callup.test/campaign/garden"},
		GiftRefunded{Name: "Ada", Campaign: "Garden", Refunded: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/garden"},
		GiftRefundFailed{Name: "Ada", Campaign: "Garden", Refunded: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/garden"},
		GiftReturned{Name: "Bo", Campaign: "Garden", Returned: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/garden"},
		SurplusRefunded{Name: "Ada", Campaign: "Garden", Refunded: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/garden"},
		SurplusReturned{Name: "Bo", Campaign: "Garden", Returned: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/garden"},
		InquiryReceived{Name: "Ada", Email: "ada@example.org", Subject: "A <b>question</b>", Message: "One\nTwo", Reference: "abc"},
		InquiryAcknowledged{Reference: "abc", Link: "https://callup.test/faq"},
		GiftReceived{Name: "Bo", Campaign: "Garden & <b>more</b>", Giver: "<i>Ada</i>", Gift: money.Of(500, money.GBP),
			Link: "https://callup.test/campaign/garden"},
		PledgeReceived{Name: "Bo", Campaign: "Garden", Who: "<i>Ada</i>", Minutes: 390, When: "Saturdays", Message: "<b>Hi</b>",
			Link: "https://callup.test/my/campaigns/c?phase=waiting"},
		PledgeAnswered{Name: "Ada", Campaign: "Garden", Accepted: true, Things: 2, Thing: "Kettle", Place: "14 rue Perrod",
			Note: "Ring twice", Link: "https://callup.test/my/donations"},
		PledgeAnswered{Name: "Ada", Campaign: "Garden", Minutes: 60, Note: "We are full", Link: "https://callup.test/my/donations"},
		ShiftChanged{Name: "Ada", Campaign: "Garden", What: "moved", Shift: "<b>Slates</b>", Starts: time.Date(2026, 12, 5, 8, 0, 0, 0,
			time.UTC), TimeZone: "Europe/Paris", Place: "Barn", Link: "https://callup.test/my/shifts"},
		ShiftChanged{Name: "Ada", Campaign: "Garden", What: "reminder", Shift: "Slates", Starts: time.Date(2026, 12, 5, 8, 0, 0, 0,
			time.UTC), TimeZone: "Europe/Paris", Place: "Barn", Link: "https://callup.test/my/shifts"},
		ShiftChanged{Name: "Ada", Campaign: "Garden", What: "revised", Shift: "Slates", Starts: time.Date(2026, 12, 5, 8, 0, 0, 0,
			time.UTC), TimeZone: "Europe/Paris", Place: "Barn", Link: "https://callup.test/my/shifts"},
		ShiftChanged{Name: "Ada", Campaign: "Garden", What: "cancelled", Shift: "Slates", Starts: time.Date(2026, 12, 5, 8, 0, 0, 0,
			time.UTC), TimeZone: "Europe/Paris", Reason: "Rain", Link: "https://callup.test/my/shifts"},
		CampaignEnded{Name: "Bo", Campaign: "Garden", Date: "2026-12-24", Link: "https://callup.test/campaign/garden"},
		Notice{Text: "campaign_approved", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": ""},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "campaign_changes_requested", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": "<i>Who</i>?"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "campaign_rejected", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": "A lottery"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "campaign_suspended", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": "A lie"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "campaign_reinstated", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": ""},
			Link: "https://callup.test/my/campaigns/c"},
		PageInvited{Inviter: "<i>Bo</i>", Page: "Mill", Link: "https://callup.test/my/pages"},
		Notice{Text: "page_handed_over", Named: map[string]string{"name": "Bo", "page": "<i>Mill</i>"},
			Link: "https://callup.test/my/pages/p?tab=editors"},
		TeamInvited{Inviter: "Bo", Campaign: "Garden & <b>more</b>", Link: "https://callup.test/my/campaigns"},
		GuestData{Link: "https://callup.test/guest-data/download?t=abc", Minutes: 60},
		GuestGift{What: "completed", Operator: "Les Voisins", Sum: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/c/thanks"},
		GuestGift{What: "refunded", Operator: "Les Voisins", Sum: money.Of(500, money.GBP), Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/c/thanks"},
		GuestGift{What: "refund_failed", Operator: "Les Voisins", Sum: money.Of(500, money.GBP), Date: "2026-12-24",
			Reference: "abc", Link: "https://callup.test/campaign/c/thanks"},
		GuestGift{What: "refund_declined", Operator: "Les Voisins", Date: "2026-12-24", Reference: "abc",
			Link: "https://callup.test/campaign/c/thanks"},
		GuestGift{What: "surplus_refunded", Operator: "Les Voisins", Sum: money.Of(500, money.GBP), Date: "2026-12-24",
			Reference: "abc", Link: "https://callup.test/campaign/c/thanks"},
		Notice{Text: "team_joined", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": "<i>Ada</i>"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "team_declined", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": ""},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "team_left", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": "Ada"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "team_removed", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": ""},
			Link: "https://callup.test/campaign/c"},
		Notice{Text: "team_hand_over", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": "Ada"},
			Link: "https://callup.test/my/campaigns"},
		Notice{Text: "team_hand_over_no", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": "Ada"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "team_handed_over", Named: map[string]string{"name": "Bo", "campaign": "Garden", "who": "Ada"},
			Link: "https://callup.test/my/campaigns/c"},
		Notice{Text: "campaign_not_urgent", Named: map[string]string{"name": "Bo", "campaign": "Garden", "reason": "It has <time>"},
			Link: "https://callup.test/my/campaigns/c"},
		AccountTouched{Name: "Bo", What: "signed_in_anew", Occasion: somewhere, Link: "https://callup.test/auth/sign-out?token=abc"},
		Leaving{Date: "2026-12-24", Link: "https://callup.test/auth"},
		EmailOffered{Link: "https://callup.test/auth/email?token=abc", Hours: 24},
		EmailOffered{Link: "https://callup.test/auth/email?token=abc", Minutes: 90},
		EmailTaken{Link: "https://callup.test/auth"},
		EmailAsked{Occasion: somewhere, Link: "https://callup.test/auth/email/stop?token=abc"},
		EmailRestored{Ended: []Way{{Kind: "passkeys", Count: 2}, {Kind: "provider", Name: "google", Count: 1}},
			Back:  []Way{{Kind: "factor", Count: 1}},
			Codes: true, Link: "https://callup.test/auth/forgot"},
		EmailRestored{Ended: []Way{{Kind: "passkeys", Count: 2}}, Days: 30, Link: "https://callup.test/auth/email/stop?token=abc"},
		EmailChanged{Occasion: somewhere, Link: "https://callup.test/auth/email/stop?token=abc", Days: 7},
		Daily{Name: "Ada", Date: "2026-12-24", More: 4, Cut: true, Link: "https://callup.test/my/notifications",
			Settings: "https://callup.test/my/settings#notifications", Groups: []DailyGroup{
				{Campaign: "Garden & <b>more</b>", Link: "https://callup.test/campaign/c", Lines: []DailyLine{
					{Says: "gift_received", Times: 2, Amount: money.Of(1200_00, money.EUR)}, {Says: "update", Times: 1, Title: "<i>Rain</i>"},
				}},
				{Link: "https://callup.test/campaign/d", Lines: []DailyLine{{Says: "logged", Times: 1, Minutes: 90}}},
				{Thread: true, Link: "https://callup.test/my/activity?post=p", Lines: []DailyLine{{Says: "post_reacted", Times: 1}}},
			}},
	}
}

func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`\{\w+\}`)
	shapes := map[string]map[string][]string{}
	for _, lang := range Languages() {
		raw, err := files.ReadFile("texts/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var cat struct {
			Footer  string
			Stop    string
			Touches map[string]string
			Page    map[string]json.RawMessage `json:"stop_page"`
			Kinds   map[string]json.RawMessage
			Daily   struct {
				Hidden, Thread string
				Lines          map[string]counted
			}
		}
		if err := json.Unmarshal(raw, &cat); err != nil {
			t.Fatal(err)
		}
		if cat.Footer == "" {
			t.Errorf("%s has no footer", lang)
		}
		shapes[lang] = map[string][]string{"stop": {strconv.FormatBool(cat.Stop != "")}}
		for what, said := range cat.Touches {
			shapes[lang]["touch "+what] = []string{strconv.FormatBool(said != "")}
		}
		for name := range cat.Page {
			shapes[lang]["page "+name] = nil
		}
		shapes[lang]["daily words"] = []string{strconv.FormatBool(cat.Daily.Hidden != "" && cat.Daily.Thread != "")}
		for says, w := range cat.Daily.Lines {
			for number, text := range map[string]string{"one": w.One, "other": w.Other} {
				names := placeholder.FindAllString(text, -1)
				slices.Sort(names)
				shapes[lang]["daily "+says+" "+number] = names
			}
		}
		for kind, w := range cat.Kinds {
			names := placeholder.FindAllString(string(w), -1)
			slices.Sort(names)
			shapes[lang][kind] = names
		}
	}
	for _, lang := range Languages()[1:] {
		if diff := cmp.Diff(shapes["en"], shapes[lang]); diff != "" {
			t.Errorf("en and %s differ: %s", lang, diff)
		}
	}
}

func TestEveryMailInEveryLanguage(t *testing.T) {
	t.Parallel()
	c, err := newComposer()
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range contents() {
		for _, lang := range Languages() {
			got, err := c.compose(Message{Lang: lang, Content: content})
			if err != nil {
				t.Fatal(err)
			}
			_, link := content.values(lang)
			for part, s := range map[string]string{"subject": got.subject, "text": got.text, "html": got.html} {
				if s == "" || regexp.MustCompile(`\{\w+\}|<no value>|ZgotmplZ`).MatchString(strings.ReplaceAll(s, c.style, "")) {
					t.Errorf("%s %s %s: %q", content.kind(), lang, part, s)
				}
			}
			if unspaced := regexp.MustCompile(`\pL:\s`).FindString(got.text); lang == "fr" && unspaced != "" {
				t.Errorf("%s: French sets a space before the colon of %q", content.kind(), unspaced)
			}
			if !strings.Contains(got.text, link) || !strings.Contains(got.html, template.HTMLEscapeString(link)) {
				t.Errorf("%s %s: the link is missing", content.kind(), lang)
			}
			if !strings.Contains(got.html, `<html lang="`+lang+`">`) || strings.Contains(got.html, "<b>") ||
				strings.Contains(got.html, " style=") {
				t.Errorf("%s %s: %s", content.kind(), lang, got.html)
			}
			if !strings.Contains(got.html, "<style>"+c.style+"</style>") {
				t.Errorf("%s %s: the style is not word for word what the policy allows", content.kind(), lang)
			}
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	c, err := newComposer()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		lang         string
		content      Content
		has, lacks   []string
		wantsSubject string
	}{
		"quoted text": {lang: "en", content: AlreadyRegistered{Link: "https://x.test"},
			has: []string{"An account with this email already exists. Please sign in instead."}},
		"guest without name": {lang: "en", content: GiftCompleted{Campaign: "C", Gift: money.Of(100, money.USD), Date: "2026-01-02",
			Reference: "r"},
			has: []string{"Your gift of $1.00", "January 2, 2026"}, lacks: []string{"Hello", "fee", "Amount paid"}},
		"English amount": {lang: "en", content: contents()[4], has: []string{"gift of €1,234.56", "Payment fee: €0.56", "Amount paid: €1,235.12", "March 1, 2026"}},
		"French amount":  {lang: "fr", content: contents()[4], has: []string{"234,56\u00a0€", "1er mars 2026"}},
		"Spanish amount": {lang: "es", content: contents()[5], has: []string{"5,00\u00a0£", "24 de diciembre de 2026"}},
		"unknown tongue": {lang: "tlh", content: contents()[1], has: []string{"Please sign in instead."}},
		"newline in name": {lang: "en", content: GiftCompleted{Campaign: "a\r\nBcc: x", Gift: money.Of(1, money.EUR)},
			wantsSubject: "Thank you for your gift to a Bcc: x"},
		"braces in title": {lang: "en", content: GiftCompleted{Campaign: "{amount}", Gift: money.Of(1, money.EUR)},
			wantsSubject: "Thank you for your gift to {amount}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.compose(Message{Lang: test.lang, Content: test.content})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range test.has {
				if !strings.Contains(got.text, s) {
					t.Errorf("lacks %q: %s", s, got.text)
				}
			}
			for _, s := range test.lacks {
				if strings.Contains(got.text, s) {
					t.Errorf("has %q: %s", s, got.text)
				}
			}
			if test.wantsSubject != "" && got.subject != test.wantsSubject {
				t.Errorf("subject %q", got.subject)
			}
		})
	}
}

func newOutbox(t *testing.T) *Outbox {
	t.Helper()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	o, err := NewOutbox(testdb.Pool(t), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOneMailPerKey(t *testing.T) {
	t.Parallel()
	o := newOutbox(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := o.Send(context.WithoutCancel(t.Context()),
				Message{Key: "k", To: "Ada@example.org", Lang: "fr", Content: contents()[0]}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	kept, err := o.Recent(t.Context(), "ada@EXAMPLE.org", 10)
	if err != nil || len(kept) != 1 {
		t.Fatalf("%d mails, %v", len(kept), err)
	}
	if kept[0].Lang != "fr" || kept[0].Kind != "confirmation" || kept[0].Subject != "Confirmez votre adresse e-mail" {
		t.Errorf("%+v", kept[0])
	}
	for _, m := range []Message{{To: "a@b.c"}, {Key: "x"}} {
		m.Content = contents()[0]
		if err := o.Send(t.Context(), m); err == nil {
			t.Errorf("%+v was taken", m)
		}
	}
	if _, err := o.Get(t.Context(), 12345); !errors.Is(err, ErrNotFound) {
		t.Errorf("a mail that is not there: %v", err)
	}
}

// An address gets at most three mails a day that strangers may have requested; other mails are sent (found,
// point 21).
func TestFound21_AnAddressGetsFewMailsThatStrangersAskFor(t *testing.T) {
	t.Parallel()
	o := newOutbox(t)
	began := o.now()
	send := func(key, to string, asked bool) {
		t.Helper()
		if err := o.Send(t.Context(), Message{Key: key, To: to, Lang: "en", Asked: asked,
			Content: TeamInvited{Inviter: "Bo", Campaign: "Garden", Link: "https://callup.test/my/campaigns"}}); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(to string, want int) {
		t.Helper()
		if all, err := o.Recent(t.Context(), to, 100); err != nil || len(all) != want {
			t.Errorf("%s has %d mails, want %d; %v", to, len(all), want, err)
		}
	}
	for i := range 12 {
		send("asked "+strconv.Itoa(i), []string{"ada@example.org", "Ada@Example.org"}[i%2], true)
	}
	kept("ada@example.org", AskedADay)
	send("asked of another", "bo@example.org", true)
	kept("bo@example.org", 1)
	send("owed", "ada@example.org", false)
	kept("ada@example.org", AskedADay+1)
	for i := range 6 { // one mailbox, in both spellings of its domain
		send("spelled "+strconv.Itoa(i), []string{"ada@bücher.example", "ada@xn--bcher-kva.example"}[i%2], true)
	}
	kept("ada@xn--bcher-kva.example", AskedADay)
	o.now = func() time.Time { return began.Add(24 * time.Hour) }
	send("the day after", "ada@example.org", true)
	kept("ada@example.org", AskedADay+2)
}

// Of a burst the first mail goes out alone, to each who is written to (found, point 21).
func TestFound21_ABurstIsOneMail(t *testing.T) {
	t.Parallel()
	o := newOutbox(t)
	began := o.now()
	for i, c := range []struct {
		to, burst string
		after     time.Duration
		sent      bool
	}{
		{"bo@example.org", "a", 0, true}, {"bo@example.org", "a", BurstLasts - time.Second, false}, {"cy@example.org", "a", 0, true},
		{"bo@example.org", "b", 0, true}, {"bo@example.org", "", 0, true}, {"bo@example.org", "", 0, true},
		{"bo@example.org", "a", BurstLasts, true},
	} {
		o.now = func() time.Time { return began.Add(c.after) }
		key := "offer " + strconv.Itoa(i)
		if err := o.Send(t.Context(), Message{Key: key, To: c.to, Lang: "en", Burst: c.burst,
			Content: PledgeReceived{Name: "Bo", Campaign: "Garden", Who: "Ada", Minutes: 60}}); err != nil {
			t.Fatal(err)
		}
		var sent bool
		err := o.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM outbox_mails WHERE key = $1)`, key).Scan(&sent)
		if err != nil || sent != c.sent {
			t.Errorf("%+v: sent %v, %v", c, sent, err)
		}
	}
}

// A guest's request for their own data is counted by itself: invitations by strangers don't use it up, nor more than three of
// them a day (found, point 21).
func TestFound21_InvitationsLeaveAGuestTheirData(t *testing.T) {
	t.Parallel()
	o := newOutbox(t)
	sent := func(n int, m Message, want int) {
		t.Helper()
		for range n {
			m.Key, m.To, m.Asked = m.Key+"x", "ada@example.org", true
			if err := o.Send(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		if all, err := o.Recent(t.Context(), "ada@example.org", 100); err != nil || len(all) != want {
			t.Errorf("%d mails, want %d; %v", len(all), want, err)
		}
	}
	invited := Message{Key: "invited", Content: TeamInvited{Inviter: "Bo", Campaign: "Garden"}}
	data := Message{Key: "data", Alone: true, Content: GuestData{Link: "https://callup.test/guest-data/download", Minutes: 60}}
	sent(5, invited, AskedADay)
	sent(5, data, 2*AskedADay)
	invited.Key = "invited again"
	sent(2, invited, 2*AskedADay)
}

// Mails that tell the state of one thing become one while the first waits, whatever is sent again after a crash; what comes while
// it is being sent is a mail of its own (found, point 21).
func TestFound21_WhatGoesBackAndForthIsOneMail(t *testing.T) {
	t.Parallel()
	for _, sends := range []bool{false, true} {
		o := newOutbox(t)
		began := o.now()
		o.Sends = sends
		change := func(key string, after time.Duration, what string) Message {
			return Message{Key: key, To: "bo@example.org", Lang: "en", Gather: "a shift", At: began.Add(after), Repeated: true,
				Content: ShiftChanged{Name: "Bo", Campaign: "Garden", What: what, Shift: key, Starts: began}}
		}
		send := func(m Message, at time.Duration) {
			t.Helper()
			o.now = func() time.Time { return began.Add(at) }
			if err := o.Send(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		holds := func(want ...string) {
			t.Helper()
			all, err := o.Recent(t.Context(), "bo@example.org", 100)
			if err != nil || len(all) != len(want) {
				t.Fatalf("sends %v: %d mails, want %d, %v", sends, len(all), len(want), err)
			}
			for i, m := range all {
				if !strings.Contains(m.Text, "Shift: "+want[i]+"\n") {
					t.Errorf("sends %v: %s, want %s", sends, m.Text, want[i])
				}
			}
		}
		due := func() []Due {
			t.Helper()
			got, err := o.Claim(t.Context(), 10, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		first, second, third := change("first", 0, "moved"), change("second", 1, "revised"), change("third", 2, "cancelled")
		for _, m := range []Message{first, second, first, second, third, second, first} {
			send(m, time.Minute)
		}
		holds("third")
		send(change("older", -1, "revised"), time.Minute) // tried again by hand: it takes nobody's place
		holds("older", "third")
		if got := due(); len(got) != 0 {
			t.Fatalf("sent before its time: %+v", got)
		}
		_, err := o.pool.Exec(t.Context(), `UPDATE outbox_mails SET send_at = now(), held_until = now() WHERE send_at > now()`)
		if err != nil {
			t.Fatal(err)
		}
		if got := due(); sends && len(got) != 2 {
			t.Fatalf("%d mails are due", len(got))
		}
		for _, m := range []Message{first, third, change("fourth", 3, "revised")} {
			send(m, time.Minute+GatherLasts)
		}
		holds("fourth", "older", "third")
		soon := change("fifth", 4, "moved")
		soon.Urgent = true
		send(soon, time.Minute+GatherLasts)
		holds("fifth", "older", "third")
		if got := due(); sends && (len(got) != 1 || got[0].Kind != "shift_moved") {
			t.Errorf("an urgent one waits: %+v", got)
		}
		send(change("sixth", 5, "revised"), time.Minute+GatherLasts)
		holds("sixth", "fifth", "older", "third")
	}
}

// What a stranger to the reader calls themselves or a campaign is short, and leads nowhere (found, points 22 and 40).
func TestFound22_WordsOfStrangersLeadNowhere(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"Bo Ek": "Bo Ek", "Win at evil.example/x": "Win at evil.\u2060example/\u2060x",
		"https://evil.example": "https:\u2060/\u2060/\u2060evil.\u2060example", "a@b.example": "a@\u2060b.\u2060example",
		"two\nlines\tand \u202eback": "two lines and back", strings.Repeat("é", 61): strings.Repeat("é", 59) + "…",
		strings.Repeat("é", 60): strings.Repeat("é", 60), "": "",
	} {
		if got := strangers(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
	c, err := newComposer()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range Languages() {
		for _, content := range []Content{
			TeamInvited{Inviter: "evil.example", Campaign: "www.evil.example", Link: "https://callup.test/my/campaigns"},
			PageInvited{Inviter: "evil.example", Page: "www.evil.example", Link: "https://callup.test/my/pages"},
		} {
			got, err := c.compose(Message{Lang: lang, Content: content})
			if err != nil || strings.Contains(got.html+got.text+got.subject, "evil.example") ||
				!strings.Contains(got.text, "evil.\u2060example") {
				t.Errorf("%s: %v\n%s", lang, err, got.text)
			}
		}
	}
}

func TestBrowser(t *testing.T) {
	t.Parallel()
	o := newOutbox(t)
	b, err := NewBrowser(o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	router := chi.NewRouter()
	b.Mount(router)
	get := func(path string) *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		router.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return rec
	}
	if rec := get("/dev/outbox"); rec.Code != 200 || !strings.Contains(rec.Body.String(), "No mail yet") {
		t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	if err := o.Send(t.Context(), Message{Key: "k", To: "<i>@example.org", Lang: "en", Content: contents()[0]}); err != nil {
		t.Fatal(err)
	}
	kept, err := o.Recent(t.Context(), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	path := "/dev/outbox/" + strconv.FormatInt(kept[0].ID, 10)
	for where, want := range map[string]struct{ body, policy string }{
		"/dev/outbox":                  {"&lt;i&gt;@example.org", pagePolicy},
		"/dev/outbox?to=x@example.org": {"No mail to x@example.org yet", pagePolicy},
		path:                           {`<a href="https://callup.test/auth/confirm?token=abc">`, pagePolicy},
		path + "/html":                 {"Confirm my address", b.mailPolicy},
		"/dev/outbox/outbox.css":       {".mails", ""},
	} {
		rec := get(where)
		if rec.Code != 200 || !strings.Contains(rec.Body.String(), want.body) {
			t.Errorf("%s: %d %s", where, rec.Code, rec.Body)
		}
		if got := rec.Header().Get("Content-Security-Policy"); got != want.policy || strings.Contains(got, "unsafe-inline") {
			t.Errorf("%s: policy %q", where, got)
		}
	}
	for _, where := range []string{"/dev/outbox/999", "/dev/outbox/x", "/dev/outbox/99999999999999999999/html"} {
		if rec := get(where); rec.Code != 404 {
			t.Errorf("%s: %d", where, rec.Code)
		}
	}
}

func FuzzCompose(f *testing.F) {
	c, err := newComposer()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("Garden", "Ada", "https://x.test", "2026-01-01")
	f.Add("</style><script>", "\r\n", "javascript:alert(1)", "x")
	f.Fuzz(func(t *testing.T, campaign, name, link, date string) {
		got, err := c.compose(Message{Lang: "en", Content: GiftCompleted{Campaign: campaign, Name: name, Link: link, Date: date,
			Gift: money.Of(1, money.EUR)}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(got.subject, "\r\n") || strings.Contains(strings.ToLower(got.html), "<script") ||
			strings.Contains(got.html, `href="javascript:`) {
			t.Fatalf("%q %q", got.subject, got.html)
		}
	})
}
