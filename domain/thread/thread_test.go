package thread_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/thread"
)

var (
	ada, bea = thread.Side{Kind: thread.Member, ID: ident.ID{1}}, thread.Side{Kind: thread.Member, ID: ident.ID{2}}
	team     = thread.Side{Kind: thread.Campaign, ID: ident.ID{3}}
	at       = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

func says(from, to thread.Side, text string, change ...func(*thread.Send)) func(thread.State) ([]thread.Event, error) {
	c := thread.Send{
		From: from, To: to, Message: ident.ID{9}, Member: from.ID, Author: ident.ID{from.ID[0], 9}, Text: text, Lang: "en", Now: at,
	}
	for _, f := range change {
		f(&c)
	}
	return c.Decide
}

func sent(from, to thread.Side, number int64, withheld bool) thread.Sent {
	return thread.Sent{
		Thread: thread.Of(from, to), Message: ident.ID{9}, Number: number, From: from, Member: from.ID, Author: ident.ID{from.ID[0], 9},
		Text: personal.Plain("Hello"), Lang: "en", Withheld: withheld, At: at,
	}
}

func begun() thread.Begun {
	return thread.Begun{Thread: thread.Of(ada, bea), Parties: []thread.Party{{Side: ada}, {Side: bea}}, At: at}
}

func later(d time.Duration) func(*thread.Send) { return func(c *thread.Send) { c.Now = at.Add(d) } }

func TestOf_IsTheSameForBothSides(t *testing.T) {
	if thread.Of(ada, bea) != thread.Of(bea, ada) || thread.Of(ada, team) == thread.Of(bea, team) {
		t.Error("a thread is not named by its two sides")
	}
	if thread.PartOf(ident.ID{7}, 0) != (ident.ID{7}) || thread.PartOf(ident.ID{7}, 1) == thread.PartOf(ident.ID{7}, 2) {
		t.Error("the streams of a thread are not told apart")
	}
}

func TestSend_BadInput(t *testing.T) {
	h := domaintest.Given(t, thread.Decider)
	h.When(says(ada, bea, " \n\t ")).ThenRefused("required text")
	h.When(says(ada, bea, strings.Repeat("é", thread.MaxText+1))).ThenRefused("too_long text")
	h.When(says(ada, bea, strings.Repeat("x", 100_000))).ThenRefused("too_long text")
	h.When(says(ada, ada, "Hello")).ThenRefused("message_to_yourself")
	if events := h.When(says(ada, bea, strings.Repeat("é", thread.MaxText))).Decided(); len(events) != 2 {
		t.Errorf("a message of the longest length: %+v", events)
	}
}

func TestSend_BeginsAThread(t *testing.T) {
	h := domaintest.Given(t, thread.Decider)
	h.When(says(ada, bea, " Hello ")).Then(begun(), sent(ada, bea, 1, false)).
		When(says(bea, ada, "Hello")).Then(sent(bea, ada, 2, false))
	if s := h.And(begun(), sent(ada, bea, 1, false)).State(); !s.Party(ada).Open || s.Party(bea).Open ||
		s.Party(bea).Delivered != 1 {
		t.Errorf("after the first message: %+v", s)
	}
}

// What the sender sees is alike, whether the message lands or not: the same events, of which one is marked.
func TestSend_LooksTheSameWhereItNeverArrives(t *testing.T) {
	declined := thread.Declined{Thread: thread.Of(ada, bea), Side: bea, At: at}
	for name, one := range map[string]struct {
		given    []thread.Event
		change   func(*thread.Send)
		withheld bool
	}{
		"a stranger":       {nil, func(*thread.Send) {}, false},
		"unwelcome":        {nil, func(c *thread.Send) { c.Unwelcome = true }, true},
		"blocked or gone":  {nil, func(c *thread.Send) { c.Away = true }, true},
		"tied":             {nil, func(c *thread.Send) { c.Unwelcome, c.Tied = true, true }, false},
		"tied and gone":    {nil, func(c *thread.Send) { c.Away, c.Tied = true, true }, true},
		"declined":         {[]thread.Event{begun(), sent(ada, bea, 1, false), declined}, func(*thread.Send) {}, true},
		"answered":         {[]thread.Event{begun(), sent(bea, ada, 1, false)}, func(c *thread.Send) { c.Unwelcome = true }, false},
		"answered, blocks": {[]thread.Event{begun(), sent(bea, ada, 1, false)}, func(c *thread.Send) { c.Away = true }, true},
	} {
		t.Run(name, func(t *testing.T) {
			h := domaintest.Given(t, thread.Decider, one.given...)
			events := h.When(says(ada, bea, "Hello", one.change)).Decided()
			want := sent(ada, bea, h.State().Count+1, one.withheld)
			if got, ok := events[len(events)-1].(thread.Sent); !ok || got != want {
				t.Errorf("decided %+v, not %+v", events, want)
			}
		})
	}
}

func TestSend_WaitsForAnAnswer(t *testing.T) {
	for _, away := range []bool{false, true} {
		to := func(c *thread.Send) { c.Away = away }
		h := domaintest.Given(t, thread.Decider)
		for range thread.MaxPending {
			h = h.And(h.When(says(ada, bea, "Hello", to)).Decided()...)
		}
		h.When(says(ada, bea, "Hello", to)).ThenRefused("answer_awaited")
		h.When(says(ada, bea, "Hello", func(c *thread.Send) { c.Tied = true })).Then(sent(ada, bea, 4, false))
		answered := h.And(thread.Accepted{Thread: thread.Of(ada, bea), Side: bea, At: at})
		answered.When(says(ada, bea, "Hello")).Then(sent(ada, bea, 4, false))
	}
}

func TestSend_BoundsAMinute(t *testing.T) {
	h := domaintest.Given(t, thread.Decider)
	landed := 0
	for i := range 200 {
		out := h.When(says(ada, team, "Hello", later(time.Duration(i)*100*time.Millisecond)))
		if i < thread.MaxMinute {
			h = h.And(out.Decided()...)
			landed++
			continue
		}
		out.ThenRefused("too_many_messages")
	}
	if landed != thread.MaxMinute {
		t.Errorf("%d messages went through", landed)
	}
	h.When(says(team, ada, "Hello")).Then(sent(team, ada, 21, false))
	if events := h.When(says(ada, team, "Hello", later(time.Minute))).Decided(); len(events) != 1 {
		t.Errorf("a minute later: %+v", events)
	}
}

func TestSend_BeginsAnotherStream(t *testing.T) {
	h := domaintest.Given(t, thread.Decider).And(begun(), sent(ada, bea, 1, false), thread.Muted{Thread: thread.Of(ada, bea),
		Side: bea, At: at})
	for n := range int64(thread.PartSize - 1) {
		h = h.And(sent(bea, ada, n+2, false))
	}
	full := h.State()
	if !full.Full() {
		t.Fatal("the stream is not full")
	}
	next := domaintest.Given(t, thread.Decider)
	events := next.When(says(ada, bea, "Hello", later(time.Hour), func(c *thread.Send) { c.Before = full })).Decided()
	b, ok := events[0].(thread.Begun)
	if !ok || b.Part != 1 || b.Before != thread.PartSize || !b.Parties[1].Muted || !b.Parties[0].Open ||
		b.Parties[0].Delivered != 500 {
		t.Errorf("the next stream begins with %+v", events[0])
	}
	if s, ok := events[1].(thread.Sent); !ok || s.Number != 501 || s.Part != 1 {
		t.Errorf("its first message is %+v", events[1])
	}
	next = next.And(events...)
	read := thread.Read{Thread: thread.Of(ada, bea), Part: 1, Side: ada, UpTo: 500, At: at}
	next.When(thread.MarkRead{Side: ada, UpTo: 600, Now: at}.Decide).Then(read)
	full.Closed = true
	domaintest.Given(t, thread.Decider).When(says(ada, bea, "Hello",
		func(c *thread.Send) { c.Before = full })).ThenRefused("thread_closed")
}

func TestMarkRead_OnlyWhatIsNew(t *testing.T) {
	of := thread.Of(ada, bea)
	h := domaintest.Given(t, thread.Decider)
	h.When(thread.MarkRead{Side: ada, UpTo: 1, Now: at}.Decide).ThenRefused("thread_not_found")
	h = h.And(begun(), sent(ada, bea, 1, false), sent(ada, bea, 2, true), sent(ada, bea, 3, false))
	h.When(thread.MarkRead{Side: team, UpTo: 1, Now: at}.Decide).ThenRefused("thread_not_found")
	h.When(thread.MarkRead{Side: ada, UpTo: 3, Now: at}.Decide).ThenNothing()
	h.When(thread.MarkRead{Side: bea, UpTo: 1, Now: at}.Decide).
		Then(thread.Read{Thread: of, Side: bea, UpTo: 1, Left: 1, At: at}).
		When(thread.MarkRead{Side: bea, UpTo: 1, Now: at}.Decide).ThenNothing().
		When(thread.MarkRead{Side: bea, UpTo: 99, Now: at}.Decide).
		Then(thread.Read{Thread: of, Side: bea, UpTo: 3, At: at})
}

func TestMute_HoldsUntilTakenBack(t *testing.T) {
	of := thread.Of(ada, bea)
	mute := func(muted bool) func(thread.State) ([]thread.Event, error) {
		return thread.Mute{Side: bea, Muted: muted, Now: at}.Decide
	}
	h := domaintest.Given(t, thread.Decider)
	h.When(mute(true)).ThenRefused("thread_not_found")
	h.And(begun(), sent(ada, bea, 1, false)).When(mute(false)).ThenNothing().
		When(mute(true)).Then(thread.Muted{Thread: of, Side: bea, At: at}).
		When(mute(true)).ThenNothing().
		When(mute(false)).Then(thread.Unmuted{Thread: of, Side: bea, At: at})
}

func TestAnswer_ToARequest(t *testing.T) {
	of := thread.Of(ada, bea)
	answer := func(accept bool) func(thread.State) ([]thread.Event, error) {
		return thread.Answer{Side: bea, Accept: accept, Now: at}.Decide
	}
	h := domaintest.Given(t, thread.Decider)
	h.When(answer(true)).ThenRefused("thread_not_found")
	h.And(begun(), sent(ada, bea, 1, true)).When(answer(true)).ThenRefused("thread_not_found")
	h = h.And(begun(), sent(ada, bea, 1, false))
	h.When(answer(false)).Then(thread.Declined{Thread: of, Side: bea, At: at}).
		When(answer(false)).ThenNothing().
		When(answer(true)).Then(thread.Accepted{Thread: of, Side: bea, At: at}).
		When(answer(false)).ThenNothing()
}

func TestClose_ByTheErasureOfAMember(t *testing.T) {
	h := domaintest.Given(t, thread.Decider).And(begun(), sent(ada, bea, 1, false))
	h.When(thread.Close{Member: ident.ID{8}, Now: at}.Decide).ThenNothing()
	h = h.When(thread.Close{Member: ada.ID, Now: at}.Decide).Then(thread.Closed{Thread: thread.Of(ada, bea), Side: ada, At: at})
	h.When(thread.Close{Member: ada.ID, Now: at}.Decide).ThenNothing()
	h.When(says(bea, ada, "Hello")).ThenRefused("thread_closed")
}

func TestChoose_WhoMayWrite(t *testing.T) {
	choose := func(who thread.Who) func(thread.ChoiceState) ([]thread.ChoiceEvent, error) {
		return thread.Choose{Member: ada.ID, Subject: ident.ID{1, 9}, Who: who, Now: at}.Decide
	}
	domaintest.Given(t, thread.ChoiceDecider).When(choose(thread.Everybody)).ThenNothing().
		When(choose("friends")).ThenRefused("required who").
		When(choose(thread.NoOne)).Then(thread.WriterChosen{Member: ada.ID, Subject: ident.ID{1, 9}, Who: thread.NoOne, At: at}).
		When(choose(thread.NoOne)).ThenNothing()
}
