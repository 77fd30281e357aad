package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.uber.org/goleak"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/problem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a running Live with what it stands on.
type world struct {
	t       testing.TB
	live    *Live
	toys    *toys
	bus     *bus.Local
	server  *httptest.Server
	metrics *prometheus.Registry

	mu    sync.Mutex
	now   time.Time
	ended map[ident.ID]bool // sessions
	away  bool              // whether sessions are alive is not known
}

const startedAt = 100

func newWorld(t testing.TB, change ...func(*Config)) *world {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	w := &world{
		t: t, toys: newToys(), bus: bus.NewLocal(log), now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), ended: map[ident.ID]bool{},
		metrics: prometheus.NewRegistry(),
	}
	c := Config{
		Topics: w.toys.topics(), Verify: w.verify, SessionAlive: w.alive, Origins: []string{"https://callup.example"},
		Head:     func(context.Context) (string, error) { return fmt.Sprint(startedAt), nil },
		Problems: problem.NewWriter(log), Clock: w.clock, Random: func() float64 { return 0.5 }, Log: log,
		Metrics: w.metrics, Times: DefaultTimes(),
	}
	c.Times.Retry, c.Times.Gather = time.Millisecond, time.Millisecond
	for _, f := range change {
		f(&c)
	}
	var err error
	if w.live, err = New(c); err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(w.live.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = w.live.Run(ctx, w.bus)
	}()
	waitUntil(t, func() bool {
		w.live.hub.mu.Lock()
		defer w.live.hub.mu.Unlock()
		return w.live.hub.families[0].memory.known
	})
	t.Cleanup(func() {
		at, stop := context.WithCancel(context.Background())
		stop() // nobody is waited for
		_ = w.live.Close(at)
		cancel()
		<-ended
		_ = w.bus.Close()
		w.server.Close()
	})
	return w
}

// expectMetrics looks for lines in what Prometheus is told.
func (w *world) expectMetrics(lines ...string) {
	w.t.Helper()
	rec := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, "/metrics", nil)
	promhttp.HandlerFor(w.metrics, promhttp.HandlerOpts{}).ServeHTTP(rec, r)
	for _, line := range lines {
		if !strings.Contains(rec.Body.String(), "\n"+line+"\n") {
			w.t.Errorf("no %s in %s", line, rec.Body)
		}
	}
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) verify(_ context.Context, token string) (auth.Principal, error) {
	switch token {
	case "owner":
		return auth.Principal{Member: owner, Session: id(801)}, nil
	case "other":
		return auth.Principal{Member: other, Session: id(802)}, nil
	case "away":
		return auth.Principal{}, errAway
	}
	return auth.Principal{}, domain.Refuse(domain.Unauthorized, "invalid_token", "The access token is invalid or expired.")
}

func (w *world) alive(_ context.Context, p auth.Principal) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.away {
		return false, errAway
	}
	return !w.ended[p.Session], nil
}

// change publishes changed rows.
func (w *world) change(position int, table string, keys ...ident.ID) {
	w.t.Helper()
	texts := []string{}
	for _, k := range keys {
		texts = append(texts, k.String())
	}
	w.changeText(position, table, texts...)
}

func (w *world) changeText(position int, table string, keys ...string) {
	w.t.Helper()
	w.publish(bus.Change{Position: fmt.Sprint(position), Tables: map[string][]string{table: keys}})
}

func (w *world) publish(c bus.Change) {
	w.t.Helper()
	m, err := c.Message()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.bus.Publish(bus.Topic, m); err != nil {
		w.t.Fatal(err)
	}
}

// enter changes how many guests a room has.
func (w *world) enter(position int, room ident.ID, guests int64) {
	w.t.Helper()
	w.toys.set(func() { w.toys.guests = guests })
	w.change(position, tableCounts, room)
}

// client is a browser's end of a socket.
type client struct {
	t    testing.TB
	conn *websocket.Conn
}

// got is a message as a client reads it.
type got struct {
	Type     string          `json:"type"`
	Topic    string          `json:"topic"`
	Position string          `json:"position"`
	More     bool            `json:"more"`
	Kind     string          `json:"kind"`
	Code     string          `json:"code"`
	Data     json.RawMessage `json:"data"`
}

func (w *world) dial() *client {
	w.t.Helper()
	conn, _, err := websocket.Dial(context.Background(), w.server.URL, nil) //nolint:bodyclose // the library says: nobody needs to
	if err != nil {
		w.t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	w.t.Cleanup(func() { _ = conn.CloseNow() })
	return &client{w.t, conn}
}

// connect says hello; an empty token is a visitor's.
func (w *world) connect(token string) *client {
	w.t.Helper()
	c := w.dial()
	c.send(map[string]any{"type": "hello", "token": token, "lang": "en"})
	c.expect(got{Type: "ready"})
	return c
}

func (c *client) send(m any) {
	c.t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.sendText(string(text))
}

func (c *client) sendText(text string) {
	c.t.Helper()
	if err := c.conn.Write(context.Background(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// subscribe returns when the subscription stands: the server follows a client's messages in order.
func (c *client) subscribe(topic string, after ...int) {
	c.t.Helper()
	m := map[string]any{"type": "subscribe", "topic": topic}
	if len(after) > 0 {
		m["after"] = fmt.Sprint(after[0])
	}
	c.send(m)
	c.settled()
}

// settled asks for something there is not, and takes the answer: nothing else came before.
func (c *client) settled() {
	c.t.Helper()
	c.send(map[string]any{"type": "unsubscribe", "topic": "none"})
	c.expect(got{Type: "error", Topic: "none", Code: codeUnknownTopic})
}

func (c *client) read() (got, error) {
	_, text, err := c.conn.Read(context.Background())
	if err != nil {
		return got{}, err
	}
	var m got
	err = json.Unmarshal(text, &m)
	return m, err
}

func (c *client) next() got {
	c.t.Helper()
	m, err := c.read()
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// expect compares all but the data, which it returns.
func (c *client) expect(want got) json.RawMessage {
	c.t.Helper()
	m := c.next()
	data := m.Data
	m.Data = nil
	if m.Type != want.Type || m.Topic != want.Topic || m.Position != want.Position || m.Kind != want.Kind || m.Code != want.Code {
		c.t.Fatalf("got %+v (%.200s), want %+v", m, data, want)
	}
	return data
}

func (c *client) push(topic, kind string, position int) json.RawMessage {
	c.t.Helper()
	return c.expect(got{Type: "data", Topic: topic, Kind: kind, Position: fmt.Sprint(position)})
}

// closed reads until the socket ends and gives how it did.
func (c *client) closed() websocket.CloseError {
	c.t.Helper()
	for {
		if _, err := c.read(); err != nil {
			var e websocket.CloseError
			errors.As(err, &e)
			return e
		}
	}
}

func decode[T any](t testing.TB, data json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
