package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
)

// network is the proxies of a run.
type network struct {
	api   *toxiproxy.ApiServer
	mu    sync.Mutex
	lines []*line
}

func newNetwork() *network {
	zerolog.SetGlobalLevel(zerolog.Disabled) // toxics have loggers of their own
	return &network{api: toxiproxy.NewServer(toxiproxy.NewMetricsContainer(prometheus.NewRegistry()), zerolog.Nop())}
}

// line is a proxy that can be made slow or be cut. Its address stays the same while what it leads to may come and go.
type line struct {
	name  string
	proxy *toxiproxy.Proxy
	end   *bridge
	n     int
}

// dialer reaches the far end of a line as it is now.
type dialer func(context.Context) (net.Conn, error)

func (n *network) open(ctx context.Context, name string, far dialer) (*line, error) {
	end, err := newBridge(ctx, far)
	if err != nil {
		return nil, err
	}
	l := &line{name: name, end: end, proxy: toxiproxy.NewProxy(n.api, name, "127.0.0.1:0", end.address())}
	if err := l.proxy.Start(); err != nil {
		end.close()
		return nil, fmt.Errorf("start the proxy %s: %w", name, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, l)
	return l, nil
}

func (l *line) address() string { return l.proxy.Listen }

// toxic is what is done to a line, by toxiproxy's names.
type toxic struct {
	Type       string         `json:"type"`
	Stream     string         `json:"stream"` // upstream, or downstream
	Attributes map[string]any `json:"attributes"`
}

func (t toxic) String() string { return fmt.Sprintf("%s %s %v", t.Type, t.Stream, t.Attributes) }

// spoil begins to do something to a line.
func (l *line) spoil(t toxic) error {
	l.n++
	body, err := json.Marshal(struct {
		toxic
		Name string `json:"name"`
	}{t, fmt.Sprintf("%s-%d", t.Type, l.n)})
	if err != nil {
		return fmt.Errorf("spoil %s: %w", l.name, err)
	}
	if _, err := l.proxy.Toxics.AddToxicJson(bytes.NewReader(body)); err != nil {
		return fmt.Errorf("spoil %s: %w", l.name, err)
	}
	return nil
}

// heal ends all that is done to a line.
func (l *line) heal(ctx context.Context) { l.proxy.Toxics.ResetToxics(ctx) }

func (n *network) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.lines {
		l.proxy.Stop()
		l.end.close()
	}
}

// bridge is a TCP port of this process that leads to wherever its dialer goes: a Unix socket, or a server whose port
// changes with each start.
type bridge struct {
	listener net.Listener
	far      dialer
	ctx      context.Context //nolint:containedctx // its end closes what the bridge has opened
	stop     context.CancelFunc
	done     sync.WaitGroup
}

func newBridge(ctx context.Context, far dialer) (*bridge, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a bridge: %w", err)
	}
	b := &bridge{listener: l, far: far}
	b.ctx, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	b.done.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			b.done.Go(func() { b.join(near) })
		}
	})
	return b, nil
}

func (b *bridge) address() string { return b.listener.Addr().String() }

func (b *bridge) join(near net.Conn) {
	far, err := b.far(b.ctx)
	if err != nil {
		if tcp, ok := near.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // as a port on which nobody listens does
		}
		_ = near.Close()
		return
	}
	both := func() { _ = near.Close(); _ = far.Close() } // each end's end is the other's
	stop := context.AfterFunc(b.ctx, both)
	defer stop()
	var copying sync.WaitGroup
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		copying.Go(func() {
			_, _ = io.Copy(way[0], way[1]) // an error is an end too
			both()
		})
	}
	copying.Wait()
}

func (b *bridge) close() {
	b.stop()
	_ = b.listener.Close()
	b.done.Wait()
}
