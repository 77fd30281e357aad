package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/readapi"
)

// listener is a client whose socket is as fast as can be.
type listener struct{ frames []frame }

func (l *listener) viewer() readapi.Viewer { return readapi.Viewer{} }
func (l *listener) push(f frame)           { l.frames = append(l.frames, f) }

func (l *listener) take() []got {
	var all []got
	for _, f := range l.frames {
		var m got
		if err := json.Unmarshal(f.text, &m); err != nil {
			panic(err)
		}
		all = append(all, m)
	}
	l.frames = nil
	return all
}

func stillHub(t rapid.TB, a Answers, head func() string) *hub {
	t.Helper()
	h, err := newHub(Config{
		Answers: a, Log: slog.New(slog.DiscardHandler), Head: func(context.Context) (string, error) { return head(), nil },
	}, newMetrics(nil))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// answerAll answers topics until none waits.
func answerAll(h *hub) {
	for len(h.ready) > 0 {
		topic := h.ready[0]
		h.ready = h.ready[1:]
		j := h.take(topic)
		h.answer(context.Background(), topic, j)
		topic.state = idle
		h.enqueue(topic)
	}
}

func at(n int) bus.Position {
	p, err := bus.ParsePosition(strconv.Itoa(n))
	if err != nil {
		panic(err)
	}
	return p
}

func TestResuming(t *testing.T) {
	h := stillHub(t, newAnswers(), func() string { return "100" })
	topic := func(family string, n int) topicID { return topicID{h.registry[family], id(n)} }
	subscribed := func(topic topicID, after int) string {
		l := &listener{}
		p := at(after)
		h.subscribe(l, topic, &p)
		answerAll(h)
		defer h.unsubscribe(l, topic)
		said := ""
		for _, m := range l.take() {
			said += m.Type + " " + m.Kind + m.Position + " "
		}
		return said
	}
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	expect("nothing is known yet", subscribed(topic(familyCampaign, 1), 100), "refetch  ")
	h.everything(t.Context())
	expect("older than what is known", subscribed(topic(familyCampaign, 1), 99), "refetch  ")
	expect("nothing has changed", subscribed(topic(familyCampaign, 1), 100), "")
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{"campaign_progress": {id(1).String()}}})
	current := "data campaign105 data campaign-supporters105 "
	expect("it has changed", subscribed(topic(familyCampaign, 1), 104), current)
	expect("the change is known to the client", subscribed(topic(familyCampaign, 1), 105), "")
	expect("another has not changed", subscribed(topic(familyCampaign, 2), 100), "")
	expect("cards are not kept", subscribed(topicID{family: h.registry[familyCards]}, 104), "refetch  ")

	// A projection that lags tells of a change before one that was pushed already.
	watcher := &listener{}
	h.subscribe(watcher, topic(familyCampaign, 1), nil)
	h.apply(t.Context(), bus.Change{Position: "110", Tables: map[string][]string{"campaign_progress": {id(1).String()}}})
	answerAll(h)
	h.unsubscribe(watcher, topic(familyCampaign, 1))
	h.apply(t.Context(), bus.Change{Position: "108", Tables: map[string][]string{"campaigns": {id(1).String()}}})
	expect("a late change", subscribed(topic(familyCampaign, 1), 110), "data campaign110 data campaign-supporters110 ")

	h.apply(t.Context(), bus.Change{Position: "120", Tables: map[string][]string{"campaigns": {}}})
	expect("any row may have changed", subscribed(topic(familyCampaign, 7), 119), "refetch  ")
	expect("any row, but the client knows", subscribed(topic(familyCampaign, 7), 120), "")
}

// The page and the supporters of a campaign change at one position. Whoever gets the one and is cut off before the other
// gets both on coming back.
func TestACutBetweenTwoPushesLosesNeither(t *testing.T) {
	a := newAnswers()
	a.campaign[id(50)] = id(1)
	h := stillHub(t, a, func() string { return "100" })
	h.everything(t.Context())
	topic := topicID{h.registry[familyCampaign], id(1)}
	l := &listener{}
	p := at(100)
	h.subscribe(l, topic, &p)
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{
		"campaign_progress": {id(1).String()}, "campaign_supporters": {id(50).String()},
	}})
	answerAll(h)
	all := l.take()
	if len(all) != 2 || all[0].Position != "105" || all[1].Position != "105" {
		t.Fatalf("not two pushes of one position: %+v", all)
	}
	for got := range len(all) + 1 {
		resume := at(100)
		for _, m := range all[:got] {
			if !m.More {
				resume = at(105)
			}
		}
		again := &listener{}
		h.subscribe(again, topic, &resume)
		answerAll(h)
		h.unsubscribe(again, topic)
		want := 2
		if got == len(all) {
			want = 0
		}
		if n := len(again.take()); n != want {
			t.Errorf("cut off after %d of 2 pushes, it gets %d more, not %d", got, n, want)
		}
	}
}

// One of two answers can't be made just now. Whoever gets the other and is cut off gets both on coming back.
func TestACutBeforeAPushThatFailedLosesNothing(t *testing.T) {
	a := newAnswers()
	a.campaign[id(50)] = id(1)
	h := stillHub(t, a, func() string { return "100" })
	h.everything(t.Context())
	topic := topicID{h.registry[familyCampaign], id(1)}
	l := &listener{}
	p := at(100)
	h.subscribe(l, topic, &p)
	a.set(func() { a.fail[kindCampaign] = errAway })
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{
		"campaign_progress": {id(1).String()}, "campaign_supporters": {id(50).String()},
	}})
	if h.answer(t.Context(), h.topics[topic], h.take(h.topics[topic])) {
		t.Fatal("an answer that failed is not tried again")
	}
	all := l.take()
	if len(all) != 1 || all[0].Kind != kindSupporters {
		t.Fatalf("got %+v", all)
	}
	h.unsubscribe(l, topic)
	a.set(func() { clear(a.fail) })
	resume := at(100)
	if !all[0].More {
		resume = at(105)
	}
	h.ready = nil
	h.subscribe(l, topic, &resume)
	answerAll(h)
	if n := len(l.take()); n != 2 {
		t.Errorf("it gets %d pushes on coming back", n)
	}
}

// Who gets the present answers gets them all; who gets what changed gets that. For both the last says that it is.
func TestTheLastOfAJobIsLastForEverybody(t *testing.T) {
	h := stillHub(t, newAnswers(), func() string { return "100" })
	h.everything(t.Context())
	topic := topicID{h.registry[familyCampaign], id(1)}
	h.apply(t.Context(), bus.Change{Position: "104", Tables: map[string][]string{"campaigns": {id(1).String()}}})
	up, behind := &listener{}, &listener{}
	now, before := at(104), at(103)
	h.subscribe(up, topic, &now)
	h.subscribe(behind, topic, &before)
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{"campaigns": {id(1).String()}}})
	answerAll(h)
	for l, want := range map[*listener]int{up: 1, behind: 2} {
		all := l.take()
		for i, m := range all {
			if m.More != (i < len(all)-1) {
				t.Errorf("%d of %d says more: %v", i+1, len(all), m.More)
			}
		}
		if len(all) != want {
			t.Errorf("got %d pushes, not %d", len(all), want)
		}
	}
}

// News of a change was lost. What is pushed then is not taken for older than an answer from before the change.
func TestWhatMakesUpForLostNewsSaysSo(t *testing.T) {
	head := "100"
	h := stillHub(t, newAnswers(), func() string { return head })
	h.everything(t.Context())
	l := &listener{}
	p := at(100)
	h.subscribe(l, topicID{h.registry[familyCampaign], id(1)}, &p)
	head = "107"
	h.apply(t.Context(), bus.All())
	answerAll(h)
	all := l.take()
	if len(all) != 2 {
		t.Fatalf("got %+v", all)
	}
	for _, m := range all {
		if m.Position != "107" {
			t.Errorf("%s is said to be of %s", m.Kind, m.Position)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	m, err := newMemory(2)
	if err != nil {
		t.Fatal(err)
	}
	m.forget(at(10))
	f := families()[0]
	for i := range 3 {
		topic := topicID{f, id(i)}
		m.change(topic, m.of(topic), at(20+i))
	}
	if m.floor != at(20) {
		t.Errorf("what was forgotten happened at 20, and the floor is %s", m.floor)
	}
}

func TestTheNewestTakesTheQueuesEnd(t *testing.T) {
	s := &socket{wake: make(chan struct{}, 1)}
	for _, about := range []string{"a", "b", "a"} {
		s.push(frame{key: frameKey{about: about}, text: []byte(fmt.Sprint(about, len(s.queue)))})
	}
	var order []string
	for st, ok := s.next(); ok; st, ok = s.next() {
		order = append(order, string(st.frame.text))
	}
	if fmt.Sprint(order) != "[b1 a2]" {
		t.Errorf("order is %v", order)
	}
}

func FuzzParseMessage(f *testing.F) {
	for _, s := range []string{
		`{"type":"hello","token":"x","lang":"en"}`, `{"type":"subscribe","topic":"campaign/x","after":"1.2"}`, `{"type":"pong"}`,
		`{"type":"unsubscribe","topic":"me"}`, `{`, `[]`, `null`, `{"type":"subscribe","after":null}`, "\xff",
	} {
		f.Add([]byte(s))
	}
	r, err := register(families())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseMessage(text)
		if err != nil {
			return
		}
		if id, ok := r.parse(m.Topic, readapi.Viewer{Member: other}); ok && id.String() != m.Topic {
			t.Errorf("%q is understood as %q", m.Topic, id)
		}
	})
}

// model is one campaign whose figures and supporters are folded by two projections that do not keep step.
type model struct {
	*answers
	page, list int64 // how many changes the read tables hold
}

func (m *model) CampaignPage(context.Context, readapi.Viewer, ident.ID) (readapi.Page, error) {
	return readapi.Page{Card: readapi.Card{RaisedAmount: m.page}}, nil
}

func (m *model) SupportersFirst(context.Context, ident.ID, int) (readapi.List[readapi.Supporter], error) {
	return readapi.List[readapi.Supporter]{Total: m.list}, nil
}

// browser keeps what the web app does: the positions of a topic, and what it shows.
type browser struct {
	listener
	connected  bool
	position   int // the latest that came
	resume     int // the latest of which everything came
	page, list shown
	asked      *asked
	again      bool // told to fetch while an answer was on its way: once more after it

	pushedPage, pushedList int64
}

// shown is one answer, and the position it came with.
type shown struct {
	value    int64
	position int
	pushes   int // how many were worked in
}

// show takes a push, unless what is shown reflects more.
func (s *shown) show(value int64, position int) {
	if position >= s.position {
		*s = shown{value, position, s.pushes + 1}
	}
}

// asked is an answer on its way, and what was shown when it was asked for.
type asked struct {
	page, list             int64
	position               int
	pagePushes, listPushes int
}

// Whatever the order in which projections move, answers are made, connections and news lost: no browser is pushed a
// position or a version that goes back, and all end with what a fresh read gives.
func TestBrowsersEndWithWhatAReadGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{answers: newAnswers()}
		m.campaign[id(50)] = id(1)
		head, pageAt, listAt := 100, 100, 100
		type event struct{ page, list bool }
		log := map[int]event{}
		h := stillHub(t, m, func() string { return strconv.Itoa(head) })
		h.everything(context.Background())
		topic := topicID{h.registry[familyCampaign], id(1)}
		deaf := false // news of changes is lost
		var news []bus.Change
		tell := func(position int, table string, key ident.ID) {
			if !deaf {
				news = append(news, bus.Change{Position: strconv.Itoa(position), Tables: map[string][]string{table: {key.String()}}})
			}
		}
		hear := func() {
			if len(news) > 0 {
				h.apply(context.Background(), news[0])
				news = news[1:]
			}
		}
		foldPage := func() {
			if pageAt == head {
				return
			}
			if pageAt++; log[pageAt].page {
				m.page++
				tell(pageAt, "campaign_progress", id(1))
			}
		}
		foldList := func() {
			if listAt == head {
				return
			}
			if listAt++; log[listAt].list {
				m.list++
				tell(listAt, "campaign_supporters", id(50))
			}
		}
		browsers := []*browser{{}, {}}
		// ask is a GET with Read-After: it waits until the projections reflect what the browser has seen.
		ask := func(b *browser) {
			seen := max(b.position, b.page.position, b.list.position)
			for pageAt < seen {
				foldPage()
			}
			for listAt < seen {
				foldList()
			}
			b.asked = &asked{m.page, m.list, min(pageAt, listAt), b.page.pushes, b.list.pushes}
		}
		// hears takes an answer that was on its way; one that pushes may have overtaken is asked for again.
		hears := func(b *browser) {
			for b.asked != nil {
				a := b.asked
				b.asked = nil
				if a.position < b.page.position || a.position < b.list.position ||
					a.pagePushes != b.page.pushes && a.position == b.page.position ||
					a.listPushes != b.list.pushes && a.position == b.list.position {
					ask(b)
					continue
				}
				b.page.value, b.page.position = a.page, a.position
				b.list.value, b.list.position = a.list, a.position
				if b.again {
					b.again = false
					ask(b)
				}
			}
		}
		receive := func(b *browser, n int) {
			later := b.frames[n:]
			b.frames = b.frames[:n]
			defer func() { b.frames = later }()
			for _, msg := range b.take() {
				if msg.Type == typeRefetch {
					if b.again = b.asked != nil; !b.again {
						ask(b)
					}
					continue
				}
				position, err := strconv.Atoi(msg.Position)
				if err != nil || position < b.position {
					t.Fatalf("position %s came after %d", msg.Position, b.position)
				}
				b.position = position
				if !msg.More {
					b.resume = position
				}
				var data struct {
					Raised int64 `json:"raised_amount"`
					Total  int64 `json:"total"`
				}
				if err := json.Unmarshal(msg.Data, &data); err != nil {
					t.Fatal(err)
				}
				if msg.Kind == kindCampaign {
					if data.Raised < b.pushedPage {
						t.Fatalf("%d raised came after %d", data.Raised, b.pushedPage)
					}
					b.pushedPage = data.Raised
					b.page.show(data.Raised, position)
				} else {
					if data.Total < b.pushedList {
						t.Fatalf("%d supporters came after %d", data.Total, b.pushedList)
					}
					b.pushedList = data.Total
					b.list.show(data.Total, position)
				}
			}
		}
		connect := func(b *browser) {
			if b.connected {
				return
			}
			b.connected = true
			if b.resume == 0 {
				ask(b)
				hears(b)
				b.position, b.resume = b.page.position, b.page.position
			}
			p := at(b.resume)
			h.subscribe(b, topic, &p)
		}
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				head++
				log[head] = event{rapid.Bool().Draw(t, "page"), rapid.Bool().Draw(t, "list")}
			},
			"fold page":  func(*rapid.T) { foldPage() },
			"fold list":  func(*rapid.T) { foldList() },
			"answer":     func(*rapid.T) { answerAll(h) },
			"hear":       func(*rapid.T) { hear() },
			"lose news":  func(*rapid.T) { deaf, news = true, nil },
			"everything": func(*rapid.T) { deaf = false; h.apply(context.Background(), bus.All()) },
			"receive": func(t *rapid.T) {
				b := rapid.SampledFrom(browsers).Draw(t, "browser")
				receive(b, rapid.IntRange(0, len(b.frames)).Draw(t, "messages"))
			},
			"ask": func(t *rapid.T) {
				if b := rapid.SampledFrom(browsers).Draw(t, "browser"); b.connected && b.asked == nil {
					ask(b)
				}
			},
			"hear answer": func(t *rapid.T) { hears(rapid.SampledFrom(browsers).Draw(t, "browser")) },
			"connect":     func(t *rapid.T) { connect(rapid.SampledFrom(browsers).Draw(t, "browser")) },
			"lose": func(t *rapid.T) {
				b := rapid.SampledFrom(browsers).Draw(t, "browser")
				h.unsubscribe(b, topic)
				b.connected, b.frames = false, nil
			},
		})
		early := rapid.Bool().Draw(t, "early")
		for _, b := range browsers {
			if early {
				connect(b)
			}
		}
		for pageAt < head {
			foldPage()
		}
		for listAt < head {
			foldList()
		}
		for len(news) > 0 {
			hear()
		}
		if deaf {
			h.apply(context.Background(), bus.All())
		}
		for _, b := range browsers {
			connect(b)
		}
		answerAll(h)
		for _, b := range browsers {
			receive(b, len(b.frames))
			hears(b)
			if b.page.value != m.page || b.list.value != m.list {
				t.Fatalf("a browser shows %d and %d, a read gives %d and %d", b.page.value, b.list.value, m.page, m.list)
			}
		}
	})
}

func TestAClaimedPositionDoesNotReachOthers(t *testing.T) {
	h := stillHub(t, newAnswers(), func() string { return "100" })
	h.everything(t.Context())
	topic := topicID{h.registry[familyCampaign], id(1)}
	honest, liar := &listener{}, &listener{}
	here, beyond := at(100), at(999_999)
	h.subscribe(honest, topic, &here)
	h.subscribe(liar, topic, &beyond)
	h.apply(t.Context(), bus.Change{Position: "101", Tables: map[string][]string{"campaigns": {id(1).String()}}})
	answerAll(h)
	if all := honest.take(); len(all) != 1 || all[0].Position != "101" {
		t.Errorf("got %+v", all)
	}
	if all := liar.take(); len(all) != 1 || all[0].Type != typeRefetch {
		t.Errorf("who claims to be ahead of the log got %+v", all)
	}
}
