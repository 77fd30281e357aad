package projector

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/callup/callup/eventstore"
)

// Difference is what two sets of read tables do not agree on.
type Difference struct {
	Table string `json:"table"` // or the invariant
	Key   string `json:"key"`
	What  string `json:"what"` // of a row: "missing", "unexpected" or "different"
}

// Verified is the outcome of comparing a projection's live tables with a rebuild from the log at the same position.
type Verified struct {
	Projection  string              `json:"projection"`
	Position    eventstore.Position `json:"position"`
	Rows        int64               `json:"rows"`
	Differences []Difference        `json:"differences"` // at most maxDifferences
	Total       int64               `json:"total_differences"`
}

const maxDifferences = 100

// Verify rebuilds a projection in the shadow, up to the very position its live build stands at, and compares every
// row. The live build goes on meanwhile, and one that was interrupted can be gone on with afterwards.
func (b *Builder) Verify(ctx context.Context, p *Projection) (Verified, error) {
	var out Verified
	err := b.alone(ctx, []*Projection{p}, func() (err error) {
		out, err = b.verify(ctx, p)
		return err
	})
	return out, err
}

func (b *Builder) verify(ctx context.Context, p *Projection) (out Verified, err error) {
	live, found, err := b.reference(ctx, b.c.Pool, p)
	if err != nil {
		return out, err
	}
	if !found || live.Version != p.Version {
		return out, fmt.Errorf("%s has no live build; run: callup projections rebuild %s", p.Name, p.Name)
	}
	shadow, err := b.shadow(ctx, p)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, b.dropAll(ctx, []*leading{shadow})) }()
	compared, err := b.compareHeld(ctx, shadow)
	if err != nil {
		return out, err
	}
	if compared.Unread != "" {
		return out, fmt.Errorf("verify %s: %s", p.Name, compared.Unread)
	}
	out = Verified{
		Projection: p.Name, Position: shadow.build.Position, Rows: compared.Rows, Differences: compared.Differences,
		Total: compared.Total,
	}
	if out.Differences == nil {
		out.Differences = []Difference{}
	}
	return out, nil
}

// ofVerification is added to the name of the program in a shadow build, so that nobody goes on with it.
const ofVerification = " (verify)"

// shadow makes a build of its own for a verification: one that was begun for people to read, and interrupted, is left as
// it is. What verifications before left that were cut off is dropped.
func (b *Builder) shadow(ctx context.Context, p *Projection) (*leading, error) {
	builds, err := Builds(ctx, b.c.Pool)
	if err != nil {
		return nil, err
	}
	for _, o := range builds {
		if o.Projection == p.Name && o.State == Building && strings.HasSuffix(o.Code, ofVerification) {
			if err := drop(ctx, b.c.Pool, o); err != nil {
				return nil, err
			}
		}
	}
	log, _, err := b.c.Store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log's head: %w", err)
	}
	return b.anew(ctx, p, b.c.Code+ofVerification, log, nil)
}
