package apptest

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Traces are all forms in which some rare words can stand somewhere: plain in any case, as sent in an address, as JSON
// escapes, base64 and hex.
type Traces struct {
	folded []string // compared in lower case
	exact  []string
}

// TracesOf gives the traces of some words.
func TracesOf(words ...string) Traces {
	var t Traces
	for _, w := range words {
		lower := strings.ToLower(w)
		t.folded = append(t.folded, lower)
		for _, form := range []string{w, lower, strings.ToUpper(w)} {
			t.folded = append(t.folded, hex.EncodeToString([]byte(form)), strings.ToLower(url.QueryEscape(form)),
				strings.ToLower(strings.Trim(strconv.QuoteToASCII(form), `"`)))
			for shift := range 3 { // wherever the word begins within what was encoded
				for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
					code := enc.EncodeToString([]byte(strings.Repeat("\x00", shift) + form))
					t.exact = append(t.exact, code[(shift*8+5)/6:len(code)-2])
				}
			}
		}
	}
	return t
}

// In names the first trace that a text holds, or "".
func (t Traces) In(text string) string {
	lower := strings.ToLower(text)
	for _, f := range t.folded {
		if strings.Contains(lower, f) {
			return f
		}
	}
	for _, f := range t.exact {
		if strings.Contains(text, f) {
			return f
		}
	}
	return ""
}

// InDatabase searches every row of every table there is, and tells in which tables traces stand.
func (t Traces) InDatabase(ctx context.Context, pool *pgxpool.Pool) (map[string]string, error) {
	return t.InSchemas(ctx, pool, "NOT IN ('pg_catalog', 'information_schema')")
}

// InSchemas searches every row of the tables in schemas whose names are as SQL says.
func (t Traces) InSchemas(ctx context.Context, pool *pgxpool.Pool, named string) (map[string]string, error) {
	rows, err := pool.Query(ctx, `SELECT table_schema, table_name FROM information_schema.tables
		WHERE table_schema `+named+` AND table_type = 'BASE TABLE'`)
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (pgx.Identifier, error) {
		var schema, name string
		err := r.Scan(&schema, &name)
		return pgx.Identifier{schema, name}, err
	})
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, table := range tables {
		rows, err := pool.Query(ctx, `SELECT t::text FROM `+table.Sanitize()+` AS t`)
		if err != nil {
			return nil, err
		}
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if trace := t.In(text); trace != "" {
				found[table[1]] = fmt.Sprintf("%s in %s: %s", trace, strings.Join(table, "."), text)
			}
		}
	}
	return found, nil
}

// InFiles searches every file of a data folder but Postgres' own.
func (t Traces) InFiles(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"postgres", "postgres-bin"}, d.Name()):
			return fs.SkipDir
		}
		if trace := t.In(d.Name()); trace != "" {
			found = append(found, path+" is called "+trace)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path) //nolint:gosec // the test's own folder
		if trace := t.In(string(text)); trace != "" {
			found = append(found, path+" holds "+trace)
		}
		return err
	})
	return found, err
}
