package readapi_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	commands "github.com/callup/callup/commands/feed"
	pagecommands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/feed"
)

// sharePost has somebody share a post with words of their own.
func (w *world) sharePost(by, post ident.ID, text string) ident.ID {
	w.t.Helper()
	made, err := commands.WritePost.Run(w.t.Context(), w.commands, w.env().For(by),
		commands.WritePostBody{Text: text, Lang: "en", SharedID: post})
	w.saw(made, err)
	return made.PostID
}

// item reads a post by itself, as the feed has it too.
func (w *world) item(who, id ident.ID) feed.FeedItem {
	w.t.Helper()
	one := answer[feed.FeedPost](w, who, "/api/posts/"+id.String()).Item
	listed := answer[feed.FeedPage](w, who, "/api/feed?limit=50").Items
	if i := slices.IndexFunc(listed, func(f feed.FeedItem) bool { return f.ID == id }); i < 0 || listed[i].Shares != one.Shares ||
		(listed[i].Original == nil) != (one.Original == nil) || one.Original != nil && listed[i].Original.Text != one.Original.Text {
		w.t.Errorf("the feed and the post differ: %+v, %+v", listed, one)
	}
	return one
}

// What a share shows is joined when it is read: whatever becomes of the original shows in it, and it stays when that is gone.
func TestShares(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "a@example.org"), w.member("Bea", "b@example.org"), w.member("Cleo", "c@example.org")
	original := w.write(ada, "Kettles wanted")
	share, again := w.sharePost(bea, original, "Who has some?"), w.sharePost(bea, original, "")
	if one := w.item(cleo, original); one.Shares != 1 || one.Original != nil {
		t.Errorf("shared by one: %+v", one)
	}
	one := w.item(cleo, share)
	if one.Text != "Who has some?" || one.Author.Name != "Bea" || one.Original == nil || one.Original.ID != original ||
		one.Original.Gone || one.Original.Text != "Kettles wanted" || one.Original.Author.ID != ada || one.Original.EditedAt != nil ||
		one.Original.At == nil || one.Original.Page != nil {
		t.Errorf("%+v of %+v", one, one.Original)
	}
	// Who shares a share shares what it shares.
	if far := w.item(cleo, w.sharePost(cleo, share, "")); far.Original.ID != original {
		t.Errorf("%+v", far.Original)
	}
	if own := w.sharePost(ada, original, "Still"); w.item(bea, own).Original.ID != original || w.item(bea, original).Shares != 3 {
		t.Error("one's own can't be shared")
	}
	w.finding(cleo, "kettles", "post Kettles wanted")
	w.finding(cleo, "some", "post Who has some?")

	w.saw(commands.EditPost.Run(t.Context(), w.commands, w.env().For(ada), commands.EditPostBody{
		PostBody: commands.PostBody{PostID: original}, PostWords: commands.PostWords{Text: "Pots wanted", Lang: "en"},
	}))
	if one := w.item(cleo, share); one.Original.Text != "Pots wanted" || one.Original.EditedAt == nil || one.EditedAt != nil {
		t.Errorf("%+v", one.Original)
	}
	remove := func(who, post ident.ID) {
		t.Helper()
		w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(who), commands.PostBody{PostID: post}))
	}
	remove(bea, again) // the other is still there
	if one := w.item(cleo, original); one.Shares != 3 {
		t.Errorf("%+v", one)
	}
	remove(bea, share)
	if one := w.item(cleo, original); one.Shares != 2 {
		t.Errorf("%+v", one)
	}
	share = w.sharePost(bea, original, "Gone?")
	remove(ada, original)
	one = w.item(cleo, share)
	if o := one.Original; one.Text != "Gone?" || o == nil || !o.Gone || o.Text != "" || o.Author.Name != "" ||
		!o.Author.ID.IsNil() || o.At != nil || len(o.Files) != 0 {
		t.Errorf("%+v", one.Original)
	}
	if a := w.get(cleo, "/api/feed"); strings.Contains(string(a.body), "Pots") {
		t.Errorf("it is still read: %s", a.body)
	}
	for _, gone := range []ident.ID{original, share, {7}} {
		_, err := commands.WritePost.Run(t.Context(), w.commands, w.env().For(cleo),
			commands.WritePostBody{Text: "Look", Lang: "en", SharedID: gone})
		if refusal, ok := errors.AsType[*domain.Refusal](err); !ok || refusal.Code != "post_not_found" {
			t.Errorf("sharing what is gone: %v", err)
		}
	}
}

// A page's publication is shared with the page as its author, until the page closes; a page may share, too.
func TestShares_OfPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, fan := w.member("Olga", "olga@example.org"), w.member("Fay", "fay@example.org")
	mill := w.openPage(owner, "Mill", "")
	open := w.publishAs(owner, mill, "Open")
	share := w.sharePost(fan, open, "Look")
	if o := w.item(fan, share).Original; o.Page == nil || o.Page.Name != "Mill" || !o.Author.ID.IsNil() || o.Author.Name != "" {
		t.Errorf("who wrote it is told: %+v", o)
	}
	original := w.write(fan, "Flour wanted")
	as, err := commands.WritePost.Run(t.Context(), w.commands, w.env().For(owner),
		commands.WritePostBody{Text: "", Lang: "en", PageID: mill, SharedID: original})
	w.saw(as, err)
	path := "/api/pages/" + mill.String() + "/publications"
	if got := answer[feed.FeedPage](w, fan, path).Items; got[0].ID != as.PostID || got[0].Original.Text != "Flour wanted" ||
		got[1].Shares != 1 {
		t.Errorf("on the page: %+v", got)
	}
	w.saw(pagecommands.ClosePage.Run(t.Context(), w.commands, w.env().For(owner), pagecommands.PageBody{PageID: mill}))
	if one := w.item(fan, share); !one.Original.Gone || one.Original.Page != nil || one.Original.Text != "" {
		t.Errorf("of a closed page: %+v", one.Original)
	}
	w.refused(fan, "/api/posts/"+open.String(), http.StatusNotFound, "post_not_found")
}
