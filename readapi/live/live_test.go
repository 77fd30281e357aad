package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/ratelimit"
)

func TestLive_PushesToEverySocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	topic := "room/" + id(1).String()
	a, b, elsewhere := w.connect(""), w.connect("other"), w.connect("")
	a.subscribe(topic, startedAt)
	b.subscribe(topic, startedAt)
	elsewhere.subscribe("room/" + id(2).String())
	w.enter(101, id(1), 2500)
	for _, c := range []*client{a, b} {
		if page := decode[room](t, c.push(topic, kindRoom, 101)); page.Guests != 2500 || page.ID != id(1).String() {
			t.Errorf("pushed %+v", page)
		}
	}
	w.enter(102, id(2), 1)
	elsewhere.push("room/"+id(2).String(), kindRoom, 102) // and nothing before
	if n := w.toys.count(kindRoom); n != 2 {
		t.Errorf("%d answers were made", n)
	}
}

func TestLive_FollowsALookupToItsTopic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.toys.room[id(50).String()] = id(1).String()
	topic := "room/" + id(1).String()
	c := w.connect("")
	c.subscribe(topic)
	w.change(101, tableGuests, id(50), id(51))
	if list := decode[guests](t, c.push(topic, kindGuests, 101)); list.Total != guestsLimit {
		t.Errorf("asked for %d", list.Total)
	}
}

func TestLive_PushesNothingAfterUnsubscribing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	c.subscribe("house")
	c.subscribe("tiles")
	c.send(map[string]any{"type": "unsubscribe", "topic": "house"})
	c.settled()
	w.change(101, tableTotals, id(1))
	w.change(102, tableRooms, id(1))
	c.push("tiles", kindTile, 102)
}

func TestHub_AnswersABurstOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	topic := "room/" + id(1).String()
	gate := make(chan struct{})
	w.toys.block[kindRoom] = gate
	a, b := w.connect(""), w.connect("")
	a.subscribe(topic)
	b.subscribe(topic)
	b.subscribe("house")
	w.enter(101, id(1), 1)
	for i := range 50 {
		w.enter(102+i, id(1), int64(i))
	}
	w.change(200, tableTotals, id(1))
	b.push("house", kindTotals, 200) // the burst has been taken in
	close(gate)
	for _, c := range []*client{a, b} {
		last := ""
		for last != "151" {
			last = c.next().Position
		}
	}
	if n := w.toys.count(kindRoom); n > 2 {
		t.Errorf("%d answers were made for one burst", n)
	}
}

func TestHub_RetriesAFailedAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.toys.set(func() { w.toys.fail[kindTotals] = errAway })
	c := w.connect("")
	c.subscribe("house")
	c.subscribe("tiles")
	w.change(101, tableTotals, id(1))
	w.change(102, tableGuests, id(1))
	c.push("house", kindLatest, 102)
	w.toys.set(func() { delete(w.toys.fail, kindTotals) })
	c.push("house", kindTotals, 102)
	w.expectMetrics(fmt.Sprintf("callup_live_failed_answers_total{kind=%q} %d", kindTotals, w.toys.count(kindTotals)-1),
		fmt.Sprintf("callup_live_failed_answers_total{kind=%q} 0", kindLatest))
}

// An answer that panics is one that failed: it is tried again, and the process goes on.
func TestHub_RetriesAnAnswerThatPanics(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.toys.set(func() { w.toys.fail[kindTotals] = errPanic })
	c := w.connect("")
	c.subscribe("house")
	w.change(101, tableTotals, id(1))
	w.change(102, tableGuests, id(1))
	c.push("house", kindLatest, 102)
	w.toys.set(func() { delete(w.toys.fail, kindTotals) })
	c.push("house", kindTotals, 102)
}

func TestHub_HasManyItemsRefetched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	c.subscribe("tiles")
	keys := id(1)
	all := []string{}
	for i := range maxItems + 1 {
		all = append(all, id(i+1).String())
	}
	m, err := bus.Change{Position: "101", Tables: map[string][]string{tableRooms: all}}.Message()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.bus.Publish(bus.Topic, m); err != nil {
		t.Fatal(err)
	}
	c.expect(got{Type: "refetch", Topic: "tiles"})
	w.change(102, tableRooms, keys)
	c.push("tiles", kindTile, 102)
}

func TestHub_PushesAllWhenAnythingMayHaveChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	topic := "room/" + id(1).String()
	c, me := w.connect(""), w.connect("other")
	c.subscribe(topic, startedAt)
	me.subscribe("me")
	w.publish(bus.All())
	c.push(topic, kindRoom, startedAt)
	c.push(topic, kindGuests, startedAt)
	me.expect(got{Type: "refetch", Topic: "me"})
}

func TestLive_AuthorisesSubscriptions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tests := []struct{ token, topic, code string }{
		{"", "me", "sign_in_required"},
		{"", "ticket/" + id(1).String(), "not_found"},
		{"owner", "ticket/" + id(1).String(), "not_found"},
		{"", "everything", codeUnknownTopic},
		{"", "room", codeUnknownTopic},
		{"", "room/", codeUnknownTopic},
		{"", "room/x", codeUnknownTopic},
		{"", "room/00000000-0000-0000-0000-000000000000", codeUnknownTopic},
		{"", "room/" + strings.ToUpper("a2000000-0000-0000-0000-000000000000"), codeUnknownTopic},
		{"", "platform/" + id(1).String(), codeUnknownTopic},
		{"", "me/" + id(1).String(), codeUnknownTopic},
	}
	for _, tt := range tests {
		t.Run(tt.token+" "+tt.topic, func(t *testing.T) {
			c := w.connect(tt.token)
			c.t = t
			c.send(map[string]any{"type": "subscribe", "topic": tt.topic})
			c.expect(got{Type: "error", Topic: tt.topic, Code: tt.code})
		})
	}
	anybody := w.connect("")
	anybody.subscribe("house")
	w.change(101, tableTickets, id(1))
	w.change(102, tableTotals, id(1))
	anybody.push("house", kindTotals, 102) // what came before has been dealt with
	giver := w.connect("other")
	giver.subscribe("ticket/" + id(1).String())
	w.change(103, tableTickets, id(1))
	giver.push("ticket/"+id(1).String(), kindTicket, 103)
}

func TestSocket_RefusesTooManyTopics(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	for i := range maxTopics {
		c.send(map[string]any{"type": "subscribe", "topic": "room/" + id(i+1).String()})
	}
	c.settled()
	c.send(map[string]any{"type": "subscribe", "topic": "house"})
	c.expect(got{Type: "error", Topic: "house", Code: codeTooManyTopics})
	c.subscribe("room/" + id(1).String()) // again is not one more
}

func TestSocket_EndsOnABadToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.dial()
	c.send(map[string]any{"type": "hello", "token": "rubbish"})
	c.expect(got{Type: "error", Code: "invalid_token"})
	if e := c.closed(); e.Code != websocket.StatusPolicyViolation {
		t.Errorf("closed with %v", e)
	}
	c = w.dial()
	c.send(map[string]any{"type": "hello", "token": "away"})
	if e := c.closed(); e.Code != websocket.StatusTryAgainLater {
		t.Errorf("closed with %v", e)
	}
}

func TestLive_EndsSocketsOfAnEndedSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me, stranger := w.connect("other"), w.connect("owner")
	me.subscribe("me")
	stranger.subscribe("me")
	w.mu.Lock()
	w.ended[id(802)] = true
	w.mu.Unlock()
	w.live.check(t.Context())
	w.change(101, tableMembers, other, owner)
	if m, err := me.read(); err == nil {
		t.Errorf("after the session has ended came %+v", m)
	} else if e := me.closed(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation && e.Reason != codeSessionEnded {
		t.Errorf("closed with %v", err)
	}
	stranger.push("me", kindMe, 101)
}

func TestLive_EndsSocketsOfAnUnknownSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.connect("other")
	w.mu.Lock()
	w.away = true
	w.mu.Unlock()
	w.live.check(t.Context())
	me.settled()
	w.later(DefaultTimes().Alive)
	w.live.check(t.Context())
	if e := me.closed(); e.Code != websocket.StatusTryAgainLater {
		t.Errorf("closed with %v", e)
	}
}

func TestSocket_RefusesMalformedMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, text := range []string{
		"", "{", "null", "[]", `"x"`, `{"type":1}`, `{"type":"data"}`, `{"type":"subscribe","topic":7}`, `{"type":"hello"}`,
		`{"type":"hello","lang":"` + strings.Repeat("x", maxLang+1) + `"}`,
	} {
		c := w.connect("")
		c.sendText(text)
		c.expect(got{Type: "error", Code: codeMalformed})
	}
	c := w.connect("")
	c.sendText(`{"type":"subscribe","topic":"house","after":"soon"}`)
	c.expect(got{Type: "error", Topic: "house", Code: codePosition})
	c = w.dial()
	c.sendText(`{"type":"subscribe","topic":"house"}`)
	c.expect(got{Type: "error", Topic: "house", Code: codeHelloFirst})
	for range maxBad - 1 {
		c.sendText("{")
	}
	if e := c.closed(); e.Code != websocket.StatusPolicyViolation || e.Reason != codeTooManyBad {
		t.Errorf("closed with %v", e)
	}
	c = w.connect("")
	if err := c.conn.Write(t.Context(), websocket.MessageBinary, []byte(`{"type":"pong"}`)); err != nil {
		t.Fatal(err)
	}
	c.expect(got{Type: "error", Code: codeMalformed})
}

func TestSocket_BoundsMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	c.sendText(`{"type":"pong","pad":"` + strings.Repeat("x", maxMessage-100) + `"}`)
	c.settled()
	// The server may close before it has all been sent.
	_ = c.conn.Write(t.Context(), websocket.MessageText, []byte(strings.Repeat("x", maxMessage+1)))
	_ = c.closed()
	c = w.connect("")
	for range DefaultRule.Burst + 1 {
		if c.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"pong"}`)) != nil {
			break
		}
	}
	if e := c.closed(); e.Reason != codeTooMany {
		t.Errorf("closed with %v", e)
	}
}

// Whatever an address sends counts, on however many sockets: another of its sockets, pings and fragments are no way round.
func TestSocket_BoundsFramesOfAnAddress(t *testing.T) {
	t.Parallel()
	// RFC 6455 section 5.2, masked with zeros
	ping, fragment := []byte{0x89, 0x80, 0, 0, 0, 0}, []byte{0x00, 0x80, 0, 0, 0, 0}
	const most = 40
	for name, flood := range map[string]struct{ first, each []byte }{
		"pings":     {ping, ping},
		"fragments": {[]byte{0x01, 0x80, 0, 0, 0, 0}, fragment},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(c *Config) { c.Limit = ratelimit.New(ratelimit.Rule{Burst: most, Every: time.Hour}, c.Clock) })
			before := w.connect("")
			raw := w.rawSocket(t)
			_, _ = raw.Write(flood.first) // the server may close before it has all been sent
			_, _ = raw.Write(bytes.Repeat(flood.each, most))
			if _, err := io.Copy(io.Discard, raw); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the socket stays open")
			}
			_ = before.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"pong"}`))
			if e := before.closed(); e.Reason != codeTooMany {
				t.Errorf("the address's other socket ends with %v", e)
			}
		})
	}
}

// rawSocket is a socket whose frames are written by hand.
func (w *world) rawSocket(t *testing.T) net.Conn {
	t.Helper()
	host := strings.TrimPrefix(w.server.URL, "http://")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", host)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestFramed_CountsHeadersHoweverTheyArrive(t *testing.T) {
	t.Parallel()
	var wire []byte
	for _, n := range []int{0, 5, 125, 126, 70_000} {
		switch {
		case n < 126:
			wire = append(wire, 0x82, 0x80|byte(n))
		case n < 1<<16:
			wire = append(wire, 0x82, 0x80|126, byte(n>>8), byte(n))
		default:
			wire = append(wire, 0x82, 0x80|127, 0, 0, 0, 0, 0, byte(n>>16), byte(n>>8), byte(n))
		}
		wire = append(append(wire, 1, 2, 3, 4), make([]byte, n)...)
	}
	for _, size := range []int{1, 3, 7, len(wire)} {
		frames := 0
		f := framed{count: func() { frames++ }}
		for part := range slices.Chunk(wire, size) {
			f.arrived(part)
		}
		if frames != 5 {
			t.Errorf("in parts of %d bytes it counts %d frames of 5", size, frames)
		}
	}
}

func TestSocket_DropsASlowReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	slow, quick := w.connect(""), w.connect("")
	slow.subscribe("tiles")
	quick.subscribe("tiles")
	position := startedAt
	for open := 2; open > 1; open = len(w.live.open()) {
		position++
		w.change(position, tableRooms, id(position))
		quick.push("tiles", kindTile, position)
	}
	_ = slow.closed()
	w.expectMetrics("callup_live_slow_readers_dropped_total 1", "callup_live_sockets 1")
	slow = w.connect("")
	slow.send(map[string]any{"type": "subscribe", "topic": "tiles", "after": fmt.Sprint(startedAt)})
	slow.expect(got{Type: "refetch", Topic: "tiles"})
}

func TestLive_EndsSilentSocketsAndPingsOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mute, talking := w.dial(), w.connect("")
	waitUntil(t, func() bool { return len(w.live.open()) == 2 })
	w.later(DefaultTimes().Hello)
	w.live.keep()
	if e := mute.closed(); e.Reason != codeHelloFirst {
		t.Errorf("closed with %v", e)
	}
	talking.settled()
	w.later(DefaultTimes().Ping)
	w.live.keep()
	talking.expect(got{Type: "ping"})
	talking.send(map[string]any{"type": "pong"})
	talking.settled()
}

func TestLive_CloseTellsWhenToComeBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	done := make(chan error, 1)
	go func() { done <- w.live.Close(context.Background()) }()
	reason := fmt.Sprintf("retry_in_ms=%d", (DefaultTimes().Spread / 2).Milliseconds())
	if e := c.closed(); e.Code != websocket.StatusServiceRestart || e.Reason != reason {
		t.Errorf("closed with %v", e)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	_, r, err := websocket.Dial(t.Context(), w.server.URL, nil) //nolint:bodyclose // the library says: nobody needs to
	if err == nil || r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("connected again: %v", err)
	}
}

func TestLive_CloseDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.connect("") // it reads nothing and says nothing
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := w.live.Close(ctx); err == nil {
		t.Error("the socket ended by itself")
	}
	if n := len(w.live.open()); n != 0 {
		t.Errorf("%d sockets are open", n)
	}
}

func TestLive_ChecksOriginsAndCountsClients(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *Config) { c.MaxSocketsPerClient = 2 })
	host := "" // of the server, as a proxy passes it on
	dial := func(query, origin string) (int, string) {
		options := &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}, Host: host}
		conn, r, err := websocket.Dial(t.Context(), w.server.URL+query, options) //nolint:bodyclose // nobody needs to
		if err == nil {
			_ = conn.CloseNow()
		}
		return r.StatusCode, r.Header.Get("Content-Type")
	}
	for origin, want := range map[string]int{
		w.server.URL:                           http.StatusSwitchingProtocols,
		"https://callup.example":               http.StatusSwitchingProtocols,
		"http://callup.example":                http.StatusForbidden,
		"https://evil.example":                 http.StatusForbidden,
		"https://callup.example.evil.example":  http.StatusForbidden,
		"null":                                 http.StatusForbidden,
		"https://evil.example/callup.example":  http.StatusForbidden,
		"https://callup.example@evil.example/": http.StatusForbidden,
	} {
		status, kind := dial("", origin)
		if status != want {
			t.Errorf("%s: status %d", origin, status)
		}
		if want == http.StatusForbidden && kind != "application/problem+json" {
			t.Errorf("%s: refused as %s", origin, kind)
		}
		waitUntil(t, func() bool { return w.live.counted() == 0 })
	}
	host = "callup.example"
	for origin, want := range map[string]int{
		"https://callup.example": http.StatusSwitchingProtocols, "http://callup.example": http.StatusForbidden,
		w.server.URL: http.StatusForbidden,
	} {
		if status, _ := dial("", origin); status != want {
			t.Errorf("%s at that host: status %d, want %d", origin, status, want)
		}
		waitUntil(t, func() bool { return w.live.counted() == 0 })
	}
	host = ""
	if status, _ := dial("?token=owner", w.server.URL); status != http.StatusUnprocessableEntity {
		t.Errorf("a token in the address: status %d", status)
	}
	w.connect("")
	w.connect("")
	if status, _ := dial("", w.server.URL); status != http.StatusTooManyRequests {
		t.Errorf("a third socket: status %d", status)
	}
	if r, err := http.Get(w.server.URL); err != nil {
		t.Error(err)
	} else {
		_ = r.Body.Close()
		if r.StatusCode == http.StatusOK {
			t.Error("a plain request was answered")
		}
	}
}

// counted is how many sockets there are, those included that are being accepted.
func (l *Live) counted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, of := range l.perClient {
		n += of
	}
	return n
}

func waitUntil(t testing.TB, condition func() bool) {
	t.Helper()
	for !condition() {
		if t.Context().Err() != nil {
			t.Fatal("it did not happen")
		}
		runtime.Gosched()
	}
}
