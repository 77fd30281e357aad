package projector

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/callup/callup/domain/erasure"
)

// rowOwner says that the rows of a table belong to persons, and what becomes of them when a person is erased.
type rowOwner struct {
	column string // that names the person's subject
	erase  func(r *Rows, t *table, e *entry)
	says   string
}

// ownership is what a table declares of whose its rows are.
type ownership struct {
	owners  []rowOwner
	through string // the table with whose rows these are erased
	nobodys bool
}

// Erasure is what becomes of a person's row when the person is erased.
type Erasure struct {
	says  string
	fits  func(*table) // panics when it does not fit
	apply func(r *Rows, t *table, e *entry)
}

// OwnedBy declares that rows belong to persons: column names the subject, by a Lookup of the table.
func OwnedBy(column string, what Erasure) TableOption {
	return func(t *table) {
		what.fits(t)
		t.owners = append(t.owners, rowOwner{column, what.apply, what.says})
	}
}

// Kept declares that column names a person's subject for ever: the row holds no text of theirs, and whoever is erased has no
// key and no name any more that would tell who the subject is.
func Kept(column, why string) TableOption {
	return func(t *table) { t.owners = append(t.owners, rowOwner{column, nil, "keeps the row: " + why}) }
}

// OwnedThrough declares that rows belong to whom those of another table of the projection belong to, whose Erase takes care
// of them.
func OwnedThrough(name string) TableOption { return func(t *table) { t.through = name } }

// Nobodys declares that no row of the table names a person or holds anything that a person wrote.
func Nobodys() TableOption { return func(t *table) { t.nobodys = true } }

// Blank empties columns of the row, which stays: what it counts, and for whom.
func Blank(columns ...string) Erasure {
	return Erasure{
		says: "blanks " + strings.Join(columns, ", "),
		fits: func(t *table) {
			for _, name := range columns {
				i := t.column(name)
				if i < 0 || t.isKey(i) {
					panic(fmt.Sprintf("table %s has no column %s that could be blanked", t.name, name))
				}
			}
		},
		apply: func(_ *Rows, t *table, e *entry) {
			row := reflect.ValueOf(e.row).Elem()
			for _, name := range columns {
				row.FieldByIndex(t.columns[t.column(name)].index).SetZero()
			}
		},
	}
}

// Remove has the row go.
func Remove() Erasure {
	return Erasure{says: "removes the row", fits: func(*table) {}, apply: func(_ *Rows, _ *table, e *entry) { e.row = nil }}
}

// Erase changes the row, and others of the projection, by a function of its own.
func Erase[V any](says string, f func(*Rows, *V)) Erasure {
	return Erasure{
		says: says,
		fits: func(t *table) {
			if t.row != reflect.TypeFor[V]() {
				panic(fmt.Sprintf("the rows of table %s are not %s", t.name, reflect.TypeFor[V]()))
			}
		},
		apply: func(r *Rows, _ *table, e *entry) {
			if v, ok := e.row.(*V); ok {
				f(r, v)
			}
		},
	}
}

func (t *table) column(name string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
}

// checkOwners panics when what is declared of whose the rows are can't be.
func (t *table) checkOwners() {
	for _, o := range t.owners {
		if i := t.column(o.column); i < 0 || t.columns[i].sqlType != "uuid" {
			panic(fmt.Sprintf("table %s has no column %s that names a person", t.name, o.column))
		}
		if _, found := t.lookups[o.column]; o.erase != nil && !found {
			panic(fmt.Sprintf("table %s declares no lookup by %s, its owner", t.name, o.column))
		}
	}
	if t.nobodys && (len(t.owners) > 0 || t.through != "") {
		panic(fmt.Sprintf("table %s is nobody's and somebody's", t.name))
	}
}

// foldErasures adds the fold by which rows follow their owner's erasure, if any do.
func (p *Projection) foldErasures() {
	type owned struct {
		t *table
		rowOwner
	}
	var all []owned
	for _, t := range p.tables {
		for _, o := range t.owners {
			if o.erase != nil {
				all = append(all, owned{t, o})
			}
		}
		if t.through != "" && !slices.ContainsFunc(p.tables, func(o *table) bool { return o.name == t.through && len(o.owners) > 0 }) {
			panic(fmt.Sprintf("table %s is owned through %s, which %s does not have or which is nobody's", t.name, t.through, p.Name))
		}
	}
	if len(all) == 0 {
		return
	}
	p.On(Fold(func(r *Rows, e erasure.PersonErased, _ Meta) {
		for _, o := range all {
			for _, row := range r.by(o.t, o.t.lookups[o.column], e.Subject) {
				row.dirty = true
				o.erase(r, o.t, row)
			}
		}
	}))
}
