package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/bench"
	"github.com/callup/callup/internal/testdb"
)

const (
	pushSockets  = 1000
	pushTopics   = 100
	pushPerTopic = pushSockets / pushTopics
	pushEvery    = 20 * time.Millisecond // fifty commands a second
	pushCommands = 400
)

// pushed is when each socket of a topic heard of a revision.
type pushed struct {
	mu   sync.Mutex
	seen map[string][]time.Time // by topic: the moments of its last pushes
	more chan struct{}          // something came; capacity 1
}

func (p *pushed) note(topic string) {
	at := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen[topic] = append(p.seen[topic], at)
	select {
	case p.more <- struct{}{}:
	default:
	}
}

func (p *pushed) take(topic string, n int) ([]time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.seen[topic]) < n {
		return nil, false
	}
	out := p.seen[topic]
	p.seen[topic] = nil
	return out, true
}

// BenchmarkPush: from sending a command (a campaign pauses or takes gifts again) over HTTP to its push on every socket
// that watches the campaign, fifty commands a second: the 99th percentile over all sockets, against a durable append
// and a socket's echo, medians, made alone. Commands, server, Postgres and a thousand sockets share the machine.
func BenchmarkPush(b *testing.B) {
	p := bench.NewPostgres(b, testdb.Directory())
	b.Run("hundredTopics", func(b *testing.B) {
		db, drop := p.Fresh(b)
		defer drop()
		s := openBenchWith(b, db, providerAtHand{away: true}, pushTopics, func(*base) {})
		defer s.close()
		pushes, hangUp := s.watch(b, func(i int) ident.ID { return s.campaigns[i%pushTopics] })
		defer hangUp()
		echo := echoes(b)
		bench.Compare(b, bench.Row{
			Figure:    fmt.Sprintf("command to push on %d sockets over %d topics, 50 commands/s, p99", pushSockets, pushTopics),
			Reference: "median of a durable append + median of a socket's echo", Unit: "ms", Most: 3,
		}, func() float64 { return s.latency(b, pushes, pushTopics, pushPerTopic) }, func() float64 { return s.appendTime(b) + echo() })
	})
	b.Run("oneTopic", func(b *testing.B) {
		db, drop := p.Fresh(b)
		defer drop()
		s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(*base) {})
		defer s.close()
		pushes, hangUp := s.watch(b, func(int) ident.ID { return s.campaigns[0] })
		defer hangUp()
		bench.Tell(b, fmt.Sprintf("command to push, all %d sockets watching one campaign, 50 commands/s, p99", pushSockets),
			s.latency(b, pushes, 1, pushSockets), "ms", 100)
	})
}

// watch opens a thousand sockets, each subscribed to one campaign. It returns once all have their subscription.
func (s *benchServer) watch(b *testing.B, which func(int) ident.ID) (*pushed, func()) {
	b.Helper()
	p := &pushed{seen: map[string][]time.Time{}, more: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(b.Context())
	var all, ready sync.WaitGroup
	for i := range pushSockets {
		conn, res, err := websocket.Dial(ctx, "ws://"+s.address+"/api/live", nil)
		if err != nil {
			b.Fatal(err)
		}
		if res.Body != nil {
			_ = res.Body.Close()
		}
		conn.SetReadLimit(1 << 20)
		topic := "campaign/" + which(i).String()
		// the refusal of a topic that does not exist says that what came before it was heard
		for _, m := range []map[string]string{{"type": "hello", "lang": "en"}, {"type": "subscribe", "topic": topic}, {"type": "subscribe", "topic": "none"}} {
			if err := wsjson.Write(ctx, conn, m); err != nil {
				b.Fatal(err)
			}
		}
		ready.Add(1)
		all.Go(func() {
			defer func() { _ = conn.CloseNow() }()
			for subscribed := false; ; {
				var m struct{ Type string }
				if err := wsjson.Read(ctx, conn, &m); err != nil {
					return // hung up
				}
				switch {
				case m.Type == "error" && !subscribed:
					subscribed = true
					ready.Done()
				case m.Type == "data":
					p.note(topic)
				case m.Type == "ping":
					_ = wsjson.Write(ctx, conn, map[string]string{"type": "pong"}) // ends with the socket
				}
			}
		})
	}
	ready.Wait()
	return p, func() { cancel(); all.Wait() }
}

// latency sends commands and gives the 99th percentile of how long their pushes took, in milliseconds.
func (s *benchServer) latency(b *testing.B, pushes *pushed, topics, perTopic int) float64 {
	b.Helper()
	var took []time.Duration
	beat := time.NewTicker(pushEvery)
	defer beat.Stop()
	began := map[string]time.Time{}
	harvest := func(topic string) {
		patient, cancel := context.WithTimeout(b.Context(), 30*time.Second)
		defer cancel()
		for {
			if at, ok := pushes.take(topic, perTopic); ok {
				for _, t := range at {
					took = append(took, t.Sub(began[topic]))
				}
				return
			}
			select {
			case <-pushes.more:
			case <-patient.Done():
				b.Fatalf("%s was not pushed to everyone", topic)
			}
		}
	}
	for n := range pushCommands {
		<-beat.C
		id := s.campaigns[n%topics]
		topic := "campaign/" + id.String()
		if !began[topic].IsZero() {
			harvest(topic)
		}
		command := "pause-campaign"
		if s.paused == nil {
			s.paused = map[ident.ID]bool{}
		}
		if s.paused[id] {
			command = "resume-campaign"
		}
		s.paused[id] = !s.paused[id]
		began[topic] = time.Now()
		s.sent++
		if _, err := s.owner.post(command, fmt.Sprint("push ", s.sent), http.StatusOK, map[string]any{"campaign_id": id}); err != nil {
			b.Fatal(err)
		}
	}
	for topic := range began {
		harvest(topic)
	}
	slices.Sort(took)
	return ms(took[len(took)*99/100])
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
		_, err := s.base.store.Append(b.Context(), eventstore.StreamName("bench", id), eventstore.NoStream, []eventstore.Event{{
			ID: id, Type: "CampaignPaused", Version: 1, Data: json.RawMessage(`{"campaign":"` + id.String() + `","at":"2026-11-21T12:00:00Z"}`),
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
	p := bench.NewPostgres(b, testdb.Directory())
	db, drop := p.Fresh(b)
	defer drop()
	s := openBenchWith(b, db, providerAtHand{away: true}, 1, func(*base) {})
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
