package projections

import (
	"strings"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// Owners tells who may own the things that events are about.
type Owners interface {
	// Events returns the types of events that have owners, a zero value of each.
	Events() []any
	// Of returns the possible owners of what an event in the stream of a thing is about, each once.
	Of(event any, thing ident.ID) []ident.ID
}

// Belongings makes the projection that lists the streams of each owner's things. Its rows are removed when the erasure of their
// owner is complete: until then they lead to what has to be erased.
func Belongings(owners Owners) *projector.Projection {
	things := projector.NewTable[readmodel.Belonging, readmodel.Belonging](readmodel.Belongings, "owner, category, thing",
		projector.Shown(func(*readmodel.Belonging) bool { return false }),
		projector.LookupByKey("owner", func(b *readmodel.Belonging) ident.ID { return b.Owner }),
		projector.Kept("owner", "it leads to what is to be erased, and goes when that is done"))
	erasures := projector.NewTable[readmodel.ErasureOwner, readmodel.ErasureOwner](readmodel.ErasureOwners, "erasure, owner",
		projector.Shown(func(*readmodel.ErasureOwner) bool { return false }),
		projector.LookupByKey("erasure", func(o *readmodel.ErasureOwner) ident.ID { return o.Erasure }),
		projector.Kept("owner", "it says whose rows above go when the erasure is complete, and goes with them"))
	p := projector.New(readmodel.BelongingsProjection, 1, things, erasures).
		Invariant("belongings", "SELECT 'belongings', count(*)::text FROM {belongings}")
	goes := func(r *projector.Rows, e, owner ident.ID) {
		if !owner.IsNil() {
			erasures.Edit(r, readmodel.ErasureOwner{Erasure: e, Owner: owner})
		}
	}
	over := func(r *projector.Rows, e ident.ID, each func(owner ident.ID)) {
		for o := range erasures.By(r, "erasure", e) {
			each(o.Owner)
			erasures.Delete(r, *o)
		}
	}
	note := func(r *projector.Rows, event any, m projector.Meta) {
		category, text, _ := strings.Cut(m.Stream, "-")
		thing, err := ident.Parse(text)
		if err != nil {
			panic("stream " + m.Stream + " is of no thing: " + err.Error())
		}
		for _, o := range owners.Of(event, thing) {
			key := readmodel.Belonging{Owner: o, Category: category, Thing: thing}
			if m.Revision == 0 {
				things.Begin(r, key)
			} else {
				things.Edit(r, key)
			}
		}
	}
	for _, sample := range owners.Events() {
		if _, ok := sample.(erasure.Requested); !ok {
			p.On(projector.FoldOf(sample, note))
		}
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e erasure.Requested, m projector.Meta) {
			note(r, e, m)
			goes(r, e.Erasure, e.Member)
			goes(r, e.Erasure, e.Subject)
		})).
		On(projector.Fold(func(r *projector.Rows, e erasure.Scoped, _ projector.Meta) {
			for _, s := range e.Subjects {
				if s.Kind == erasure.OfMember || s.Kind == erasure.OfGuest {
					goes(r, e.Erasure, s.ID)
				}
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e erasure.Undone, _ projector.Meta) {
			over(r, e.Erasure, func(ident.ID) {})
		})).
		On(projector.Fold(func(r *projector.Rows, e erasure.Completed, _ projector.Meta) {
			over(r, e.Erasure, func(owner ident.ID) {
				for b := range things.By(r, "owner", owner) {
					things.Delete(r, *b)
				}
			})
		}))
}
