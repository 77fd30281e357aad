package projector

import (
	"maps"
	"reflect"
	"slices"
)

// TableInfo is what a read table looks like to whoever reads it.
type TableInfo struct {
	Name    string
	Key     []string // the names of its columns, in order
	Columns []Column
	Indexes []string // beside that of the key, as Index was given them
	Lookups []string // columns by which folds find rows, sorted
	Owners  []Owner  // whose the rows are; none when they are nobody's, or those of whom the rows of Through belong to
	Through string
	Nobodys bool
}

// Owner tells which column of a table names a person, and what becomes of the row when the person is erased.
type Owner struct {
	Column, Erased string
	Kept           bool // the row stays as it is
}

// Column is a column of a read table.
type Column struct {
	Name, Type string
	Nullable   bool
}

// Describe lists the projection's tables.
func (p *Projection) Describe() []TableInfo {
	out := make([]TableInfo, len(p.tables))
	for i, t := range p.tables {
		info := TableInfo{Name: t.name, Indexes: slices.Clone(t.indexes), Lookups: slices.Sorted(maps.Keys(t.lookups))}
		for _, c := range t.columns {
			info.Columns = append(info.Columns, Column{c.name, c.sqlType, c.nullable})
		}
		for _, k := range t.key {
			info.Key = append(info.Key, t.columns[k].name)
		}
		info.Through, info.Nobodys = t.through, t.nobodys
		for _, o := range t.owners {
			info.Owners = append(info.Owners, Owner{o.column, o.says, o.erase == nil})
		}
		out[i] = info
	}
	return out
}

// Folds tells whether an event of such a type changes any row.
func (p *Projection) Folds(event any) bool { return p.folds[reflect.TypeOf(event)] != nil }

// NeedsPersonal tells whether the folds need personal text in the clear.
func (p *Projection) NeedsPersonal() bool { return p.personal }
