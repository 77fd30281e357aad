package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// kept is an answer as a screen holds it. What it reflects is its position, or later.
type kept struct {
	position eventstore.Position
	data     any
}

// figure gives a number of an answer; false when it has none by that name.
func (k kept) figure(name string) (float64, bool) {
	fields, _ := k.data.(map[string]any)
	n, ok := fields[name].(float64)
	return n, ok
}

// about names an answer: its topic, and its kind within it.
type about struct{ topic, kind string }

// screen is what a browser knows. It takes note of whatever goes back.
//
// An answer reflects its position or more, so a push and an answer got meanwhile can't be compared: whichever came last
// may be the older one, and the screen keeps the one with the later position. But what is pushed never goes back, and
// what is got never does, servers and sockets may change as they will.
type screen struct {
	mu      sync.Mutex
	answers map[about]kept
	stands  map[string]reflected
	said    map[string]eventstore.Position // the latest position of a topic on the present socket
	before  [2]map[about]kept              // the latest answer got, and pushed
	faults  []string
}

// reflected is what all of a topic's answers reflect, and the server that pushed so; none when they were asked for.
type reflected struct {
	at   eventstore.Position
	from string
}

func newScreen() *screen {
	return &screen{
		answers: map[about]kept{}, stands: map[string]reflected{}, said: map[string]eventstore.Position{},
		before: [2]map[about]kept{{}, {}},
	}
}

// The ways an answer comes.
const (
	byAsking = iota
	byPush
)

// growing are the figures that only grow in this load: nothing is given back.
var growing = []string{"raised_amount", "gifts", "supporters", "people", "total"}

// subscribed notes from which position on a topic's pushes are asked for on a new socket. What another server pushed is
// not compared with what this one will push.
func (s *screen) subscribed(topic string, after eventstore.Position, server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said[topic] = after
	if s.stands[topic].from == server {
		return
	}
	for of, k := range s.answers {
		if asked := s.before[byAsking][of].position; of.topic == topic && asked.Before(k.position) {
			k.position = asked
			s.answers[of] = k
		}
	}
}

// show takes an answer. Within a topic and socket the position of pushes may stay, never fall, and so may that of
// answers that were asked for; no figure may fall.
func (s *screen) show(way int, of about, now kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, known := s.before[way][of]
	s.before[way][of] = now
	least := was.position
	if way == byPush {
		least = s.said[of.topic]
		s.said[of.topic] = now.position
	}
	if now.position.Before(least) {
		s.faults = append(s.faults, fmt.Sprintf("%v went back from position %s to %s", of, least, now.position))
	}
	for _, figure := range growing {
		before, a := was.figure(figure)
		after, b := now.figure(figure)
		if known && a && (!b || after < before) {
			s.faults = append(s.faults, fmt.Sprintf("%s of %v fell from %v to %v at %s", figure, of, before, after, now.position))
		}
	}
	if !now.position.Before(s.answers[of].position) {
		s.answers[of] = now
	}
}

// stand notes what all of a topic's answers reflect.
func (s *screen) stand(topic string, now reflected) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.at.Before(s.stands[topic].at) {
		s.stands[topic] = now
	}
}

// stood gives what stand noted; false before the first time.
func (s *screen) stood(topic string) (stood reflected, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stood, ok = s.stands[topic]
	return stood, ok
}

// differs tells whether a screen shows something else than a fresh answer.
func (s *screen) differs(of about, fresh kept) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !reflect.DeepEqual(s.answers[of].data, fresh.data)
}

func (s *screen) found() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// watched is what a client subscribes to, and where the same answers are got.
type watched struct {
	topic string
	kinds map[string]string // kind → path
}

// watcher is a browser that keeps a campaign's page and the landing page open while the server dies under it.
type watcher struct {
	url *atomic.Pointer[string]
	on  []watched
	*screen
	high    eventstore.Position // seen so far, of whatever
	sockets atomic.Int64
	pushes  atomic.Int64
	ended   atomic.Pointer[error] // why the last socket ended
}

// newWatcher watches a campaign that began at a position or before.
func newWatcher(url *atomic.Pointer[string], campaign ident.ID, after eventstore.Position) *watcher {
	page := "/api/campaigns/" + campaign.String()
	return &watcher{url: url, screen: newScreen(), high: after, on: []watched{
		{"campaign/" + campaign.String(), map[string]string{"campaign": page, "campaign-supporters": page + "/supporters"}},
		{"platform", map[string]string{"platform-totals": "/api/platform/totals", "platform-recent": "/api/platform/recent"}},
	}}
}

// run connects again and again.
func (w *watcher) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := w.follow(ctx); err != nil {
			w.ended.Store(&err)
			wait(ctx, 20*time.Millisecond) // the server is starting again
		}
	}
}

// follow is one socket's life: what is missing is fetched, then everything is subscribed to from where it stands.
func (w *watcher) follow(ctx context.Context) error {
	conn, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(*w.url.Load(), "http")+"/api/live", nil)
	if err != nil {
		return err
	}
	if res.Body != nil {
		defer func() { _ = res.Body.Close() }() // there is nothing in it
	}
	defer func() { _ = conn.CloseNow() }() // gone already, as a rule
	conn.SetReadLimit(1 << 20)
	w.sockets.Add(1)
	if err := wsjson.Write(ctx, conn, map[string]string{"type": "hello", "lang": "en"}); err != nil {
		return err
	}
	var ready liveMessage
	if err := wsjson.Read(ctx, conn, &ready); err != nil || ready.Type != "ready" {
		return errors.Join(err, fmt.Errorf("hello: %s %s", ready.Type, ready.Code))
	}
	for _, on := range w.on {
		stood, ok := w.stood(on.topic)
		if !ok {
			if err := w.refetch(ctx, on); err != nil {
				return err
			}
			stood, _ = w.stood(on.topic)
		}
		m := map[string]string{"type": "subscribe", "topic": on.topic, "after": stood.at.String(), "from": stood.from}
		if err := wsjson.Write(ctx, conn, m); err != nil {
			return err
		}
		w.subscribed(on.topic, stood.at, ready.Server)
	}
	for {
		if err := w.read(ctx, conn, ready.Server); err != nil {
			return err
		}
	}
}

// liveMessage is what a server says.
type liveMessage struct {
	Type, Server, Topic, Kind, Code string
	Position                        eventstore.Position
	More                            bool
	Data                            any
}

func (w *watcher) read(ctx context.Context, conn *websocket.Conn, server string) error {
	var m liveMessage
	if err := wsjson.Read(ctx, conn, &m); err != nil {
		return err
	}
	switch m.Type {
	case "data":
		w.pushes.Add(1)
		w.saw(m.Position)
		w.show(byPush, about{m.Topic, m.Kind}, kept{m.Position, m.Data})
		if !m.More {
			w.stand(m.Topic, reflected{m.Position, server})
		}
	case "refetch":
		for _, on := range w.on {
			if on.topic == m.Topic {
				return w.refetch(ctx, on)
			}
		}
		return fmt.Errorf("refetch of %s, which was not subscribed to", m.Topic)
	case "ping":
		return wsjson.Write(ctx, conn, map[string]string{"type": "pong"})
	case "error":
		return fmt.Errorf("%s: %s", m.Topic, m.Code)
	}
	return nil
}

func (w *watcher) saw(at eventstore.Position) {
	if w.high.Before(at) {
		w.high = at
	}
}

// refetch gets a topic's answers, none older than anything seen before.
func (w *watcher) refetch(ctx context.Context, on watched) error {
	least := w.high
	for kind, path := range on.kinds {
		for {
			k, behind, err := fetch(ctx, *w.url.Load()+path, least)
			if err != nil {
				return err
			}
			if !behind {
				w.saw(k.position)
				w.show(byAsking, about{on.topic, kind}, k)
				break
			}
		}
	}
	w.stand(on.topic, reflected{at: least})
	return nil
}

// fetch gets an answer that reflects a position, or says that it is behind.
func fetch(ctx context.Context, url string, after eventstore.Position, headers ...string) (k kept, behind bool, err error) {
	a, err := call(ctx, http.MethodGet, url, nil, append(headers, "Read-After", after.String())...)
	if err != nil {
		return k, false, err
	}
	if a.status != http.StatusOK {
		return k, false, fmt.Errorf("%s answers %d: %s", url, a.status, a.body)
	}
	if k.position, err = eventstore.ParsePosition(a.header.Get("Callup-Position")); err != nil {
		return k, false, err
	}
	return k, a.header.Get("Callup-Behind") != "", json.Unmarshal(a.body, &k.data)
}

// settle is end for a watcher whose server died under it.
func (w *watcher) settle(ctx context.Context, t *testing.T, n int) {
	t.Helper()
	w.end(ctx, t, n)
	if w.sockets.Load() < 2 {
		t.Errorf("watcher %d had %d sockets: no server ended under it; the last socket ended with: %v", n, w.sockets.Load(), w.reason())
	}
}

// end waits until the watcher shows what fresh answers say, and reports whatever went back meanwhile.
func (w *watcher) end(ctx context.Context, t *testing.T, n int) {
	t.Helper()
	patient, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, on := range w.on {
		for kind, path := range on.kinds {
			of := about{on.topic, kind}
			for {
				fresh, _, err := fetch(patient, *w.url.Load()+path, eventstore.Position{})
				if err == nil && !w.differs(of, fresh) {
					break
				}
				if patient.Err() != nil {
					w.mu.Lock()
					t.Errorf("watcher %d: %v ends as %v, a fresh answer is %v (%v)", n, of, w.answers[of], fresh, err)
					w.mu.Unlock()
					break
				}
				wait(patient, 50*time.Millisecond)
			}
		}
	}
	for _, fault := range w.found() {
		t.Errorf("watcher %d: %s", n, fault)
	}
	if w.pushes.Load() == 0 {
		t.Errorf("watcher %d had %d sockets and no pushes: it watched nothing; the last socket ended with: %v", n, w.sockets.Load(), w.reason())
	}
	t.Logf("watcher %d: %d sockets, %d pushes", n, w.sockets.Load(), w.pushes.Load())
}

func (w *watcher) reason() error {
	if err := w.ended.Load(); err != nil {
		return *err
	}
	return nil
}

// A check that cannot fail is none.
func TestScreenFaults(t *testing.T) {
	at := func(n uint64, raised float64) kept {
		return kept{eventstore.MakePosition(n, 0), map[string]any{"raised_amount": raised}}
	}
	of := about{"x", "y"}
	for name, c := range map[string]struct {
		got, pushed []kept
		after       uint64
		want        string
	}{
		"forward":                   {pushed: []kept{at(1, 5), at(1, 5), at(3, 7)}},
		"a push that was overtaken": {got: []kept{at(9, 9)}, pushed: []kept{at(8, 8), at(9, 9)}},
		"a position back":           {pushed: []kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"a position back, asked":    {got: []kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"less than subscribed":      {after: 7, pushed: []kept{at(6, 5)}, want: "back from position 7 to 6"},
		"a figure back":             {pushed: []kept{at(4, 5), at(5, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"a figure back, asked":      {got: []kept{at(4, 5), at(4, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"a figure is gone":          {pushed: []kept{at(4, 5), {eventstore.MakePosition(5, 0), map[string]any{}}}, want: "fell from 5 to 0"},
	} {
		s := newScreen()
		s.subscribed("x", eventstore.MakePosition(c.after, 0), "")
		for _, k := range c.got {
			s.show(byAsking, of, k)
		}
		for _, k := range c.pushed {
			s.show(byPush, of, k)
		}
		found := strings.Join(s.found(), "; ")
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: %q, want %q", name, found, c.want)
		}
	}
	s := newScreen()
	s.show(byAsking, of, at(9, 9))
	s.show(byPush, of, at(8, 8))
	if s.differs(of, at(10, 9)) || !s.differs(of, at(9, 8)) || !s.differs(about{"x", "z"}, at(9, 9)) {
		t.Error("a screen keeps the latest answer, and is compared by what it shows")
	}
}
