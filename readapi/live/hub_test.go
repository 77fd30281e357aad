package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/internal/bus"
)

// listener is a client whose socket is as fast as can be.
type listener struct {
	mu     sync.Mutex
	frames []frame
}

func (l *listener) viewer() Viewer { return Viewer{} }

func (l *listener) push(f frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frames = append(l.frames, f)
}

func (l *listener) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.frames)
}

func (l *listener) take() []got {
	l.mu.Lock()
	defer l.mu.Unlock()
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

func stillHub(t rapid.TB, topics []Topic, head func() string) *hub {
	t.Helper()
	h, err := newHub(Config{
		Topics: topics, Times: DefaultTimes(), Log: slog.New(slog.DiscardHandler),
		Head: func(context.Context) (string, error) { return head(), nil },
	}, newMetrics(nil))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// lookAll looks up whatever waits for that, and makes up for what was missed.
func lookAll(h *hub) {
	select {
	case <-h.missed:
		h.everything(context.Background())
	default:
	}
	for _, e := range h.lookups {
		select {
		case <-e.due:
			h.search(context.Background(), e)
		default:
		}
	}
}

// answerAll looks up whatever waits, and answers topics until none waits.
func answerAll(h *hub) {
	lookAll(h)
	answerReady(h)
}

// answerReady answers topics until none waits.
func answerReady(h *hub) {
	for len(h.ready) > 0 {
		topic := h.ready[0]
		h.ready = h.ready[1:]
		j := h.take(topic)
		h.answer(context.Background(), topic, j)
		topic.state = idle
		h.enqueue(topic)
	}
}

func topicNamed(h *hub, name string) topicID {
	id, ok := h.registry.parse(name, Viewer{})
	if !ok {
		panic("no topic " + name)
	}
	return id
}

func roomTopic(h *hub, n int) topicID { return topicNamed(h, "room/"+id(n).String()) }

func at(n int) bus.Position {
	p, err := bus.ParsePosition(strconv.Itoa(n))
	if err != nil {
		panic(err)
	}
	return p
}

// read and pushed are what a client claims that has read, or was pushed, everything up to a position.
func read(n int) *claim           { return &claim{position: at(n)} }
func pushed(h *hub, n int) *claim { return &claim{at(n), h.name} }

func TestHub_ResumesWhereAClientWas(t *testing.T) {
	t.Parallel()
	h := stillHub(t, newToys().topics(), func() string { return "100" })
	topic := func(n int) topicID { return roomTopic(h, n) }
	resumed := func(topic topicID, has *claim) string {
		l := &listener{}
		h.subscribe(l, topic, has)
		answerAll(h)
		defer h.unsubscribe(l, topic)
		said := ""
		for _, m := range l.take() {
			said += m.Type + " " + m.Kind + m.Position + " "
		}
		return said
	}
	subscribed := func(topic topicID, after int) string { return resumed(topic, read(after)) }
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	expect("nothing is known yet", subscribed(topic(1), 100), "refetch  ")
	h.everything(t.Context())
	expect("older than what is known", subscribed(topic(1), 99), "refetch  ")
	expect("nothing has changed", subscribed(topic(1), 100), "")
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{tableCounts: {id(1).String()}}})
	current := "data room105 data room-guests105 "
	expect("it has changed", subscribed(topic(1), 104), current)
	expect("the change is known to the client", subscribed(topic(1), 105), "")
	expect("the change was pushed here", resumed(topic(1), pushed(h, 105)), "")
	expect("the change was pushed elsewhere", resumed(topic(1), &claim{at(105), "another"}), current)
	expect("another has not changed", subscribed(topic(2), 100), "")
	expect("tiles are not kept", subscribed(topicNamed(h, "tiles"), 104), "refetch  ")

	// A projection that lags tells of a change before one that was pushed already.
	watcher := &listener{}
	h.subscribe(watcher, topic(1), nil)
	h.apply(t.Context(), bus.Change{Position: "110", Tables: map[string][]string{tableCounts: {id(1).String()}}})
	answerAll(h)
	h.unsubscribe(watcher, topic(1))
	h.apply(t.Context(), bus.Change{Position: "108", Tables: map[string][]string{tableRooms: {id(1).String()}}})
	expect("a late change", subscribed(topic(1), 110), "data room110 data room-guests110 ")

	h.apply(t.Context(), bus.Change{Position: "120", Tables: map[string][]string{tableRooms: {}}})
	expect("any row may have changed", subscribed(topic(7), 119), "refetch  ")
	expect("any row, but the client knows", subscribed(topic(7), 120), "")
	expect("any row, and one may be late", resumed(topic(7), pushed(h, 120)), "refetch  ")
}

// A room and its guests change at one position. Whoever gets the one and is cut off before the other
// gets both on coming back.
func TestHub_ACutBetweenTwoPushesLosesNeither(t *testing.T) {
	t.Parallel()
	a := newToys()
	a.room[id(50).String()] = id(1).String()
	h := stillHub(t, a.topics(), func() string { return "100" })
	h.everything(t.Context())
	topic := roomTopic(h, 1)
	l := &listener{}
	h.subscribe(l, topic, read(100))
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{
		tableCounts: {id(1).String()}, tableGuests: {id(50).String()},
	}})
	answerAll(h)
	all := l.take()
	if len(all) != 2 || all[0].Position != "105" || all[1].Position != "105" {
		t.Fatalf("not two pushes of one position: %+v", all)
	}
	for got := range len(all) + 1 {
		has := read(100)
		for _, m := range all[:got] {
			if !m.More {
				has = pushed(h, 105)
			}
		}
		again := &listener{}
		h.subscribe(again, topic, has)
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
func TestHub_ACutBeforeAFailedPushLosesNothing(t *testing.T) {
	t.Parallel()
	a := newToys()
	a.room[id(50).String()] = id(1).String()
	h := stillHub(t, a.topics(), func() string { return "100" })
	h.everything(t.Context())
	topic := roomTopic(h, 1)
	l := &listener{}
	h.subscribe(l, topic, read(100))
	a.set(func() { a.fail[kindRoom] = errAway })
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{
		tableCounts: {id(1).String()}, tableGuests: {id(50).String()},
	}})
	lookAll(h)
	if h.answer(t.Context(), h.topics[topic], h.take(h.topics[topic])) {
		t.Fatal("an answer that failed is not tried again")
	}
	all := l.take()
	if len(all) != 1 || all[0].Kind != kindGuests {
		t.Fatalf("got %+v", all)
	}
	h.unsubscribe(l, topic)
	a.set(func() { clear(a.fail) })
	has := read(100)
	if !all[0].More {
		has = pushed(h, 105)
	}
	h.ready = nil
	h.subscribe(l, topic, has)
	answerAll(h)
	if n := len(l.take()); n != 2 {
		t.Errorf("it gets %d pushes on coming back", n)
	}
}

// Who gets the present answers gets them all; who gets what changed gets that. For both the last says that it is.
func TestHub_LastPushSaysSoToEverybody(t *testing.T) {
	t.Parallel()
	h := stillHub(t, newToys().topics(), func() string { return "100" })
	h.everything(t.Context())
	topic := roomTopic(h, 1)
	h.apply(t.Context(), bus.Change{Position: "104", Tables: map[string][]string{tableRooms: {id(1).String()}}})
	up, behind := &listener{}, &listener{}
	h.subscribe(up, topic, read(104))
	h.subscribe(behind, topic, read(103))
	h.apply(t.Context(), bus.Change{Position: "105", Tables: map[string][]string{tableRooms: {id(1).String()}}})
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
func TestHub_MakesUpForLostNewsAtTheHead(t *testing.T) {
	t.Parallel()
	head := "100"
	h := stillHub(t, newToys().topics(), func() string { return head })
	h.everything(t.Context())
	l := &listener{}
	h.subscribe(l, roomTopic(h, 1), read(100))
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

func TestMemory_IsBounded(t *testing.T) {
	t.Parallel()
	m, err := newMemory(2)
	if err != nil {
		t.Fatal(err)
	}
	m.forget(at(10))
	f := &family{}
	for i := range 3 {
		topic := topicID{f, id(i).String()}
		m.change(topic, m.of(topic), at(20+i))
	}
	if m.floor != at(20) {
		t.Errorf("what was forgotten happened at 20, and the floor is %s", m.floor)
	}
	m.push(topicID{f, id(1).String()}, m.of(topicID{f, id(1).String()}), at(30))
	for i := range 2 {
		topic := topicID{f, id(10 + i).String()}
		m.change(topic, m.of(topic), at(23+i))
	}
	if m.floor != at(30) {
		t.Errorf("a push that was forgotten said 30, and the floor is %s", m.floor)
	}
}

func TestSocket_QueuesTheNewestLast(t *testing.T) {
	t.Parallel()
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
		`{"type":"hello","token":"x","lang":"en"}`, `{"type":"subscribe","topic":"room/x","after":"1.2"}`, `{"type":"pong"}`,
		`{"type":"unsubscribe","topic":"me"}`, `{`, `[]`, `null`, `{"type":"subscribe","after":null}`, "\xff",
	} {
		f.Add([]byte(s))
	}
	r, _, err := register(newToys().topics())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseMessage(text)
		if err != nil {
			return
		}
		if id, ok := r.parse(m.Topic, Viewer{Member: other}); ok && id.String() != m.Topic {
			t.Errorf("%q is understood as %q", m.Topic, id)
		}
	})
}

func TestHub_KeepsAClaimedPositionFromOthers(t *testing.T) {
	t.Parallel()
	h := stillHub(t, newToys().topics(), func() string { return "100" })
	h.everything(t.Context())
	topic := roomTopic(h, 1)
	honest, liar := &listener{}, &listener{}
	h.subscribe(honest, topic, read(100))
	h.subscribe(liar, topic, read(999_999))
	h.apply(t.Context(), bus.Change{Position: "101", Tables: map[string][]string{tableRooms: {id(1).String()}}})
	answerAll(h)
	if all := honest.take(); len(all) != 1 || all[0].Position != "101" {
		t.Errorf("got %+v", all)
	}
	if all := liar.take(); len(all) != 1 || all[0].Type != typeRefetch {
		t.Errorf("who claims to be ahead of the log got %+v", all)
	}
}
