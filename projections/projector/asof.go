package projector

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/selection"
)

// How long as-of builds are kept unless told otherwise, and those with personal text at most.
const (
	PastKeptFor     = 30 * 24 * time.Hour
	PersonalKeptFor = 7 * 24 * time.Hour
)

// AsOf asks for read tables as they were at a past moment or position, in a schema of their own.
type AsOf struct {
	At        selection.Bound     // as it is asked for
	Until     eventstore.Position // what At resolves to: the last event to fold
	Schema    string
	Personal  bool // open personal text, which stands as an erased person's does otherwise
	KeepUntil time.Time
}

var (
	schemaName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)
	reserved   = regexp.MustCompile(`^(public|readmodel|information_schema|pg_.*)$`)
)

// Validate says what is wrong with a request.
func (a *AsOf) Validate(now time.Time) error {
	var errs []error
	if t, ok := a.At.Time(); ok && t.After(now) {
		errs = append(errs, fmt.Errorf("%s is still to come", a.At))
	}
	if !schemaName.MatchString(a.Schema) || reserved.MatchString(a.Schema) {
		errs = append(errs, fmt.Errorf("%q can't name a schema: use up to 63 lower-case letters, digits and underscores", a.Schema))
	}
	if a.Personal && a.KeepUntil.After(now.Add(PersonalKeptFor)) {
		errs = append(errs, errors.New("tables with personal text are kept for 7 days at most"))
	}
	if !a.KeepUntil.After(now) {
		errs = append(errs, errors.New("they would expire at once"))
	}
	return errors.Join(errs...)
}

// ErrSchemaTaken refuses to build into a schema that holds something else.
var ErrSchemaTaken = errors.New("the schema holds something else")

// BuildPast builds projections as of a past moment, in one pass, into a schema of their own. Nobody but those who ask
// for that schema reads it. Errors: ErrSchemaTaken.
func (b *Builder) BuildPast(ctx context.Context, all []*Projection, past *AsOf) (builds []Build, err error) {
	_, head, err := b.c.Store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log's head: %w", err)
	}
	if head.Before(past.Until) {
		return nil, fmt.Errorf("the log ends at %s, before %s", head, past.Until)
	}
	masked := *b
	if !past.Personal {
		masked.dec.keys = mask{}
	}
	err = b.locked(ctx, []string{pastLock(past.Schema)}, func() error {
		if err := b.vacant(ctx, all, past); err != nil {
			return err
		}
		builds, err = masked.buildPast(ctx, all, past)
		return err
	})
	return builds, err
}

// pastLock names what is locked while a schema is built.
func pastLock(schema string) string { return "schema " + schema }

// vacant makes sure that a schema does not exist, or holds nothing but this very build, interrupted.
func (b *Builder) vacant(ctx context.Context, all []*Projection, past *AsOf) error {
	var exists bool
	if err := b.c.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`,
		past.Schema).Scan(&exists); err != nil {
		return fmt.Errorf("look for the schema %s: %w", past.Schema, err)
	}
	if !exists {
		return nil
	}
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, p := range all {
		wanted[p.Name] = true
	}
	ours := 0
	for _, o := range builds {
		if o.Schema == past.Schema {
			if o.State != Building || o.AsOf != past.At.String() || o.Personal != past.Personal || !wanted[o.Projection] {
				return fmt.Errorf("%w: %s; choose another name, or drop it: callup projections prune --schema %s", ErrSchemaTaken,
					past.Schema, past.Schema)
			}
			ours++
		}
	}
	if ours == 0 {
		return fmt.Errorf("%w: %s was not made by callup; choose another name", ErrSchemaTaken, past.Schema)
	}
	return nil
}

func (b *Builder) buildPast(ctx context.Context, all []*Projection, past *AsOf) ([]Build, error) {
	led, err := b.begin(ctx, all, past)
	if err != nil {
		return nil, err
	}
	err = b.holding(ctx, led, func(ctx context.Context) error {
		if err := b.catchUp(ctx, led, &past.Until); err != nil {
			return err
		}
		return b.index(ctx, led)
	})
	if bad, ok := errors.AsType[*poison](err); ok {
		return nil, errors.Join(bad, b.dropAll(ctx, led))
	}
	if err != nil {
		return nil, err
	}
	builds := make([]Build, len(led))
	for i, l := range led {
		if _, err := b.c.Pool.Exec(ctx, `UPDATE projection_builds SET state = 'as_of' WHERE id = $1 AND state = 'building'`,
			l.build.ID); err != nil {
			return nil, fmt.Errorf("finish build %d of %s: %w", l.build.ID, l.p.Name, err)
		}
		l.build.State = Past
		builds[i] = l.build
		if err := b.c.leases().release(ctx, l.build.ID, l.lease); err != nil {
			return nil, err
		}
	}
	return builds, nil
}

// mask opens no personal text: it stands as an erased person's does.
type mask struct{}

func (mask) Seal(context.Context, ident.ID, string, string) (string, error) {
	return "", errors.New("a mask seals nothing")
}

func (mask) Open(context.Context, ident.ID, string, string) (string, error) {
	return "", catalog.ErrErased
}

func (mask) Preload(context.Context, []ident.ID) error { return nil }
