package projector

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
)

// unwritten is what was folded since the checkpoint was last written: by a rebuild, or by a live build that the batches
// did not concern.
type unwritten struct {
	moved  bool
	since  time.Time // when it was last written
	folded int64
	last   eventstore.Recorded
	omit   []*poison
}

// passOver takes over a batch that is written later, or has nothing to write but the checkpoint.
func (l *leading) passOver(p prepared) {
	p.done()
	l.unwritten.moved = true
	l.unwritten.folded += p.folded
	l.unwritten.omit = append(l.unwritten.omit, p.omit...)
	if p.folded > 0 {
		l.unwritten.last = p.last
	}
}

// absorb takes over what a batch made, to be written later: a row that many batches change is written once.
func (l *leading) absorb(p prepared) {
	l.passOver(p)
	if p.rows == nil {
		return
	}
	for _, w := range p.rows.tables {
		w.rebase()
	}
}

// kept is how many rows a rebuild has in memory.
func (l *leading) kept() int {
	n := 0
	for _, w := range l.rows.tables {
		n += len(w.base)
	}
	return n
}

// flush writes what was absorbed, with the checkpoint, in one transaction: rows that are new by COPY, which costs Postgres
// a fraction of an INSERT, the others by UPDATE.
func (l *leading) flush(ctx context.Context, pool *pgxpool.Pool) error {
	if !l.unwritten.moved {
		return nil
	}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		queuePass(b, []prepared{{l: l, next: l.build.Position, omit: l.unwritten.omit}})
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		for _, t := range l.p.tables {
			if w := l.rows.tables[t]; w != nil {
				if err := w.flush(ctx, tx, t, l.build.Schema); err != nil {
					return err
				}
			}
		}
		faultpoint.Hit("rebuild-rows")
		return nil
	})
	if err != nil {
		return fmt.Errorf("write rows of build %d: %w", l.build.ID, err)
	}
	l.unwritten = unwritten{since: time.Now()}
	for _, w := range l.rows.tables {
		clear(w.pending)
	}
	return nil
}

// chunk is how many rows one UPDATE carries.
const chunk = 5000

func (w *working) flush(ctx context.Context, tx pgx.Tx, t *table, schema string) error {
	var added [][]any
	var changed, gone []any
	for k, known := range w.pending {
		switch row := w.base[k]; {
		case row == nil && known:
			gone = append(gone, k)
		case row != nil && known:
			changed = append(changed, k)
		case row != nil:
			values, err := t.values(reflect.ValueOf(row).Elem())
			if err != nil {
				return fmt.Errorf("write a row of %s: %w", t.name, err)
			}
			added = append(added, values)
		}
	}
	b := &pgx.Batch{}
	for keys := range slices.Chunk(changed, chunk) {
		rows := make([]reflect.Value, len(keys))
		for i, k := range keys {
			rows[i] = reflect.ValueOf(w.base[k]).Elem()
		}
		arrays, err := t.arrays(rows)
		if err != nil {
			return err
		}
		b.Queue(t.upsert(schema), arrays...)
	}
	if len(gone) > 0 {
		b.Queue(t.remove(schema), t.keyArrays(gone)...)
	}
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("change rows of %s: %w", t.name, err)
	}
	if len(added) == 0 {
		return nil
	}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{schema, t.name}, t.columnNames(), pgx.CopyFromRows(added)); err != nil {
		return fmt.Errorf("copy rows of %s: %w", t.name, err)
	}
	return nil
}

func (t *table) columnNames() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}

// values gives a row's columns as COPY takes them.
func (t *table) values(row reflect.Value) ([]any, error) {
	out := make([]any, len(t.columns))
	for i, c := range t.columns {
		var err error
		if out[i], err = columnValue(row.FieldByIndex(c.index), c.sqlType); err != nil {
			return nil, fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return out, nil
}

func columnValue(v reflect.Value, sqlType string) (any, error) {
	switch x := v.Interface().(type) {
	case ident.ID:
		return [16]byte(x), nil
	case time.Time:
		return x.Round(time.Microsecond), nil
	case *time.Time:
		if x == nil {
			return nil, nil //nolint:nilnil // what NULL is to the driver
		}
		return x.Round(time.Microsecond), nil
	case []string:
		if x == nil {
			return []string{}, nil
		}
		return x, nil
	}
	if sqlType == "jsonb" {
		if v.Kind() == reflect.Slice && v.IsNil() {
			return []byte("[]"), nil
		}
		j, err := json.Marshal(v.Interface())
		return j, err
	}
	switch v.Kind() { //nolint:exhaustive // sqlType knows no others
	case reflect.String:
		return v.String(), nil
	case reflect.Int64, reflect.Int:
		return v.Int(), nil
	case reflect.Bool:
		return v.Bool(), nil
	}
	return nil, fmt.Errorf("no column value for %s", v.Type())
}
