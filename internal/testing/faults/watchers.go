package faults

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
)

// newWatcher gives a browser that goes to whichever server; one that never reads goes there straight.
func (r *run) newWatcher(n int) (*watch.Watcher, error) {
	after, err := bus.ParsePosition(strconv.FormatUint(r.load.launched, 10))
	if err != nil {
		return nil, fmt.Errorf("begin to watch: %w", err)
	}
	var mu sync.Mutex
	random := r.Plan.random(fmt.Sprintf("watcher %d", n))
	draw := func(below int) int {
		mu.Lock()
		defer mu.Unlock()
		return random.IntN(below)
	}
	unspoilt := "campaign/" + r.load.campaigns[0].id.String()
	c := watch.Config{
		Campaign: r.load.campaigns[n%len(r.load.campaigns)].id, After: after,
		Address: func() string { return r.address(draw(1000)) },
		Client:  patientClient(),
		Pause:   func() time.Duration { return time.Duration(50+draw(200)) * time.Millisecond },
		Grows:   func(topic string) bool { return topic == unspoilt },
	}
	if n >= r.Plan.Watchers {
		c.Client = narrowClient()
		c.Address = func() string {
			if at := r.servers[n%len(r.servers)].at.Load(); at != nil {
				return "http://" + *at
			}
			return "" // nobody is there
		}
	}
	return watch.New(c), nil
}

// patientClient has connections of its own.
func patientClient() *http.Client {
	return &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{}}
}

// narrowClient has connections into which little fits that was not read: a small buffer, and small segments, by which the
// sender measures its own. A server that writes to one is soon stuck, instead of after some megabytes.
func narrowClient() *http.Client {
	dialer := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		var err error
		return errors.Join(c.Control(func(fd uintptr) {
			err = errors.Join(syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096),
				syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536))
		}), err)
	}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
}

// awaitDropped lets people give until a server has dropped one of those who never read.
func (r *run) awaitDropped(ctx context.Context) {
	if r.Plan.Silent == 0 {
		return
	}
	dropped := 0
	err := until(ctx, r.Patience, func(ctx context.Context) (string, error) {
		dropped = 0
		for _, s := range r.servers {
			n, err := s.figure(ctx, "callup_live_slow_readers_dropped_total")
			if err != nil {
				return "", err
			}
			dropped += n
		}
		if dropped == 0 {
			return "nobody who never reads was dropped", nil
		}
		return "", nil
	})
	if err != nil && ctx.Err() == nil {
		r.violate(Screens, "%v", err)
	}
	r.did("slow readers dropped", dropped)
}

// figure is one of those that a server tells operators.
func (s *server) figure(ctx context.Context, name string) (int, error) {
	at := s.at.Load()
	if at == nil {
		return 0, errAwayServer
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+*at+"/metrics", nil)
	if err != nil {
		return 0, fmt.Errorf("ask for metrics: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, fmt.Errorf("ask for metrics: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // what is wanted was read
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return strconv.Atoi(value)
		}
	}
	return 0, errors.Join(fmt.Errorf("server %d has no figure %s", s.n, name), lines.Err())
}
