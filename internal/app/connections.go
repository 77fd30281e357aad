package app

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/internal/ratelimit"
)

// writeWithin bounds an answer from the end of its request's head on: who does not read it holds a connection no longer.
const writeWithin = 60 * time.Second

// Server makes the server of a site.
func (s *Services) Server(handler http.Handler) *http.Server {
	c := &connections{most: connectionsAtOnce * s.Config.RateLimitFactor, proxies: s.Config.TrustedProxies, open: map[string]int{},
		keys: map[net.Conn]string{}, refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "callup_http_connections_refused_total", Help: "Connections closed at once because their address had too many open.",
		})}
	s.Metrics.MustRegister(c.refused)
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 60 * time.Second, WriteTimeout: writeWithin,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10, ConnState: c.changed,
	}
}

// connections counts those that are open, by address. A socket leaves them: it is counted as one then.
type connections struct {
	most    int
	proxies []netip.Prefix
	refused prometheus.Counter

	mu   sync.Mutex
	open map[string]int
	keys map[net.Conn]string // of the connections that are counted
}

// changed is told what becomes of each connection.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !c.admit(conn) {
			c.refused.Inc()
			_ = conn.Close() // nothing was said on it
		}
	case http.StateHijacked, http.StateClosed:
		c.leave(conn)
	case http.StateActive, http.StateIdle:
	}
}

func (c *connections) admit(conn net.Conn) bool {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return true // a unix socket
	}
	client := peer.Addr().Unmap().WithZone("")
	for _, p := range c.proxies {
		if p.Contains(client) {
			return true
		}
	}
	key := ratelimit.Key(client)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[key] >= c.most {
		return false
	}
	c.open[key]++
	c.keys[conn] = key
	return true
}

func (c *connections) leave(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key, counted := c.keys[conn]
	if !counted {
		return
	}
	delete(c.keys, conn)
	if c.open[key]--; c.open[key] <= 0 {
		delete(c.open, key)
	}
}
