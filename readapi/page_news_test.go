package readapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	commands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/readapi/pages"
)

// pageNews is what somebody is told of pages' editors.
func (w *world) pageNews(who ident.ID) (all []string) {
	w.t.Helper()
	w.caughtUp()
	for _, n := range answer[bellList](w, who, "/api/me/notifications").Items {
		if n.Kind == "team_news" && !n.PageID.IsNil() && n.CampaignID.IsNil() {
			all = append(all, strings.TrimSpace(n.TeamChange+" "+n.PageName+" "+n.Giver))
		}
	}
	return all
}

// Whoever is asked to edit a page is told while they are, and its owner how they answer; whoever is removed is told so, and
// nobody else. Two of whom one blocks the other are told of no invitation.
func TestNotifications_OfEditorsOfPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	page := w.openPage(owner, "Mill", "")
	is := func(who ident.ID, want ...string) {
		t.Helper()
		if got := w.pageNews(who); !slices.Equal(got, want) {
			t.Errorf("told %q, not %q", got, want)
		}
	}
	at := func(invitation ident.ID) commands.PageInvitationBody {
		return commands.PageInvitationBody{PageBody: commands.PageBody{PageID: page}, InvitationID: invitation}
	}
	run := func(accepts bool) {
		t.Helper()
		body, do := at(w.askToEdit(owner, page, "HANA@example.org")), commands.DeclinePageInvitation
		is(helper, "invited Mill Olga")
		if accepts {
			do = commands.AcceptPageInvitation
		}
		w.saw(do.Run(t.Context(), w.commands, w.env().For(helper), body))
		is(helper)
	}
	w.saw(commands.WithdrawPageInvitation.Run(t.Context(), w.commands, w.env().For(owner),
		at(w.askToEdit(owner, page, "hana@example.org"))))
	is(helper)
	is(owner)
	run(false)
	is(owner, "declined Mill")
	run(true)
	w.saw(commands.LeavePage.Run(t.Context(), w.commands, w.env().For(helper), commands.PageBody{PageID: page}))
	is(owner, "left Mill Hana", "joined Mill Hana", "declined Mill")
	run(true)
	w.saw(commands.RemovePageEditor.Run(t.Context(), w.commands, w.env().For(owner),
		commands.PageEditorBody{PageBody: commands.PageBody{PageID: page}, MemberID: helper}))
	is(helper, "removed Mill")
	is(owner, "joined Mill Hana", "left Mill Hana", "joined Mill Hana", "declined Mill")

	w.askToEdit(owner, page, "hana@example.org")
	w.block(helper, owner)
	is(helper, "removed Mill")
	w.unblock(helper, owner)
	is(helper, "invited Mill Olga", "removed Mill")
	w.closePage(owner, page)
	is(helper, "removed Mill")
}

// What was reported of a page, and of comments there, is over once it closes, and whoever published a post and edits the page no
// more reports it as anybody does.
func TestReports_OfAPageThatCloses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	helper := w.member("Hana", "hana@example.org")
	page := w.openPage(owner, "Mill", "")
	w.saw(commands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(helper), commands.PageInvitationBody{
		PageBody: commands.PageBody{PageID: page}, InvitationID: w.askToEdit(owner, page, "hana@example.org"),
	}))
	post, kept := w.publishAs(helper, page, "Buy this"), w.publishAs(owner, w.openPage(owner, "Well", ""), "Open")
	said := w.comment(owner, post, ident.Nil, "Do")
	w.saw(commands.LeavePage.Run(t.Context(), w.commands, w.env().For(helper), commands.PageBody{PageID: page}))
	w.reportThing(helper, report.Post, post, "I did not write that")
	w.reportThing(other, report.Post, post, "")
	w.reportThing(other, report.Comment, said, "")
	w.reportThing(other, report.Post, kept, "")
	if open := w.reported(moderator, ""); open.Total != 3 {
		t.Fatalf("open: %+v", open)
	}
	w.closePage(owner, page)
	if open := w.reported(moderator, ""); open.Total != 1 || open.Items[0].ID != kept {
		t.Errorf("open: %+v", open)
	}
	if settled := w.reported(moderator, "?settled=true"); settled.Total != 2 || settled.Items[0].Outcome != "over" {
		t.Errorf("settled: %+v", settled)
	}
	if got := w.outcomes(other); !slices.Equal(slices.Sorted(slices.Values(got)), []string{"comment over", "post over"}) {
		t.Errorf("told %q", got)
	}
	if got := w.outcomes(helper); !slices.Equal(got, []string{"post over"}) {
		t.Errorf("told %q", got)
	}
}

// What waited for a member's answer is gone from their bell at once where it can't be answered any more.
func TestMyNotifications_ForgetInvitationsThatAreTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	page, shut := w.openPage(owner, "Mill", ""), w.openPage(owner, "Well", "")
	made := w.launch(owner, content("Sails")).CampaignID
	w.caughtUp()
	c := w.pushes().watch(helper, "notifications", "page-invitations", "invitations")
	// pushed waits until each of the answers, of its kind, has so many items.
	pushed := func(items map[string]int) {
		t.Helper()
		left := maps.Clone(items)
		c.until(func(m told) bool {
			var list struct {
				Items  []json.RawMessage
				Unread *int
			}
			if want, ok := items[m.Kind]; ok {
				must(t, json.Unmarshal(m.Data, &list))
				if len(list.Items) == want && (list.Unread == nil || *list.Unread == want) {
					delete(left, m.Kind)
				}
			}
			return len(left) == 0
		})
	}
	asked := w.askToEdit(owner, page, "HANA@example.org")
	pushed(map[string]int{"my-notifications": 1, "my-page-invitations": 1})
	w.saw(commands.WithdrawPageInvitation.Run(t.Context(), w.commands, w.env().For(owner),
		commands.PageInvitationBody{PageBody: commands.PageBody{PageID: page}, InvitationID: asked}))
	pushed(map[string]int{"my-notifications": 0, "my-page-invitations": 0})
	w.askToEdit(owner, shut, "hana@example.org")
	pushed(map[string]int{"my-notifications": 1, "my-page-invitations": 1})
	w.closePage(owner, shut)
	pushed(map[string]int{"my-notifications": 0, "my-page-invitations": 0})
	run := w.invite(owner, made, "hana@example.org")
	pushed(map[string]int{"my-notifications": 1, "my-invitations": 1})
	w.saw(campaigns.WithdrawInvitation.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.InvitationBody{CampaignID: made, InvitationID: run}))
	pushed(map[string]int{"my-notifications": 0, "my-invitations": 0})
	if list := answer[pages.EditorList](w, owner, "/api/pages/"+page.String()+"/editors"); len(list.Invitations) != 0 {
		t.Errorf("%+v", list.Invitations)
	}
}

// What others do about what a page published is told to whoever edits it now, but for what they did themselves; who published it
// and edits the page no more hears nothing.
func TestNotifications_OfPublications(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	other := w.member("Oz", "oz@example.org")
	page := w.openPage(owner, "Mill", "")
	w.saw(commands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(helper), commands.PageInvitationBody{
		PageBody: commands.PageBody{PageID: page}, InvitationID: w.askToEdit(owner, page, "hana@example.org"),
	}))
	w.moveOn(time.Second)
	post := w.publishAs(helper, page, "Open")
	is := func(who ident.ID, unread int, want ...string) {
		t.Helper()
		w.caughtUp()
		var got []string
		fresh := 0
		for _, n := range answer[bellList](w, who, "/api/me/notifications").Items {
			if n.Kind != "thread_news" {
				continue
			}
			if n.New {
				fresh++
			}
			got = append(got, fmt.Sprint(n.ThreadStep, " ", n.Giver, " ", n.Others, " ", n.PageName))
		}
		if !slices.Equal(got, want) || fresh != unread {
			t.Errorf("told %q, %d of them new, not %q, %d", got, fresh, want, unread)
		}
	}
	w.comment(other, post, ident.Nil, "Fine")
	w.moveOn(time.Second)
	w.feel(owner, post, reaction.Like)
	is(owner, 1, "answered Oz 1 Mill")
	is(helper, 2, "reacted Olga 1 Mill", "answered Oz 1 Mill")
	is(other, 0)
	w.moveOn(time.Second)
	w.comment(owner, post, ident.Nil, "Come in")
	is(owner, 0, "answered  1 Mill")
	is(helper, 2, "answered Olga 2 Mill", "reacted Olga 1 Mill")
	w.saw(commands.RemovePageEditor.Run(t.Context(), w.commands, w.env().For(owner),
		commands.PageEditorBody{PageBody: commands.PageBody{PageID: page}, MemberID: helper}))
	p := w.pushes()
	w.caughtUp()
	c := p.watch(owner, "notifications")
	w.moveOn(time.Second)
	w.comment(other, post, ident.Nil, "Soon")
	c.until(func(m told) bool { return strings.Contains(string(m.Data), `"others":2`) })
	is(owner, 1, "answered Oz 2 Mill")
	is(helper, 0)
}
