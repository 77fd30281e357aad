package bus

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
)

// cable joins two servers until it is cut, and again once it is mended.
type cable struct {
	net.Listener
	end string

	mu    sync.Mutex
	torn  bool
	conns []net.Conn
}

func newCable(t *testing.T, end string) *cable {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l, end: end}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() { c.join(conn) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		c.cut(true)
		work.Wait()
	})
	return c
}

func (c *cable) join(a net.Conn) {
	b, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", c.end)
	if err != nil {
		_ = a.Close()
		return
	}
	defer func() { _, _ = a.Close(), b.Close() }()
	c.mu.Lock()
	torn := c.torn
	c.conns = append(c.conns, a, b)
	c.mu.Unlock()
	if torn {
		return
	}
	var back sync.WaitGroup
	defer back.Wait()
	back.Go(func() {
		_, _ = io.Copy(a, b)
		_ = a.Close()
	})
	_, _ = io.Copy(b, a)
	_ = b.Close()
}

func (c *cable) cut(torn bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.torn = torn
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}

func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for !so() {
		if !pause(t.Context(), time.Millisecond) {
			t.Fatal("it never came to pass that " + what)
		}
	}
}

// passesOn tells whether a server knows that someone at another one wants to hear.
func passesOn(t *testing.T, s *server.Server, subject string) bool {
	t.Helper()
	routes, err := s.Routez(&server.RoutezOptions{Subscriptions: true})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(routes.Routes, func(r *server.RouteInfo) bool { return slices.Contains(r.Subs, subject) })
}

// Two servers lose sight of each other; who is connected to them notices nothing. What is told meanwhile is lost, and
// whoever missed it learns that something was.
func TestARouteBetweenNATSServersBreaks(t *testing.T) {
	cluster := server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT, PoolSize: -1, NoAdvertise: true}
	here, _ := natsServerWith(t, server.Options{Port: server.RANDOM_PORT, ServerName: "here", Cluster: cluster})
	route := newCable(t, here.ClusterAddr().String())
	there, _ := natsServerWith(t, server.Options{
		Port: server.RANDOM_PORT, ServerName: "there", Cluster: cluster,
		Routes: []*url.URL{{Scheme: "nats", Host: route.Addr().String()}},
	})
	bus := func(s *server.Server, holder string) (*Between, <-chan *message.Message) {
		b := NewNATS(NATSConfig{URL: s.ClientURL(), Subject: "callup.test", Holder: holder, Log: slog.New(slog.DiscardHandler)})
		b.silence = 20 * time.Millisecond
		return running(t, b)
	}
	a, _ := bus(here, "a")
	_, heardHere := bus(here, "b")
	_, heardThere := bus(there, "c")
	until(t, "the servers are joined", func() bool { return passesOn(t, here, "callup.test") })
	clients := []int{here.NumClients(), there.NumClients()}

	first, second, third := change("1", "m", "t", "a"), change("2", "m", "t", "b"), change("3", "m", "t", "c")
	hears := func(who string, ch <-chan *message.Message, want Change) {
		t.Helper()
		if diff := cmp.Diff(want, receive(t, ch)); diff != "" {
			t.Errorf("%s heard something else: %s", who, diff)
		}
	}
	publish(t, a, first)
	hears("who is near", heardHere, first)
	hears("who is far", heardThere, first)

	route.cut(true)
	until(t, "the route is gone", func() bool { return here.NumRoutes() == 0 })
	publish(t, a, second)
	hears("who is near", heardHere, second)
	select {
	case m := <-heardThere:
		t.Fatalf("a broken route passes on %s", m.Payload)
	default:
	}
	route.cut(false)
	hears("who is far", heardThere, All())

	publish(t, a, third)
	hears("who is near", heardHere, third)
	hears("who is far", heardThere, third)
	if diff := cmp.Diff(clients, []int{here.NumClients(), there.NumClients()}); diff != "" {
		t.Errorf("processes connected to servers changed: %s", diff)
	}
}
