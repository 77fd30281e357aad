package rowscan_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/internal/testing/testdb"
)

type numbered struct {
	N    int     `db:"n"`
	Word *string `db:"word"`
	Data []byte  `db:"data"`
}

const numbers = `SELECT CASE WHEN n > 1 THEN 'more' END AS word, n, convert_to(repeat('x', 4 - n), 'UTF8') AS data
	FROM generate_series(1, $1::int) n ORDER BY n`

func TestOne_ReadsTheFirstRowByName(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	if got, err := rowscan.One[numbered](t.Context(), pool, numbers, 2); err != nil || got.N != 1 || got.Word != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := rowscan.One[numbered](t.Context(), pool, numbers, 0); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("without a row: %v", err)
	}
	if _, err := rowscan.One[numbered](t.Context(), pool, `SELECT 1 AS n`); !errors.Is(err, rowscan.ErrMissingColumn) {
		t.Errorf("without a column: %v", err)
	}
}

func TestEach_KeepsNothingOfTheRowBefore(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	rows, err := pool.Query(t.Context(), numbers, 3)
	if err != nil {
		t.Fatal(err)
	}
	var words, data []string
	var kept [][]byte
	err = rowscan.Each(rows, func(r numbered) error {
		if r.Word != nil {
			words = append(words, *r.Word)
		}
		kept = append(kept, r.Data)
		return nil
	})
	for _, d := range kept {
		data = append(data, string(d))
	}
	if err != nil || !slices.Equal(words, []string{"more", "more"}) || !slices.Equal(data, []string{"xxx", "xx", "x"}) {
		t.Errorf("%v, %v, %v", words, data, err)
	}
	enough := errors.New("enough")
	if rows, err = pool.Query(t.Context(), numbers, 3); err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := rowscan.Each(rows, func(numbered) error { n++; return enough }); !errors.Is(err, enough) || n != 1 {
		t.Errorf("%d rows after a failure, %v", n, err)
	}
}

func TestSeq_GivesItsErrorLastAndClosesTheRows(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	read := func(sql string, upTo int) (all []int, err error) {
		rows, asked := pool.Query(t.Context(), sql, 3)
		for n, failed := range rowscan.Seq(rows, asked, "count", func(r numbered) int { return r.N }) {
			if failed != nil {
				return all, failed
			}
			if all = append(all, n); len(all) == upTo {
				break
			}
		}
		return all, nil
	}
	for upTo, want := range map[int][]int{1: {1}, 3: {1, 2, 3}, 4: {1, 2, 3}} {
		if got, err := read(numbers, upTo); err != nil || !slices.Equal(got, want) {
			t.Errorf("up to %d: %v, %v", upTo, got, err)
		}
	}
	const breaks = `SELECT 'word' AS word, 6 / (3 - n) AS n, ''::bytea AS data FROM generate_series(1, $1::int) n`
	if got, err := read(breaks, 4); err == nil || !strings.HasPrefix(err.Error(), "count: ") || !slices.Equal(got, []int{3, 6}) {
		t.Errorf("broken on the way: %v, %v", got, err)
	}
	if got, err := read(`SELECT 1 AS other WHERE $1::int > 0`, 4); !errors.Is(err, rowscan.ErrUnknownColumn) || got != nil {
		t.Errorf("without its columns: %v, %v", got, err)
	}
	if n := pool.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are still held", n)
	}
}
