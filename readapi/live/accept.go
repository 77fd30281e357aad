package live

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/coder/websocket"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/httpsec"
	"github.com/callup/callup/internal/ratelimit"
)

var (
	errCrossOrigin = domain.Refuse(domain.Forbidden, "cross_origin", "This request comes from another site.")
	errQuery       = domain.Refuse(domain.Invalid, "token_in_url",
		"The address of the socket takes no parameters: tokens go into hello.")
	errTooMany = domain.Refuse(domain.TooMany, "too_many_sockets", "Too many connections are open from this address.")
	errFull    = domain.Refuse(domain.Unavailable, codeUnavailable, "No connection can be taken at the moment.")
)

// accept opens a socket and returns, so that nothing of the request stays in memory.
func (l *Live) accept(w http.ResponseWriter, r *http.Request) {
	client := clientOf(r)
	if refused := l.admit(r, client); refused != nil {
		l.metrics.refused.WithLabelValues(refused.Code).Inc()
		l.c.Problems.Write(w, r, refused)
		return
	}
	early := 0
	h := &hijacker{ResponseWriter: w, count: func() { early++ }}
	conn, err := websocket.Accept(h, r, &websocket.AcceptOptions{
		OriginPatterns: l.c.Origins, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil { // answered
		l.metrics.refused.WithLabelValues("no_websocket").Inc()
		l.leave(client)
		return
	}
	conn.SetReadLimit(maxMessage)
	now := l.c.Clock()
	s := &socket{
		l: l, conn: conn, net: h.conn, client: client, opened: now, pinged: now, wake: make(chan struct{}, 1),
	}
	h.conn.count = s.charge
	for range early {
		s.charge()
	}
	l.mu.Lock()
	l.sockets[s] = struct{}{}
	draining := l.draining
	l.mu.Unlock()
	if draining {
		s.close(ending{code: websocket.StatusServiceRestart, reason: "restart"}, true)
	}
	// A context that can end costs memory for each read: closing the connection is what ends these goroutines.
	ctx := context.Background()
	go func() {
		defer l.running.Done()
		s.read(ctx)
	}()
	go func() {
		defer l.running.Done()
		s.write(ctx)
	}()
}

// admit counts a socket, unless it is refused.
func (l *Live) admit(r *http.Request, client string) *domain.Refusal {
	if r.URL.RawQuery != "" {
		return errQuery
	}
	if !l.mayConnect(r) {
		return errCrossOrigin
	}
	if refused, ok := errors.AsType[*domain.Refusal](l.c.Limit.Take(client)); ok {
		return refused
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining || len(l.sockets) >= l.c.MaxSockets {
		return errFull
	}
	if l.perClient[client] >= l.c.MaxSocketsPerClient {
		return errTooMany
	}
	l.perClient[client]++
	l.running.Add(2) // under the lock: Close waits for those it can see
	l.metrics.sockets.Inc()
	return nil
}

// leave uncounts a socket that did not come about.
func (l *Live) leave(client string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.uncount(client)
	l.running.Add(-2)
}

// charge counts a frame under its sender's address, and ends the socket of one who sends too many.
func (s *socket) charge() {
	if s.l.c.Limit.Take(s.client) != nil {
		s.close(ending{code: websocket.StatusPolicyViolation, reason: codeTooMany}, true)
	}
}

// gone forgets a socket that has ended.
func (l *Live) gone(s *socket, reason string) {
	l.metrics.closed.WithLabelValues(reason).Inc()
	if reason == codeSlow {
		l.metrics.slow.Inc()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.sockets, s)
	l.uncount(s.client)
}

func (l *Live) uncount(client string) {
	l.metrics.sockets.Dec()
	if l.perClient[client]--; l.perClient[client] <= 0 {
		delete(l.perClient, client)
	}
}

// mayConnect tells whether the page that connects is ours. Programs that are no browsers do not say (RFC 6454 section
// 7.3); what they send is theirs.
func (l *Live) mayConnect(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if httpsec.Downgraded(origin, l.c.Origins) {
		return false
	}
	if origin == "" || slices.ContainsFunc(l.c.Origins, func(o string) bool { return strings.EqualFold(o, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

func clientOf(r *http.Request) string {
	a := ratelimit.Client(r.Context())
	if a == (netip.Addr{}) {
		a = ratelimit.ClientIP(r, nil)
	}
	return ratelimit.Key(a)
}

// hijacker takes the connection over with buffers made for short messages: those of net/http are 4 KiB each, for as
// long as a socket lives.
type hijacker struct {
	http.ResponseWriter
	conn  *framed
	count func()
}

const (
	readBuffer  = 256
	writeBuffer = 1024
)

// Hijack is called by the websocket library.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, err := rw.Peek(rw.Reader.Buffered())
	if err != nil || len(early) > 0 {
		// Who speaks before the answer is kept with what it said.
		h.conn = &framed{Conn: conn, count: h.count}
		h.conn.arrived(early)
		return h.conn, rw, err
	}
	h.conn = &framed{Conn: conn, count: h.count}
	return h.conn, bufio.NewReadWriter(bufio.NewReaderSize(h.conn, readBuffer), bufio.NewWriterSize(h.conn, writeBuffer)), nil
}
