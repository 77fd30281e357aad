package watch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
)

// Config is what a watcher is given.
type Config struct {
	Campaign ident.ID             // whose page is kept open, beside the landing page
	After    bus.Position         // at which the campaign is there already
	Address  func() string        // of a server, for the next socket: http://…
	Client   *http.Client         // for sockets and fetches
	Pause    func() time.Duration // before the next socket, where one ended
	// Grows tells of which topics no figure may ever fall; of all where it is nil.
	Grows func(topic string) bool
}

// Watcher is a browser that keeps a campaign's page and the landing page open while servers die under it.
type Watcher struct {
	*Screen
	c       Config
	on      []watched
	high    bus.Position // seen so far, of whatever
	sockets atomic.Int64
	pushes  atomic.Int64
	ended   atomic.Pointer[error] // why the last socket ended
}

// watched is what a client subscribes to, and where the same answers are got.
type watched struct {
	topic string
	kinds map[string]string // kind → path
}

// New makes a watcher; Watch lets it begin.
func New(c Config) *Watcher {
	if c.Grows == nil {
		c.Grows = func(string) bool { return true }
	}
	page := "/api/campaigns/" + c.Campaign.String()
	return &Watcher{Screen: NewScreen(c.Grows), c: c, high: c.After, on: []watched{
		{"campaign/" + c.Campaign.String(), map[string]string{"campaign": page, "campaign-supporters": page + "/supporters"}},
		{"platform", map[string]string{"platform-totals": "/api/platform/totals", "platform-recent": "/api/platform/recent"}},
	}}
}

// Sockets tells how many connections were made.
func (w *Watcher) Sockets() int { return int(w.sockets.Load()) }

// Pushes tells how many pushes came.
func (w *Watcher) Pushes() int { return int(w.pushes.Load()) }

// Ended is why the last socket ended; nil when none has.
func (w *Watcher) Ended() error {
	if err := w.ended.Load(); err != nil {
		return *err
	}
	return nil
}

// Watch connects again and again until the context ends.
func (w *Watcher) Watch(ctx context.Context) {
	for ctx.Err() == nil {
		if err := w.follow(ctx, w.c.Address()); err != nil {
			w.ended.Store(&err)
			pause(ctx, w.c.Pause())
		}
	}
}

// Ignore connects and subscribes again and again and reads nothing, each time until the server has hung up.
func (w *Watcher) Ignore(ctx context.Context) {
	for ctx.Err() == nil {
		conn, err := w.connect(ctx, w.c.Address())
		if err == nil {
			w.sockets.Add(1)
			for _, on := range w.on {
				err = wsjson.Write(ctx, conn, map[string]string{"type": "subscribe", "topic": on.topic, "after": "0"})
			}
			for err == nil { // who does not read learns by writing that nobody listens any more
				pause(ctx, time.Second)
				err = wsjson.Write(ctx, conn, map[string]string{"type": "pong"})
			}
			_ = conn.CloseNow() // gone already, as a rule
		}
		pause(ctx, w.c.Pause())
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (w *Watcher) connect(ctx context.Context, address string) (*websocket.Conn, error) {
	dialing, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, res, err := websocket.Dial(dialing, "ws"+strings.TrimPrefix(address, "http")+"/api/live",
		&websocket.DialOptions{HTTPClient: w.c.Client})
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
func (w *Watcher) follow(ctx context.Context, address string) error {
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
		m := map[string]string{"type": "subscribe", "topic": on.topic, "after": stood.at.String(), "from": stood.from}
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

func (w *Watcher) read(ctx context.Context, address string, conn *websocket.Conn, server string) error {
	m, err := hear(ctx, conn)
	if err != nil {
		return err
	}
	switch m.Type {
	case "data":
		at, err := bus.ParsePosition(m.Position)
		if err != nil {
			return fmt.Errorf("position of a push: %w", err)
		}
		w.pushes.Add(1)
		w.saw(at)
		w.Show(Pushed, About{m.Topic, m.Kind}, Kept{at, m.Data})
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

func (w *Watcher) saw(at bus.Position) {
	if w.high.Before(at) {
		w.high = at
	}
}

// refetch gets a topic's answers, none older than anything seen before.
func (w *Watcher) refetch(ctx context.Context, address string, on watched) error {
	least := w.high
	for kind, path := range on.kinds {
		for {
			k, behind, err := Fetch(ctx, w.c.Client, address+path, least)
			if err != nil {
				return err
			}
			if !behind {
				w.saw(k.Position)
				w.Show(Asked, About{on.topic, kind}, k)
				break
			}
		}
	}
	w.stand(on.topic, standing{at: least})
	return nil
}

// End waits until the watcher shows what fresh answers say, for as long as patience at most, and tells what does not, what
// went back, and whether there was nothing to watch.
func (w *Watcher) End(ctx context.Context, patience time.Duration) []string {
	wrong := w.unlike(ctx, patience)
	wrong = append(wrong, w.Faults()...)
	if w.Pushes() == 0 {
		wrong = append(wrong, fmt.Sprintf("%d sockets and no push: it watched nothing; the last socket ended with: %v", w.Sockets(),
			w.Ended()))
	}
	return wrong
}

func (w *Watcher) unlike(ctx context.Context, patience time.Duration) (wrong []string) {
	for _, on := range w.on {
		for kind, path := range on.kinds {
			of := About{on.topic, kind}
			patient, cancel := context.WithTimeout(ctx, patience)
			for {
				fresh, _, err := Fetch(patient, w.c.Client, w.c.Address()+path, bus.Position{})
				if err == nil && !w.Differs(of, fresh) {
					break
				}
				if patient.Err() != nil {
					wrong = append(wrong, fmt.Sprintf("%v ends as %v, a fresh answer is %v (%v); the last socket ended with: %v",
						of, w.shown(of), fresh, err, w.Ended()))
					break
				}
				pause(patient, 50*time.Millisecond)
			}
			cancel()
		}
	}
	return wrong
}
