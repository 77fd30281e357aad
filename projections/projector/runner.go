package projector

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// Config is what a runner is given.
type Config struct {
	Store   eventstore.Store
	Catalog *catalog.Catalog
	Keys    catalog.Keys
	Pool    *pgxpool.Pool
	// Erasing tells whether somebody is being erased: until that is folded, a new build lacks what people still read. It may
	// be nil, when nobody is ever erased.
	Erasing     func(context.Context) (bool, error)
	Projections []*Projection
	Tracker     *Tracker
	Holder      string       // names this process in leases; unique among processes
	Publish     func(Change) // called after each commit, in order; must not block
	// Switched is called when other tables became the live ones, before any position of theirs is told: whoever
	// resolves their names must read the registry again. It may be nil.
	Switched func(context.Context) error
	// Led is called when this process begins to lead: what whoever led before has committed may not have been published.
	// It may be nil, and must not block.
	Led     func()
	Code    string // names this program in the builds it makes
	Log     *slog.Logger
	Metrics prometheus.Registerer
	Tracer  trace.Tracer // nil when nothing is traced
	Sizes   Sizes        // DefaultSizes when zero
	Times   Times        // DefaultTimes when zero
}

// Sizes bounds what is done at once.
type Sizes struct {
	Live    int // events that a runner reads at once
	Rebuild int // events that a builder reads at once
	Rows    int // rows that a builder keeps in memory, but for those of one batch
}

// DefaultSizes are the sizes to run with.
func DefaultSizes() Sizes { return Sizes{Live: 500, Rebuild: 4000, Rows: 200_000} }

func (s Sizes) orDefault() Sizes {
	if s == (Sizes{}) {
		return DefaultSizes()
	}
	return s
}

type gaveUp struct {
	at    eventstore.Position
	until time.Time
}

// Runner keeps the live builds of this program's projections up to date: one process leads each, the others follow
// its position.
type Runner struct {
	c       Config
	pool    *pgxpool.Pool // reads and writes the tables: c.Pool, or impatient connections while it runs
	dec     decoder
	byName  map[string]*Projection
	lag     *prometheus.GaugeVec
	late    *prometheus.GaugeVec
	folded  *prometheus.CounterVec
	stopped *prometheus.GaugeVec
	omitted *prometheus.GaugeVec
	ahead   prometheus.Gauge
	missed  map[string]int   // how often in a row the lag of a projection could not be measured; used by measure alone
	gaveUp  map[int64]gaveUp // builds this process can't fold on, for others to try
	free    chan struct{}    // capacity 1: some build may have no leader
	gone    chan []string    // capacity 1: the projections that have no tables people could read

	sightings sightings

	mu     sync.Mutex
	live   map[string]int64 // the build each projection's position is told of
	health map[string]Health
}

// Health is how a projection does.
type Health struct {
	Build   Build
	Leading bool // whether this process folds it
}

// NewRunner makes a runner.
func NewRunner(c Config) *Runner {
	c.Sizes, c.Times = c.Sizes.orDefault(), c.Times.orDefault()
	r := &Runner{
		c: c, pool: c.Pool, dec: decoder{c.Catalog, c.Keys}, byName: map[string]*Projection{}, health: map[string]Health{},
		live: map[string]int64{}, missed: map[string]int{}, gaveUp: map[int64]gaveUp{}, free: make(chan struct{}, 1),
		gone: make(chan []string, 1),
		lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "callup_projection_lag_events", Help: "Events in the log that a projection has not folded.",
		}, []string{"projection"}),
		late: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "callup_projection_lag_seconds", Help: "Age of the oldest event that a projection has not folded, by its stamp or by " +
				"how long this process has known of it, whichever is more; 0 when there is none.",
		}, []string{"projection"}),
		ahead: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "callup_log_ahead_seconds",
			Help: "How far the newest stamp that was folded lies ahead of this server's clock; 0 when it does not.",
		}),
		folded: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "callup_projection_events_total", Help: "Events a projection has passed.",
		}, []string{"projection"}),
		stopped: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "callup_projection_stopped", Help: "1 while a projection stands still before an event it can't fold.",
		}, []string{"projection"}),
		omitted: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "callup_projection_degraded_events", Help: "Harmless events that a projection left out because it could not fold them.",
		}, []string{"projection"}),
	}
	for _, p := range c.Projections {
		r.byName[p.Name] = p
	}
	if c.Metrics != nil {
		c.Metrics.MustRegister(r.lag, r.late, r.folded, r.stopped, r.omitted, r.ahead)
	}
	return r
}

// Health tells how each projection does.
func (r *Runner) Health() map[string]Health {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make(map[string]Health, len(r.health))
	maps.Copy(out, r.health)
	return out
}

// Ready builds every projection that has no live build of its version, and returns when all have. When one of them
// differs from what an older version shows, it says so and waits until someone accepts it.
func (r *Runner) Ready(ctx context.Context) error {
	builder := NewBuilder(r.c)
	for told := ""; ; {
		err := builder.EnsureLive(ctx, r.c.Projections)
		differs, ok := errors.AsType[*Unaccepted](err)
		if !ok {
			return err
		}
		if told != differs.Projection {
			told = differs.Projection
			r.c.Log.ErrorContext(ctx, "not ready: a new version of the read tables differs from the old one", "error", differs.Error())
		}
		if err := pause(ctx, r.c.Times.Tick); err != nil {
			return err
		}
	}
}

// letGo gives back the leases of builds that stand still here, for another process to try.
func (r *Runner) letGo(ctx context.Context, led map[int64]*leading) error {
	for id, l := range led {
		if l.build.Stopped == "" {
			continue
		}
		delete(led, id)
		if err := r.c.leases().release(ctx, id, l.lease); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) within(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.Times.Round)
	defer cancel()
	return f(ctx)
}

// Run folds until the context ends. Failures of the database are waited out.
func (r *Runner) Run(ctx context.Context) error {
	pool, err := impatient(ctx, r.c.Pool, r.c.Times.LockWait)
	if err != nil {
		return err
	}
	defer pool.Close()
	r.pool = pool
	led := map[int64]*leading{}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		if err := r.save(bye, led); err != nil { // refused, if a batch that was cut off while it was sent is written after all
			r.c.Log.WarnContext(bye, "checkpoints not written; some events will be folded again", "error", err)
		}
		r.leave(ctx)
	}()
	var beside sync.WaitGroup
	ends, end := context.WithCancel(ctx)
	defer func() { end(); beside.Wait() }()
	beside.Go(func() { r.janitor(ends) })
	beside.Go(func() { r.follow(ends) })
	beside.Go(func() { r.restore(ends) })
	beside.Go(func() {
		for pause(ends, r.c.Times.Tick) == nil {
			r.measure(ends)
		}
	})
	due := time.Now()
	busy := debounce{grow: r.c.Times.Debounce}
	for ctx.Err() == nil {
		if !time.Now().Before(due) {
			if err := r.c.within(ctx, func(ctx context.Context) error { return r.refresh(ctx, led) }); err != nil {
				if errors.Is(err, ErrOtherHistory) {
					return err
				}
				if ctx.Err() != nil {
					break // what is led is given back
				}
				clear(led) // what was committed is read again
				if lostLease(err) || errors.Is(err, errSwitched) {
					continue
				}
				r.c.Log.WarnContext(ctx, "projections can't be refreshed", "error", err)
				if pause(ctx, r.c.Times.Retry) != nil {
					break
				}
				continue
			}
			due = time.Now().Add(r.c.Times.Tick)
		}
		var moved int
		err := r.c.within(ctx, func(ctx context.Context) (err error) {
			moved, err = r.step(ctx, led)
			return errors.Join(err, r.letGo(ctx, led))
		})
		switch {
		case lostLease(err):
			clear(led) // another process leads, or the build was switched away: see the registry
			due = time.Now()
		case err != nil && ctx.Err() == nil:
			r.c.Log.WarnContext(ctx, "projections step failed", "error", err)
			_ = pause(ctx, r.c.Times.Retry)
			clear(led) // what was committed is read again
			due = time.Now()
		case moved == 0:
			if r.idle(ctx, led, due) {
				due = time.Now()
			}
		default:
			if grow := busy.passed(moved, time.Now()); grow > 0 {
				_ = pause(ctx, grow)
			}
		}
	}
	return ctx.Err()
}

// leave releases every lease of this process, so that another one can lead at once.
func (r *Runner) leave(ctx context.Context) {
	bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := r.c.leases().releaseAll(bye, r.c.Holder, keeper(r.c.Holder)); err != nil {
		r.c.Log.WarnContext(bye, "leases not released", "error", err)
	}
}

// idle waits for the log or the next refresh, and tells whether that is to come early.
func (r *Runner) idle(ctx context.Context, led map[int64]*leading, due time.Time) (early bool) {
	wait, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	after, ok := lowest(led)
	if !ok {
		select {
		case <-r.free:
			return true
		case <-wait.Done():
			return false
		}
	}
	_ = r.c.Store.Wait(wait, after) // a hint only
	return false
}

// refresh reads the registry, takes or renews leases, and follows builds led elsewhere.
func (r *Runner) refresh(ctx context.Context, led map[int64]*leading) error {
	if err := r.save(ctx, led); err != nil {
		return err
	}
	builds, err := Builds(ctx, r.c.Pool)
	if err != nil {
		return err
	}
	held, err := r.c.leases().renew(ctx, maps.Values(led))
	if err != nil {
		return err
	}
	live, shown := map[int64]bool{}, map[string]bool{}
	var all []Build
	for _, b := range builds {
		p := r.byName[b.Projection]
		if p == nil || b.Version != p.Version || b.State != Live {
			continue
		}
		live[b.ID], shown[p.Name] = true, true
		all = append(all, b)
	}
	begun, err := r.lead(ctx, led, all, held)
	if err != nil {
		return err
	}
	if begun && r.c.Led != nil {
		r.c.Led()
	}
	r.miss(shown)
	for id, l := range led {
		if !live[id] {
			delete(led, id)
			if err := r.c.leases().release(ctx, id, l.lease); err != nil {
				return err
			}
		}
	}
	return nil
}

// miss has what nobody can read built anew.
func (r *Runner) miss(shown map[string]bool) {
	var names []string
	for name := range r.byName {
		if !shown[name] {
			names = append(names, name)
			r.stopped.WithLabelValues(name).Set(1)
		}
	}
	if len(names) == 0 {
		return
	}
	r.mu.Lock()
	for _, name := range names {
		delete(r.health, name)
	}
	r.mu.Unlock()
	select {
	case r.gone <- names:
	default:
	}
}

// restore builds anew what was taken from under a running server: an older program that ends an erasure drops the tables of
// versions it does not know, if they seem abandoned. What can't be built is tried again after longer and longer.
func (r *Runner) restore(ctx context.Context) {
	wait := r.c.Times.Tick
	for {
		var names []string
		select {
		case names = <-r.gone:
		case <-ctx.Done():
			return
		}
		r.c.Log.ErrorContext(ctx, "read tables are gone and are built anew", "projections", names)
		wait = min(2*wait, r.c.Times.Restore)
		if err := NewBuilder(r.c).EnsureLive(ctx, r.c.Projections); err == nil {
			wait = 2 * r.c.Times.Tick // until the registry was read again
		} else if ctx.Err() == nil {
			r.c.Log.ErrorContext(ctx, "read tables can't be built anew", "projections", names, "error", err, "again_in", wait)
		}
		if pause(ctx, wait) != nil {
			return
		}
		select {
		case <-r.gone: // of before
		default:
		}
	}
}

// errSwitched tells that a build whose lease was taken is not the one people read any more.
var errSwitched = errors.New("another build was switched to")

func (r *Runner) note(name string, h Health) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.health[name] = h
}
