package readapi_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/commands/command"
	commands "github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/readable"
	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/read"
)

// Every word of every table is SQL that Postgres runs.
func TestReadable_EveryWordRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.caughtUp()
	n := 0
	for table, words := range readmodel.Words() {
		for _, word := range words {
			n++
			s := read.SQL(fmt.Sprintf(`SELECT count(*) FROM {%s:%s} x`, table, word))
			if _, err := read.Look(t.Context(), w.service, s, read.Viewer{Member: ident.ID{1}}, pgx.RowTo[int]); err != nil {
				t.Errorf("{%s:%s}: %v", table, word, err)
			}
		}
	}
	if n < 10 {
		t.Errorf("there are %d words", n)
	}
}

// wordless are the tables whose rows belong to people and that statements name without a word, each with the reason.
var wordless = map[string]string{
	readmodel.Pages:                "the page of an organization is read by all members, and its lists say what a closed one leaves",
	readmodel.Shifts:               "the shifts of a public campaign are public; who comes stands in another table",
	readmodel.StaffRoles:           "statements ask whether the viewer has a role, and show nobody's roles",
	readmodel.CampaignDrafts:       "a member reads their own drafts, by the column owner",
	readmodel.Wallet:               "a giver reads their own gifts, and a guest one by the address of its receipt",
	readmodel.Receipts:             "a giver reads the receipts of their own gifts, and who holds one by the secret in its address",
	readmodel.Notifications:        "a member reads their own notices, by the column member",
	readmodel.NotificationBoxes:    "a member reads their own box",
	readmodel.NotificationThreads:  "an author reads what others did with their things, with names joined by words",
	readmodel.NotificationSupports: "it leads from a campaign to its supporters, and shows nobody",
	readmodel.NotificationEndings:  "it says how a campaign ended, and who runs it",
	readmodel.NotificationPlaces:   "no answer reads it",
	readmodel.NotificationReports:  "no answer reads it",
	readmodel.NotificationPages:    "no answer reads it",
	readmodel.Belongings:           "commands alone read it",
	readmodel.ErasureOwners:        "its projection alone reads it",
	readmodel.ProgressPeople:       "no answer reads it",
	readmodel.PlatformPeople:       "no answer reads it",
	readmodel.Contributors:         "it holds sums without names",
	readmodel.ContributorPart:      "it holds counts without names",
}

// forgotten are the tables that say nowhere who may read them.
func forgotten(all []projector.TableInfo, words map[string][]string, wordless map[string]string) (found []string) {
	for _, info := range all {
		_, has := words[info.Name]
		switch why := wordless[info.Name]; {
		case len(info.Owners) > 0 && !has && why == "":
			found = append(found, info.Name+": say in readmodel who may read its rows, which belong to people, or in wordless why "+
				"no word needs to")
		case why != "" && (has || len(info.Owners) == 0):
			found = append(found, info.Name+" has a word, or belongs to nobody: take it out of wordless")
		}
	}
	return found
}

// A new table with rows of people fails this test until a word or a reason says who may read them.
func TestReadable_EveryTableOfPeopleSaysByWhom(t *testing.T) {
	t.Parallel()
	var all []projector.TableInfo
	for _, p := range append(projections.All(), projections.Belongings(owners())) {
		all = append(all, p.Describe()...)
	}
	for _, complaint := range forgotten(all, readmodel.Words(), wordless) {
		t.Error(complaint)
	}
	letters := projector.TableInfo{Name: "letters", Owners: []projector.Owner{{Column: "author"}}}
	for want, found := range map[int][]string{
		1: forgotten([]projector.TableInfo{letters}, nil, nil),
		0: forgotten([]projector.TableInfo{letters}, map[string][]string{"letters": {"readable"}}, nil),
	} {
		if len(found) != want {
			t.Errorf("a new table: %q", found)
		}
	}
	if found := forgotten([]projector.TableInfo{{Name: "sums"}}, nil, map[string]string{"sums": "why"}); len(found) != 1 {
		t.Errorf("a table of nobody: %q", found)
	}
}

// society is some members and what they wrote, at random.
type society struct {
	*world
	r         *rand.Rand
	moderator ident.ID
	members   []ident.ID
	blocks    map[[2]ident.ID]bool
	pages     map[ident.ID]ident.ID // their owners
	posts     []ident.ID
	comments  []ident.ID
	of        map[ident.ID]ident.ID // who wrote a post or a comment, and below which post a comment stands
	below     map[ident.ID]ident.ID
}

func pick[T any](s *society, among []T) T { return among[s.r.IntN(len(among))] }

// act has somebody do something at random. What is refused, such as a reply to what is hidden, did not happen.
func (s *society) act() {
	by := pick(s, s.members)
	env := s.env().For(by)
	ctx := s.t.Context()
	switch s.r.IntN(12) {
	case 0, 1, 2:
		body := commands.WritePostBody{Text: "Words", Lang: "en"}
		for page, owner := range s.pages {
			if owner == by && s.r.IntN(2) == 0 {
				body.PageID = page
			}
		}
		if len(s.posts) > 0 && s.r.IntN(3) == 0 {
			body.SharedID = pick(s, s.posts)
		}
		done, err := commands.WritePost.Run(ctx, s.commands, env, body)
		if s.happened(done, err) {
			s.posts, s.of[done.PostID] = append(s.posts, done.PostID), by
		}
	case 3, 4, 5:
		body := commands.WriteCommentBody{PostID: pick(s, s.posts), CommentWords: commands.CommentWords{Text: "Well", Lang: "en"}}
		if len(s.comments) > 0 && s.r.IntN(2) == 0 {
			body.ParentID = pick(s, s.comments)
			body.PostID = s.below[body.ParentID]
		}
		done, err := commands.WriteComment.Run(ctx, s.commands, env, body)
		if s.happened(done, err) {
			s.comments = append(s.comments, done.CommentID)
			s.of[done.CommentID], s.below[done.CommentID] = by, body.PostID
		}
	case 6, 7:
		other := pick(s, s.members)
		switch pair := [2]ident.ID{by, other}; {
		case other == by:
		case s.blocks[pair]:
			s.unblock(by, other)
			delete(s.blocks, pair)
		default:
			s.block(by, other)
			s.blocks[pair] = true
		}
	case 8:
		id := pick(s, s.posts)
		s.happened(commands.DeletePost.Run(ctx, s.commands, s.env().For(s.of[id]), commands.PostBody{PostID: id}))
	case 9:
		if len(s.comments) > 0 {
			id := pick(s, s.comments)
			s.happened(commands.DeleteComment.Run(ctx, s.commands, s.env().For(s.of[id]), commands.CommentBody{CommentID: id}))
		}
	case 10:
		if s.r.IntN(2) == 0 || len(s.comments) == 0 {
			s.happened(commands.RemovePost.Run(ctx, s.commands, s.env().For(s.moderator),
				commands.RemovePostBody{PostBody: commands.PostBody{PostID: pick(s, s.posts)}, Reason: "Rude"}))
			return
		}
		s.happened(commands.RemoveComment.Run(ctx, s.commands, s.env().For(s.moderator), commands.RemoveCommentBody{
			CommentBody: commands.CommentBody{CommentID: pick(s, s.comments)}, Reason: "Rude",
		}))
	case 11:
		if len(s.pages) > 1 && s.r.IntN(3) == 0 {
			page := pick(s, slices.SortedFunc(maps.Keys(s.pages), func(a, b ident.ID) int { return slices.Compare(a[:], b[:]) }))
			s.closePage(s.pages[page], page)
			delete(s.pages, page)
			return
		}
		s.pages[s.openPage(by, fmt.Sprint("Page ", len(s.posts)), "nonprofit")] = by
	}
}

// happened tells whether a command was not refused, and has it read from then on.
func (s *society) happened(done command.Answer, err error) bool {
	s.t.Helper()
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		return false
	}
	s.saw(done, err)
	return true
}

// rows are the ids that a statement gives a viewer.
func (s *society) rows(who ident.ID, sql string) map[ident.ID]bool {
	s.t.Helper()
	ids, err := read.Look(s.t.Context(), s.service, read.SQL(sql), read.Viewer{Member: who}, pgx.RowTo[ident.ID])
	must(s.t, err)
	all := map[ident.ID]bool{}
	for _, id := range ids {
		all[id] = true
	}
	return all
}

// may tells whether a command was not refused as what is not there.
func (s *society) may(done command.Answer, err error) bool {
	s.t.Helper()
	refused, is := errors.AsType[*domain.Refusal](err)
	if !is {
		s.saw(done, err)
	}
	return !is || refused.Kind != domain.NotFound
}

// shown are the comments below a post that are answered with their words.
func (s *society) shown(who, post ident.ID) (all []ident.ID) {
	s.t.Helper()
	if s.get(who, "/api/posts/"+post.String()).status != http.StatusOK {
		return nil
	}
	path := "/api/posts/" + post.String() + "/comments?limit=100"
	for _, c := range answer[read.List[feed.PostComment]](s.world, who, path).Items {
		for _, c := range append([]feed.PostReply{c.PostReply}, c.Replies...) {
			if c.Text != "" {
				all = append(all, c.ID)
			}
		}
	}
	return all
}

// What a member reads they may react to, answer, share and report, and nothing else: the words of statements and the rule of
// commands say the same, whatever was written, deleted, removed, closed and blocked before.
func TestReadable_SaysToStatementsWhatItSaysToCommands(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := &society{world: newWorld(t), r: rand.New(rand.NewPCG(seed, 33)), blocks: map[[2]ident.ID]bool{},
				pages: map[ident.ID]ident.ID{}, of: map[ident.ID]ident.ID{}, below: map[ident.ID]ident.ID{}}
			ada, bea, moderator := s.staffed()
			s.moderator = moderator
			s.members = []ident.ID{ada, bea, s.member("Cleo", "cleo@example.org"), s.member("Dora", "dora@example.org")}
			s.posts = []ident.ID{s.write(ada, "First")}
			s.of[s.posts[0]] = ada
			for range 160 {
				s.act()
			}
			if s.block(ada, bea); len(s.comments) < 10 || len(s.pages) == 0 {
				t.Fatalf("%d comments, %d pages: nothing to compare", len(s.comments), len(s.pages))
			}
			s.caughtUp()
			read, hidden := 0, 0
			for _, who := range s.members {
				r, h := s.compare(who)
				read, hidden = read+r, hidden+h
			}
			if read < 20 || hidden < 20 {
				t.Errorf("%d things are read and %d are not: too few to tell", read, hidden)
			}
		})
	}
}

// compare compares what a member reads with what they may do.
func (s *society) compare(who ident.ID) (shown, hidden int) {
	ctx, h := s.t.Context(), s.commands.Handler
	posts := s.rows(who, `SELECT p.id FROM {posts:readable} p`)
	comments := s.rows(who, `SELECT c.id FROM {comments:readable} c`)
	env := func() command.Envelope { return s.env().For(who) }
	same := func(kind string, id ident.ID, reads bool, all map[string]bool) {
		s.t.Helper()
		if reads {
			shown++
		} else {
			hidden++
		}
		for what, may := range all {
			if may != reads {
				s.t.Errorf("%s %s by %s is read by %s: %v, %s: %v", kind, id, s.of[id], who, reads, what, may)
			}
		}
	}
	said := map[ident.ID]bool{}
	for _, id := range s.posts {
		_, err := readable.Post(ctx, h, who, id)
		all := map[string]bool{
			"the rule": s.may(nothing{}, err), "the answer": s.get(who, "/api/posts/"+id.String()).status == http.StatusOK,
			"a reaction": s.may(commands.ToggleReaction.Run(ctx, s.commands, env(), commands.ToggleReactionBody{
				PostBody: commands.PostBody{PostID: id}, Kind: reaction.Love,
			})),
			"an answer": s.may(commands.WriteComment.Run(ctx, s.commands, env(), commands.WriteCommentBody{
				PostID: id, CommentWords: commands.CommentWords{Text: "So", Lang: "en"},
			})),
		}
		if s.of[id] != who {
			all["a report"] = s.may(reports.FileReport.Run(ctx, s.commands, env(), reports.FileReportBody{
				Kind: report.Post, ThingID: id, Reason: "spam",
			}))
		}
		same("post", id, posts[id], all)
		for _, c := range s.shown(who, id) {
			said[c] = true
		}
	}
	for _, id := range s.comments {
		_, err := readable.Comment(ctx, h, who, id)
		all := map[string]bool{
			"the rule": s.may(nothing{}, err), "the answer": said[id],
			"a like": s.may(commands.ToggleCommentLike.Run(ctx, s.commands, env(), commands.ToggleCommentLikeBody{
				CommentBody: commands.CommentBody{CommentID: id}, Liked: true,
			})),
		}
		if s.of[id] != who {
			all["a report"] = s.may(reports.FileReport.Run(ctx, s.commands, env(), reports.FileReportBody{
				Kind: report.Comment, ThingID: id, Reason: "spam",
			}))
		}
		same("comment", id, comments[id], all)
	}
	return shown, hidden
}

// nothing was appended.
type nothing struct{}

func (nothing) Reached() (at eventstore.Position) { return at }
