package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/domain/ident"
)

// watched is what a client subscribes to, and where the same answers are got.
type watched struct {
	topic string
	kinds map[string]string // kind → path
}

// watcher is a browser that keeps a campaign's page and the landing page open while servers die under it.
type watcher struct {
	run    *run
	client http.Client
	random *rand.Rand
	on     []watched
	*screen
	high    uint64 // seen so far, of whatever
	sockets atomic.Int64
	pushes  atomic.Int64
	ended   atomic.Pointer[error] // why the last socket ended
}

// newWatcher watches a campaign that began at a position or before.
func (r *run) newWatcher(n int, campaign ident.ID, after uint64) *watcher {
	page := "/api/campaigns/" + campaign.String()
	unspoilt := "campaign/" + r.load.campaigns[0].id.String()
	return &watcher{
		run: r, random: r.Plan.random(fmt.Sprintf("watcher %d", n)), high: after,
		client: http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{}},
		screen: newScreen(func(topic string) bool { return topic == unspoilt }),
		on: []watched{
			{"campaign/" + campaign.String(), map[string]string{"campaign": page, "campaign-supporters": page + "/supporters"}},
			{"platform", map[string]string{"platform-totals": "/api/platform/totals", "platform-recent": "/api/platform/recent"}},
		},
	}
}

// watch connects again and again, to whichever server.
func (w *watcher) watch(ctx context.Context) {
	for ctx.Err() == nil {
		if err := w.follow(ctx, w.run.address(w.random.IntN(1000))); err != nil {
			w.ended.Store(&err)
			pause(ctx, time.Duration(50+w.random.IntN(200))*time.Millisecond)
		}
	}
}

// never connects and subscribes, and reads nothing.
func (w *watcher) never(ctx context.Context) {
	for ctx.Err() == nil {
		conn, err := w.connect(ctx, w.run.address(w.random.IntN(1000)))
		if err == nil {
			w.sockets.Add(1)
			for _, on := range w.on {
				err = wsjson.Write(ctx, conn, map[string]string{"type": "subscribe", "topic": on.topic, "after": "0"})
			}
			if err == nil {
				pause(ctx, time.Duration(2+w.random.IntN(10))*time.Second) // leaves, as slow readers do
			}
			_ = conn.CloseNow() // gone already, as a rule
		}
		pause(ctx, time.Duration(50+w.random.IntN(200))*time.Millisecond)
	}
}

func (w *watcher) connect(ctx context.Context, address string) (*websocket.Conn, error) {
	dialing, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, res, err := websocket.Dial(dialing, "ws"+strings.TrimPrefix(address, "http")+"/api/live", &websocket.DialOptions{HTTPClient: &w.client})
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if res.Body != nil {
		_ = res.Body.Close() // there is nothing in it
	}
	conn.SetReadLimit(1 << 20)
	return conn, wsjson.Write(ctx, conn, map[string]string{"type": "hello", "lang": "en"})
}

// follow is one socket's life: what is missing is fetched, then everything is subscribed to from where it stands.
func (w *watcher) follow(ctx context.Context, address string) error {
	conn, err := w.connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }() // gone already, as a rule
	w.sockets.Add(1)
	ready, err := hear(ctx, conn)
	if err != nil || ready.Type != "ready" {
		return errors.Join(err, fmt.Errorf("hello: %s %s", ready.Type, ready.Code))
	}
	for _, on := range w.on {
		stood, ok := w.stood(on.topic)
		if !ok {
			if err := w.refetch(ctx, address, on); err != nil {
				return err
			}
			stood, _ = w.stood(on.topic)
		}
		m := map[string]string{"type": "subscribe", "topic": on.topic, "after": strconv.FormatUint(stood.at, 10), "from": stood.from}
		if err := wsjson.Write(ctx, conn, m); err != nil {
			return fmt.Errorf("subscribe: %w", err)
		}
		w.subscribed(on.topic, stood.at, ready.Server)
	}
	for {
		if err := w.read(ctx, address, conn, ready.Server); err != nil {
			return err
		}
	}
}

// silence is how long a socket may say nothing, not even a ping, before its client takes it for dead.
const silence = time.Minute

// heard is what a server says.
type heard struct {
	Type, Server, Topic, Kind, Code, Position string
	More                                      bool
	Data                                      any
}

func hear(ctx context.Context, conn *websocket.Conn) (m heard, err error) {
	patient, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	if err := wsjson.Read(patient, conn, &m); err != nil {
		return m, fmt.Errorf("read: %w", err)
	}
	return m, nil
}

func (w *watcher) read(ctx context.Context, address string, conn *websocket.Conn, server string) error {
	m, err := hear(ctx, conn)
	if err != nil {
		return err
	}
	switch m.Type {
	case "data":
		at, err := strconv.ParseUint(m.Position, 10, 64)
		if err != nil {
			return fmt.Errorf("position of a push: %w", err)
		}
		w.pushes.Add(1)
		w.high = max(w.high, at)
		w.show(byPush, about{m.Topic, m.Kind}, kept{at, m.Data})
		if !m.More {
			w.stand(m.Topic, standing{at, server})
		}
	case "refetch":
		i := slices.IndexFunc(w.on, func(on watched) bool { return on.topic == m.Topic })
		if i < 0 {
			return fmt.Errorf("refetch of %s, which was not subscribed to", m.Topic)
		}
		return w.refetch(ctx, address, w.on[i])
	case "ping":
		return wsjson.Write(ctx, conn, map[string]string{"type": "pong"})
	case "error":
		return fmt.Errorf("%s: %s", m.Topic, m.Code)
	}
	return nil
}

// refetch gets a topic's answers, none older than anything seen before.
func (w *watcher) refetch(ctx context.Context, address string, on watched) error {
	least := w.high
	for kind, path := range on.kinds {
		for {
			k, behind, err := w.fetch(ctx, address+path, least)
			if err != nil {
				return err
			}
			if !behind {
				w.high = max(w.high, k.position)
				w.show(byAsking, about{on.topic, kind}, k)
				break
			}
		}
	}
	w.stand(on.topic, standing{at: least})
	return nil
}

// fetch gets an answer that reflects a position, or says that it is behind.
func (w *watcher) fetch(ctx context.Context, url string, after uint64) (k kept, behind bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return k, false, fmt.Errorf("ask: %w", err)
	}
	req.Header.Set("Read-After", strconv.FormatUint(after, 10))
	res, err := w.client.Do(req)
	if err != nil {
		return k, false, fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return k, false, fmt.Errorf("ask %s: %w", url, err)
	}
	if res.StatusCode != http.StatusOK {
		return k, false, fmt.Errorf("%s answers %d: %s", url, res.StatusCode, body)
	}
	if k.position, err = strconv.ParseUint(res.Header.Get("Callup-Position"), 10, 64); err != nil {
		return k, false, fmt.Errorf("position of %s: %w", url, err)
	}
	if err := json.Unmarshal(body, &k.data); err != nil {
		return k, false, fmt.Errorf("answer of %s: %w", url, err)
	}
	return k, res.Header.Get("Callup-Behind") != "", nil
}

// settle waits until the watcher shows what fresh answers say, and reports what does not, and whatever went back.
func (w *watcher) settle(ctx context.Context, n int) {
	for _, on := range w.on {
		for kind, path := range on.kinds {
			of := about{on.topic, kind}
			var fresh kept
			err := until(ctx, w.run.Patience, func(ctx context.Context) (string, error) {
				var err error
				if fresh, _, err = w.fetch(ctx, w.run.address(0)+path, 0); err != nil {
					return "", err
				}
				if w.differs(of, fresh) {
					return "it shows something else", nil
				}
				return "", nil
			})
			if err != nil && ctx.Err() == nil {
				w.run.violate(Screens, "watcher %d: %v ends as %v, a fresh answer is %v: %v (%v)", n, of, w.shown(of), fresh, err, w.reason())
			}
		}
	}
	for _, fault := range w.found() {
		w.run.violate(Screens, "watcher %d: %s", n, fault)
	}
	if w.pushes.Load() == 0 {
		w.run.violate(Screens, "watcher %d had %d sockets and no push: it watched nothing (%v)", n, w.sockets.Load(), w.reason())
	}
}

func (w *watcher) reason() error {
	if err := w.ended.Load(); err != nil {
		return *err
	}
	return nil
}
