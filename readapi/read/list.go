package read

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
)

// List is one page of a list.
type List[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next" doc:"The cursor of the next page; empty at the end"`
	Total int64  `json:"total" doc:"How many there are over all pages"`
	More  bool   `json:"more,omitempty" doc:"There are more than total says: counting ended there"`
}

// Paging asks for a page of a list.
type Paging struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor string `query:"cursor" maxLength:"400"`
}

// FirstPage is what is asked for where nothing is said.
func FirstPage() Paging { return Paging{Limit: 20} }

// ByID names a thing by its id.
type ByID struct {
	ReadAfter
	ID ident.ID `path:"id" format:"uuid"`
}

var errBadCursor = domain.RefuseField("cursor", "bad_cursor", "this cursor does not belong to this list: begin again without one")

// Cursor names the last row of a page, by the keys the list is ordered by. It fits only the list it was given with.
type Cursor struct {
	List string   `json:"l"`
	Keys [3]int64 `json:"k"`
	ID   ident.ID `json:"i"`
}

// ListName names a list, so that a cursor of another one is refused.
func ListName(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6]), nil
}

func (c Cursor) String() (string, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// ReadCursor reads a list's cursor; false without one. Errors: bad_cursor.
func ReadCursor(text, list string) (Cursor, bool, error) {
	if text == "" {
		return Cursor{}, false, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Cursor{}, false, errBadCursor
	}
	var c Cursor
	if err := json.Unmarshal(raw, &c); err != nil || c.List != list {
		return Cursor{}, false, errBadCursor
	}
	return c, true, nil
}

// Page cuts what was fetched (one row more than asked for, if there is one) to a page, and makes the next cursor.
func Page[T any](rows []T, limit int, list string, at func(T) ([3]int64, ident.ID)) (page []T, next string, err error) {
	if len(rows) <= limit {
		return rows, "", nil
	}
	rows = rows[:limit]
	keys, id := at(rows[limit-1])
	next, err = Cursor{List: list, Keys: keys, ID: id}.String()
	return rows, next, err
}

// listed is a row of a list with its place in it.
type listed[T any] struct {
	Item   T     `db:"*"`
	Micros int64 `db:"list_micros"`
	Total  int64 `db:"list_total"`
	id     ident.ID
}

// Newest gives a page of a list, the newest first. Beside the columns of an item the statement has list_micros, the row's
// moment in microseconds, and list_total, the length of the list; its arguments are those given here, then whether it is a
// further page, the last row's moment and id, and the limit. done completes an item and gives its id. Errors: bad_cursor.
func Newest[T any](c *Call, list []any, p Paging, s *Statement, done func(*T) ident.ID, args ...any) (List[T], error) {
	out := List[T]{Items: []T{}}
	name, err := ListName(list...)
	if err != nil {
		return out, err
	}
	from, paging, err := ReadCursor(p.Cursor, name)
	if err != nil {
		return out, err
	}
	after := time.UnixMicro(from.Keys[0]).UTC()
	if paging && (after.Year() < 1 || after.Year() > 9999) { // no row has such a moment, and Postgres may not know it
		return out, errBadCursor
	}
	rows, err := Rows(c, s, func(row pgx.CollectableRow) (listed[T], error) {
		l, err := rowscan.Row[listed[T]](row)
		l.id = done(&l.Item)
		return l, err
	}, append(args, paging, after, from.ID, p.Limit+1)...)
	if err != nil {
		return out, err
	}
	if len(rows) > 0 {
		out.Total = rows[0].Total
	}
	rows, out.Next, err = Page(rows, p.Limit, name, func(l listed[T]) ([3]int64, ident.ID) { return [3]int64{l.Micros}, l.id })
	for _, r := range rows {
		out.Items = append(out.Items, r.Item)
	}
	return out, err
}

// Map is a list of what becomes of the rows of another.
func Map[Row, T any](rows List[Row], item func(Row) T) List[T] {
	out := List[T]{Items: make([]T, len(rows.Items)), Next: rows.Next, Total: rows.Total, More: rows.More}
	for i, row := range rows.Items {
		out.Items[i] = item(row)
	}
	return out
}

// Micros is the SQL of a moment as a sort key.
func Micros(moment string) string {
	return fmt.Sprintf(`(extract(epoch FROM %s) * 1000000)::bigint`, moment)
}

// UTC has a moment, if there is one, in UTC.
func UTC(t **time.Time) {
	if *t != nil {
		u := (*t).UTC()
		*t = &u
	}
}
