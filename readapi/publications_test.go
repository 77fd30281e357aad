package readapi_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	commands "github.com/callup/callup/commands/feed"
	pagecommands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	domainpost "github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/readapi/feed"
)

// publishAs has somebody who edits a page write a post as the page.
func (w *world) publishAs(by, page ident.ID, text string) ident.ID {
	w.t.Helper()
	made, err := commands.WritePost.Run(w.t.Context(), w.commands, w.env().For(by),
		commands.WritePostBody{Text: text, Lang: "en", PageID: page})
	w.saw(made, err)
	return made.PostID
}

func pagePublicationsRow(c *cast) matrixRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	id := c.publishAs(c.people["owner"], page, "Open")
	for _, name := range everybody[1:] {
		c.feel(c.people[name], id, reaction.Love)
	}
	return matrixRow{path: "/api/pages/" + page.String() + "/publications"}
}

func pagePublicationsPush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{topic: "page-publications/" + page.String(), to: everybody[1:], change: func() {
		c.publishAs(c.people["owner"], page, "Open")
	}}
}

func posted(items []feed.FeedItem) (all []ident.ID) {
	for _, i := range items {
		all = append(all, i.ID)
	}
	return all
}

// What a page publishes is read on the page by every member, and in the feed by those who follow or edit it, with the page as
// its author; of a page that is closed nothing is left to be seen.
func TestPublications(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	fan, other := w.member("Fay", "fay@example.org"), w.member("Otto", "otto@example.org")
	mill := w.openPage(owner, "Mill", "")
	invitation := w.askToEdit(owner, mill, "hana@example.org")
	w.saw(pagecommands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(helper), pagecommands.PageInvitationBody{
		PageBody: pagecommands.PageBody{PageID: mill}, InvitationID: invitation,
	}))
	w.follow(fan, mill)
	w.saw(pagecommands.VerifyPage.Run(t.Context(), w.commands, w.env(),
		pagecommands.VerifyPageBody{PageBody: pagecommands.PageBody{PageID: mill}, Verified: true}))
	hello := w.write(other, "Hello")
	first, second := w.publishAs(owner, mill, "Kettles"), w.publishAs(helper, mill, "Sieves")
	if _, err := commands.WritePost.Run(t.Context(), w.commands, w.env().For(fan),
		commands.WritePostBody{Text: "Mine", Lang: "en", PageID: mill}); err == nil {
		t.Error("a follower publishes as the page")
	}

	path := "/api/pages/" + mill.String() + "/publications"
	for _, who := range []ident.ID{owner, helper, fan, other} {
		got := answer[feed.FeedPage](w, who, path)
		edits := who == owner || who == helper
		if !slices.Equal(posted(got.Items), []ident.ID{second, first}) || len(got.Edits) == 2 != edits {
			t.Errorf("on the page: %+v", got)
		}
		if p := got.Items[0].Page; p == nil || p.Name != "Mill" || !p.Verified || !got.Items[0].Author.ID.IsNil() ||
			got.Items[0].Author.Name != "" {
			t.Errorf("who wrote it is told: %+v", got.Items[0])
		}
		want := []ident.ID{second, first, hello}
		if who == other {
			want = want[2:]
		}
		page := answer[feed.FeedPage](w, who, "/api/feed")
		if !slices.Equal(posted(page.Items), want) || len(page.Edits) == 2 != edits {
			t.Errorf("in the feed: %+v", page)
		}
	}
	top := answer[feed.FeedPage](w, fan, path+"?limit=1")
	w.publishAs(owner, mill, "Third")
	if next := answer[feed.FeedPage](w, fan, path+"?limit=1&cursor="+top.Next); next.Next != "" ||
		!slices.Equal(posted(next.Items), []ident.ID{first}) {
		t.Errorf("the second page: %+v", next)
	}
	top = answer[feed.FeedPage](w, fan, "/api/feed?limit=2")
	next := answer[feed.FeedPage](w, fan, "/api/feed?limit=2&cursor="+top.Next)
	if !slices.Equal(posted(next.Items), []ident.ID{first, hello}) {
		t.Errorf("the second page of the feed: %+v", next)
	}
	if news := answer[feed.FeedNews](w, other, "/api/feed/news").Items; len(news) != 1 || news[0].ID != hello {
		t.Errorf("news: %+v", news)
	}

	// Whoever edits the page changes and deletes what another published.
	body := commands.PostBody{PostID: second}
	edit := commands.EditPostBody{PostBody: body, PostWords: commands.PostWords{Text: "Sieves and sacks", Lang: "en"}}
	if _, err := commands.EditPost.Run(t.Context(), w.commands, w.env().For(fan), edit); err == nil {
		t.Error("a follower edits")
	}
	edit.BuildsOn = answer[feed.FeedPost](w, owner, "/api/posts/"+second.String()).Item.At
	w.saw(commands.EditPost.Run(t.Context(), w.commands, w.env().For(owner), edit))
	// Another editor who read it before does not write over that unread, and does so once they read it.
	if _, err := commands.EditPost.Run(t.Context(), w.commands, w.env().For(helper), edit); !errors.Is(err, domainpost.ErrChanged) {
		t.Errorf("words that were not read are replaced: %v", err)
	}
	edit.BuildsOn = *answer[feed.FeedPost](w, helper, "/api/posts/"+second.String()).Item.EditedAt
	w.saw(commands.EditPost.Run(t.Context(), w.commands, w.env().For(helper), edit))
	w.feel(other, second, reaction.Like)
	w.comment(other, second, ident.Nil, "Fine")
	one := answer[feed.FeedPost](w, helper, "/api/posts/"+second.String())
	if one.Item.Text != "Sieves and sacks" || !one.Edits || one.Item.Likes != 1 || one.Item.Comments != 1 || one.Item.Page == nil {
		t.Errorf("%+v", one)
	}
	w.finding(other, "sacks", "post Sieves and sacks")
	w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(helper), commands.PostBody{PostID: first}))

	// An editor who left changes nothing any more, and what they published stays.
	w.saw(pagecommands.LeavePage.Run(t.Context(), w.commands, w.env().For(helper), pagecommands.PageBody{PageID: mill}))
	if _, err := commands.DeletePost.Run(t.Context(), w.commands, w.env().For(helper), body); err == nil {
		t.Error("whoever edits the page no more deletes")
	}
	if got := answer[feed.FeedPage](w, other, path); len(got.Items) != 2 || got.Items[1].ID != second {
		t.Errorf("without its writer: %+v", got)
	}

	w.saw(pagecommands.ClosePage.Run(t.Context(), w.commands, w.env().For(owner), pagecommands.PageBody{PageID: mill}))
	w.refused(fan, path, http.StatusNotFound, "page_not_found")
	w.refused(owner, "/api/posts/"+second.String(), http.StatusNotFound, "post_not_found")
	w.refused(owner, "/api/posts/"+second.String()+"/comments", http.StatusNotFound, "post_not_found")
	w.finding(other, "sacks")
	for _, who := range []ident.ID{owner, fan} {
		if got := answer[feed.FeedPage](w, who, "/api/feed"); !slices.Equal(posted(got.Items), []ident.ID{hello}) {
			t.Errorf("after it closed: %+v", got)
		}
	}
	if _, err := commands.ToggleReaction.Run(t.Context(), w.commands, w.env().For(other),
		commands.ToggleReactionBody{PostBody: body, Kind: reaction.Love}); err == nil {
		t.Error("somebody feels something about what nobody sees")
	}
	if _, err := commands.EditPost.Run(t.Context(), w.commands, w.env().For(owner), edit); err == nil {
		t.Error("what a closed page published is edited")
	}
}
