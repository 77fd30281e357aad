package projector

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/eventstore"
)

// BuildProgress is how far a build has got. Several projections built in one pass progress together.
type BuildProgress struct {
	Projection string
	Events     int64 // folded so far
	Total      int64 // estimated, growing with the log
	Rate       float64
	Left       time.Duration
}

// Builder makes builds beside the live ones.
type Builder struct {
	c        Config
	dec      decoder
	Progress func(BuildProgress) // called about ten times a second; may be nil
}

// NewBuilder makes a builder.
func NewBuilder(c Config) *Builder {
	c.Sizes, c.Times = c.Sizes.orDefault(), c.Times.orDefault()
	return &Builder{c: c, dec: decoder{c.Catalog, c.Keys}}
}

func (b *Builder) holder() string { return b.c.Holder + "/build" }

// EnsureLive builds the projections that have no live build of their version, in one pass, and switches to them;
// several processes doing so at once make one build. The error is *Unaccepted when what an older version shows differs:
// the build then waits for someone to accept it.
func (b *Builder) EnsureLive(ctx context.Context, all []*Projection) error {
	// At most starts there is nothing to do, and nobody to wait for.
	if builds, err := Builds(ctx, b.c.Pool); err != nil || !slices.ContainsFunc(all, func(p *Projection) bool {
		return !slices.ContainsFunc(builds, func(o Build) bool {
			return o.Projection == p.Name && o.Version == p.Version && o.State == Live
		})
	}) {
		return err
	}
	return b.alone(ctx, all, func() error {
		builds, err := Builds(ctx, b.c.Pool)
		if err != nil {
			return err
		}
		has := func(p *Projection, state string) bool {
			return slices.ContainsFunc(builds, func(o Build) bool {
				return o.Projection == p.Name && o.Version == p.Version && o.State == state &&
					(state == Live || o.Degraded == 0 && !overtook(o, builds) && checkHistory(ctx, b.c.Store, o) == nil)
			})
		}
		var missing, waiting []*Projection
		for _, p := range all {
			if has(p, Live) {
				continue
			}
			waiting = append(waiting, p)
			if !has(p, Ready) {
				missing = append(missing, p)
			}
		}
		if _, err := b.build(ctx, missing); err != nil {
			return err
		}
		for _, p := range waiting {
			if _, err := b.switchBuilt(ctx, p, false); err != nil {
				return err
			}
		}
		return nil
	})
}

// switchBuilt switches to what was built before. An erasure drops a build that waits for its turn meanwhile, if it has not
// folded the erasure yet: it is made again.
func (b *Builder) switchBuilt(ctx context.Context, p *Projection, accept bool) (Build, error) {
	for again := 0; ; again++ {
		_, build, err := b.switchReady(ctx, p, accept)
		if again == 3 || !errors.Is(err, ErrNotReady) {
			return build, err
		}
		if _, err := b.build(ctx, []*Projection{p}); err != nil {
			return build, err
		}
	}
}

// overtook tells whether a build has folded more than what people read of the projection: a switch was interrupted. The two
// can't be compared unless those tables, which may have no leader any more, come to where it stands.
func overtook(o Build, builds []Build) bool {
	read := slices.IndexFunc(builds, func(live Build) bool { // the newest version first
		return live.Projection == o.Projection && live.State == Live
	})
	return read >= 0 && builds[read].Position.Before(o.Position)
}

// Build makes new builds of projections from the log in one pass, beside what people read, and leaves them ready to be
// switched to. A build that was interrupted is gone on with.
func (b *Builder) Build(ctx context.Context, all []*Projection) (builds []Build, err error) {
	err = b.alone(ctx, all, func() (err error) {
		builds, err = b.build(ctx, all)
		return err
	})
	return builds, err
}

// Rebuild makes new builds and switches to them.
func (b *Builder) Rebuild(ctx context.Context, all []*Projection, accept bool) (builds []Build, err error) {
	err = b.alone(ctx, all, func() error {
		if _, err := b.build(ctx, all); err != nil {
			return err
		}
		for _, p := range all {
			build, err := b.switchBuilt(ctx, p, accept)
			if err != nil {
				return err
			}
			builds = append(builds, build)
		}
		return nil
	})
	return builds, err
}

// alone holds advisory locks of the database, so that a projection is built by one process at a time. Their connection
// is none of the pool's: those who wait for a lock must not hold what the one who has it needs.
func (b *Builder) alone(ctx context.Context, all []*Projection, f func() error) error {
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	return b.locked(ctx, names, f)
}

func (b *Builder) locked(ctx context.Context, names []string, f func() error) error {
	conn, err := pgx.ConnectConfig(ctx, b.c.Pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("connect to build %s: %w", strings.Join(names, ", "), err)
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(bye) // the locks go with the connection
	}()
	slices.Sort(names) // the same order everywhere: nobody waits in a circle
	for _, name := range names {
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, lockKey(name)); err != nil {
			return fmt.Errorf("wait for another build of %s: %w", name, err)
		}
	}
	err = f()
	if err != nil { // the next attempt, of any process, continues what was begun
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, b.c.leases().releaseAll(bye, b.holder()))
	}
	return err
}

func lockKey(name string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("callup build " + name)) // never fails
	return int64(h.Sum64())                        //nolint:gosec // any 64 bits will do
}

// build makes builds of projections and leaves them ready.
func (b *Builder) build(ctx context.Context, all []*Projection) ([]Build, error) {
	if len(all) == 0 {
		return nil, nil
	}
	for _, p := range all { // a build that was ready and is not wanted any more
		if old, err := b.newest(ctx, p, Ready); err == nil {
			if err := drop(ctx, b.c.Pool, old); err != nil {
				return nil, err
			}
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return nil, err
		}
	}
	led, err := b.begin(ctx, all, nil)
	if err != nil {
		return nil, err
	}
	err = b.holding(ctx, led, func(ctx context.Context) error { return b.fill(ctx, led) })
	if bad, ok := errors.AsType[*poison](err); ok { // going on would end there again
		return nil, errors.Join(bad, b.dropAll(ctx, led))
	}
	if err != nil {
		return nil, err
	}
	builds := make([]Build, len(led))
	for i, l := range led {
		if _, err := b.c.Pool.Exec(ctx, `UPDATE projection_builds SET state = 'ready' WHERE id = $1 AND state = 'building'`,
			l.build.ID); err != nil {
			return nil, fmt.Errorf("finish build %d of %s: %w", l.build.ID, l.p.Name, err)
		}
		l.build.State = Ready
		builds[i] = l.build
		if err := b.c.leases().release(ctx, l.build.ID, l.lease); err != nil {
			return nil, err
		}
	}
	return builds, nil
}

// fill brings builds to where what people read stands, where they can be compared, and no further.
func (b *Builder) fill(ctx context.Context, led []*leading) error {
	until, err := b.common(ctx, led)
	if err != nil {
		return err
	}
	if err := b.catchUp(ctx, led, until); err != nil {
		return err
	}
	if err := b.index(ctx, led); err != nil {
		return err
	}
	if until, err = b.common(ctx, led); err != nil { // what happened while the indexes were made
		return err
	}
	return b.catchUp(ctx, led, until)
}

// common is the lowest position of what people read of these projections: nil, the end of the log, when nobody reads any.
func (b *Builder) common(ctx context.Context, led []*leading) (*eventstore.Position, error) {
	var until *eventstore.Position
	for _, l := range led {
		reference, found, err := b.reference(ctx, b.c.Pool, l.p)
		if err != nil {
			return until, err
		}
		if !found || checkHistory(ctx, b.c.Store, reference) != nil { // nothing to compare with
			continue
		}
		if until == nil || reference.Position.Before(*until) {
			at := reference.Position
			until = &at
		}
	}
	return until, nil
}

// begin makes new builds, or goes on with those that this very program began and could not finish.
func (b *Builder) begin(ctx context.Context, all []*Projection, past *AsOf) ([]*leading, error) {
	log, _, err := b.c.Store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log's head: %w", err)
	}
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return nil, err
	}
	led := make([]*leading, 0, len(all))
	for _, p := range all {
		l, err := b.resume(ctx, p, builds, log, past)
		if err != nil {
			return nil, err
		}
		if l == nil {
			if l, err = b.anew(ctx, p, b.c.Code, log, past); err != nil {
				return nil, err
			}
		}
		led = append(led, l)
	}
	return led, nil
}

// anew makes an empty build and leads it.
func (b *Builder) anew(ctx context.Context, p *Projection, code string, log eventstore.LogID, past *AsOf) (*leading, error) {
	build, err := create(ctx, b.c.Pool, p, code, log, past)
	if err != nil {
		return nil, err
	}
	l, err := b.takeOver(ctx, p, build)
	if err != nil {
		return nil, err
	}
	l.rows.whole = true // its tables are empty
	return l, nil
}

// resume goes on with an interrupted build; nil when there is none. What can't be gone on with is dropped.
func (b *Builder) resume(ctx context.Context, p *Projection, builds []Build, log eventstore.LogID, past *AsOf) (*leading, error) {
	for _, o := range builds {
		if o.Projection != p.Name || o.Version != p.Version || o.State != Building || (past == nil) != (o.AsOf == "") ||
			past != nil && o.Schema != past.Schema {
			continue
		}
		same := o.Code == b.c.Code && o.Log == log && o.Degraded == 0 && checkHistory(ctx, b.c.Store, o) == nil
		if past != nil {
			same = same && o.AsOf == past.At.String() && o.Personal == past.Personal && !past.Until.Before(o.Position)
		}
		if !same || o.Position.IsZero() {
			if err := drop(ctx, b.c.Pool, o); err != nil {
				return nil, err
			}
			continue
		}
		l, err := b.takeOver(ctx, p, o)
		if err != nil {
			return nil, err
		}
		for _, t := range p.tables { // rows are looked for in the tables now
			if err := b.indexLookups(ctx, l.build, t); err != nil {
				return nil, err
			}
		}
		return l, nil
	}
	return nil, nil //nolint:nilnil // documented
}

func (b *Builder) dropAll(ctx context.Context, led []*leading) error {
	var errs []error
	for _, l := range led {
		errs = append(errs, drop(context.WithoutCancel(ctx), b.c.Pool, l.build))
	}
	return errors.Join(errs...)
}

// indexing is how many indexes are made at once at most. Each holds a connection of the pool, which requests need, too.
const indexing = 4

// index makes the indexes of builds, as many at once as there are processors, up to indexing.
func (b *Builder) index(ctx context.Context, led []*leading) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(min(runtime.GOMAXPROCS(0), indexing))
	for _, l := range led {
		for _, t := range l.p.tables {
			work.Go(func() error { return b.indexTable(ctx, l.build, t) })
		}
	}
	return work.Wait()
}

func (b *Builder) indexTable(ctx context.Context, of Build, t *table) error {
	for _, sql := range t.createIndexes(of.Schema) {
		if _, err := b.c.Pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("index %s of build %d: %w", t.name, of.ID, err)
		}
	}
	if _, err := b.c.Pool.Exec(ctx, "ANALYZE "+t.in(of.Schema)); err != nil {
		return fmt.Errorf("analyze %s of build %d: %w", t.name, of.ID, err)
	}
	return nil
}

// indexLookups makes the indexes that a build needs of a table whose rows it does not keep in memory.
func (b *Builder) indexLookups(ctx context.Context, of Build, t *table) error {
	for column, l := range t.lookups {
		if l.byKey {
			continue
		}
		if _, err := b.c.Pool.Exec(ctx, t.createIndex(of.Schema, "("+column+")")); err != nil {
			return fmt.Errorf("index %s of build %d: %w", t.name, of.ID, err)
		}
	}
	return nil
}
