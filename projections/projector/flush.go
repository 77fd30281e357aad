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
	for _, w := range p.rows.used() {
		w.rebase()
	}
}

// flush writes what was absorbed, with the checkpoint, in one transaction: rows that are new by COPY, which costs Postgres
// a fraction of an INSERT, the others by UPDATE. It does not wait for the disk: a build that loses its last rows in a crash
// loses the checkpoint with them, and nobody reads it before a later transaction, which waits, says that it is ready.
func (l *leading) flush(ctx context.Context, pool *pgxpool.Pool) error {
	if !l.unwritten.moved {
		return nil
	}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		b := &pgx.Batch{}
		b.Queue(`SELECT set_config('synchronous_commit', 'off', true)`)
		queuePass(b, []prepared{{l: l, next: l.build.Position, omit: l.unwritten.omit}})
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		for _, w := range l.rows.used() {
			if err := w.flush(ctx, tx, l.build.Schema); err != nil {
				return err
			}
		}
		faultpoint.Hit("rebuild-rows")
		return nil
	})
	if err != nil {
		return fmt.Errorf("write rows of build %d: %w", l.build.ID, err)
	}
	l.unwritten = unwritten{since: time.Now()}
	for _, w := range l.rows.used() {
		w.written()
	}
	return nil
}

// chunk is how many rows one UPDATE carries.
const chunk = 5000

func (w *working) flush(ctx context.Context, tx pgx.Tx, schema string) error {
	t := w.t
	var added, changed []reflect.Value
	var gone []any
	for _, e := range w.pending {
		switch {
		case e.base == nil && e.stored:
			gone = append(gone, e.key)
		case e.base != nil && e.stored:
			changed = append(changed, reflect.ValueOf(e.base).Elem())
		case e.base != nil:
			added = append(added, reflect.ValueOf(e.base).Elem())
		}
	}
	b := &pgx.Batch{}
	for rows := range slices.Chunk(changed, chunk) {
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
	return t.copyRows(ctx, tx, schema, added)
}

// written takes it that the table holds what was flushed.
func (w *working) written() {
	for _, e := range w.pending {
		e.pending = false
	}
	w.pending = nil
}

// columnValue gives a field as an argument of a statement.
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
	case []int64:
		if x == nil {
			return []int64{}, nil
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
