package projector

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

// The binary form of COPY, as the manual of Postgres describes it: a header, rows of fields with their lengths, a trailer. pgx
// looks up how to write each value of each row; a table knows it of its columns once and for all, and writes five times as fast.
var (
	copyHeader  = append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...) // no flags, no extension
	copyTrailer = []byte{0xff, 0xff}
)

// The types of the elements of arrays.
const (
	oidInt8 = 20
	oidText = 25
)

// postgresEpoch is when Postgres' time begins, in microseconds of Unix time.
var postgresEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// appendField adds a column of a row, with its length, to what COPY is sent. The field must be addressable.
type appendField func(to []byte, field reflect.Value) ([]byte, error)

// copyRows copies rows into a table, in the order of their first columns, mostly the key: Postgres then finds the page of the
// index that the one before was added to.
func (t *table) copyRows(ctx context.Context, tx pgx.Tx, schema string, rows []reflect.Value) error {
	all, ends := make([]byte, 0, 128*len(rows)), make([]int, len(rows))
	for i, row := range rows {
		all = binary.BigEndian.AppendUint16(all, uint16(len(t.columns))) //nolint:gosec // Postgres takes 1,600 columns
		for _, c := range t.columns {
			var err error
			if all, err = c.append(all, row.FieldByIndex(c.index)); err != nil {
				return fmt.Errorf("write a row of %s: column %s: %w", t.name, c.name, err)
			}
		}
		ends[i] = len(all)
	}
	parts, begin := make(net.Buffers, len(rows)), 0
	for i, end := range ends {
		parts[i], begin = all[begin:end], end
	}
	slices.SortFunc(parts, bytes.Compare)
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = quote(c.name)
	}
	_, err := tx.Conn().PgConn().CopyFrom(ctx, io.MultiReader(bytes.NewReader(copyHeader), &parts, bytes.NewReader(copyTrailer)),
		fmt.Sprintf("COPY %s (%s) FROM STDIN (FORMAT binary)", t.in(schema), strings.Join(names, ", ")))
	if err != nil {
		return fmt.Errorf("copy rows of %s: %w", t.name, err)
	}
	return nil
}

func appenderOf(t reflect.Type, sqlType string) appendField {
	switch t {
	case reflect.TypeFor[ident.ID]():
		return func(to []byte, f reflect.Value) ([]byte, error) {
			return append(appendLength(to, len(ident.ID{})), f.Bytes()...), nil
		}
	case reflect.TypeFor[time.Time]():
		return func(to []byte, f reflect.Value) ([]byte, error) {
			at, _ := reflect.TypeAssert[*time.Time](f.Addr())
			return appendTime(to, *at), nil
		}
	case reflect.TypeFor[*time.Time]():
		return func(to []byte, f reflect.Value) ([]byte, error) {
			at, _ := reflect.TypeAssert[*time.Time](f)
			if at == nil {
				return appendLength(to, -1), nil
			}
			return appendTime(to, *at), nil
		}
	case reflect.TypeFor[[]string]():
		return func(to []byte, f reflect.Value) ([]byte, error) {
			list, _ := reflect.TypeAssert[*[]string](f.Addr())
			return appendArray(to, oidText, *list, func(to []byte, s string) []byte { return append(appendLength(to, len(s)), s...) }), nil
		}
	case reflect.TypeFor[[]int64]():
		return func(to []byte, f reflect.Value) ([]byte, error) {
			list, _ := reflect.TypeAssert[*[]int64](f.Addr())
			return appendArray(to, oidInt8, *list, appendInt), nil
		}
	}
	if sqlType == "jsonb" {
		return appendJSON
	}
	return func(to []byte, f reflect.Value) ([]byte, error) {
		switch f.Kind() { //nolint:exhaustive // sqlType knows no others
		case reflect.String:
			return append(appendLength(to, f.Len()), f.String()...), nil
		case reflect.Int64, reflect.Int:
			return appendInt(to, f.Int()), nil
		case reflect.Bool:
			is := byte(0)
			if f.Bool() {
				is = 1
			}
			return append(appendLength(to, 1), is), nil
		}
		return nil, fmt.Errorf("no column value for %s", f.Type())
	}
}

// appendLength adds the length of what follows; -1 is NULL.
func appendLength(to []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(to, uint32(n)) //nolint:gosec // Postgres takes less than 1 GB
}

func appendInt(to []byte, n int64) []byte {
	return binary.BigEndian.AppendUint64(appendLength(to, 8), uint64(n)) //nolint:gosec // two's complement
}

func appendTime(to []byte, at time.Time) []byte {
	return appendInt(to, at.Round(time.Microsecond).UnixMicro()-postgresEpoch)
}

func appendArray[E any](to []byte, of uint32, list []E, element func([]byte, E) []byte) []byte {
	begin := len(to)
	to = appendLength(to, 0) // filled in below
	dimensions := uint32(1)
	if len(list) == 0 {
		dimensions = 0
	}
	to = binary.BigEndian.AppendUint32(to, dimensions)
	to = binary.BigEndian.AppendUint32(to, 0) // nothing in it is NULL
	to = binary.BigEndian.AppendUint32(to, of)
	if len(list) > 0 {
		to = appendLength(to, len(list))
		to = binary.BigEndian.AppendUint32(to, 1) // the first index
	}
	for _, e := range list {
		to = element(to, e)
	}
	binary.BigEndian.PutUint32(to[begin:], uint32(len(to)-begin-4)) //nolint:gosec // Postgres takes less than 1 GB
	return to
}

func appendJSON(to []byte, f reflect.Value) ([]byte, error) {
	text := []byte("[]")
	if f.Kind() != reflect.Slice || !f.IsNil() {
		var err error
		if text, err = json.Marshal(f.Interface()); err != nil {
			return nil, err
		}
	}
	const version = 1 // of jsonb's form
	return append(append(appendLength(to, 1+len(text)), version), text...), nil
}
