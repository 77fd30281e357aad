package projector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// keepEvery is how often previous builds are folded on and what is due is removed.
const keepEvery = 5 * time.Second

// keep looks after the builds that nobody reads, until the context ends: it folds previous ones on, so that one can go
// back, removes what is due, and keeps the views of people with psql over the live builds.
func (r *Runner) keep(ctx context.Context) {
	b := NewBuilder(r.c)
	for {
		if err := b.Keep(ctx); err != nil && ctx.Err() == nil {
			r.c.Log.WarnContext(ctx, "builds of projections can't be looked after", "error", err)
		}
		if pause(ctx, keepEvery) != nil {
			return
		}
	}
}

// Keep looks once after the builds that nobody reads.
func (b *Builder) Keep(ctx context.Context) error {
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return err
	}
	shown, err := makeViews(ctx, b.c.Pool, b.c.Projections)
	errs := []error{b.retire(ctx), err}
	for _, o := range builds {
		switch {
		case o.State == Previous:
			errs = append(errs, b.foldOn(ctx, o))
		case due(o, time.Now()) && shown != nil && !shown.shows(o):
			errs = append(errs, drop(ctx, b.c.Pool, o))
		}
	}
	return errors.Join(errs...)
}

// due tells whether nobody needs a build any more.
func due(o Build, now time.Time) bool {
	switch o.State {
	case Retired:
		return o.RetiredAt != nil && now.Sub(*o.RetiredAt) > retiredFor
	case Past:
		return o.KeepUntil != nil && now.After(*o.KeepUntil)
	}
	return false
}

// retire ends the time of previous builds, and of live ones of versions that a newer one replaced and nobody folds any
// more.
func (b *Builder) retire(ctx context.Context) error {
	_, err := b.c.Pool.Exec(ctx, `
		UPDATE projection_builds o SET state = 'retired', retired_at = now()
		WHERE o.state = 'previous' AND o.keep_until < now()
		   OR o.state = 'live'
		      AND EXISTS (SELECT FROM projection_builds n WHERE n.projection = o.projection AND n.version > o.version
		                  AND n.state = 'live' AND n.live_at < now() - $1::interval)
		      AND NOT EXISTS (SELECT FROM projection_leases l WHERE l.build = o.id AND l.expires_at > now())
		      AND o.updated_at < now() - $1::interval`, KeptFor)
	if err != nil {
		return fmt.Errorf("retire builds: %w", err)
	}
	return nil
}

// foldOn brings a previous build up to date, if this program knows its version and nobody else does it.
func (b *Builder) foldOn(ctx context.Context, o Build) error {
	var p *Projection
	for _, known := range b.c.Projections {
		if known.Name == o.Projection && known.Version == o.Version {
			p = known
		}
	}
	if p == nil || o.Stopped != "" {
		return nil
	}
	ls, ok, err := acquire(ctx, b.c.Pool, o.ID, b.c.Holder+"/keep")
	if err != nil || !ok {
		return err
	}
	fresh, err := buildByID(ctx, b.c.Pool, o.ID)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && fresh.State != Previous {
		return nil // dropped or switched to meanwhile
	}
	if err != nil {
		return err
	}
	if err := checkHistory(ctx, b.c.Store, fresh); err != nil {
		return err
	}
	err = b.catchUpHeld(ctx, &leading{p: p, build: fresh, lease: ls, rows: newRows()}, nil)
	var bad error
	if event, ok := errors.AsType[*poison](err); ok {
		bad = event
	} else if misfit(err) { // by a row of a page: which one is not known
		bad = err
	}
	if bad != nil {
		return noteStopped(ctx, b.c.Pool, o.ID, ls, bad)
	}
	if lostLease(err) {
		return nil // someone goes back to it, or it was retired
	}
	return err
}

// Prune names what Prune removes beside that which is due.
type Prune struct {
	Previous bool   // also the builds kept for going back
	Schema   string // an as-of build's schema
}

// Prune removes builds that nobody needs: retired, interrupted, expired ones, and those asked for. It gives what it
// removed.
func (b *Builder) Prune(ctx context.Context, what Prune) ([]Build, error) {
	if err := b.retire(ctx); err != nil {
		return nil, err
	}
	shown, unmade := makeViews(ctx, b.c.Pool, b.c.Projections)
	if shown == nil {
		return nil, unmade
	}
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return nil, err
	}
	if what.Schema != "" && !slices.ContainsFunc(builds, func(o Build) bool { return o.Schema == what.Schema && o.AsOf != "" }) {
		return nil, fmt.Errorf("no as-of build is in a schema %q; see: callup projections status", what.Schema)
	}
	var gone []Build
	var kept error
	for _, o := range builds {
		wanted := due(o, time.Now()) || what.Schema != "" && o.Schema == what.Schema && o.AsOf != "" ||
			what.Previous && o.State == Previous
		if !wanted && (o.State == Building || o.State == Ready) {
			var led bool
			if err := b.c.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_leases WHERE build = $1 AND expires_at > now())`, o.ID).Scan(&led); err != nil {
				return gone, fmt.Errorf("ask who leads build %d: %w", o.ID, err)
			}
			if led || what.Schema != "" {
				continue
			}
			// whoever made it is gone, or it waits unwanted
			dropped, err := dropIdle(ctx, b.c.Pool, o)
			if err != nil {
				return gone, err
			}
			if dropped {
				gone = append(gone, o)
			}
			continue
		}
		if !wanted {
			continue
		}
		if shown.shows(o) {
			kept = errors.Join(fmt.Errorf("build %d of %s is shown by a view still", o.ID, o.Projection), unmade)
			continue
		}
		if err := drop(ctx, b.c.Pool, o); err != nil {
			return gone, err
		}
		gone = append(gone, o)
	}
	return gone, kept
}

// views are the schemas whose tables the views of readmodel show, by view.
type views map[string]string

// shows tells whether a view would go with a build's tables. Those of a past moment are shown by none but people's own.
func (v views) shows(b Build) bool {
	if b.AsOf != "" {
		return false
	}
	for _, schema := range v {
		if schema == b.Schema {
			return true
		}
	}
	return false
}

// viewed looks what each view of readmodel shows. (The text of a view, as pg_views has it, can't be asked for while another
// process replaces the view.)
func viewed(ctx context.Context, pool *pgxpool.Pool) (views, error) {
	rows, err := pool.Query(ctx, `
		SELECT DISTINCT v.relname, o.nspname
		FROM pg_namespace n JOIN pg_class v ON v.relnamespace = n.oid AND v.relkind = 'v'
		JOIN pg_rewrite r ON r.ev_class = v.oid
		JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
		JOIN pg_class t ON t.oid = d.refobjid AND t.oid <> v.oid JOIN pg_namespace o ON o.oid = t.relnamespace
		WHERE n.nspname = 'readmodel'`)
	if err != nil {
		return nil, fmt.Errorf("list the views: %w", err)
	}
	out := views{}
	var name, schema string
	if _, err = pgx.ForEachRow(rows, []any{&name, &schema}, func() error { out[name] = schema; return nil }); err != nil {
		return nil, fmt.Errorf("list the views: %w", err)
	}
	return out, nil
}

// makeViews keeps one view a table in the schema readmodel, over the live builds of the newest version, if this program
// knows it, and gives what they show; nil when that can't be told. A view that somebody reads right now is left for the next
// time.
func makeViews(ctx context.Context, pool *pgxpool.Pool, all []*Projection) (views, error) {
	builds, err := Builds(ctx, pool)
	if err != nil {
		return nil, err
	}
	live := map[string]Build{}
	for _, o := range builds { // the newest version first
		if _, ok := live[o.Projection]; !ok && o.State == Live {
			live[o.Projection] = o
		}
	}
	shown, err := viewed(ctx, pool)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, p := range all {
		for _, t := range p.tables {
			known[t.name] = true
		}
	}
	maps.DeleteFunc(shown, func(view, _ string) bool { return !known[view] }) // of another version, or people's own
	var errs []error
	for _, p := range all {
		o, ok := live[p.Name]
		if !ok || o.Version != p.Version {
			continue
		}
		for _, t := range p.tables {
			if shown[t.name] == o.Schema {
				continue
			}
			if err := makeView(ctx, pool, t, o.Schema); err != nil {
				errs = append(errs, err)
				continue
			}
			shown[t.name] = o.Schema
		}
	}
	return shown, errors.Join(errs...)
}

// otherColumns is how Postgres refuses to replace a view by one that lacks some of its columns (invalid_table_definition).
const otherColumns = "42P16"

// makeView lets a view show the table of a build. What was granted on it and what people have built on it stays, but where
// the columns are others: then it is made anew, which fails as long as something is built on it.
func makeView(ctx context.Context, pool *pgxpool.Pool, t *table, schema string) error {
	view := "readmodel." + quote(t.name)
	as := "VIEW " + view + " AS SELECT * FROM " + t.in(schema)
	err := inView(ctx, pool, "CREATE OR REPLACE "+as)
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == otherColumns {
		err = inView(ctx, pool, "DROP VIEW IF EXISTS "+view, "CREATE "+as)
	}
	if err != nil {
		return fmt.Errorf("make the view %s: %w", view, err)
	}
	return nil
}

func inView(ctx context.Context, pool *pgxpool.Pool, statements ...string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// whoever makes views waits for the others however long, and for a view that is read half a second
		for _, sql := range append([]string{`SELECT pg_advisory_xact_lock(hashtext('callup views'))`, `SET LOCAL lock_timeout = '500ms'`}, statements...) {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
}
