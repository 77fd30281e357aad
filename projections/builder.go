package projections

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
)

// BuildProgress is how far a build has got.
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
	page     int                 // events read at once
	rows     int                 // rows kept in memory at most, but for those of one page
}

// NewBuilder makes a builder.
func NewBuilder(c Config) *Builder {
	return &Builder{c: c, dec: decoder{c.Catalog, c.Keys}, page: rebuildPage, rows: maxRows}
}

// EnsureLive builds a projection that has no live build of its version; several processes doing so at once make one.
func (b *Builder) EnsureLive(ctx context.Context, p *Projection) error {
	return b.alone(ctx, p, func() error {
		builds, err := Builds(ctx, b.c.Pool)
		if err != nil {
			return err
		}
		for _, o := range builds {
			if o.Projection == p.Name && o.Version == p.Version && o.State == Live {
				return nil
			}
		}
		_, err = b.rebuild(ctx, p)
		return err
	})
}

// Rebuild makes a new build of a projection from the log, beside the one people read, and switches to it once it has
// caught up. The old one is retired and dropped later.
func (b *Builder) Rebuild(ctx context.Context, p *Projection) (Build, error) {
	var out Build
	err := b.alone(ctx, p, func() (err error) {
		out, err = b.rebuild(ctx, p)
		return err
	})
	return out, err
}

// alone holds an advisory lock of the database, so that a projection is built by one process at a time. Its connection
// is none of the pool's: those who wait for the lock must not hold what the one who has it needs.
func (b *Builder) alone(ctx context.Context, p *Projection, f func() error) error {
	h := fnv.New64a()
	_, _ = h.Write([]byte("callup build " + p.Name)) // never fails
	key := int64(h.Sum64())                          //nolint:gosec // any 64 bits will do
	conn, err := pgx.ConnectConfig(ctx, b.c.Pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("connect to build %s: %w", p.Name, err)
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(bye) // the lock goes with the connection
	}()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, key); err != nil {
		return fmt.Errorf("wait for another build of %s: %w", p.Name, err)
	}
	return f()
}

func (b *Builder) rebuild(ctx context.Context, p *Projection) (Build, error) {
	build, err := b.fresh(ctx, p)
	if err != nil {
		return build, err
	}
	l, err := b.leadFresh(ctx, p, build)
	if err != nil {
		return build, err
	}
	err = b.catchUp(ctx, l, nil)
	if err == nil {
		err = b.index(ctx, p, build)
	}
	if err == nil { // what happened while the indexes were made
		err = b.catchUp(ctx, l, nil)
	}
	if err == nil {
		err = makeLive(ctx, b.c.Pool, l, func(at eventstore.Position) error { return b.catchUp(ctx, l, &at) })
	}
	if err != nil {
		return l.build, errors.Join(err, drop(context.WithoutCancel(ctx), b.c.Pool, build))
	}
	return l.build, nil
}

// fresh removes what an earlier, interrupted build left behind, and makes a new one.
func (b *Builder) fresh(ctx context.Context, p *Projection) (Build, error) {
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return Build{}, err
	}
	for _, o := range builds {
		if o.Projection == p.Name && o.State == Building {
			if err := drop(ctx, b.c.Pool, o); err != nil {
				return Build{}, err
			}
		}
	}
	return create(ctx, b.c.Pool, p)
}

func (b *Builder) leadFresh(ctx context.Context, p *Projection, build Build) (*leading, error) {
	ls, ok, err := acquire(ctx, b.c.Pool, build.ID, b.c.Holder+"/build")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("another process leads the new build of %s", p.Name)
	}
	rows := newRows()
	rows.whole = true // its tables are empty
	return &leading{p: p, build: build, lease: ls, rows: rows}, nil
}

func (b *Builder) index(ctx context.Context, p *Projection, build Build) error {
	for _, t := range p.tables {
		for _, sql := range t.createIndexes(build.Schema) {
			if _, err := b.c.Pool.Exec(ctx, sql); err != nil {
				return fmt.Errorf("index %s of build %d: %w", t.name, build.ID, err)
			}
		}
		if _, err := b.c.Pool.Exec(ctx, "ANALYZE "+t.in(build.Schema)); err != nil {
			return fmt.Errorf("analyze %s of build %d: %w", t.name, build.ID, err)
		}
	}
	return nil
}

// catchUp folds until the end of the log, or until a position.
func (b *Builder) catchUp(ctx context.Context, l *leading, until *eventstore.Position) error {
	reading, stop := context.WithCancel(ctx)
	pages, wait := b.ahead(reading, l.build.Position, until, l.p.personal)
	defer func() {
		stop()
		_ = wait() // what went wrong with reading is told below
	}()
	began, start, told := time.Now(), l.build.Events, time.Time{}
	renewed := time.Now()
	for d := range pages {
		p, err := l.prepare(ctx, b.c.Pool, d.events, d.page.Next)
		if err != nil {
			return fmt.Errorf("build %s: %w", l.p.Name, err)
		}
		l.absorb(p)
		if l.kept() > b.rows {
			if err := l.flush(ctx, b.c.Pool); err != nil {
				return err
			}
			l.rows = newRows()
		}
		if time.Since(renewed) > time.Second {
			if _, ok, err := acquire(ctx, b.c.Pool, l.build.ID, l.lease.holder); err != nil || !ok {
				return errors.Join(fmt.Errorf("the lease of build %d was lost", l.build.ID), err)
			}
			renewed = time.Now()
		}
		if b.Progress != nil && (time.Since(told) > 100*time.Millisecond || d.page.End) {
			told = time.Now()
			b.Progress(b.progress(ctx, l, began, start))
		}
	}
	if err := wait(); err != nil {
		return err
	}
	return l.flush(ctx, b.c.Pool)
}

func (b *Builder) progress(ctx context.Context, l *leading, began time.Time, start int64) BuildProgress {
	out := BuildProgress{Projection: l.p.Name, Events: l.build.Events, Total: l.build.Events}
	if lag, err := b.c.Store.Behind(ctx, l.build.Position); err == nil {
		out.Total += lag.Events
	}
	if s := time.Since(began).Seconds(); s > 0 {
		out.Rate = float64(l.build.Events-start) / s
	}
	if out.Rate > 0 {
		out.Left = time.Duration(float64(out.Total-out.Events) / out.Rate * float64(time.Second))
	}
	return out
}

// cut drops what lies beyond a position.
func cut(p eventstore.Page, until eventstore.Position) eventstore.Page {
	for i, e := range p.Events {
		if until.Before(e.Position) {
			p.Events = p.Events[:i]
			p.Next, p.End = until, true
			return p
		}
	}
	if until.Before(p.Next) {
		p.Next, p.End = until, true
	}
	return p
}
