package readapi_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/reaction"
)

// Pages of every branch, with ties in time, give each notice once: updates of several campaigns, threads on one's own posts and
// on those of a page one edits, ends and gifts.
func TestMyNotifications_PagesNeitherSkipNorRepeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, owner := w.member("Me", "me@example.org"), w.member("Owner", "o@example.org")
	other, foe := w.member("Other", "x@example.org"), w.member("Foe", "f@example.org")
	var cs []ident.ID
	for i := range 4 {
		c := w.launch(owner, content(fmt.Sprintf("Well %d", i)))
		cs = append(cs, c.CampaignID)
	}
	w.moveOn(time.Second)
	for i, c := range cs {
		if i%2 == 0 {
			w.followCampaign(me, c)
		} else {
			w.give(me, giving.DonateMoneyBody{CampaignID: c, Amount: 5_00, Currency: money.EUR})
		}
	}
	page := w.openPage(me, "Mill", "")
	w.moveOn(time.Second)
	var posts []ident.ID
	for i := range 4 {
		posts = append(posts, w.publishAs(me, ident.Nil, fmt.Sprintf("P%d", i)), w.publishAs(me, page, fmt.Sprintf("Q%d", i)))
	}
	for round := range 3 {
		for range 3 {
			w.touch(me, notification.PasswordChanged)
		}
		for _, c := range cs {
			w.post(owner, c, fmt.Sprintf("U%d", round), "public", false)
			w.post(owner, c, fmt.Sprintf("S%d", round), "supporters", false)
			w.post(owner, c, fmt.Sprintf("V%d", round), "public", false)
		}
		for i, p := range posts {
			if i%3 == round {
				w.feel(other, p, reaction.Love)
				w.feel(foe, p, reaction.Love)
				w.comment(other, p, ident.Nil, "yes")
				w.feel(me, p, reaction.Love)
			}
		}
		if round != 1 {
			w.moveOn(time.Second)
		}
	}
	w.complete(owner, cs[0])
	w.complete(owner, cs[1])
	w.caughtUp()
	var whole []ident.ID
	list := answer[bellList](w, me, notificationsPath+"?limit=100")
	for _, n := range list.Items {
		whole = append(whole, n.ID)
	}
	for _, limit := range []int{2, 7} {
		cursor := ""
		var got []ident.ID
		for {
			l := answer[bellList](w, me, fmt.Sprintf("%s?limit=%d&cursor=%s", notificationsPath, limit, cursor))
			for _, n := range l.Items {
				got = append(got, n.ID)
			}
			if l.Total != list.Total || l.Unread != list.Unread {
				t.Errorf("limit %d: total %d unread %d", limit, l.Total, l.Unread)
			}
			if cursor = l.Next; cursor == "" {
				break
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(whole) {
			t.Errorf("limit %d: %d of %d, differ", limit, len(got), len(whole))
		}
	}
	kinds := map[string]bool{}
	for i, n := range list.Items {
		kinds[n.Kind+n.News+n.ThreadStep] = true
		if slices.Contains(whole[:i], n.ID) {
			t.Errorf("%+v is there twice", n)
		}
	}
	for _, kind := range []string{"security", "gift_completed", "campaign_completed", "campaign_newsupdate", "thread_newsreacted"} {
		if !kinds[kind] {
			t.Errorf("no %s among %v", kind, kinds)
		}
	}
}

// A server that does not know a kind, as while a newer one takes over, leaves it out and counts it nowhere.
func TestMyNotifications_LeaveOutUnknownKinds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	w.touch(me, notification.PasswordChanged)
	w.touch(me, notification.SessionEnded)
	w.caughtUp()
	sql, err := w.resolver.Expand(t.Context(), `UPDATE {notifications} SET kind = 'thanks_received' WHERE slot = 0`)
	must(t, err)
	_, err = w.pool.Exec(t.Context(), sql)
	must(t, err)
	if list := answer[bellList](w, me, notificationsPath); len(list.Items) != 1 || list.Unread != 1 || list.Total != 1 {
		t.Errorf("%+v", list)
	}
}
