package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/observe"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections/projector"
)

// unready is one thing that keeps a process from serving. It holds no text of an error: that may name what it likes.
type unready struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Readiness is the body of /readyz.
type Readiness struct {
	Ready    bool      `json:"ready"`
	NotReady []unready `json:"not_ready,omitempty"`
}

// Health answers whether this process lives and whether it can serve.
type Health struct {
	b        *Base
	mayLag   time.Duration // how far the read tables may be behind
	Draining atomic.Bool
	Runner   atomic.Pointer[projector.Runner] // nil until the read tables are built

	mu    sync.Mutex
	asked time.Time
	last  Readiness
	disk  diskCheck
}

// Health gives what answers probes.
func (b *Base) Health() *Health { return &Health{b: b, mayLag: b.Config.ReadyLag} }

// probes are what a supervisor and Prometheus ask for.
func (s *Services) probes(h *Health) http.Handler {
	r := chi.NewRouter()
	r.Get("/healthz", healthz)
	r.Get("/readyz", h.Readyz)
	r.Handle("/metrics", s.exposition())
	return r
}

func (s *Services) exposition() http.Handler {
	return promhttp.HandlerFor(s.Metrics, promhttp.HandlerOpts{Registry: s.Metrics})
}

// healthz answers as long as the process can answer anything: who restarts a process because its database is away only
// makes things worse.
func healthz(w http.ResponseWriter, _ *http.Request) {
	writeProbe(w, http.StatusOK, map[string]bool{"alive": true})
}

// Readyz answers whether this process can serve.
func (h *Health) Readyz(w http.ResponseWriter, r *http.Request) {
	answer := h.check(r.Context())
	status := http.StatusOK
	if !answer.Ready {
		status = http.StatusServiceUnavailable
	}
	writeProbe(w, status, answer)
}

// Gauge tells Prometheus what /readyz tells load balancers: a server that waits to become ready fails nothing else.
func (h *Health) Gauge() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "callup_ready", Help: "1 when this process can serve, as /readyz says; else 0.",
	}, func() float64 {
		if h.check(context.Background()).Ready {
			return 1
		}
		return 0
	})
}

func writeProbe(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // who asked may be gone
}

// farewell closes each connection after its answer once the server is about to end: whoever would use it again asks
// another server. Connections that are idle stay until requests on them have stopped.
func (h *Health) farewell(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.Draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// check tells whether this process can serve.
func (h *Health) check(ctx context.Context) Readiness {
	if h.Draining.Load() {
		return Readiness{NotReady: []unready{{"server", "is shutting down"}}}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.asked) < h.b.times.Probe { // anybody may ask, and the database must not pay for it
		return h.last
	}
	// the answer is for others too, so it does not end with who asked first
	ctx, cancel := context.WithTimeout(eventstore.Awaited(context.WithoutCancel(ctx)), 2*time.Second)
	defer cancel()
	problems := h.problems(ctx)
	h.asked, h.last = time.Now(), Readiness{Ready: len(problems) == 0, NotReady: problems}
	return h.last
}

func (h *Health) problems(ctx context.Context) (found []unready) {
	if h.disk.full(ctx, h.b) {
		found = append(found, h.b.diskFull()) // first: it may be why the database does not answer
	}
	has, knows, err := migrations.Versions(ctx, h.b.Pool)
	if err != nil {
		return append(found, unready{"database", "does not answer"})
	}
	if has < knows {
		found = append(found, unready{"migrations", fmt.Sprintf("the database is at %d, this program needs %d", has, knows)})
	}
	_, head, err := h.b.Store.Head(ctx)
	if err != nil {
		return append(found, unready{"event store", "does not answer"})
	}
	runner := h.Runner.Load()
	if runner == nil {
		return append(found, unready{"projections", "are being built"})
	}
	return append(found, h.lagging(ctx, runner, head)...)
}

// lagging names every projection that does not show what is in the log.
func (h *Health) lagging(ctx context.Context, runner *projector.Runner, head eventstore.Position) []unready {
	var found []unready
	lags := map[eventstore.Position]eventstore.Lag{} // most stand at the same place
	health := runner.Health()
	for _, p := range h.b.Projections {
		what := "projection " + p.Name
		does, known := health[p.Name]
		if !known {
			found = append(found, unready{what, "is not followed yet"})
			continue
		}
		if does.Build.StoppedByNewer() {
			found = append(found, unready{what, "stands still before an event that a newer callup wrote and this one does not know; " +
				"start the newer one; which event: callup doctor"})
			continue
		}
		if does.Build.Stopped != "" {
			found = append(found, unready{what, "stands still before an event it can't fold; see: callup projections status"})
			continue
		}
		lag, measured := lags[does.Build.Position]
		if !measured {
			var err error
			if lag, err = h.b.Store.Behind(ctx, does.Build.Position); err != nil {
				found = append(found, unready{what, "its lag can't be measured"})
				continue
			}
			lags[does.Build.Position] = lag
		}
		if late := runner.Late(head, does.Build.Position, lag); late > h.mayLag {
			found = append(found, unready{what, fmt.Sprintf("is %d events and %.0f s behind", lag.Events, late.Seconds())})
		}
	}
	slices.SortFunc(found, func(a, b unready) int { return strings.Compare(a.What, b.What) })
	return found
}

// serveProbes answers probes and metrics at CALLUP_METRICS_ADDR, from before the read tables are built until after the
// last request, and gives what ends it.
func (s *Services) serveProbes(ctx context.Context, h *Health) (func(), error) {
	if s.Config.MetricsAddr == "" {
		return func() {}, nil
	}
	l, err := Listen(ctx, s.Config.MetricsAddr, "CALLUP_METRICS_ADDR")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: s.probes(h), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second,
		MaxHeaderBytes: 16 << 10}
	s.Log.InfoContext(ctx, "metrics are served", "address", l.Addr().String())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.Log.ErrorContext(ctx, "metrics are not served any more", "error", err)
		}
	}()
	return func() {
		_ = server.Close() // nobody waits for a probe of a server that ends
		<-ended
	}, nil
}

// startTraces exports traces where a setting says where to.
func (b *Base) startTraces(ctx context.Context) error {
	if !b.Config.Traces {
		return nil
	}
	tracer, stop, err := observe.Traces(ctx, b.Version, b.Log)
	if err != nil {
		return err
	}
	b.tracer = tracer
	b.closers = append(b.closers, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
		defer cancel()
		if err := stop(ctx); err != nil {
			b.Log.WarnContext(ctx, "the last traces were not exported", "error", err)
		}
		return nil
	})
	return nil
}
