package readapi_test

import (
	"net/http"
	"testing"

	commands "github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/read"
)

func feedRow(c *cast) matrixRow {
	for _, name := range everybody[1:] {
		c.feel(c.people[name], c.write(c.people[name], "Of "+name), reaction.Love)
	}
	return matrixRow{path: "/api/feed"}
}

func postCommentsRow(c *cast) matrixRow {
	id := c.write(c.people["owner"], "Who comes?")
	for _, name := range everybody[1:] {
		one := c.comment(c.people[name], id, ident.Nil, "I, "+name)
		c.saw(commands.ToggleCommentLike.Run(c.t.Context(), c.commands, c.env().For(c.people[name]),
			commands.ToggleCommentLikeBody{CommentBody: commands.CommentBody{CommentID: one}, Liked: true}))
	}
	return matrixRow{path: "/api/posts/" + id.String() + "/comments"}
}

func feedPush(c *cast) pushRow {
	id := c.write(c.people["owner"], "Look")
	return pushRow{topic: "feed", get: "/api/feed", item: id.String(), to: everybody[1:], change: func() {
		c.feel(c.people["giver"], id, reaction.Laugh)
	}}
}

func feedNewsPush(c *cast) pushRow {
	return pushRow{topic: "feed-news", get: "/api/feed/news", to: everybody[1:], change: func() {
		c.write(c.people["owner"], "News")
	}}
}

func postCommentsPush(c *cast) pushRow {
	id := c.write(c.people["owner"], "Look")
	return pushRow{topic: "post-comments/" + id.String(), to: everybody[1:], change: func() {
		c.comment(c.people["giver"], id, ident.Nil, "Well")
	}}
}

func (w *world) write(by ident.ID, text string) ident.ID {
	w.t.Helper()
	made, err := commands.WritePost.Run(w.t.Context(), w.commands, w.env().For(by), commands.WritePostBody{Text: text, Lang: "en"})
	w.saw(made, err)
	return made.PostID
}

func (w *world) feel(by, about ident.ID, kind reaction.Kind) {
	w.t.Helper()
	w.saw(commands.ToggleReaction.Run(w.t.Context(), w.commands, w.env().For(by),
		commands.ToggleReactionBody{PostBody: commands.PostBody{PostID: about}, Kind: kind}))
}

func (w *world) comment(by, on, parent ident.ID, text string) ident.ID {
	w.t.Helper()
	made, err := commands.WriteComment.Run(w.t.Context(), w.commands, w.env().For(by), commands.WriteCommentBody{
		PostID: on, ParentID: parent, CommentWords: commands.CommentWords{Text: text, Lang: "en"},
	})
	w.saw(made, err)
	return made.CommentID
}

func TestFeed_NewestFirstWithWhatIsFelt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	page := func(who ident.ID, query string) feed.FeedPage {
		t.Helper()
		return answer[feed.FeedPage](w, who, "/api/feed"+query)
	}
	w.refused(ident.Nil, "/api/feed", http.StatusUnauthorized, "sign_in_required")
	if got := page(ada, ""); len(got.Items) != 0 || got.Items == nil || got.Next != "" {
		t.Errorf("before anybody writes: %+v", got)
	}
	first, second := w.write(ada, "First"), w.write(bea, "<b>Second</b>")
	w.feel(ada, second, reaction.Like)
	w.feel(bea, second, reaction.Laugh)
	w.feel(ada, second, reaction.Love)
	got := page(ada, "")
	if len(got.Items) != 2 || got.Items[0].ID != second || got.Items[0].Text != "<b>Second</b>" ||
		got.Items[0].Author.Name != "Bea" ||
		got.Items[0].Likes != 0 || got.Items[0].Loves != 1 || got.Items[0].Laughs != 1 || got.Items[1].ID != first ||
		got.Items[1].Kind != "post" {
		t.Errorf("two posts: %+v", got.Items)
	}
	if len(got.Mine) != 1 || got.Mine[second.String()] != "love" || page(bea, "").Mine[second.String()] != "laugh" {
		t.Errorf("their own: %+v", got.Mine)
	}
	top := page(ada, "?limit=1")
	third := w.write(bea, "Third")
	if next := page(ada, "?limit=1&cursor="+top.Next); len(next.Items) != 1 || next.Items[0].ID != first {
		t.Errorf("the second page moved while somebody wrote: %+v", next.Items)
	}
	if got := answer[feed.FeedNews](w, ada, "/api/feed/news").Items; len(got) != 3 || got[0].ID != third || got[0].Author != bea {
		t.Errorf("news: %+v", got)
	}
	w.feel(ada, second, reaction.None)
	w.saw(commands.EditPost.Run(t.Context(), w.commands, w.env().For(bea), commands.EditPostBody{
		PostBody: commands.PostBody{PostID: third}, PostWords: commands.PostWords{Text: "3", Lang: "fr"},
	}))
	w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(ada), commands.PostBody{PostID: first}))
	got = page(ada, "")
	if len(got.Items) != 2 || len(got.Mine) != 0 || got.Items[0].Text != "3" || got.Items[0].Lang != "fr" ||
		got.Items[0].EditedAt == nil || got.Items[1].Loves != 0 || got.Items[1].Laughs != 1 {
		t.Errorf("taken back, edited and deleted: %+v", got)
	}
}

func TestFeed_HasUpdatesOfCampaignsOfOnesOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Olga", "olga@example.org"), w.member("Gil", "gil@example.org")
	helper, other := w.member("Hana", "hana@example.org"), w.member("Otto", "otto@example.org")
	offers := w.member("Odile", "odile@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	w.pledge(offers, to, 60)
	w.saw(pledges.AcceptTime.Run(t.Context(), w.commands, w.env().For(owner),
		pledges.AcceptTimeBody{PledgeID: w.pledge(helper, to, 60)}))
	w.give(giver, giving.DonateMoneyBody{CampaignID: to, Amount: 5_00, Currency: money.EUR})
	secret, all := w.post(owner, to, "Secret", "supporters", false), w.post(owner, to, "Keys", "public", true)
	post := w.write(other, "Hello")
	for _, one := range []struct {
		who  ident.ID
		want []ident.ID
	}{
		{owner, []ident.ID{post, all, secret}}, {giver, []ident.ID{post, all, secret}}, {helper, []ident.ID{post, all, secret}},
		{other, []ident.ID{post}}, {offers, []ident.ID{post}},
	} {
		got := answer[feed.FeedPage](w, one.who, "/api/feed").Items
		ok := len(got) == len(one.want)
		for i := range got {
			ok = ok && got[i].ID == one.want[i]
		}
		if !ok {
			t.Errorf("%s reads %+v, want %v", one.who, got, one.want)
		}
		if len(got) > 1 && (got[1].Kind != "update" || got[1].CampaignTitle != "Well" || got[1].CampaignSlug != "well" ||
			got[1].Author.Name != "Olga" || got[1].Title != "Keys") {
			t.Errorf("the update is %+v", got[1])
		}
	}
}

func TestComments_OneLevelOfReplies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	post := w.write(ada, "Who comes?")
	path := "/api/posts/" + post.String() + "/comments"
	list := func(who ident.ID, query string) read.List[feed.PostComment] {
		t.Helper()
		return answer[read.List[feed.PostComment]](w, who, path+query)
	}
	count := func() int64 { return answer[feed.FeedPage](w, ada, "/api/feed").Items[0].Comments }
	first, second := w.comment(bea, post, ident.Nil, "I do"), w.comment(ada, post, ident.Nil, "Good")
	reply, other := w.comment(ada, post, first, "Fine"), w.comment(bea, post, first, "When?")
	w.saw(commands.ToggleCommentLike.Run(t.Context(), w.commands, w.env().For(ada),
		commands.ToggleCommentLikeBody{CommentBody: commands.CommentBody{CommentID: first}, Liked: true}))
	got := list(ada, "")
	if got.Total != 2 || len(got.Items) != 2 || got.Items[0].ID != second || got.Items[1].ID != first || got.Items[1].Likes != 1 ||
		!got.Items[1].Liked || got.Items[1].Author.Name != "Bea" || len(got.Items[1].Replies) != 2 ||
		got.Items[1].Replies[0].ID != reply || got.Items[1].Replies[0].Author.Name != "Ada" ||
		got.Items[1].Replies[1].ID != other || count() != 4 {
		t.Errorf("two comments and two replies: %+v, %d", got, count())
	}
	if got := list(bea, ""); got.Items[1].Liked || got.Items[1].Likes != 1 {
		t.Errorf("somebody else likes %+v", got.Items[1])
	}
	if next := list(ada, "?limit=1&cursor="+list(ada, "?limit=1").Next); len(next.Items) != 1 || next.Items[0].ID != first {
		t.Errorf("the second page: %+v", next)
	}
	remove := func(by, id ident.ID) {
		t.Helper()
		w.saw(commands.DeleteComment.Run(t.Context(), w.commands, w.env().For(by), commands.CommentBody{CommentID: id}))
	}
	remove(bea, first)
	remove(ada, second)
	got = list(ada, "")
	if got.Total != 1 || len(got.Items) != 1 || got.Items[0].Text != "" || got.Items[0].Author.Name != "" ||
		!got.Items[0].Author.ID.IsNil() || len(got.Items[0].Replies) != 2 || count() != 2 {
		t.Errorf("deleted with replies: %+v, %d", got, count())
	}
	remove(ada, reply)
	remove(bea, other)
	if got := list(ada, ""); got.Total != 0 || len(got.Items) != 0 || count() != 0 {
		t.Errorf("deleted without replies: %+v, %d", got, count())
	}
	w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(ada), commands.PostBody{PostID: post}))
	w.refused(ada, path, http.StatusNotFound, "post_not_found")
}
