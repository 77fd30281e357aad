package readapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/blocks"
	commands "github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/ident"
	domainpost "github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/projections/readmodel"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/members"
	"github.com/callup/callup/readapi/read"
	readsearch "github.com/callup/callup/readapi/search"
)

func (w *world) block(by, other ident.ID) {
	w.t.Helper()
	w.saw(blocks.BlockMember.Run(w.t.Context(), w.commands, w.env().For(by), blocks.BlockBody{MemberID: other}))
}

func (w *world) unblock(by, other ident.ID) {
	w.t.Helper()
	w.saw(blocks.UnblockMember.Run(w.t.Context(), w.commands, w.env().For(by), blocks.BlockBody{MemberID: other}))
}

// myBlocksRow has everybody block somebody who is nobody else.
func myBlocksRow(c *cast) matrixRow {
	for _, name := range everybody[1:] {
		c.block(c.people[name], c.member("Blocked by "+name, "blocked-by-"+name+"@example.com"))
	}
	return matrixRow{path: "/api/me/blocks"}
}

func myBlocksPush(c *cast) pushRow {
	blocked := c.member("Blocked", "blocked@example.com")
	return pushRow{topic: "blocks", get: "/api/me/blocks", to: []string{"giver"}, change: func() {
		c.block(c.people["giver"], blocked)
	}}
}

// blocked are two of whom Ada blocks Bea, and Cleo, with what each of them wrote.
type blocked struct {
	*world
	ada, bea, cleo                    ident.ID
	adas, beas, cleos                 ident.ID // posts
	adaSaid, beaSaid, answered, below ident.ID // below Cleo's: the first two by themselves, answered by Cleo below Bea's
}

func newBlocked(t *testing.T) *blocked {
	t.Helper()
	b := &blocked{world: newWorld(t)}
	b.ada, b.bea = b.member("Ada", "ada@example.org"), b.member("Bea", "bea@example.org")
	b.cleo = b.member("Cleo", "cleo@example.org")
	b.adas, b.beas, b.cleos = b.write(b.ada, "Heron by Ada"), b.write(b.bea, "Heron by Bea"), b.write(b.cleo, "Heron by Cleo")
	b.adaSaid, b.beaSaid = b.comment(b.ada, b.cleos, ident.Nil, "Ada says"), b.comment(b.bea, b.cleos, ident.Nil, "Bea says")
	b.answered = b.comment(b.cleo, b.cleos, b.beaSaid, "Cleo answers")
	b.below = b.comment(b.bea, b.cleos, b.adaSaid, "Bea answers")
	return b
}

func postsIn(w *world, who ident.ID) (ids []ident.ID) {
	w.t.Helper()
	for _, f := range answer[feed.FeedPage](w, who, "/api/feed").Items {
		ids = append(ids, f.ID)
	}
	return ids
}

func newsFor(w *world, who ident.ID) (ids []ident.ID) {
	w.t.Helper()
	for _, f := range answer[feed.FeedNews](w, who, "/api/feed/news").Items {
		ids = append(ids, f.ID)
	}
	return ids
}

func foundPosts(w *world, who ident.ID) (ids []ident.ID, count int64) {
	w.t.Helper()
	for _, g := range answer[readsearch.Results](w, who, "/api/search?q=heron").Groups {
		for _, f := range g.Items {
			ids = append(ids, f.ID)
		}
		count += g.Count
	}
	return ids, count
}

// Neither of two of whom one blocks the other reads what the other wrote, anywhere: it is as if it were not there. Others read it
// all, and both do again once nobody blocks anybody.
func TestBlocks_HideWhatIsWritten(t *testing.T) {
	t.Parallel()
	w := newBlocked(t)
	all := []ident.ID{w.cleos, w.beas, w.adas}
	for _, who := range []ident.ID{w.ada, w.bea, w.cleo} {
		if got := postsIn(w.world, who); !slices.Equal(got, all) {
			t.Errorf("before: %v", got)
		}
	}
	w.block(w.ada, w.bea)
	w.block(w.ada, w.bea)
	for _, one := range []struct {
		who  ident.ID
		want []ident.ID
	}{{w.ada, []ident.ID{w.cleos, w.adas}}, {w.bea, []ident.ID{w.cleos, w.beas}}, {w.cleo, all}} {
		if got := postsIn(w.world, one.who); !slices.Equal(got, one.want) {
			t.Errorf("the feed: %v, want %v", got, one.want)
		}
		if got := newsFor(w.world, one.who); !slices.Equal(got, one.want) {
			t.Errorf("the news of the feed: %v, want %v", got, one.want)
		}
		got, count := foundPosts(w.world, one.who)
		slices.SortFunc(got, func(a, b ident.ID) int { return slices.Index(all, a) - slices.Index(all, b) })
		if !slices.Equal(got, one.want) || count != int64(len(one.want)) {
			t.Errorf("the search: %v, %d, want %v", got, count, one.want)
		}
	}
	w.refused(w.bea, "/api/posts/"+w.adas.String(), http.StatusNotFound, "post_not_found")
	w.refused(w.bea, "/api/posts/"+w.adas.String()+"/comments", http.StatusNotFound, "post_not_found")
	w.refused(w.ada, "/api/posts/"+w.beas.String(), http.StatusNotFound, "post_not_found")
	w.refused(w.ada, "/api/posts/"+w.beas.String()+"/comments", http.StatusNotFound, "post_not_found")
	if got := answer[feed.FeedPost](w.world, w.cleo, "/api/posts/"+w.adas.String()); got.Item.ID != w.adas {
		t.Errorf("somebody else reads %+v", got)
	}
	w.unblock(w.ada, w.bea)
	for _, who := range []ident.ID{w.ada, w.bea, w.cleo} {
		if got := postsIn(w.world, who); !slices.Equal(got, all) {
			t.Errorf("afterwards: %v", got)
		}
	}
}

// What somebody shares of a hidden post is as of one that is gone; the share is its author's.
func TestBlocks_HideWhatIsShared(t *testing.T) {
	t.Parallel()
	w := newBlocked(t)
	share := w.sharePost(w.cleo, w.adas, "Look")
	w.block(w.ada, w.bea)
	shown := func(who ident.ID) *readmodel.SharedPost { return w.item(who, share).Original }
	if got := shown(w.cleo); got.Gone || got.Author.Name != "Ada" {
		t.Errorf("whoever shares reads %+v", got)
	}
	if got := shown(w.ada); got.Gone || got.Text != "Heron by Ada" {
		t.Errorf("whose it is reads %+v", got)
	}
	if got := shown(w.bea); !got.Gone || got.Text != "" || got.Author != (feed.FeedAuthor{}) || len(got.Files) != 0 {
		t.Errorf("whom they block reads %+v", got)
	}
	for _, id := range []ident.ID{w.adas, share} {
		_, err := commands.WritePost.Run(t.Context(), w.commands, w.env().For(w.bea), commands.WritePostBody{Lang: "en", SharedID: id})
		if !errors.Is(err, domainpost.ErrNotFound) {
			t.Errorf("whom they block shares it: %v", err)
		}
	}
}

// A comment of somebody hidden is as one that was deleted: there, without words, as long as there is a reply that is read.
func TestBlocks_HideComments(t *testing.T) {
	t.Parallel()
	w := newBlocked(t)
	w.block(w.ada, w.bea)
	path := "/api/posts/" + w.cleos.String() + "/comments"
	list := func(who ident.ID) read.List[feed.PostComment] {
		return answer[read.List[feed.PostComment]](w.world, who, path)
	}
	got := list(w.ada)
	if got.Total != 2 || len(got.Items) != 2 || got.Items[0].ID != w.beaSaid || got.Items[0].Text != "" ||
		got.Items[0].Author != (feed.FeedAuthor{}) || got.Items[0].Lang != "" ||
		len(got.Items[0].Replies) != 1 || got.Items[0].Replies[0].ID != w.answered ||
		got.Items[1].ID != w.adaSaid || got.Items[1].Text != "Ada says" || len(got.Items[1].Replies) != 0 {
		t.Errorf("Ada reads %+v", got)
	}
	got = list(w.bea)
	if got.Total != 2 || len(got.Items) != 2 || got.Items[0].Text != "Bea says" || len(got.Items[0].Replies) != 1 ||
		got.Items[1].ID != w.adaSaid || got.Items[1].Text != "" || got.Items[1].Author != (feed.FeedAuthor{}) ||
		len(got.Items[1].Replies) != 1 || got.Items[1].Replies[0].ID != w.below {
		t.Errorf("Bea reads %+v", got)
	}
	if got := list(w.cleo); got.Total != 2 || got.Items[0].Author.Name != "Bea" || len(got.Items[1].Replies) != 1 {
		t.Errorf("Cleo reads %+v", got)
	}
	w.saw(commands.DeleteComment.Run(t.Context(), w.commands, w.env().For(w.cleo), commands.CommentBody{CommentID: w.answered}))
	if got := list(w.ada); got.Total != 1 || len(got.Items) != 1 || got.Items[0].ID != w.adaSaid {
		t.Errorf("without a reply Ada reads %+v", got)
	}
	if next := answer[read.List[feed.PostComment]](w.world, w.ada, path+"?limit=1"); next.Next != "" || next.Total != 1 {
		t.Errorf("a page ends at what is hidden: %+v", next)
	}
}

// What somebody did whom a member blocks, or who blocks them, neither rings nor is named.
func TestBlocks_DoNotRing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org"), w.member("Cleo", "cleo@example.org")
	one, two := w.write(ada, "One"), w.write(ada, "Two")
	w.feel(cleo, one, reaction.Like)
	w.feel(bea, one, reaction.Like)
	w.comment(bea, two, ident.Nil, "Well")
	bell := func() (told []string, unread int64, body string) {
		_, list := w.kinds(ada)
		for _, n := range list.Items {
			if n.Kind == "thread_news" {
				told = append(told, n.ThreadStep+" "+n.Giver)
			}
		}
		return told, list.Unread, string(w.get(ada, notificationsPath).body)
	}
	if told, unread, _ := bell(); !slices.Equal(told, []string{"answered Bea", "reacted Bea"}) || unread != 2 {
		t.Errorf("before: %q, %d", told, unread)
	}
	w.block(ada, bea)
	told, unread, body := bell()
	if !slices.Equal(told, []string{"reacted "}) || unread != 0 || strings.Contains(body, "Bea") {
		t.Errorf("afterwards: %q, %d\n%s", told, unread, body)
	}
	page := w.openPage(ada, "Mill", "nonprofit")
	published, err := commands.WritePost.Run(t.Context(), w.commands, w.env().For(ada), commands.WritePostBody{
		Text: "Open", Lang: "en", PageID: page,
	})
	w.saw(published, err)
	w.feel(bea, published.PostID, reaction.Love)
	w.sharePost(bea, published.PostID, "")
	w.comment(bea, published.PostID, ident.Nil, "Below a page")
	if told, unread, body := bell(); len(told) != 1 || unread != 0 || strings.Contains(body, "Bea") {
		t.Errorf("of what a page published: %q, %d", told, unread)
	}
	path := "/api/posts/" + published.PostID.String() + "/comments"
	if got := answer[read.List[feed.PostComment]](w, ada, path); got.Total != 0 {
		t.Errorf("below a publication Ada reads %+v", got)
	}
	if got := answer[read.List[feed.PostComment]](w, cleo, path); got.Total != 1 {
		t.Errorf("below a publication Cleo reads %+v", got)
	}
	if got := answer[feed.FeedPost](w, bea, "/api/posts/"+published.PostID.String()); got.Item.ID != published.PostID {
		t.Errorf("Bea does not read what the page published: %+v", got)
	}
}

// What is counted agrees with what is shown, so that whoever is blocked can't tell: of posts, comments and in the bell, and where
// it is pushed.
func TestBlocks_CountWhatIsShown(t *testing.T) {
	t.Parallel()
	w := newBlocked(t)
	w.comment(w.ada, w.beas, ident.Nil, "Ada was here")
	w.feel(w.ada, w.beas, reaction.Like)
	w.feel(w.ada, w.cleos, reaction.Love)
	w.feel(w.cleo, w.cleos, reaction.Love)
	for _, who := range []ident.ID{w.ada, w.cleo} {
		w.saw(commands.ToggleCommentLike.Run(t.Context(), w.commands, w.env().For(who),
			commands.ToggleCommentLikeBody{CommentBody: commands.CommentBody{CommentID: w.beaSaid}, Liked: true}))
	}
	w.sharePost(w.ada, w.cleos, "")
	w.sharePost(w.ada, w.beas, "")
	w.sharePost(w.cleo, w.beas, "")
	counts := func(who, post ident.ID) [4]int64 {
		f := w.item(who, post)
		one := answer[feed.FeedPost](w.world, who, "/api/posts/"+post.String()).Item
		if one.Likes != f.Likes || one.Loves != f.Loves || one.Comments != f.Comments || one.Shares != f.Shares {
			t.Errorf("the feed says %+v, and the post by itself %+v", f, one)
		}
		return [4]int64{f.Likes, f.Loves, f.Comments, f.Shares}
	}
	likes := func(who ident.ID) (all []int64) {
		for _, one := range answer[read.List[feed.PostComment]](w.world, who, "/api/posts/"+w.cleos.String()+"/comments").Items {
			all = append(all, one.Likes)
			for _, reply := range one.Replies {
				all = append(all, reply.Likes)
			}
		}
		return all
	}
	bell := func() (told []string) {
		_, list := w.kinds(w.bea)
		for _, n := range list.Items {
			if n.Kind == "thread_news" {
				told = append(told, fmt.Sprint(n.ThreadStep, n.On, n.Others))
			}
		}
		slices.Sort(told)
		return told
	}
	was := map[ident.ID][4]int64{w.beas: {1, 0, 1, 2}, w.cleos: {0, 2, 4, 1}}
	for post, want := range was {
		if got := counts(w.bea, post); got != want {
			t.Errorf("before: %v, want %v", got, want)
		}
	}
	rung := []string{"answeredcomment1", "answeredpost1", "reactedcomment2", "reactedpost1", "sharedpost2"}
	if got := bell(); !slices.Equal(got, rung) {
		t.Errorf("before, the bell: %v", got)
	}
	w.block(w.ada, w.bea)
	for post, want := range map[ident.ID][4]int64{w.beas: {0, 0, 0, 1}, w.cleos: {0, 1, 3, 0}} {
		if got := counts(w.bea, post); got != want {
			t.Errorf("whom Ada blocks reads %v, want %v", got, want)
		}
		if got := counts(w.cleo, post); got != was[post] {
			t.Errorf("others read %v, want %v", got, was[post])
		}
	}
	if got := counts(w.ada, w.cleos); got != [4]int64{0, 2, 2, 1} {
		t.Errorf("who blocks reads %v", got)
	}
	if got := likes(w.bea); !slices.Equal(got, []int64{1, 0, 0, 0}) {
		t.Errorf("whom Ada blocks reads likes of comments: %v", got)
	}
	if got := bell(); !slices.Equal(got, []string{"answeredcomment1", "reactedcomment1", "sharedpost1"}) {
		t.Errorf("the bell: %v", got)
	}
	p := w.pushes()
	w.caughtUp()
	beas, cleos := p.watch(w.bea, "feed"), p.watch(w.cleo, "feed")
	w.feel(w.bea, w.cleos, reaction.Love)
	for c, loves := range map[*watching]int64{beas: 2, cleos: 3} {
		var f feed.FeedItem
		c.until(func(m told) bool {
			if m.Kind == "feed-item" && strings.Contains(string(m.Data), w.cleos.String()) {
				must(t, json.Unmarshal(m.Data, &f))
			}
			return f.ID == w.cleos
		})
		if f.Loves != loves {
			t.Errorf("%d loves are pushed, want %d", f.Loves, loves)
		}
	}
}

// An invitation by somebody whom a member blocks, or who blocks them, is nowhere; whoever sent it sees it wait.
func TestBlocks_HideInvitations(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	to := w.launch(bea, content("Well")).CampaignID
	w.invite(bea, to, "ada@example.org")
	asked := func() int {
		_, list := w.kinds(ada)
		n := len(answer[readcampaigns.Invitations](w, ada, "/api/me/invitations").Items)
		for _, told := range list.Items {
			if told.TeamChange == "invited" {
				n++
			}
		}
		return n
	}
	if got := asked(); got != 2 {
		t.Errorf("before: %d", got)
	}
	w.block(ada, bea)
	if got := asked(); got != 0 {
		t.Errorf("afterwards: %d", got)
	}
	if got := answer[readcampaigns.Team](w, bea, "/api/campaigns/"+to.String()+"/team"); len(got.Invitations) != 1 {
		t.Errorf("whoever sent it sees %+v", got)
	}
}

// Whoever is blocked learns it from no answer, and reads none about the other.
func TestBlocks_AreOnesOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org"), w.member("Cleo", "cleo@example.org")
	w.block(ada, bea)
	w.block(ada, cleo)
	list := func(who ident.ID, query string) read.List[members.BlockedMember] {
		return answer[read.List[members.BlockedMember]](w, who, "/api/me/blocks"+query)
	}
	got := list(ada, "")
	if got.Total != 2 || len(got.Items) != 2 || got.Items[0].Name != "Cleo" || got.Items[1].ID != bea {
		t.Errorf("Ada blocks %+v", got)
	}
	if next := list(ada, "?limit=1&cursor="+list(ada, "?limit=1").Next); len(next.Items) != 1 || next.Items[0].ID != bea {
		t.Errorf("the second page: %+v", next)
	}
	if got := list(bea, ""); got.Total != 0 || len(got.Items) != 0 {
		t.Errorf("Bea is told %+v", got)
	}
}

// What is hidden from somebody is not pushed to them either, and nothing is in its place; others are pushed the same.
func TestBlocks_PushNothing(t *testing.T) {
	t.Parallel()
	w := newBlocked(t)
	w.block(w.ada, w.bea)
	p := w.pushes()
	w.caughtUp()
	who := map[string]*watching{}
	for name, id := range map[string]ident.ID{"ada": w.ada, "bea": w.bea, "cleo": w.cleo} {
		who[name] = p.watch(id, "feed", "feed-news")
	}
	w.feel(w.cleo, w.adas, reaction.Love)
	fresh := w.write(w.ada, "New by Ada")
	w.caughtUp()
	last := w.write(w.cleo, "New by Cleo")
	for _, c := range who {
		c.hears("feed-item", last)
	}
	end := w.write(w.cleo, "At last") // whatever was to be pushed with the one before has been
	for name, c := range who {
		c.hears("feed-item", end)
		c.hears("feed-news", end)
		for what, id := range map[string]ident.ID{"changed": w.adas, "written": fresh} {
			pushed := slices.ContainsFunc(c.all, func(m told) bool { return strings.Contains(string(m.Data), id.String()) })
			if want := name != "bea"; pushed != want {
				t.Errorf("%s is pushed what Ada has %s: %v, want %v", name, what, pushed, want)
			}
		}
	}
}

// hears waits until a thing was pushed.
func (c *watching) hears(kind string, id ident.ID) {
	c.t.Helper()
	is := func(m told) bool { return m.Kind == kind && strings.Contains(string(m.Data), id.String()) }
	for !slices.ContainsFunc(c.all, is) {
		c.next()
	}
}
