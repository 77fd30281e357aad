package readapi_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	commands "github.com/callup/callup/commands/messages"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/readapi/messages"
	"github.com/callup/callup/readapi/read"
)

func ofMember(id ident.ID) thread.Side { return thread.Side{Kind: thread.Member, ID: id} }

// message sends one in somebody's own name, or as a page or campaign, and gives the thread.
func (w *world) message(by ident.ID, from, to thread.Side, text string) ident.ID {
	w.t.Helper()
	done, err := commands.SendMessage.Run(w.t.Context(), w.commands, w.env().For(by), commands.SendMessageBody{
		FromKind: from.Kind, FromID: from.ID, ToKind: to.Kind, ToID: to.ID, Text: text, Lang: "en",
	})
	w.saw(done, err)
	return done.ThreadID
}

func (w *world) tells(by, to ident.ID, text string) ident.ID {
	w.t.Helper()
	return w.message(by, ofMember(by), ofMember(to), text)
}

func on(id, side ident.ID) commands.ThreadBody {
	return commands.ThreadBody{ThreadID: id, SideID: side}
}

func (w *world) reads(by, id, side ident.ID, upTo int64) {
	w.t.Helper()
	w.saw(commands.ReadThread.Run(w.t.Context(), w.commands, w.env().For(by), commands.ReadThreadBody{ThreadBody: on(id, side),
		UpTo: upTo}))
}

func (w *world) answersRequest(by, id ident.ID, accept bool) {
	w.t.Helper()
	w.saw(commands.AnswerRequest.Run(w.t.Context(), w.commands, w.env().For(by), commands.AnswerRequestBody{
		ThreadBody: on(id, by), Accept: accept,
	}))
}

func (w *world) threads(who ident.ID, show string) read.List[messages.ThreadSummary] {
	w.t.Helper()
	return answer[read.List[messages.ThreadSummary]](w, who, "/api/me/threads?show="+show)
}

func (w *world) counted(who ident.ID) messages.MessageTotals {
	w.t.Helper()
	return answer[messages.MessageTotals](w, who, "/api/me/message-counts")
}

func (w *world) thread(who, id ident.ID) messages.Thread {
	w.t.Helper()
	return answer[messages.Thread](w, who, "/api/threads/"+id.String())
}

// texts are what the messages of a thread say, the newest first.
func texts(t messages.Thread) (all []string) {
	for _, m := range t.Messages.Items {
		all = append(all, m.Text)
	}
	return all
}

// threadRow is a thread of the campaign's team with who gave to it.
func threadRow(c *cast) matrixRow {
	team := thread.Side{Kind: thread.Campaign, ID: c.campaign}
	id := c.message(c.people["giver"], ofMember(c.people["giver"]), team, "Hello")
	return matrixRow{"/api/threads/" + id.String(), []string{"owner", coOrganizer, "giver"}}
}

func messagesPush(get string) func(c *cast) pushRow {
	return func(c *cast) pushRow {
		team := thread.Side{Kind: thread.Campaign, ID: c.campaign}
		return pushRow{topic: "messages", get: get, to: []string{"owner", coOrganizer, "giver"}, change: func() {
			c.message(c.people["giver"], ofMember(c.people["giver"]), team, "Hello")
		}}
	}
}

// Two members write to one another: a stranger's message is a request, and is read by the other alone without being seen to be.
func TestMessages_OfTwoMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org"), w.member("Cleo", "cleo@example.org")
	id := w.tells(ada, bea, "Hello Bea")
	if got := w.threads(ada, "all"); len(got.Items) != 1 || got.Items[0].Other.Name != "Bea" || !got.Items[0].Own ||
		got.Items[0].Unread != 0 {
		t.Errorf("who wrote sees %+v", got)
	}
	if got := w.counted(bea); got != (messages.MessageTotals{Requests: 1}) || len(w.threads(bea, "all").Items) != 0 {
		t.Errorf("who was written to counts %+v", got)
	}
	if got := w.threads(bea, "requests"); len(got.Items) != 1 || !got.Items[0].Request || got.Items[0].Text != "Hello Bea" ||
		got.Total != 1 {
		t.Errorf("the requests are %+v", got)
	}
	w.reads(bea, id, bea, 1)
	if got := w.thread(ada, id); got.SeenTo != 0 {
		t.Errorf("a request is seen to be read: %+v", got)
	}
	w.answersRequest(bea, id, true)
	w.tells(bea, ada, "Hello Ada")
	if got := w.counted(ada); got != (messages.MessageTotals{Unread: 1}) {
		t.Errorf("after the answer: %+v", got)
	}
	w.reads(ada, id, ada, 2)
	if got := w.thread(bea, id); got.SeenTo != 2 || !slices.Equal(texts(got), []string{"Hello Ada", "Hello Bea"}) ||
		!got.Messages.Items[0].Own ||
		got.Messages.Items[1].Author != "Ada" || got.Messages.Total != 2 {
		t.Errorf("the thread is %+v", got)
	}
	w.refused(cleo, "/api/threads/"+id.String(), http.StatusNotFound, "thread_not_found")
	w.saw(commands.MuteThread.Run(t.Context(), w.commands, w.env().For(ada), commands.MuteThreadBody{ThreadBody: on(id, ada),
		Muted: true}))
	w.tells(bea, ada, "Are you there?")
	if got := w.counted(ada); got.Unread != 0 || w.threads(ada, "unread").Total != 1 {
		t.Errorf("a muted thread counts: %+v", got)
	}
	if got := answer[messages.MessageWriters](w, ada, "/api/me/message-writers"); got.Who != "everybody" {
		t.Errorf("who may write is %q", got.Who)
	}
	w.saw(commands.ChooseWriters.Run(t.Context(), w.commands, w.env().For(ada), commands.ChooseWritersBody{Who: thread.NoOne}))
	if got := answer[messages.MessageWriters](w, ada, "/api/me/message-writers"); got.Who != "nobody" {
		t.Errorf("who may write is %q", got.Who)
	}
}

// What never lands looks to who wrote it like what does: the thread is there, with the message, unread. To the other it is
// not there.
func TestMessages_ThatNeverLandLookTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	shut, declines := w.member("Shut", "shut@example.org"), w.member("Declines", "declines@example.org")
	stranger := w.member("Stranger", "stranger@example.org")
	w.block(bea, ada)
	w.saw(commands.ChooseWriters.Run(t.Context(), w.commands, w.env().For(shut), commands.ChooseWritersBody{Who: thread.NoOne}))
	w.answersRequest(declines, w.tells(ada, declines, "Hello"), false)
	w.reads(declines, thread.Of(ofMember(ada), ofMember(declines)), declines, 1)
	tell := func(who ident.ID) messages.Thread {
		id := w.tells(ada, who, "Hello")
		got := w.thread(ada, id)
		if len(w.threads(who, "all").Items) != 0 || w.counted(who).Unread != 0 {
			t.Errorf("it is with whom it does not reach: %+v", w.threads(who, "all"))
		}
		return got
	}
	want := tell(stranger)
	w.reads(stranger, want.ID, stranger, 1)
	for _, who := range []ident.ID{bea, shut, declines} {
		got := tell(who)
		if got.Other.Name == "" || got.SeenTo != 0 || got.Closed || got.Request != want.Request || got.Unread != 0 || !got.Own ||
			got.Messages.Items[0].Text != "Hello" || got.Muted != want.Muted || got.Accepted != want.Accepted {
			t.Errorf("to who wrote it looks like %+v, and what lands like %+v", got, want)
		}
		w.refused(who, "/api/threads/"+got.ID.String(), http.StatusNotFound, "thread_not_found")
	}
	if got := w.counted(stranger); got.Requests != 1 {
		t.Errorf("a stranger's request is counted %+v", got)
	}
	if got := w.counted(declines); got.Requests != 0 {
		t.Errorf("what was declined is counted %+v", got)
	}
}

// Nothing is pushed to who wrote a message when the other reads the request or declines it.
func TestMessages_PushNothingOfARequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	id := w.tells(ada, bea, "Hello")
	p := w.pushes()
	w.caughtUp()
	adas, beas := p.watch(ada, "messages"), p.watch(bea, "messages")
	w.reads(bea, id, bea, 1)
	beas.until(func(m told) bool { return m.Type == "refetch" && m.Topic == "messages" })
	w.answersRequest(bea, id, false)
	w.tells(ada, bea, "Hello?") // it is withheld, and is the first that is pushed to who wrote it
	adas.until(func(m told) bool { return m.Type == "refetch" && m.Topic == "messages" })
	n := 0
	for _, m := range adas.all {
		if m.Type == "refetch" {
			n++
		}
	}
	if n > 2 { // a change is told once for each of two answers
		t.Errorf("who wrote is told %d times", n)
	}
}

// A team answers as one; to each member of it the thread is there, and to nobody once they leave. A page's editors are not named.
func TestMessages_OfTeamsAndPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea, cleo := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org"), w.member("Cleo", "cleo@example.org")
	to := w.launch(ada, andTime(content("Well"))).CampaignID
	w.joins(ada, to, bea, "bea@example.org")
	team, page := thread.Side{Kind: thread.Campaign, ID: to}, thread.Side{Kind: thread.Page, ID: w.openPage(ada, "Mill",
		"nonprofit")}
	offer := w.pledge(cleo, to, 60)
	done, err := commands.SendMessage.Run(t.Context(), w.commands, w.env().For(ada), commands.SendMessageBody{
		FromKind: thread.Campaign, FromID: to, ToKind: thread.Member, AboutKind: thread.OfTime, AboutID: offer,
		Text: "Hello Cleo", Lang: "en",
	})
	w.saw(done, err)
	w.message(cleo, ofMember(cleo), team, "Hello Ada")
	w.message(cleo, ofMember(cleo), page, "Hello Mill")
	for _, who := range []ident.ID{ada, bea} {
		got := w.thread(who, done.ThreadID)
		if got.Side.ID != to || got.Side.Name != "Well" || got.Other.Name != "Cleo" || got.Unread != 1 || got.About == nil ||
			got.About.ID != offer {
			t.Errorf("the team reads %+v", got)
		}
	}
	w.reads(bea, done.ThreadID, to, 2)
	if got := w.counted(ada); got.Unread != 1 { // the page's
		t.Errorf("what a co-organizer read is unread: %+v", got)
	}
	w.message(ada, page, ofMember(cleo), "Hello from the mill")
	of := w.thread(cleo, thread.Of(ofMember(cleo), page))
	if of.Other.Name != "Mill" || of.Messages.Items[0].Author != "" || of.Messages.Items[0].Text != "Hello from the mill" {
		t.Errorf("who wrote to a page reads %+v", of)
	}
	if got := w.thread(cleo, done.ThreadID); got.Other.Name != "Well" || got.Other.Slug == "" ||
		got.Messages.Items[1].Author != "Ada" {
		t.Errorf("who offered reads %+v", got)
	}
	list := w.threads(ada, "all")
	if len(list.Items) != 2 || list.Items[0].Side.Kind != "page" || list.Items[1].Side.Kind != "campaign" || list.Total != 2 {
		t.Errorf("the owner's threads are %+v", list)
	}
	first := answer[read.List[messages.ThreadSummary]](w, ada, "/api/me/threads?limit=1")
	next := answer[read.List[messages.ThreadSummary]](w, ada, "/api/me/threads?limit=1&cursor="+first.Next)
	if len(first.Items) != 1 || len(next.Items) != 1 || next.Items[0].ID != done.ThreadID || next.Next != "" {
		t.Errorf("page by page: %+v, %+v", first, next)
	}
	w.saw(pledges.WithdrawTime.Run(t.Context(), w.commands, w.env().For(cleo), pledges.PledgeBody{PledgeID: offer}))
	w.message(ada, team, ofMember(cleo), "What a pity")
	if got := w.counted(cleo); got.Unread != 2 {
		t.Errorf("who withdrew counts %+v", got)
	}
}

// What a page of threads reads does not grow with how many threads there are: the page, and as many as are counted.
func TestMessages_ReadNoMoreThanTheyShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bea := w.member("Ada", "ada@example.org"), w.member("Bea", "bea@example.org")
	w.openPage(ada, "Mill", "nonprofit")
	w.tells(ada, bea, "Hello")
	w.caughtUp()
	const many = 20_000
	sql, err := w.resolver.Expand(t.Context(),
		`INSERT INTO {thread_sides} SELECT r.* FROM {thread_sides} c, generate_series(1, $1::int) n,
		LATERAL jsonb_populate_record(c, jsonb_build_object('thread', gen_random_uuid(), 'messages', 1, 'other', gen_random_uuid(),
			'unread', (n % 900 = 7)::int, 'request', n % 800 = 5, 'last_at', c.last_at - n * interval '1 second')) r`)
	must(t, err)
	done, err := w.pool.Exec(t.Context(), sql, many)
	must(t, err)
	if done.RowsAffected() < many {
		t.Fatalf("%d rows are made", done.RowsAffected())
	}
	_, err = w.pool.Exec(t.Context(), "VACUUM ANALYZE")
	must(t, err)
	for _, path := range []string{"/api/me/threads?limit=20", "/api/me/threads?limit=20&show=unread",
		"/api/me/threads?limit=20&show=requests",
		"/api/me/message-counts"} {
		cursor := ""
		for range 2 {
			a := w.get(ada, path+cursor)
			if a.status != http.StatusOK {
				t.Fatalf("GET %s: %d %s", path, a.status, a.body)
			}
			asked := w.counter.Last()
			for table, n := range w.explained(t.Context(), "force_generic_plan", asked.SQL, asked.Args) {
				if n > 300 {
					t.Errorf("GET %s reads %.0f rows of %s", path+cursor, n, table)
				}
			}
			var list struct{ Next string }
			must(t, json.Unmarshal(a.body, &list))
			if cursor = "&cursor=" + list.Next; list.Next == "" {
				break
			}
		}
	}
}
