package campaignupdate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

var (
	now                     = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	to, one, other, subject = ident.ID{1}, ident.ID{2}, ident.ID{3}, ident.ID{4}
	member                  = ident.ID{5}
)

func post(update ident.ID, pin bool) campaignupdate.Post {
	return campaignupdate.Post{
		Campaign: to, Update: update, Member: member, Pin: pin, Now: now,
		Writing: campaignupdate.Writing{
			Author: subject, Title: " Keys ", Text: "We have them.\n\nToday.", Audience: "public", Lang: "en",
		},
	}
}

func said(title string, audience campaignupdate.Audience) campaignupdate.Words {
	return campaignupdate.Words{
		Author: subject, Title: personal.Plain(title), Text: personal.Plain("We have them.\n\nToday."), Audience: audience, Lang: "en",
	}
}

func TestPost(t *testing.T) {
	given := domaintest.Given(t, campaignupdate.Decider)
	posted := given.When(post(one, false).Decide).Then(campaignupdate.Posted{
		Campaign: to, Update: one, Member: member, Words: said("Keys", campaignupdate.Public), At: now,
	})
	posted.When(post(one, false).Decide).ThenRefused("update_exists")

	c := post(one, false)
	c.Title, c.Text, c.Audience = " ", "\n", "friends"
	given.When(c.Decide).ThenRefused("required title", "required text", "required audience")
	c.Title, c.Text, c.Audience = strings.Repeat("é", campaignupdate.MaxTitle+1), strings.Repeat("é", campaignupdate.MaxText+1),
		campaignupdate.Supporters
	given.When(c.Decide).ThenRefused("too_long title", "too_long text")
	c.Title, c.Text = strings.Repeat("é", campaignupdate.MaxTitle), strings.Repeat("é", campaignupdate.MaxText)
	if got := given.When(c.Decide).Decided(); len(got) != 1 {
		t.Errorf("at the limits: %v", got)
	}
}

func TestRevise(t *testing.T) {
	c := campaignupdate.Revise{Campaign: to, Update: one, Writing: post(one, false).Writing, Now: now}
	domaintest.Given(t, campaignupdate.Decider).When(c.Decide).ThenRefused("update_not_found")
	given := domaintest.Given(t, campaignupdate.Decider, campaignupdate.Event(campaignupdate.Posted{
		Campaign: to, Update: one, Member: member, Words: said("Keys", campaignupdate.Public), At: now,
	}))
	c.Audience = campaignupdate.Supporters
	given.When(c.Decide).Then(campaignupdate.Revised{
		Campaign: to, Update: one, Words: said("Keys", campaignupdate.Supporters), At: now,
	})
	c.Title = ""
	given.When(c.Decide).ThenRefused("required title")
}

// One update at most is pinned, whatever pins it.
func TestPin_OneOfThem(t *testing.T) {
	pin := func(id ident.ID) func(campaignupdate.State) ([]campaignupdate.Event, error) {
		return campaignupdate.Pin{Campaign: to, Update: id, Now: now}.Decide
	}
	unpin := campaignupdate.Unpin{Campaign: to, Update: one, Now: now}.Decide
	given := domaintest.Given(t, campaignupdate.Decider)
	given.When(pin(one)).ThenRefused("update_not_found")
	given.When(unpin).ThenRefused("update_not_found")
	first := given.When(post(one, true).Decide).Then(
		campaignupdate.Posted{Campaign: to, Update: one, Member: member, Words: said("Keys", campaignupdate.Public), At: now},
		campaignupdate.Pinned{Campaign: to, Update: one, At: now})
	first.When(pin(one)).ThenNothing()
	first.When(unpin).Then(campaignupdate.Unpinned{Campaign: to, Update: one, At: now}).When(unpin).ThenNothing()
	second := first.When(post(other, true).Decide).Then(
		campaignupdate.Posted{Campaign: to, Update: other, Member: member, Words: said("Keys", campaignupdate.Public), At: now},
		campaignupdate.Unpinned{Campaign: to, Update: one, At: now},
		campaignupdate.Pinned{Campaign: to, Update: other, At: now})
	second.When(pin(one)).Then(
		campaignupdate.Unpinned{Campaign: to, Update: other, At: now}, campaignupdate.Pinned{Campaign: to, Update: one, At: now})
}

// What was removed is gone for good, and leaves the top to another.
func TestRemove(t *testing.T) {
	remove := campaignupdate.Remove{Campaign: to, Update: one, Now: now}.Decide
	given := domaintest.Given(t, campaignupdate.Decider)
	given.When(remove).ThenRefused("update_not_found")
	gone := given.When(post(one, true).Decide).Then(
		campaignupdate.Posted{Campaign: to, Update: one, Member: member, Words: said("Keys", campaignupdate.Public), At: now},
		campaignupdate.Pinned{Campaign: to, Update: one, At: now}).
		When(remove).Then(campaignupdate.Removed{Campaign: to, Update: one, At: now})
	gone.When(remove).ThenNothing()
	gone.When(post(one, false).Decide).ThenRefused("update_exists")
	gone.When(campaignupdate.Pin{Campaign: to, Update: one, Now: now}.Decide).ThenRefused("update_not_found")
	gone.When(post(other, true).Decide).Then(
		campaignupdate.Posted{Campaign: to, Update: other, Member: member, Words: said("Keys", campaignupdate.Public), At: now},
		campaignupdate.Pinned{Campaign: to, Update: other, At: now})
}
