package projector

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// Meta is what a fold may know of an event beside its data.
type Meta struct {
	Stream   string // its name
	Position eventstore.Position
	Revision eventstore.Revision
	Time     time.Time // when it was recorded, UTC
	ID       ident.ID
}

// Projection is a named fold with its tables. A change of its folds or rows needs a new Version: it is then built
// beside the old one.
type Projection struct {
	Name       string
	Version    int
	personal   bool
	harmless   bool
	tables     []*table
	folds      map[reflect.Type]func(*Rows, any, Meta)
	invariants []invariant
}

// tabler is any Table.
type tabler interface{ definition() *table }

func (t Table[K, V]) definition() *table { return t.def }

// New makes a projection of tables; no two projections share one. What becomes of rows whose owner is erased follows from
// what the tables declare.
func New(name string, version int, tables ...tabler) *Projection {
	p := &Projection{Name: name, Version: version, folds: map[reflect.Type]func(*Rows, any, Meta){}}
	for i, t := range tables {
		p.tables = append(p.tables, t.definition())
		t.definition().place = i
	}
	p.foldErasures()
	return p
}

// Personal declares that the folds need personal text in the clear.
func (p *Projection) Personal() *Projection {
	p.personal = true
	return p
}

// Harmless declares that leaving out an event that can't be folded does less harm than standing still before it. The
// build is then degraded until it is built again. No projection that counts money is.
func (p *Projection) Harmless() *Projection {
	p.harmless = true
	return p
}

// Tables names the projection's tables.
func (p *Projection) Tables() []string {
	names := make([]string, len(p.tables))
	for i, t := range p.tables {
		names[i] = t.name
	}
	return names
}

// FoldFunc is the fold of one type of event.
type FoldFunc struct {
	typ reflect.Type
	run func(*Rows, any, Meta)
}

// Fold makes the fold of one type of event.
func Fold[E any](f func(*Rows, E, Meta)) FoldFunc {
	return FoldFunc{reflect.TypeFor[E](), func(r *Rows, e any, m Meta) {
		if v, ok := e.(E); ok {
			f(r, v, m)
		}
	}}
}

// FoldOf is Fold for the type of a sample.
func FoldOf(sample any, f func(*Rows, any, Meta)) FoldFunc {
	return FoldFunc{reflect.TypeOf(sample), f}
}

// On adds a fold.
func (p *Projection) On(f FoldFunc) *Projection {
	if p.folds[f.typ] != nil {
		panic(fmt.Sprintf("projection %s folds %s twice", p.Name, f.typ))
	}
	p.folds[f.typ] = f.run
	return p
}

// mayOmit tells whether an event that can't be folded is left out. One of a type this program does not know never is:
// a newer program can fold it.
func (p *Projection) mayOmit(bad *poison) bool {
	return p.harmless && !errors.Is(bad.err, catalog.ErrUnknown)
}

// fold runs one pass over the events at some places of a page. An event that can't be folded stops it, unless it is one of
// those left out.
func (p *Projection) fold(r *Rows, of page, places []int, omitted []*poison) (err error) {
	r.begin()
	var at eventstore.Recorded
	defer func() {
		if x := recover(); x != nil {
			err = &poison{at, fmt.Errorf("fold panicked: %v", x)}
		}
	}()
	for _, i := range places {
		h := &of.events[i]
		at = h.Recorded
		if slices.ContainsFunc(omitted, func(o *poison) bool { return o.event.Position == at.Position }) {
			continue
		}
		e := h.Sealed
		if h.err != nil && (e == nil || p.personal) {
			return &poison{at, h.err}
		}
		f := p.folds[reflect.TypeOf(e)]
		if p.personal {
			e = h.Opened
		}
		r.event++
		f(r, e, Meta{Stream: at.Stream, Position: at.Position, Revision: at.Revision, Time: at.Time, ID: at.ID})
	}
	return nil
}
