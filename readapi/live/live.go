package live

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
)

// Config is what Live is given.
type Config struct {
	Topics []Topic
	// Verify reads an access token; a bad one is refused with a domain.Refusal.
	Verify func(ctx context.Context, token string) (auth.Principal, error)
	// SessionAlive tells whether a session still lives. It is asked once a second for each session with a socket.
	SessionAlive func(context.Context, auth.Principal) (bool, error)
	// Head gives the position of the log's last event.
	Head func(context.Context) (string, error)
	// Origins are those of other pages that may connect, such as https://callup.example; the same host always may.
	Origins  []string
	Problems *problem.Writer
	Clock    ports.Clock
	// Random gives numbers in [0, 1), for clients not to come back all at once.
	Random  func() float64
	Log     *slog.Logger
	Metrics prometheus.Registerer // may be nil
	Tracer  trace.Tracer          // nil when nothing is traced

	MaxSockets          int                // 20 000 when 0
	MaxSocketsPerClient int                // by address; 100 when 0
	Limit               *ratelimit.Limiter // of sockets opened and frames received, by address; that of DefaultRule when nil
	Times               Times              // DefaultTimes when zero
}

const (
	defaultSockets   = 20_000
	defaultPerClient = 100
	aliveChecks      = 8 // at the same time
)

// DefaultRule is what one address may send over all its sockets. A village hall whose sockets all come back at once after a
// restart fits.
var DefaultRule = ratelimit.Rule{Burst: 1000, Every: 20 * time.Millisecond}

// Live serves /api/live.
type Live struct {
	c       Config
	hub     *hub
	metrics *metrics
	running sync.WaitGroup // goroutines of sockets

	mu        sync.Mutex
	draining  bool
	sockets   map[*socket]struct{}
	perClient map[string]int
}

// New makes the server of pushes. It registers its metrics.
func New(c Config) (*Live, error) {
	if len(c.Topics) == 0 || c.Verify == nil || c.SessionAlive == nil || c.Head == nil || c.Problems == nil || c.Clock == nil ||
		c.Random == nil || c.Log == nil {
		return nil, errors.New("live: something it needs is not given")
	}
	for _, o := range c.Origins {
		if strings.ContainsAny(o, `*?[\`) {
			return nil, fmt.Errorf("live: the origin %q is a pattern", o)
		}
	}
	if c.MaxSockets == 0 {
		c.MaxSockets = defaultSockets
	}
	if c.MaxSocketsPerClient == 0 {
		c.MaxSocketsPerClient = defaultPerClient
	}
	if c.Limit == nil {
		c.Limit = ratelimit.New(DefaultRule, c.Clock)
	}
	if c.Times == (Times{}) {
		c.Times = DefaultTimes()
	}
	m := newMetrics(c.Metrics)
	h, err := newHub(c, m)
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	return &Live{c: c, hub: h, metrics: m, sockets: map[*socket]struct{}{}, perClient: map[string]int{}}, nil
}

// Handler accepts sockets. It wants to stand behind ratelimit.Identify.
func (l *Live) Handler() http.Handler { return http.HandlerFunc(l.accept) }

// Run pushes what the bus says has changed, until the context ends or the bus is closed.
func (l *Live) Run(ctx context.Context, changes message.Subscriber) error {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer l.hub.halt()
	defer cancel()
	news, err := changes.Subscribe(ctx, bus.Topic)
	if err != nil {
		return fmt.Errorf("subscribe to changes: %w", err)
	}
	for range workers {
		all.Go(func() { l.hub.work(ctx) })
	}
	all.Go(func() { l.hub.makeUp(ctx) })
	for _, e := range l.hub.lookups {
		all.Go(func() { l.hub.look(ctx, e) })
	}
	all.Go(func() { every(ctx, l.c.Times.Keep, func() { l.keep() }) })
	all.Go(func() { every(ctx, l.c.Times.Keep, func() { l.check(ctx) }) })
	l.hub.follow(ctx, news)
	return context.Cause(ctx)
}

func every(ctx context.Context, d time.Duration, do func()) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			do()
		case <-ctx.Done():
			return
		}
	}
}

func (l *Live) open() []*socket {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]*socket, 0, len(l.sockets))
	for s := range l.sockets {
		all = append(all, s)
	}
	return all
}

// keep ends sockets that never said hello, and has the others show that they are there.
func (l *Live) keep() {
	now := l.c.Clock()
	for _, s := range l.open() {
		s.keep(now)
	}
}

func (s *socket) keep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.greeted && now.Sub(s.opened) >= s.l.c.Times.Hello {
		s.cut(ending{code: websocket.StatusPolicyViolation, reason: codeHelloFirst})
		return
	}
	if now.Sub(s.pinged) >= s.l.c.Times.Ping {
		s.pinged, s.pingDue = now, true
		s.signal()
	}
}

// check cuts the sockets of sessions that have ended, and those of which that is not known for too long.
func (l *Live) check(ctx context.Context) {
	sessions := map[ident.ID][]*socket{}
	principals := map[ident.ID]auth.Principal{}
	for _, s := range l.open() {
		s.mu.Lock()
		p := s.principal
		s.mu.Unlock()
		if !p.Session.IsNil() {
			sessions[p.Session] = append(sessions[p.Session], s)
			principals[p.Session] = p
		}
	}
	var checks errgroup.Group
	checks.SetLimit(aliveChecks)
	for id, p := range principals {
		checks.Go(func() error {
			ctx, cancel := context.WithTimeout(ctx, l.c.Times.Alive)
			defer cancel()
			alive, err := l.c.SessionAlive(ctx, p)
			if err != nil {
				l.c.Log.WarnContext(ctx, "not known whether a session lives", "error", err)
			}
			for _, s := range sessions[id] {
				s.confirm(alive, err == nil, l.c.Clock())
			}
			return nil
		})
	}
	_ = checks.Wait() // they give no errors
}

func (s *socket) confirm(alive, known bool, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case known && alive:
		s.confirmed = now
	case known:
		s.cut(ending{code: websocket.StatusPolicyViolation, reason: codeSessionEnded})
	case now.Sub(s.confirmed) >= s.l.c.Times.Alive:
		s.cut(ending{code: websocket.StatusTryAgainLater, reason: codeUnavailable})
	}
}

// Close takes no more sockets and ends those there are, after what waits for them. Each client is told when to come
// back, so that they don't come all at once. When the context ends first, the rest is cut.
func (l *Live) Close(ctx context.Context) error {
	l.mu.Lock()
	l.draining = true
	l.mu.Unlock()
	for _, s := range l.open() {
		wait := time.Duration(l.c.Random() * float64(l.c.Times.Spread))
		s.close(ending{
			code: websocket.StatusServiceRestart, reason: "restart", hint: fmt.Sprintf("retry_in_ms=%d", wait.Milliseconds()),
		}, false)
	}
	ended := make(chan struct{})
	go func() {
		l.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
	}
	for _, s := range l.open() {
		if err := s.net.Close(); err != nil {
			l.c.Log.DebugContext(ctx, "cut a socket", "error", err)
		}
	}
	<-ended
	return fmt.Errorf("end sockets: %w", ctx.Err())
}
