package rowscan_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/internal/rowscan"
)

// cells is a row: names and values in turn.
type cells []any

func (c cells) FieldDescriptions() []pgconn.FieldDescription {
	var out []pgconn.FieldDescription
	for i := 0; i < len(c); i += 2 {
		out = append(out, pgconn.FieldDescription{Name: c[i].(string)})
	}
	return out
}

func (c cells) Scan(targets ...any) error {
	for i, target := range targets {
		reflect.ValueOf(target).Elem().Set(reflect.ValueOf(c[2*i+1]))
	}
	return nil
}

func (c cells) Values() ([]any, error) { return nil, errors.ErrUnsupported }
func (c cells) RawValues() [][]byte    { return nil }

type person struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Avatar string `json:"avatar,omitempty" db:",optional"`
}

type card struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	By    person `json:"by"`
	Tags  []string
}

type detail struct {
	card
	Story string `json:"story" db:"words"`
	Mine  bool   `json:"mine" db:"-"`
}

type listed[T any] struct {
	Item  T     `db:"*"`
	Total int64 `db:"total"`
}

func TestRow_ReadsByName(t *testing.T) {
	want := card{ID: 1, Title: "Roof", By: person{ID: 2, Name: "Amina"}}
	row := cells{"by.name", "Amina", "title", "Roof", "id", 1, "by.id", 2}
	got, err := rowscan.Row[card](row)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	want.By.Avatar = "/a"
	whole, err := rowscan.Row[listed[detail]](append(row, "by.avatar", "/a", "words", "It leaks", "total", int64(3)))
	if diff := cmp.Diff(listed[detail]{Item: detail{card: want, Story: "It leaks"}, Total: 3}, whole,
		cmp.AllowUnexported(detail{})); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestRow_TakesAStructForOneColumn(t *testing.T) {
	got, err := rowscan.Row[card](cells{"id", 1, "title", "Roof", "by", person{ID: 2}})
	if err != nil || got.By.ID != 2 {
		t.Error(got, err)
	}
}

func TestRow_RefusesWhatDoesNotFit(t *testing.T) {
	for name, test := range map[string]struct {
		row  pgx.CollectableRow
		want error
	}{
		"a column too many":   {cells{"id", 1, "name", "Amina", "age", 40}, rowscan.ErrUnknownColumn},
		"a column twice":      {cells{"id", 1, "name", "Amina", "name", "Amina"}, rowscan.ErrUnknownColumn},
		"a column is missing": {cells{"id", 1}, rowscan.ErrMissingColumn},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := rowscan.Row[person](test.row); !errors.Is(err, test.want) {
				t.Errorf("%+v, %v; want %v", got, err, test.want)
			}
		})
	}
	if _, err := rowscan.Row[detail](cells{"id", 1, "title", "", "words", "", "by.id", 2}); !errors.Is(err,
		rowscan.ErrMissingColumn) {
		t.Errorf("a part of an inner struct is missing: %v", err)
	}
	if _, err := rowscan.Row[int](cells{"id", 1}); err == nil {
		t.Error("an int is no struct")
	}
}
