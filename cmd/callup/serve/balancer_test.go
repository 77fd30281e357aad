package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/app/apptest"
)

// balancer stands before several servers as a load balancer does: it asks each whether it is ready, gives requests to
// those in turn that are, and gives one to the next server only when the first can't be connected to.
type balancer struct {
	url string

	mu      sync.Mutex
	servers []*url.URL // that are ready
	turn    int
}

func newBalancer(ctx context.Context, t testing.TB) *balancer {
	t.Helper()
	b := &balancer{}
	// connections are kept open, so that one of them is likely to be in use when a server ends
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(b.next()) },
		Transport: connecting{b, transport},
		ErrorLog:  slog.NewLogLogger(slog.NewTextHandler(t.Output(), nil), slog.LevelWarn),
	}
	front := httptest.NewUnstartedServer(proxy)
	front.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	front.Start()
	b.url = front.URL
	t.Cleanup(func() {
		front.CloseClientConnections()
		front.Close()
		transport.CloseIdleConnections()
	})
	return b
}

// nobody is where requests go when no server is ready.
var nobody = &url.URL{Scheme: "http", Host: "127.0.0.1:1"}

func (b *balancer) next() *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.servers) == 0 {
		return nobody
	}
	b.turn++
	return b.servers[b.turn%len(b.servers)]
}

// prober asks servers whether they are ready. It keeps no connection that a server which ends would have to wait for.
var prober = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func isReady(ctx context.Context, server string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server+"/readyz", nil)
	if err != nil {
		return false
	}
	res, err := prober.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close() // its status tells
	return res.StatusCode == http.StatusOK
}

// watch gives a server requests while it says that it is ready, until it has ended, and returns once it is.
func (b *balancer) watch(ctx context.Context, t testing.TB, s *apptest.Server) {
	t.Helper()
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	ready := make(chan struct{})
	go func() {
		defer b.set(at, false)
		for known := false; ctx.Err() == nil; apptest.Wait(ctx, 10*time.Millisecond) {
			is := isReady(ctx, s.URL)
			b.set(at, is)
			if is && !known {
				known = true
				close(ready)
			}
			select {
			case <-s.Done:
				return
			default:
			}
		}
	}()
	select {
	case <-ready:
	case <-s.Done:
		t.Fatalf("the server ended: %s", apptest.Tail(s.Logs.String()))
	case <-ctx.Done():
		t.Fatalf("the server does not become ready: %s", apptest.Tail(s.Logs.String()))
	}
}

func (b *balancer) set(s *url.URL, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.servers = slices.DeleteFunc(b.servers, func(o *url.URL) bool { return o == s })
	if ready {
		b.servers = append(b.servers, s)
	}
}

// connecting gives a request to another server when the one that was chosen can't be connected to: it got nothing yet.
type connecting struct {
	b  *balancer
	to http.RoundTripper
}

func (c connecting) RoundTrip(r *http.Request) (*http.Response, error) {
	for tries := 0; ; tries++ {
		res, err := c.to.RoundTrip(r)
		var failed *net.OpError
		if err == nil || !errors.As(err, &failed) || failed.Op != "dial" || tries == 3 {
			return res, err
		}
		r = r.Clone(r.Context())
		r.URL.Host = c.b.next().Host
	}
}
