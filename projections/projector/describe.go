package projector

import (
	"maps"
	"slices"
)

// TableInfo is what a read table looks like to whoever reads it.
type TableInfo struct {
	Name    string
	Key     []string // the names of its columns, in order
	Columns []Column
	Indexes []string // beside that of the key, as Index was given them
	Lookups []string // columns by which folds find rows, sorted
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
		out[i] = info
	}
	return out
}

// NeedsPersonal tells whether the folds need personal text in the clear.
func (p *Projection) NeedsPersonal() bool { return p.personal }
