package serve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
)

const (
	restarts        = 6 // of one of two servers in turn
	giftsPerRestart = 10
)

// failures are the requests that failed.
type failures struct {
	mu    sync.Mutex
	found []string
}

func (f *failures) add(what string, a apptest.Answer, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found = append(f.found, fmt.Sprintf("%s: %d %.200s %v", what, a.Status, a.Body, err))
}

func (f *failures) report(t *testing.T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for n, what := range f.found {
		if n == 10 {
			t.Errorf("and %d more requests failed", len(f.found)-n)
			return
		}
		t.Errorf("a request failed: %s", what)
	}
}

// reader is one client that reads pages one after the other, none older than what it has seen.
type reader struct {
	*watch.Screen
	paths   []string
	headers []string // pairs
	pause   time.Duration
	reads   atomic.Int64
	behind  atomic.Int64
}

func newReader(paths ...string) *reader {
	return &reader{Screen: watch.NewScreen(func(string) bool { return true }), paths: paths}
}

// report names whatever went back, and fails when nothing was read.
func (r *reader) report(t *testing.T, n int) {
	t.Helper()
	for _, fault := range r.Faults() {
		t.Errorf("reader %d: %s", n, fault)
	}
	if r.reads.Load() == 0 {
		t.Errorf("reader %d read nothing", n)
	}
	t.Logf("reader %d: %d reads, %d answers behind", n, r.reads.Load(), r.behind.Load())
}

func (r *reader) run(ctx context.Context, base string, failed func(string, apptest.Answer, error)) {
	var seen bus.Position
	for n := 0; ctx.Err() == nil; n++ {
		path := r.paths[n%len(r.paths)]
		k, behind, err := apptest.Fetch(ctx, base+path, seen, r.headers...)
		switch {
		case err != nil && ctx.Err() == nil:
			failed(path, apptest.Answer{}, err)
		case err != nil:
		case behind:
			r.behind.Add(1) // it said so: the client keeps what it has
		default:
			if k.Position.Before(seen) {
				failed(path, apptest.Answer{}, fmt.Errorf("answers at %s, asked for %s", k.Position, seen))
			}
			seen = k.Position
			r.Show(watch.Asked, watch.About{Kind: path}, k)
			r.reads.Add(1)
		}
		apptest.Wait(ctx, r.pause)
	}
}

func pathsOf(campaigns []ident.ID) []string {
	paths := []string{"/api/platform/totals", "/api/platform/recent", "/api/campaigns"}
	for _, c := range campaigns {
		paths = append(paths, "/api/campaigns/"+c.String(), "/api/campaigns/"+c.String()+"/supporters")
	}
	return paths
}

// TestRollingRestart restarts two servers on one data folder, each in turn, behind a load balancer, while people give,
// read and watch. No request fails, nobody sees anything go back, and every gift is counted once.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t, "CALLUP_STOP_DELAY=1s")
	f := &failures{}
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in), Failed: f.add}
	front := newBalancer(ctx, t)
	load.URL.Store(&front.url)
	var servers [2]*apptest.Server
	for i := range servers {
		servers[i] = in.MustStart(ctx)
		front.watch(ctx, t, servers[i])
	}

	running, stop := context.WithCancel(ctx)
	watching, look := context.WithCancel(ctx)
	defer look()
	var givers, watchers sync.WaitGroup
	for i := range 4 {
		givers.Go(func() { load.Give(running, rand.New(rand.NewPCG(2, uint64(i)))) })
	}
	readers := []*reader{newReader(pathsOf(load.Campaigns)...), newReader(pathsOf(load.Campaigns)...)}
	for _, r := range readers {
		givers.Go(func() { r.run(running, front.url, f.add) })
	}
	watches := []*watch.Watcher{
		apptest.NewWatcher(&load.URL, load.Campaigns[0], bus.Position{}),
		apptest.NewWatcher(&load.URL, load.Campaigns[1], bus.Position{}),
	}
	for _, w := range watches {
		watchers.Go(func() { w.Watch(watching) })
	}
	for n := range restarts {
		load.Wait(ctx, t, int64((n+1)*giftsPerRestart), servers[(n+1)%2])
		old := servers[n%2]
		old.Stop()
		if code := old.Cmd.ProcessState.ExitCode(); code != 0 || strings.Contains(old.Logs.String(), "cut off") {
			t.Errorf("a server that was told to stop ends with %d: %s", code, apptest.Tail(old.Logs.String()))
		}
		servers[n%2] = in.MustStart(ctx)
		front.watch(ctx, t, servers[n%2])
	}
	load.Wait(ctx, t, (restarts+1)*giftsPerRestart, servers[0])
	stop()
	givers.Wait()
	f.report(t)
	for i, r := range readers {
		r.report(t, i)
	}
	load.Settle(ctx, t, &apptest.Server{URL: front.url, Logs: servers[0].Logs})
	for i, w := range watches {
		apptest.Settled(ctx, t, w, i)
	}
	look()
	watchers.Wait()
	servers[1].Stop()
	check(ctx, t, load, in, servers[0])
}

// A server that is told to stop says that it is not ready, and serves on until load balancers have noticed, but keeps no
// connection.
func TestNotReadyComesFirst(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t, "CALLUP_STOP_DELAY=1m")
	s := in.MustStart(ctx)
	get := func(path string) (status int, closes bool) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close() // only its head is looked at
		return res.StatusCode, res.Close
	}
	for status := 0; status != http.StatusOK; status, _ = get("/readyz") {
		apptest.Wait(ctx, 10*time.Millisecond) // the projections are followed from the first round on
	}
	if status, closes := get("/api/campaigns"); status != http.StatusOK || closes {
		t.Errorf("before: %d, closes %v", status, closes)
	}
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for status := 0; status != http.StatusServiceUnavailable; status, _ = get("/readyz") {
		apptest.Wait(ctx, 10*time.Millisecond) // the signal is on its way
	}
	if status, closes := get("/api/campaigns"); status != http.StatusOK || !closes {
		t.Errorf("after: %d, closes %v", status, closes)
	}
}
