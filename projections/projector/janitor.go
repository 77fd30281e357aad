package projector

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// janitor looks after the builds that nobody reads, until the context ends: it folds previous ones on, so that one can go
// back, removes what is due, and keeps the views of people with psql over the live builds.
func (r *Runner) janitor(ctx context.Context) {
	b := NewBuilder(r.c)
	for {
		if err := b.Tidy(ctx); err != nil && ctx.Err() == nil {
			r.c.Log.WarnContext(ctx, "builds of projections can't be looked after", "error", err)
		}
		if pause(ctx, r.c.Times.Janitor) != nil {
			return
		}
	}
}

// Tidy looks once after the builds that nobody reads.
func (b *Builder) Tidy(ctx context.Context) error {
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
		case o.Due && shown != nil && !shown.shows(o):
			errs = append(errs, drop(ctx, b.c.Pool, o))
		}
	}
	return errors.Join(errs...)
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

// MakeViews brings the views in the schema readmodel up to date, as a runner does now and then.
func (b *Builder) MakeViews(ctx context.Context) error {
	_, err := makeViews(ctx, b.c.Pool, b.c.Projections)
	return err
}

// keeper names who folds previous builds on, in leases.
func keeper(holder string) string { return holder + "/keep" }

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
	ls, ok, err := b.c.leases().acquire(ctx, o.ID, keeper(b.c.Holder))
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
	} else if misfit(err) { // by a row of a batch: which one is not known
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

// askedWait is how long who asks for the previous builds to go waits for the views to show others: the servers that fold those
// may be busy.
const askedWait = 20 * time.Second

// Prune removes builds that nobody needs: retired, interrupted, expired ones, and those asked for. It gives what it
// removed.
func (b *Builder) Prune(ctx context.Context, what Prune) ([]Build, error) {
	if err := b.retire(ctx); err != nil {
		return nil, err
	}
	shown, unmade := makeViews(ctx, b.c.Pool, b.c.Projections)
	if what.Previous { // an operator waits for the answer; the janitor comes again
		for until := time.Now().Add(askedWait); errors.Is(unmade, errBehind) && time.Now().Before(until); {
			shown, unmade = makeViews(ctx, b.c.Pool, b.c.Projections)
		}
	}
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
		wanted := o.Due || what.Schema != "" && o.Schema == what.Schema && o.AsOf != "" ||
			what.Previous && o.State == Previous
		if !wanted && (o.State == Building || o.State == Ready) {
			var led bool
			if err := b.c.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_leases WHERE build = $1 AND expires_at > now())`,
				o.ID).Scan(&led); err != nil {
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
