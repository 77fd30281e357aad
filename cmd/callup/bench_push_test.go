package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/bench"
)

const (
	pushSockets  = 1000
	pushTopics   = 100
	pushEvery    = 20 * time.Millisecond // fifty commands a second
	pushLeast    = 48                    // commands a second without which the row is not what it says
	pushSenders  = 16                    // connections that send commands
	pushCommands = 400
)

// socket is a connection that watches a campaign or another topic, and when it heard of which of the campaign's revisions, or of
// which place in the log.
type socket struct {
	campaign ident.ID
	mu       sync.Mutex
	heard    []hearing
}

type hearing struct {
	revision int64
	position bus.Position
	at       time.Time
}

// note takes a push, and which revision of a campaign it tells of, if it does.
func (s *socket) note(message []byte) {
	h := hearing{at: time.Now()}
	if text, ok := after(message, `"position":"`, `"`); ok {
		h.position, _ = bus.ParsePosition(text) // one that can't be read is before all others
	}
	if digits, ok := after(message, `"revision":`, ",}"); ok {
		h.revision, _ = strconv.ParseInt(digits, 10, 64) // likewise
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = append(s.heard, h)
}

// after is what stands in a message behind some words, up to one of the letters that end it.
func after(message []byte, words, ends string) (string, bool) {
	_, rest, found := bytes.Cut(message, []byte(words))
	if !found {
		return "", false
	}
	return string(rest[:max(0, bytes.IndexAny(rest, ends))]), true
}

// reached gives when the socket first heard of a position or a later one.
func (s *socket) reached(position bus.Position) (time.Time, bool) {
	return s.firstOf(func(h hearing) bool { return !h.position.Before(position) })
}

// first gives when the socket first heard of a revision or a later one: a push that waits is replaced by the next.
func (s *socket) first(revision int64) (time.Time, bool) {
	return s.firstOf(func(h hearing) bool { return h.revision >= revision })
}

func (s *socket) firstOf(is func(hearing) bool) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.heard, is)
	if i < 0 {
		return time.Time{}, false
	}
	return s.heard[i].at, true
}

// BenchmarkPush: from sending a command (a campaign pauses or takes gifts again) over HTTP to its push on every socket
// that watches the campaign, fifty commands a second: the 99th percentile over all commands and sockets, against a durable
// append and a socket's echo, medians, made alone. Commands, server, Postgres and a thousand sockets share the machine.
//
// Commands are sent when they are due, whether or not earlier ones were pushed, and a late one counts from when it was
// due: a server that can't follow shows as slow. The benchmark fails where fewer were answered than 48 a second.
func BenchmarkPush(b *testing.B) {
	p := bench.NewPostgres(b)
	b.Run("hundredTopics", func(b *testing.B) {
		db, drop := p.Fresh(b)
		defer drop()
		s := openBenchWith(b, db, providerAtHand{away: true}, pushTopics, func(*app.Base) {})
		defer s.close()
		sockets, hangUp := s.watch(b, func(i int) ident.ID { return s.campaigns[i%pushTopics] })
		defer hangUp()
		echo := echoes(b)
		bench.Compare(b, bench.Row{
			Figure:    fmt.Sprintf("command to push on %d sockets over %d topics, 50 commands/s, p99", pushSockets, pushTopics),
			Reference: "median of a durable append + median of a socket's echo", Unit: "ms", Most: 3,
		}, func() float64 { return s.latency(b, sockets) }, func() float64 { return s.appendTime(b) + echo() })
	})
	b.Run("oneTopic", func(b *testing.B) {
		db, drop := p.Fresh(b)
		defer drop()
		s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(*app.Base) {})
		defer s.close()
		sockets, hangUp := s.watch(b, func(int) ident.ID { return s.campaigns[0] })
		defer hangUp()
		bench.Tell(b, fmt.Sprintf("command to push, all %d sockets watching one campaign, 50 commands/s, p99", pushSockets),
			s.latency(b, sockets), "ms", 100)
	})
}

// watch opens a thousand sockets of visitors, each subscribed to one campaign. It returns once all have their subscription.
func (s *benchServer) watch(b *testing.B, which func(int) ident.ID) ([]*socket, func()) {
	b.Helper()
	sockets, hangUp := s.watchAs(b, func(i int) (token, topic string) { return "", "campaign/" + which(i).String() })
	for i, w := range sockets {
		w.campaign = which(i)
	}
	return sockets, hangUp
}

// watchAs opens a thousand sockets, each signed in by a token, if it is given one, and subscribed to one topic.
func (s *benchServer) watchAs(b *testing.B, which func(int) (token, topic string)) ([]*socket, func()) {
	b.Helper()
	sockets := make([]*socket, pushSockets)
	ctx, cancel := context.WithCancel(b.Context())
	var all, ready sync.WaitGroup
	for i := range sockets {
		sockets[i] = &socket{}
		token, topic := which(i)
		conn, res, err := websocket.Dial(ctx, "ws://"+s.address+"/api/live", nil)
		if err != nil {
			b.Fatal(err)
		}
		if res.Body != nil {
			_ = res.Body.Close()
		}
		conn.SetReadLimit(1 << 20)
		// the refusal of a topic that does not exist says that what came before it was heard
		for _, m := range []map[string]string{
			{"type": "hello", "lang": "en", "token": token}, {"type": "subscribe", "topic": topic},
			{"type": "subscribe", "topic": "none"},
		} {
			if err := wsjson.Write(ctx, conn, m); err != nil {
				b.Fatal(err)
			}
		}
		ready.Add(1)
		all.Go(func() {
			defer func() { _ = conn.CloseNow() }()
			var message bytes.Buffer
			for subscribed := false; ; {
				message.Reset()
				_, text, err := conn.Reader(ctx)
				if err == nil {
					_, err = message.ReadFrom(text)
				}
				if err != nil {
					return // hung up
				}
				switch is := func(kind string) bool { return bytes.HasPrefix(message.Bytes(), []byte(`{"type":"`+kind+`"`)) }; {
				case is("error") && !subscribed:
					subscribed = true
					ready.Done()
				case is("data"):
					sockets[i].note(message.Bytes())
				case is("ping"):
					_ = wsjson.Write(ctx, conn, map[string]string{"type": "pong"}) // ends with the socket
				}
			}
		})
	}
	ready.Wait()
	return sockets, func() { cancel(); all.Wait() }
}

// change is a command that is to be sent, and what it makes of its campaign.
type change struct {
	campaign ident.ID
	revision int64
	due      time.Time
}

// latency sends commands and gives the 99th percentile of how long their pushes took, in milliseconds.
func (s *benchServer) latency(b *testing.B, sockets []*socket) float64 {
	b.Helper()
	for _, w := range sockets {
		w.mu.Lock()
		w.heard = nil
		w.mu.Unlock()
	}
	changes := s.send(b)
	byCampaign := map[ident.ID][]change{}
	for _, c := range changes {
		byCampaign[c.campaign] = append(byCampaign[c.campaign], c)
	}
	patient, cancel := context.WithTimeout(b.Context(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	var took []time.Duration
	for _, w := range sockets {
		for _, c := range byCampaign[w.campaign] {
			at, heard := w.first(c.revision)
			for ; !heard; at, heard = w.first(c.revision) {
				select {
				case <-again.C:
				case <-patient.Done():
					b.Fatalf("revision %d of %s was not pushed to everyone", c.revision, c.campaign)
				}
			}
			took = append(took, at.Sub(c.due))
		}
	}
	slices.Sort(took)
	return ms(took[len(took)*99/100])
}

// send sends commands when they are due, those of one campaign one after the other: it pauses at odd revisions and takes
// gifts again at even ones.
func (s *benchServer) send(b *testing.B) []change {
	b.Helper()
	if s.revisions == nil {
		s.revisions = map[ident.ID]int64{}
	}
	senders := min(pushSenders, len(s.campaigns))
	changes, queues := make([]change, pushCommands), make([][]change, senders)
	begin := time.Now().Add(pushEvery)
	for n := range changes {
		which := n % len(s.campaigns)
		id := s.campaigns[which]
		s.revisions[id]++
		changes[n] = change{id, s.revisions[id], begin.Add(time.Duration(n) * pushEvery)}
		queues[which%senders] = append(queues[which%senders], changes[n])
	}
	var all errgroup.Group
	for _, queue := range queues {
		conn, err := (&net.Dialer{}).DialContext(b.Context(), "tcp", s.address)
		if err != nil {
			b.Fatal(err)
		}
		sender := s.owner.on(conn)
		all.Go(func() error {
			defer func() { _ = conn.Close() }() // nothing is sent on it any more
			for _, c := range queue {
				<-time.After(time.Until(c.due))
				if err := sender.change(c); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		b.Fatal(err)
	}
	rate := pushCommands / time.Since(begin).Seconds()
	b.Logf("%.1f commands/s were answered", rate)
	if rate < pushLeast {
		b.Errorf("%.1f commands/s: fewer than %d", rate, pushLeast)
	}
	return changes
}

func (c *benchClient) change(to change) error {
	command := "pause-campaign"
	if to.revision%2 == 0 {
		command = "resume-campaign"
	}
	_, err := c.post(
		command, fmt.Sprint("push ", to.campaign, " ", to.revision), http.StatusOK, map[string]any{"campaign_id": to.campaign},
	)
	return err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// appendTime gives the median of durable appends made one after the other, in milliseconds.
func (s *benchServer) appendTime(b *testing.B) float64 {
	b.Helper()
	var took []time.Duration
	for range 200 {
		s.sent++
		id := ident.Pair("bench append", fmt.Sprint(s.sent))
		began := time.Now()
		_, err := s.base.Store.Append(b.Context(), eventstore.StreamName("bench", id), eventstore.NoStream, []eventstore.Event{{
			ID: id, Type: "CampaignPaused", Version: 1, Data: json.RawMessage(
				`{"campaign":"` + id.String() + `","at":"2026-11-21T12:00:00Z"}`,
			),
			Metadata: eventstore.Metadata{Command: id, Correlation: id, Actor: "operator"},
		}})
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return ms(took[len(took)/2])
}

// echoes gives a function that measures the median round trip of a message of a push's size over a socket, in
// milliseconds.
func echoes(b *testing.B) func() float64 {
	b.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		for {
			kind, text, err := conn.Read(r.Context())
			if err != nil || conn.Write(r.Context(), kind, text) != nil {
				return
			}
		}
	}))
	b.Cleanup(server.Close)
	conn, res, err := websocket.Dial(b.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), nil)
	if err != nil {
		b.Fatal(err)
	}
	if res.Body != nil {
		_ = res.Body.Close()
	}
	b.Cleanup(func() { _ = conn.CloseNow() })
	message := []byte(strings.Repeat("x", 1500))
	return func() float64 {
		var took []time.Duration
		for range 200 {
			began := time.Now()
			if err := conn.Write(b.Context(), websocket.MessageText, message); err != nil {
				b.Fatal(err)
			}
			if _, _, err := conn.Read(b.Context()); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return ms(took[len(took)/2])
	}
}

// BenchmarkIdleSocket: what a socket that watches one campaign and hears nothing costs the server in heap and stacks. The
// clients are bare connections and cost next to nothing of either.
func BenchmarkIdleSocket(b *testing.B) {
	p := bench.NewPostgres(b)
	db, drop := p.Fresh(b)
	defer drop()
	s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(*app.Base) {})
	defer s.close()
	before := held()
	conns := s.bareSockets(b, pushSockets)
	after := held()
	for _, c := range conns {
		_ = c.Close() // the measurement is over
	}
	bench.Tell(b, "memory per idle socket", float64(after-before)/pushSockets/1024, "KiB", 24)
}

func held() uint64 {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}
