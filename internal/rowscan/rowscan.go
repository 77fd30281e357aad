// Package rowscan reads rows of Postgres into structs by the names of their columns, so that neither side depends on the
// other's order.
package rowscan

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Errors of Row; both are faults of a program, named with the type and the column or field.
var (
	ErrUnknownColumn = errors.New("a column has no field of its name")
	ErrMissingColumn = errors.New("a field has no column of its name")
)

// Row reads a row into a struct; it is a pgx.RowToFunc. A field is named by its `db` tag, else by its `json` tag; the fields
// of an embedded struct are those of the struct itself, and `db:"*"` says the same of a named one. A struct's field is either
// one column, or its fields are columns named "field.inner". A field that never is a column is marked `db:"-"`, one that only
// some statements have `db:",optional"`. Fields without a name in either tag are no columns. Errors: ErrUnknownColumn,
// ErrMissingColumn, those of scanning.
func Row[T any](row pgx.CollectableRow) (T, error) {
	var to T
	err := Into(row, &to)
	return to, err
}

// Querier is a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// One asks for a row and reads it as Row does. Of several it is the first. Errors: pgx.ErrNoRows, those of the statement and of
// Row.
func One[T any](ctx context.Context, db Querier, sql string, args ...any) (T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		var none T
		return none, err
	}
	return pgx.CollectOneRow(rows, Row[T])
}

// Each reads rows as Row does and gives them to f, one after the other, until it fails. What the columns are is found once.
// Errors: those of f, of the statement and of Row.
func Each[T any](rows pgx.Rows, f func(T) error) error {
	defer rows.Close()
	var row T
	value := reflect.ValueOf(&row).Elem()
	var targets []any
	for rows.Next() {
		if targets == nil {
			paths, err := pathsOf(value.Type(), rows)
			if err != nil {
				return err
			}
			targets = targetsOf(value, paths)
		}
		value.SetZero() // nothing of the row before stays, nor is written over
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// errEnough ends the reading of rows for who wants no more of them.
var errEnough = errors.New("enough was read")

// Seq gives rows as Each reads them, each as what of makes of it, and an error as the last of them, after what was being done.
// It takes what a query answered; the rows are read when the sequence is, once, and closed after it.
func Seq[T, U any](rows pgx.Rows, err error, doing string, of func(T) U) iter.Seq2[U, error] {
	return func(yield func(U, error) bool) {
		ended := err
		if ended == nil {
			ended = Each(rows, func(row T) error {
				if !yield(of(row), nil) {
					return errEnough
				}
				return nil
			})
		}
		if ended != nil && !errors.Is(ended, errEnough) {
			var none U
			yield(none, fmt.Errorf("%s: %w", doing, ended))
		}
	}
}

// Then reads a row as Row does, and completes what was read.
func Then[T any](complete func(*T)) pgx.RowToFunc[T] {
	return func(row pgx.CollectableRow) (T, error) {
		to, err := Row[T](row)
		if err == nil {
			complete(&to)
		}
		return to, err
	}
}

// Into reads a row as Row does, into a struct that is there already.
func Into[T any](row pgx.CollectableRow, to *T) error {
	value := reflect.ValueOf(to).Elem()
	paths, err := pathsOf(value.Type(), row)
	if err != nil {
		return err
	}
	return row.Scan(targetsOf(value, paths)...)
}

func targetsOf(value reflect.Value, paths [][]int) []any {
	targets := make([]any, len(paths))
	for i, path := range paths {
		targets[i] = value.FieldByIndex(path).Addr().Interface()
	}
	return targets
}

// shape is a struct and the columns of a statement.
type shape struct {
	to      reflect.Type
	columns string
}

// known holds the path of each column's field by shape; there are as many as there are statements.
var known sync.Map

func pathsOf(to reflect.Type, row pgx.CollectableRow) ([][]int, error) {
	fields := row.FieldDescriptions()
	columns := make([]string, len(fields))
	for i, field := range fields {
		columns[i] = field.Name
	}
	at := shape{to: to, columns: strings.Join(columns, "\x00")}
	if found, ok := known.Load(at); ok {
		return found.([][]int), nil
	}
	paths, err := match(to, columns)
	if err == nil {
		known.Store(at, paths)
	}
	return paths, err
}

// match finds the field of each column, and the column of each field.
func match(to reflect.Type, columns []string) ([][]int, error) {
	if to.Kind() != reflect.Struct {
		return nil, fmt.Errorf("rowscan: %s is no struct", to)
	}
	m := matching{columns: make(map[string]int, len(columns)), paths: make([][]int, len(columns))}
	for i, column := range columns {
		if _, twice := m.columns[column]; twice {
			return nil, fmt.Errorf("rowscan: %s: two columns are named %q: %w", to, column, ErrUnknownColumn)
		}
		m.columns[column] = i
	}
	m.fields(to, "", nil)
	for i, path := range m.paths {
		if path == nil {
			return nil, fmt.Errorf("rowscan: %s: %q: %w", to, columns[i], ErrUnknownColumn)
		}
	}
	if m.missing != "" {
		return nil, fmt.Errorf("rowscan: %s: %q: %w", to, m.missing, ErrMissingColumn)
	}
	return m.paths, nil
}

type matching struct {
	columns map[string]int
	paths   [][]int
	missing string
}

func (m *matching) fields(of reflect.Type, prefix string, path []int) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, optional, flat := nameOf(field)
		at := slices.Concat(path, []int{i})
		switch column, found := m.columns[prefix+name]; {
		case flat:
			m.fields(field.Type, prefix, at)
		case name == "" || !field.IsExported():
		case found:
			m.paths[column] = at
		case field.Type.Kind() == reflect.Struct && m.begins(prefix+name+"."):
			m.fields(field.Type, prefix+name+".", at)
		case !optional:
			m.missing = prefix + name
		}
	}
}

// begins tells that a column's name begins so.
func (m *matching) begins(with string) bool {
	for column := range m.columns {
		if strings.HasPrefix(column, with) {
			return true
		}
	}
	return false
}

func nameOf(field reflect.StructField) (name string, optional, flat bool) {
	tag, tagged := field.Tag.Lookup("db")
	name, rest, _ := strings.Cut(tag, ",")
	switch {
	case name == "*" || field.Anonymous && !tagged && field.Type.Kind() == reflect.Struct:
		return "", false, true
	case name == "-":
		return "", false, false
	case name == "":
		name, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" {
			name = ""
		}
	}
	return name, rest == "optional", false
}
