package readapi_test

import (
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/readapi/notifications"
)

// daily is what the daily mail would tell a member of some kinds since a moment.
func (w *world) daily(who ident.ID, since, upTo time.Time, kinds ...string) []ports.DailyTold {
	w.t.Helper()
	a := ports.DailyAsked{Member: who, Kinds: kinds, UpTo: upTo, After: w.last.String()}
	for range kinds {
		a.Since = append(a.Since, since)
	}
	told, behind, err := notifications.Daily(w.t.Context(), w.service, a)
	must(w.t, err)
	if behind {
		w.t.Fatal("the tables are behind")
	}
	return told
}

func TestDaily_CountsWhatWasToldAndNamesNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	made := w.launch(owner, content("Well"))
	give := func(amount int64, c money.Currency, anonymous bool) ident.ID {
		return w.give(giver, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: amount, Currency: c, Anonymous: anonymous})
	}
	before := w.now().Add(-time.Second)
	give(5_00, money.EUR, false)
	part := giving.DonationBody{DonationID: give(6_00, money.EUR, true)}
	w.refunded(giving.RefundDonationBody{DonationBody: part, Amount: 2_00}, euros(2)) // nor is a part that went back
	give(7_00, money.GBP, false)
	w.refund(give(9_00, money.EUR, false), euros(9)) // went back: it is not told as given
	w.moveOn(time.Hour)
	noon := w.now()
	w.moveOn(time.Hour)
	give(8_00, money.EUR, false)
	about := w.write(owner, "Look")
	w.feel(giver, about, reaction.Like)
	w.complete(owner, made.CampaignID)
	end := w.now().Add(time.Minute)

	got := w.daily(owner, before, noon, "gift_received", "thread_news")
	if len(got) != 2 || got[0].Currency != money.GBP || got[1].Times != 2 || got[1].Amount != 9_00 || got[1].Title != "Well" ||
		!got[1].Own || got[1].Cut || len(got[1].Words) != 1 {
		t.Errorf("%+v", got)
	}
	if got = w.daily(owner, noon, end, "gift_received", "thread_news"); len(got) != 2 || got[0].Kind != "thread_news" ||
		got[0].On != "post" || got[0].Post != about || got[0].Quantity != 1 || got[1].Times != 1 || got[1].Amount != 8_00 {
		t.Errorf("%+v", got)
	}
	if got = w.daily(owner, noon, end, "thread_news"); len(got) != 1 {
		t.Errorf("of one kind %+v", got)
	}
	// what somebody did last whom the member blocked is not told, though somebody else did something before
	w.feel(w.member("Fay", "fay@example.org"), about, reaction.Love)
	w.moveOn(time.Minute)
	said := w.now()
	w.moveOn(time.Minute)
	w.comment(giver, about, ident.Nil, "Me too")
	w.comment(ident.Pair("test-member", "fay@example.org"), about, ident.Nil, "And me")
	later := w.now().Add(time.Minute)
	if got = w.daily(owner, said, later, "thread_news"); len(got) != 1 || got[0].What != "answered" || got[0].Quantity != 2 {
		t.Errorf("%+v", got)
	}
	w.block(owner, ident.Pair("test-member", "fay@example.org"))
	if got = w.daily(owner, said, later, "thread_news"); len(got) != 1 || got[0].Quantity != 1 {
		t.Errorf("beside somebody who is blocked %+v", got)
	}
	// what is new since is told, and no total; a busy post is told of, though the last of it came after what is told
	if got = w.daily(owner, noon, said, "thread_news"); len(got) != 1 || got[0].What != "reacted" || got[0].Quantity != 1 {
		t.Errorf("up to what was said %+v", got)
	}
	w.moveOn(time.Minute)
	calm := w.now()
	w.moveOn(time.Minute)
	w.feel(w.member("Lou", "lou@example.org"), about, reaction.Love)
	w.moveOn(time.Minute)
	w.moveOn(time.Minute)
	busy := w.now()
	w.moveOn(time.Minute)
	w.feel(w.member("Max", "max@example.org"), about, reaction.Love)
	if got = w.daily(owner, calm, busy, "thread_news"); len(got) != 1 || got[0].What != "reacted" || got[0].Quantity != 1 {
		t.Errorf("of a busy post %+v", got)
	}
	// whoever supports it hears of its end, and of nothing twice
	got = w.daily(giver, noon, end, "campaign_completed", "gift_received")
	if len(got) != 1 || got[0].Reason != "owner" || got[0].Own {
		t.Errorf("%+v", got)
	}
	w.followCampaign(w.member("Fan", "f@example.org"), made.CampaignID)
	fan := ident.Pair("test-member", "f@example.org")
	from := w.now()
	w.moveOn(time.Minute)
	w.post(owner, made.CampaignID, "For all", "public", false)
	w.post(owner, made.CampaignID, "For some", "supporters", false)
	upTo := w.now().Add(time.Minute)
	if got = w.daily(fan, from, upTo, "campaign_news"); len(got) != 1 || got[0].Subject != "For all" || len(got[0].Words) != 2 {
		t.Errorf("who follows hears of %+v", got)
	}
	if got = w.daily(giver, from, upTo, "campaign_news"); len(got) != 2 {
		t.Errorf("who supports hears of %+v", got)
	}
	if got = w.daily(giver, end, end.Add(time.Hour), "campaign_completed"); len(got) != 0 {
		t.Errorf("later %+v", got)
	}
}

// Of a campaign that is suspended no words are told, neither by mail nor by the bell.
func TestDaily_SaysNoWordsOfWhatIsSuspended(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, fan, moderator := w.staffed()
	made := w.launch(owner, content("Well"))
	w.followCampaign(fan, made.CampaignID)
	from := w.now()
	w.moveOn(time.Minute)
	w.post(owner, made.CampaignID, "Send money elsewhere", "public", false)
	w.decide(moderator, made.CampaignID, "It deceives", "suspend")
	got := w.daily(fan, from, w.now().Add(time.Minute), "campaign_news")
	if len(got) != 1 || got[0].Title != "" || got[0].Subject != "" {
		t.Errorf("%+v", got)
	}
	bell := answer[bellList](w, fan, notificationsPath).Items
	if len(bell) != 1 || bell[0].News != "update" || bell[0].SubjectTitle != "" {
		t.Errorf("%+v", bell)
	}
}

// Who wrote more that others reacted to than the bell tells of is told that there was more.
func TestDaily_SaysWhereThereWasMoreThanTheBellTells(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	author, fan := w.member("Author", "a@example.org"), w.member("Fan", "f@example.org")
	before := w.now().Add(-time.Second)
	for range 200 {
		w.feel(fan, w.write(author, "Look"), reaction.Like)
	}
	cut := func() bool {
		t.Helper()
		got := w.daily(author, before, w.now().Add(time.Minute), "thread_news")
		return len(got) == 200 && got[0].Cut
	}
	if cut() {
		t.Error("all is told, and it says that there was more")
	}
	w.feel(fan, w.write(author, "Look"), reaction.Like)
	if !cut() {
		t.Error("there was more, and it does not say so")
	}
}
