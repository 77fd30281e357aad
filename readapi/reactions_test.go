package readapi_test

import (
	"net/http"
	"testing"

	commands "github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/read"
)

func postReactionsRow(c *cast) matrixRow {
	id := c.write(c.people["owner"], "Who comes?")
	for _, name := range everybody[1:] {
		c.feel(c.people[name], id, reaction.Love)
	}
	return matrixRow{path: "/api/posts/" + id.String() + "/reactions"}
}

func postReactionsPush(c *cast) pushRow {
	id := c.write(c.people["owner"], "Look")
	return pushRow{topic: "post-reactions/" + id.String(), to: everybody[1:], change: func() {
		c.feel(c.people["giver"], id, reaction.Laugh)
	}}
}

func TestReactions_SayWhoFeelsWhat_Found58(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org"), w.member("Cleo", "cleo@example.org")
	post := w.write(ada, "Who comes?")
	path := "/api/posts/" + post.String() + "/reactions"
	list := func(who ident.ID, query string) (told []string, got read.List[feed.PostReaction]) {
		got = answer[read.List[feed.PostReaction]](w, who, path+query)
		for _, r := range got.Items {
			told = append(told, r.Member.Name+" "+r.Kind)
		}
		return told, got
	}
	expect := func(who ident.ID, query string, total int64, want ...string) read.List[feed.PostReaction] {
		t.Helper()
		told, got := list(who, query)
		if got.Total != total || len(told) != len(want) {
			t.Fatalf("%s: %v of %d, want %v of %d", query, told, got.Total, want, total)
		}
		for i := range want {
			if told[i] != want[i] {
				t.Errorf("%s: %v, want %v", query, told, want)
			}
		}
		return got
	}
	expect(ada, "", 0)
	w.feel(ada, post, reaction.Like)
	w.feel(bea, post, reaction.Like)
	w.feel(cleo, post, reaction.Love)
	w.feel(bea, post, reaction.Laugh)
	first := expect(ada, "?limit=2", 3, "Bea laugh", "Cleo love")
	expect(ada, "?limit=2&cursor="+first.Next, 3, "Ada like")
	w.block(cleo, bea)
	expect(cleo, "", 2, "Cleo love", "Ada like")
	expect(bea, "", 2, "Bea laugh", "Ada like")
	expect(ada, "", 3, "Bea laugh", "Cleo love", "Ada like")
	w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(ada), commands.PostBody{PostID: post}))
	w.refused(ada, path, http.StatusNotFound, "post_not_found")
}
