package readapi_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	feedcommands "github.com/callup/callup/commands/feed"
	commands "github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/commands/pledges"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/reaction"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/notifications"
)

const notificationsPath = "/api/me/notifications"

func (w *world) choose(who ident.ID, k notice.Kind, on bool) {
	w.t.Helper()
	body := commands.ChooseNotificationsBody{Kind: k, Channel: notice.InApp, On: on}
	w.saw(commands.ChooseNotifications.Run(w.t.Context(), w.commands, w.env().For(who), body))
}

func (w *world) readUpTo(who ident.ID, at time.Time) {
	w.t.Helper()
	w.saw(commands.ReadNotifications.Run(w.t.Context(), w.commands, w.env().For(who), commands.ReadNotificationsBody{UpTo: at}))
}

func (w *world) touch(who ident.ID, what notification.Touch) {
	w.t.Helper()
	w.saw(commands.TellOfAccount.Run(w.t.Context(), w.commands, w.env(), commands.AccountNews{Member: who, What: what, At: w.now()}))
}

// kinds are those of what a member is told, the newest first.
func (w *world) kinds(who ident.ID) (kinds []string, list bellList) {
	w.t.Helper()
	list = answer[bellList](w, who, notificationsPath)
	for _, n := range list.Items {
		kinds = append(kinds, n.Kind)
	}
	return kinds, list
}

func TestMyNotifications_TellEachOfWhatConcernsThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver, other := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org"), w.member("Other", "x@example.org")
	made := w.launch(owner, content("Well"))
	gift := w.give(giver, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 5_00, Currency: money.EUR})
	w.give(other, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 6_00, Currency: money.EUR, Anonymous: true})
	w.give(ident.Nil, giving.DonateMoneyBody{
		CampaignID: made.CampaignID, Amount: 7_00, Currency: money.EUR, DonorName: "Guest", DonorEmail: "guest@example.org",
	})
	w.touch(giver, notification.PasswordChanged)
	w.complete(owner, made.CampaignID)

	is := func(who ident.ID, want ...string) bellList {
		t.Helper()
		kinds, list := w.kinds(who)
		if !reflect.DeepEqual(kinds, want) || list.Unread != int64(len(want)) || list.Total != list.Unread {
			t.Errorf("%v with %d unread of %d, want %v", kinds, list.Unread, list.Total, want)
		}
		return list
	}
	got := is(owner, "gift_received", "gift_received", "gift_received") // nothing of the end, which is their own doing
	gifts := []bellItem{{Giver: "Guest", Amount: 7_00}, {Amount: 6_00}, {Giver: "Giver", Amount: 5_00}}
	for i, want := range gifts {
		n := got.Items[i]
		if n.Giver != want.Giver || n.Amount != want.Amount || n.CampaignTitle != "Well" || n.CampaignSlug != made.Slug || !n.Own {
			t.Errorf("%+v", n)
		}
		if !n.DonationID.IsNil() {
			t.Errorf("the organizer is told the id of a gift, which opens its receipt: %+v", n)
		}
	}
	is(other, "campaign_completed", "gift_completed")
	got = is(giver, "campaign_completed", "security", "gift_completed")
	if got.Items[2].DonationID != gift || got.Items[2].Own || got.Items[1].What != "password_changed" {
		t.Errorf("%+v", got.Items)
	}

	w.refund(gift, euros(5)) // tells nobody anew, and hides nothing
	if _, list := w.kinds(owner); list.Total != 3 || list.Items[2].Returned != "fully" || list.Items[2].Amount != 5_00 {
		t.Errorf("after a refund %+v", list.Items)
	}
	is(giver, "security", "gift_completed") // they support the campaign no more
}

// However many react to what somebody wrote, or answer it, they are told once, with the last of them by name; of what they do
// themselves they are not.
func TestMyNotifications_TellOnceWhatOthersDoAboutWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, ada, bea := w.member("Me", "me@example.org"), w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	about := w.write(me, "Look")
	w.feel(me, about, reaction.Like)
	w.comment(me, about, ident.Nil, "And?")
	if kinds, _ := w.kinds(me); len(kinds) != 0 {
		t.Fatalf("told %v of what they did themselves", kinds)
	}
	w.feel(ada, about, reaction.Like)
	w.feel(ada, about, reaction.Love)
	said := w.comment(ada, about, ident.Nil, "Fine")
	w.feel(bea, about, reaction.Laugh)
	w.comment(me, about, said, "Thanks")
	told := func(who ident.ID, want ...string) {
		t.Helper()
		_, list := w.kinds(who)
		var got []string
		for _, n := range list.Items {
			got = append(got, fmt.Sprintf("%s %s %s %d", n.On, n.ThreadStep, n.Giver, n.Others))
			if n.Kind != "thread_news" || n.PostID != about {
				t.Errorf("%+v", n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
	told(me, "post reacted Bea 2", "post answered Ada 1")
	told(ada, "comment answered Me 1")
	w.feel(bea, about, reaction.None)
	told(me, "post reacted  1", "post answered Ada 1") // the last took it back
	// Shares are counted by people; one's own is no news.
	w.sharePost(me, about, "Again")
	first, second := w.sharePost(ada, about, "See"), w.sharePost(ada, about, "")
	third := w.sharePost(bea, about, "")
	told(me, "post shared Bea 2", "post reacted  1", "post answered Ada 1")
	remove := func(who, post ident.ID) {
		t.Helper()
		w.saw(feedcommands.DeletePost.Run(t.Context(), w.commands, w.env().For(who), feedcommands.PostBody{PostID: post}))
	}
	remove(bea, third)
	remove(ada, first)
	told(me, "post shared  1", "post reacted  1", "post answered Ada 1")
	remove(ada, second)
	told(me, "post reacted  1", "post answered Ada 1")
	remove(me, about)
	told(me)
	told(ada)

	// Of what is said about a publication, whoever published it is told.
	about = w.publishAs(me, w.openPage(me, "Mill", "company"), "Open")
	w.comment(ada, about, ident.Nil, "At last")
	told(me, "post answered Ada 1")

	// Nobody learns who shared something as a page.
	shared, err := feedcommands.WritePost.Run(t.Context(), w.commands, w.env().For(ada), feedcommands.WritePostBody{
		Lang: "en", PageID: w.openPage(ada, "Smithy", "company"), SharedID: about,
	})
	w.saw(shared, err)
	told(me, "post shared  1", "post answered Ada 1")
}

func TestMyNotifications_HideWhatIsSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	w.touch(me, notification.PasswordChanged)
	w.choose(me, notice.Security, false)
	if kinds, list := w.kinds(me); len(kinds) > 0 || list.Unread != 0 {
		t.Errorf("%v, %d unread", kinds, list.Unread)
	}
	got := answer[notifications.NotificationChoices](w, me, "/api/me/notification-choices")
	all, urgent := []notice.Mailing{notice.AtOnce, notice.Daily, notice.Never}, []notice.Mailing{notice.AtOnce, notice.Never}
	asked, none := []notice.Mailing{notice.Daily, notice.Never}, []notice.Mailing{}
	choice := func(kind notice.Kind, mail notice.Mailing, mails []notice.Mailing) notifications.NotificationChoice {
		return notifications.NotificationChoice{Kind: kind, App: kind != "security", Mail: mail, Mails: mails}
	}
	want := []notifications.NotificationChoice{
		choice("gift_received", "at_once", all), choice("gift_completed", "at_once", urgent), choice("refund_asked", "at_once", urgent),
		choice("refund_declined", "at_once", urgent), choice("payment_problem", "at_once", urgent),
		choice("pledge_received", "at_once", all),
		choice("pledge_answered", "at_once", all), choice("shift_changed", "at_once", urgent),
		choice("shift_reminder", "at_once", urgent), choice("campaign_news", "never", asked),
		choice("campaign_completed", "at_once", all), choice("campaign_reviewed", "at_once", urgent),
		choice("team_news", "at_once", urgent), choice("thread_news", "never", asked), choice("report_settled", "never", none),
		choice("words_removed", "never", none), choice("security", "at_once", []notice.Mailing{notice.AtOnce}),
	}
	if !reflect.DeepEqual(got.Kinds, want) {
		t.Errorf("%+v", got)
	}
	wants := func(c notice.Channel) bool {
		on, err := commands.Wants(t.Context(), w.commands, me, notice.Security, c)
		must(t, err)
		return on
	}
	if wants(notice.InApp) || !wants(notice.ByMail) {
		t.Error("the log says otherwise")
	}
	w.choose(me, notice.Security, true)
	if kinds, _ := w.kinds(me); len(kinds) != 1 {
		t.Errorf("switched on again: %v", kinds)
	}
}

func TestMyNotifications_CountWhatIsNew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	for range 3 {
		w.touch(me, notification.SessionEnded)
		w.moveOn(time.Second)
	}
	fresh := func(list bellList) (all []bool) {
		for _, n := range list.Items {
			all = append(all, n.New)
		}
		return all
	}
	_, all := w.kinds(me)
	one := commands.ReadNotificationsBody{From: all.Items[1].At, UpTo: all.Items[1].At}
	w.saw(commands.ReadNotifications.Run(w.t.Context(), w.commands, w.env().For(me), one))
	if _, list := w.kinds(me); list.Unread != 2 || !slices.Equal(fresh(list), []bool{true, false, true}) {
		t.Errorf("one was opened, %d unread: %v", list.Unread, fresh(list))
	}
	w.readUpTo(me, all.Items[1].At)
	if _, list := w.kinds(me); list.Unread != 1 || !slices.Equal(fresh(list), []bool{true, false, false}) {
		t.Errorf("%d unread: %v", list.Unread, fresh(list))
	}
	first := answer[bellList](w, me, notificationsPath+"?limit=2")
	rest := answer[bellList](w, me, notificationsPath+"?limit=2&cursor="+first.Next)
	if len(first.Items) != 2 || len(rest.Items) != 1 || rest.Items[0].ID != all.Items[2].ID || rest.Next != "" || rest.Total != 3 {
		t.Errorf("%+v, then %+v", first, rest)
	}
	w.moveOn(31 * 24 * time.Hour)
	if _, list := w.kinds(me); list.Unread != 0 || list.Total != 3 {
		t.Errorf("what is old is still new: %d unread", list.Unread)
	}
}

// What is read on one device is read on the other, without asking.
func TestMyNotifications_AgreeOnTwoDevices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	w.caughtUp()
	p := w.pushes()
	devices := []*watching{p.watch(me, "notifications"), p.watch(me, "notifications")}
	shows := func(unread int64) (at time.Time) {
		t.Helper()
		for _, d := range devices {
			d.until(func(m told) bool {
				var list bellList
				if m.Kind != "my-notifications" {
					return false
				}
				must(t, json.Unmarshal(m.Data, &list))
				if len(list.Items) > 0 {
					at = list.Items[0].At
				}
				return list.Unread == unread && len(list.Items) > 0
			})
		}
		return at
	}
	w.touch(me, notification.SignedInAnew)
	at := shows(1)
	w.readUpTo(me, at)
	shows(0)
}

// Whoever runs a campaign is told who offers help, also where the public is not, and whoever offered it is told the answer.
func TestMyNotifications_TellBothSidesOfPledges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Owner", "o@example.org"), w.member("Helper", "h@example.org")
	made := w.launch(owner, andTime(content("Well")))
	pledge := w.pledge(helper, made.CampaignID, 390)
	_, list := w.kinds(owner)
	if len(list.Items) != 1 || list.Unread != 1 {
		t.Fatalf("the organizer is told %+v", list)
	}
	n := list.Items[0]
	if n.Kind != "pledge_received" || n.PledgeStep != "offered" || n.Giver != "Helper" || n.Minutes != 390 ||
		n.CampaignID != made.CampaignID {
		t.Errorf("the organizer is told %+v", list)
	}
	w.saw(pledges.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner), pledges.AcceptTimeBody{PledgeID: pledge}))
	_, list = w.kinds(helper)
	if len(list.Items) != 1 || list.Items[0].Kind != "pledge_answered" || list.Items[0].PledgeStep != "accepted" ||
		list.Items[0].Giver != "" || list.Items[0].CampaignTitle != "Well" {
		t.Errorf("who offered it is told %+v", list)
	}
	w.choose(helper, notice.PledgeAnswered, false)
	if kinds, _ := w.kinds(helper); len(kinds) > 0 {
		t.Errorf("switched off: %v", kinds)
	}
}

// The end of a campaign reaches those who support it.
func TestMyNotifications_ReachSupportersWhenACampaignEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	made := w.launch(owner, content("Well"))
	w.give(giver, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 5_00, Currency: money.EUR})
	w.caughtUp()
	c := w.pushes().watch(giver, "notifications")
	w.complete(owner, made.CampaignID)
	c.until(func(m told) bool {
		return m.Kind == "my-notifications" && strings.Contains(string(m.Data), "campaign_completed")
	})
}

// Whoever supports a campaign is told what it posts, and what it asks for otherwise, from then on; of what is for supporters,
// whoever may read that.
func TestMyNotifications_TellSupportersOfNews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Owner", "o@example.org"), w.member("Giver", "g@example.org")
	helper, other := w.member("Helper", "h@example.org"), w.member("Other", "x@example.org")
	said := andTime(content("Well"))
	said.BeneficiaryName, said.Relationship, said.BeneficiaryConsent = "Bo", "friend", true // and stays so
	made := w.launch(owner, said)
	w.post(owner, made.CampaignID, "Before", "public", false)
	w.moveOn(time.Minute)
	w.give(giver, giving.DonateMoneyBody{CampaignID: made.CampaignID, Amount: 5_00, Currency: money.EUR})
	w.pledge(helper, made.CampaignID, 60)
	w.moveOn(time.Minute)
	w.post(owner, made.CampaignID, "For all", "public", false)
	w.moveOn(time.Minute)
	w.post(owner, made.CampaignID, "For supporters", "supporters", false)
	w.moveOn(time.Minute)
	said.GoalAmount *= 2
	body := campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: made.CampaignID}, ContentBody: said}
	w.saw(campaigns.ReviseCampaign.Run(t.Context(), w.commands, w.env().For(owner), body))
	news := func(who ident.ID) (all []string) {
		_, list := w.kinds(who)
		for _, n := range list.Items {
			if n.Kind == "campaign_news" {
				all = append(all, n.News+" "+n.SubjectTitle)
			}
		}
		return all
	}
	for who, want := range map[ident.ID][]string{
		giver: {"goal ", "update For supporters", "update For all"}, helper: {"goal ", "update For all"}, owner: nil, other: nil,
	} {
		if got := news(who); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	updates := answer[readcampaigns.CampaignUpdates](w, ident.Nil, "/api/campaigns/"+made.CampaignID.String()+"/updates")
	if len(updates.Changes) != 1 || updates.Changes[0].What != "goal" || updates.Changes[0].After != said.GoalAmount {
		t.Errorf("%+v", updates.Changes)
	}
	detail := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/"+made.Slug)
	if detail.Updates != 4 {
		t.Errorf("%d updates and changes", detail.Updates)
	}
}

// However much there is, the bell counts to a hundred, and each page is as long as it was asked to be.
func TestMyNotifications_CountToAHundred(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	for range 103 {
		w.touch(me, notification.PasswordChanged)
	}
	list := answer[bellList](w, me, notificationsPath+"?limit=100")
	if len(list.Items) != 100 || list.Unread != 100 || list.Total != 100 || !list.More || list.Next == "" {
		t.Errorf("%d items, %d unread of %d, more: %v", len(list.Items), list.Unread, list.Total, list.More)
	}
	rest := answer[bellList](w, me, notificationsPath+"?limit=100&cursor="+list.Next)
	if len(rest.Items) != 3 || rest.Next != "" {
		t.Errorf("%d items follow", len(rest.Items))
	}
}
