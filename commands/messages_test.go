package commands_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/messages"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/thread"
)

// toMember is a message of a member to another.
func toMember(who ident.ID, text string) string {
	return `{"from_kind":"member","to_kind":"member","to_id":"` + who.String() + `","text":"` + text + `","lang":"en"}`
}

func sendMessageBodies(m *matrix) (one, other string) {
	one, other = "penpal", "another penpal"
	for _, name := range []string{one, other} {
		m.register(ident.Pair("member", name))
	}
	return toMember(ident.Pair("member", one), "Hello"), toMember(ident.Pair("member", other), "Hello")
}

// onTwoWritten are about two threads in which strangers wrote to the owner.
func onTwoWritten(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		written := func() string {
			by := ident.Pair("member", fmt.Sprint("writer ", m.n.Add(1)))
			m.register(by)
			m.send(by, "send-message", toMember(m.owner, "Hello"))
			return onThread(thread.Of(ofMember(by), ofMember(m.owner)), m.owner, more)
		}
		return written(), written()
	}
}

func onThread(id, side ident.ID, more string) string {
	return `{"thread_id":"` + id.String() + `","side_id":"` + side.String() + `"` + more + `}`
}

func ofMember(id ident.ID) thread.Side { return thread.Side{Kind: thread.Member, ID: id} }

// town is a few people who write to one another.
type town struct {
	*matrix
	n int
}

func newTown(t *testing.T, people ...ident.ID) *town {
	t.Helper()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	w := &town{matrix: &matrix{life: l, owner: ada, roles: map[ident.ID]string{}}}
	for _, id := range people {
		l.register(id)
	}
	return w
}

// says sends a message, and gives status and code of the answer.
func (w *town) says(by ident.ID, body string) (status int, code string) {
	w.t.Helper()
	w.n++
	return w.asked(by, "send-message", fmt.Sprint("the key of message ", w.n), body)
}

// goes sends a message that must not be refused.
func (w *town) goes(by ident.ID, body string) {
	w.t.Helper()
	if status, code := w.says(by, body); status != http.StatusOK {
		w.t.Fatalf("%s is answered %d %s", body, status, code)
	}
}

func (w *town) state(one, other thread.Side) thread.State {
	w.t.Helper()
	s, _, err := command.Load(w.t.Context(), w.handler(), thread.Decider, thread.Of(one, other))
	must(w.t, err)
	return s
}

// landed tells whether the last message of a member reached another.
func (w *town) landed(from, to thread.Side) bool {
	w.t.Helper()
	s := w.state(from, to)
	return s.Count > 0 && s.Party(to).Delivered == s.Count
}

var bea, cleo, dora = ident.Pair("member", "bea"), ident.Pair("member", "cleo"), ident.Pair("member", "dora")

func TestSendMessage_BadInput(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea)
	for body, want := range map[string]string{
		toMember(bea, strings.Repeat("x", 100_000)):          "413 too_large",
		toMember(bea, strings.Repeat("x", thread.MaxText+1)): "422 too_long",
		toMember(bea, "  "):                                  "422 required",
		toMember(ada, "Hello"):                               "409 message_to_yourself",
		`{"from_kind":"member","to_kind":"page","to_id":"` + bea.String() + `","text":"Hello","lang":"en"}`:                                      "404 ",
		`{"from_kind":"member","to_kind":"campaign","to_id":"` + bea.String() + `","text":"Hello","lang":"en"}`:                                  "404 ",
		`{"from_kind":"page","from_id":"` + bea.String() + `","to_kind":"member","to_id":"` + bea.String() + `","text":"Hello","lang":"en"}`:     "404 ",
		`{"from_kind":"campaign","from_id":"` + bea.String() + `","to_kind":"member","to_id":"` + bea.String() + `","text":"Hello","lang":"en"}`: "404 ",
		`{"from_kind":"member","to_kind":"member","about_kind":"gift","about_id":"` + bea.String() + `","text":"Who are you?","lang":"en"}`:      "404 ",
		`{"from_kind":"member","to_kind":"member","text":"Hello","lang":"en"}`:                                                                   "404 ",
	} {
		status, code := w.says(ada, body)
		if got := fmt.Sprint(status, " ", code); got != want {
			t.Errorf("%.90s is answered %q, want %q", body, got, want)
		}
	}
	if s := w.state(ofMember(ada), ofMember(bea)); !s.Thread.IsNil() {
		t.Errorf("a refused message began %+v", s)
	}
}

// What the sender is answered is the same, whatever becomes of the message: for a stranger, somebody who wants to hear of
// nobody, who blocks the sender, who declined, who is erased, and who never was.
func TestSendMessage_AnswersTheSameWhateverBecomesOfIt(t *testing.T) {
	t.Parallel()
	nobody, blocker, shut, gone := ident.Pair("member", "never was"), cleo, dora, ident.Pair("member", "gone")
	w := newTown(t, ada, bea, blocker, shut, gone)
	w.send(blocker, "block-member", blocking(ada))
	w.send(shut, "choose-message-writers", `{"who":"nobody"}`)
	_, _, err := w.erasures(w.commands).EraseMember(t.Context(), w.env(), gone, erasure.ByOperator)
	must(t, err)
	_, err = command.Execute(t.Context(), w.handler(), erasure.Decider, erasing.ErasureOf(member.SubjectOf(gone)), w.env(),
		erasure.Begin{AtOnce: true, Now: w.now()}.Decide)
	must(t, err)
	answers := map[string][]string{}
	for name, to := range map[string]ident.ID{"stranger": bea, "blocker": blocker, "shut": shut, "gone": gone, "nobody": nobody} {
		for i := range thread.MaxPending + 1 {
			status, code := w.says(ada, toMember(to, fmt.Sprint("Hello ", i)))
			answers[name] = append(answers[name], fmt.Sprint(status, " ", code))
		}
		if got := w.landed(ofMember(ada), ofMember(to)); got != (name == "stranger") {
			t.Errorf("%s gets the message: %t", name, got)
		}
	}
	for name, got := range answers {
		if !slices.Equal(got, answers["stranger"]) || got[thread.MaxPending] != "409 answer_awaited" {
			t.Errorf("a message to %s is answered %q, to a stranger %q", name, got, answers["stranger"])
		}
	}
	if status, code := w.says(blocker, toMember(ada, "And you?")); status != http.StatusConflict || code != "you_block_them" {
		t.Errorf("who blocks somebody and writes to them is answered %d %s", status, code)
	}
}

// Who accepts is written to from then on, whatever they choose; who declines is not, until they write themselves.
func TestAnswerRequest_OpensOrEndsAThread(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea, cleo)
	a, b, c := ofMember(ada), ofMember(bea), ofMember(cleo)
	w.goes(ada, toMember(bea, "Hello"))
	w.goes(ada, toMember(cleo, "Hello"))
	w.send(bea, "answer-message-request", onThread(thread.Of(a, b), bea, `,"accept":true`))
	w.send(cleo, "answer-message-request", onThread(thread.Of(a, c), cleo, `,"accept":false`))
	w.send(bea, "choose-message-writers", `{"who":"nobody"}`)
	w.goes(ada, toMember(bea, "Thank you"))
	w.goes(ada, toMember(cleo, "Hello?"))
	if !w.landed(a, b) || w.landed(a, c) {
		t.Error("an accepted thread is closed, or a declined one open")
	}
	w.goes(cleo, toMember(ada, "I have changed my mind"))
	w.goes(ada, toMember(cleo, "Good"))
	if !w.landed(a, c) {
		t.Error("who declined and writes is not answered")
	}
	w.send(bea, "block-member", blocking(ada))
	w.goes(ada, toMember(bea, "Are you there?"))
	if w.landed(a, b) {
		t.Error("who blocks somebody gets what they write")
	}
	if status, _ := w.asked(cleo, "read-thread", "the key of what is not hers", onThread(thread.Of(a, b), bea, `,"up_to":1`)); status != http.StatusNotFound {
		t.Errorf("somebody else's thread is answered %d", status)
	}
	if status, _ := w.asked(ada, "read-thread", "the key of what is not her side", onThread(thread.Of(a, b), bea, `,"up_to":1`)); status != http.StatusNotFound {
		t.Errorf("the other side of a thread is answered %d", status)
	}
}

// Members who gave to one another by name are no strangers.
func TestSendMessage_BetweenGivers(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea, cleo, dora)
	w.send(ada, "choose-message-writers", `{"who":"givers"}`)
	to := w.launched()
	gives := func(by ident.ID, more string) {
		w.pay(w.donation(w.send(by, "donate-money", `{"campaign_id":"`+to.String()+`","amount":2500,"currency":"EUR","lang":"en"`+more+`}`)))
	}
	gives(bea, ``)
	gives(cleo, `,"anonymous":true`)
	for who, want := range map[ident.ID]bool{bea: true, cleo: false, dora: false} {
		w.goes(who, toMember(ada, "Hello"))
		if got := w.landed(ofMember(who), ofMember(ada)); got != want {
			t.Errorf("%s reaches her: %t", who, got)
		}
		if s := w.state(ofMember(who), ofMember(ada)); s.Known != want {
			t.Errorf("%s is known: %t", who, s.Known)
		}
	}
}

// ofTeam is a message of a campaign's team, about something.
func ofTeam(to ident.ID, kind string, about ident.ID) string {
	return `{"from_kind":"campaign","from_id":"` + to.String() + `","to_kind":"member","about_kind":"` + kind + `","about_id":"` +
		about.String() + `","text":"Hello","lang":"en"}`
}

// A team writes to who offered, joined or gave by name, once there is something that stands; to somebody who withdrew in the
// thread that there is. Who chose nobody hears of what was accepted alone.
func TestSendMessage_OfATeam(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea, cleo, dora)
	to := w.launched()
	team := thread.Side{Kind: thread.Campaign, ID: to}
	given := func(by ident.ID, more string) ident.ID {
		id := w.send(by, "donate-money", `{"campaign_id":"`+to.String()+`","amount":2500,"currency":"EUR","lang":"en"`+more+`}`)
		w.pay(w.donation(id))
		return id
	}
	refuses := func(by ident.ID, body, want string) {
		t.Helper()
		if _, code := w.says(by, body); code != want {
			t.Errorf("%s is answered %q, not %s", body, code, want)
		}
	}
	offer := w.pledged(bea, to, "pledge-time")
	w.send(bea, "choose-message-writers", `{"who":"nobody"}`)
	w.goes(ada, ofTeam(to, "time", offer))
	if w.landed(team, ofMember(bea)) {
		t.Error("who wants to hear of nobody is written to about an offer that waits")
	}
	w.send(ada, "accept-time", onPledge(offer, ""))
	w.goes(ada, ofTeam(to, "time", offer))
	if !w.landed(team, ofMember(bea)) {
		t.Error("who wants to hear of nobody is not written to about an accepted offer")
	}
	w.goes(bea, `{"from_kind":"member","to_kind":"campaign","to_id":"`+to.String()+`","text":"When?","lang":"en"}`)
	w.send(bea, "withdraw-time", onPledge(offer, ""))
	w.goes(ada, ofTeam(to, "time", offer))
	if !w.landed(team, ofMember(bea)) {
		t.Error("the thread of who withdrew is closed")
	}

	withdrawn := w.pledged(cleo, to, "pledge-material")
	w.send(cleo, "withdraw-material", onPledge(withdrawn, ""))
	refuses(ada, ofTeam(to, "thing", withdrawn), "not_a_contributor")
	hidden := given(cleo, `,"anonymous":true`)
	giver := func(who ident.ID) string {
		return strings.Replace(ofTeam(to, "gift", hidden), `"to_kind":"member"`, `"to_kind":"member","to_id":"`+who.String()+`"`, 1)
	}
	given(ident.Nil, "")
	refuses(ada, ofTeam(to, "gift", hidden), "not_a_contributor")
	refuses(ada, giver(cleo), "not_a_contributor")
	refuses(ada, giver(dora), "not_a_contributor") // the answer is that for somebody who gave nothing
	given(dora, "")
	w.goes(ada, giver(dora))
	if !w.landed(team, ofMember(dora)) {
		t.Error("who gave by name is not written to")
	}
	refuses(bea, giver(dora), "not_campaign_owner")
	shift := w.published(ada, to)
	refuses(ada, strings.Replace(ofTeam(to, "shift", shift), `"to_kind":"member"`,
		`"to_kind":"member","to_id":"`+cleo.String()+`"`, 1), "not_a_contributor")
	w.send(cleo, "join-shift", onShift(shift, `,"lang":"en"`))
	w.goes(ada, strings.Replace(ofTeam(to, "shift", shift), `"to_kind":"member"`,
		`"to_kind":"member","to_id":"`+cleo.String()+`"`, 1))
	refuses(ada, `{"from_kind":"member","to_kind":"campaign","to_id":"`+to.String()+`","text":"Me?","lang":"en"}`, "message_to_yourself")
}

// A page answers who wrote to it, and begins no thread.
func TestSendMessage_OfAPage(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea)
	page := w.pageOf(ada)
	ofPage := `{"from_kind":"page","from_id":"` + page.String() + `","to_kind":"member","to_id":"` + bea.String() + `","text":"Hello","lang":"en"}`
	toPage := `{"from_kind":"member","to_kind":"page","to_id":"` + page.String() + `","text":"Hello","lang":"en"}`
	if _, code := w.says(ada, ofPage); code != "page_answers_only" {
		t.Errorf("a page that begins is answered %q", code)
	}
	w.goes(bea, toPage)
	w.goes(ada, ofPage)
	if _, code := w.says(ada, toPage); code != "message_to_yourself" {
		t.Errorf("who writes to their own page is answered %q", code)
	}
	w.send(ada, "close-page", `{"page_id":"`+page.String()+`"}`)
	if status, _ := w.says(bea, toPage); status != http.StatusNotFound {
		t.Errorf("who writes to a closed page is answered %d", status)
	}
}

// A thread goes on in another stream, and a message whose answer was lost is not written again there.
func TestSendMessage_BeginsAnotherStream(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea)
	w.goes(ada, toMember(bea, "Hello"))
	w.goes(bea, toMember(ada, "Hello"))
	send := func(key string) messages.SendMessageAnswer {
		t.Helper()
		env := named(key).For(ada)
		done, err := messages.SendMessage.Run(t.Context(), w.commands, env, messages.SendMessageBody{
			FromKind: thread.Member, ToKind: thread.Member, ToID: bea, Text: "Go on", Lang: "en",
		})
		must(t, err)
		return done
	}
	for n := 3; n <= thread.PartSize; n++ {
		w.moveOn(4 * time.Second)
		send(fmt.Sprint("message number ", n))
	}
	last := fmt.Sprint("message number ", thread.PartSize)
	first, again := send(last), send(last)
	if first != again {
		t.Errorf("a repeated message is answered %+v and %+v", first, again)
	}
	w.moveOn(time.Minute)
	next := send("the next")
	w.wrote(thread.Category, thread.PartOf(next.ThreadID, 1), "ThreadBegun", "MessageSent")
	w.send(bea, "read-thread", onThread(next.ThreadID, bea, `,"up_to":501`))
	w.wrote(thread.Category, thread.PartOf(next.ThreadID, 1), "ThreadBegun", "MessageSent", "ThreadRead")
}

// An erased member's threads close for the other, who keeps what they wrote themselves; what the erased wrote is gone, in
// whoever's name.
func TestErasure_OfWhoWroteMessages(t *testing.T) {
	t.Parallel()
	w := newTown(t, ada, bea)
	w.goes(ada, toMember(bea, "From Ada"))
	w.goes(bea, toMember(ada, "From Bea"))
	exported := func(who ident.ID) string {
		t.Helper()
		all, err := w.erasures(w.commands).ExportMember(t.Context(), who)
		must(t, err)
		text, err := json.Marshal(all)
		must(t, err)
		return string(text)
	}
	for who, words := range map[ident.ID][2]string{ada: {"From Ada", "From Bea"}, bea: {"From Bea", "From Ada"}} {
		if text := exported(who); !strings.Contains(text, words[0]) || strings.Contains(text, words[1]) {
			t.Errorf("given is %s", text)
		}
	}
	for _, h := range commands.Holdings(nil) {
		if h.Area != "messages" {
			continue
		}
		b := erasing.NewBelongings(ada, []erasure.Subject{{ID: member.SubjectOf(ada)}})
		for r, err := range w.handler().Events(t.Context(), thread.Category, thread.Of(ofMember(ada), ofMember(bea))) {
			must(t, err)
			h.See(b, r.Event)
		}
		for _, end := range h.Ends {
			for _, id := range end.Things(b) {
				over, err := end.EndOf(t.Context(), w.commands, b, id)
				if !over || err != nil {
					t.Errorf("the end of a thread: %t, %v", over, err)
				}
			}
		}
	}
	w.wrote(thread.Category, thread.Of(ofMember(ada), ofMember(bea)), "ThreadBegun", "MessageSent", "MessageSent", "ThreadClosed")
	if status, code := w.says(bea, toMember(ada, "Are you there?")); status != http.StatusConflict || code != "thread_closed" {
		t.Errorf("who writes to somebody who left is answered %d %s", status, code)
	}
}
