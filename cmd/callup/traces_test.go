package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// traces are all forms in which some rare words can stand somewhere: plain in any case, as sent in an address, as JSON
// escapes, base64 and hex.
type traces struct {
	folded []string // compared in lower case
	exact  []string
}

func tracesOf(words ...string) traces {
	var t traces
	for _, w := range words {
		lower := strings.ToLower(w)
		t.folded = append(t.folded, lower)
		for _, form := range []string{w, lower, strings.ToUpper(w)} {
			t.folded = append(t.folded, hex.EncodeToString([]byte(form)), strings.ToLower(url.QueryEscape(form)), strings.ToLower(strings.Trim(strconv.QuoteToASCII(form), `"`)))
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

// in names the first trace that a text holds, or "".
func (t traces) in(text string) string {
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

func TestTracesAreSeen(t *testing.T) {
	w := tracesOf("Żółwiosława", "Quibblethorpe")
	for _, text := range []string{
		"dear QUIBBLETHORPE!", "żółwiosława", `"\u017b\u00f3\u0142wios\u0142awa"`, "%C5%BB%C3%B3%C5%82wios%C5%82awa", hex.EncodeToString([]byte("x quibblethorpe")),
		base64.StdEncoding.EncodeToString([]byte("Quibblethorpe")), base64.StdEncoding.EncodeToString([]byte("a Quibblethorpe b")),
		base64.RawURLEncoding.EncodeToString([]byte("by żółwiosława and others")),
	} {
		if w.in(text) == "" {
			t.Errorf("not seen in %s", text)
		}
	}
	if found := w.in("Zora Quimby"); found != "" {
		t.Errorf("%s seen in a text without it", found)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"media/a.webp": "\xff\xd8 by QUIBBLETHORPE \x00", "media/quibblethorpe.webp": "", "media/b.webp": "by Quimby"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := w.inFiles(dir); err != nil || len(found) != 2 {
		t.Errorf("of two files with traces these were seen: %v, %v", found, err)
	}
}

// writable are the fields of all requests into which people can write what they like, each with its address. A new one that
// nothing is planted in fails the search for what is left of an erased person.
func writable(t *testing.T) []string {
	t.Helper()
	var out strings.Builder
	c := (&program{stdout: &out, stderr: io.Discard}).openAPICommand()
	c.SetArgs([]string{})
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post *struct {
				Body struct {
					Content map[string]struct{ Schema schema }
				} `json:"requestBody"`
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal([]byte(out.String()), &document); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for path, is := range document.Paths {
		if is.Post == nil {
			continue
		}
		for _, content := range is.Post.Body.Content {
			for _, field := range content.Schema.texts(document.Components.Schemas) {
				fields = append(fields, path+" "+field)
			}
		}
	}
	if len(fields) < 20 {
		t.Fatalf("only %v can be written into", fields)
	}
	return fields
}

// schema is what a request may hold.
type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Enum       []string
	Properties map[string]schema
	Items      *schema
}

// texts are the names of the fields that take any text.
func (s schema) texts(all map[string]schema) []string {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s = all[name]
	}
	var out []string
	for name, is := range s.Properties {
		chosen := []string{"password", "token", "category", "beneficiary_relationship", "time_zone", "end_date"} // never kept, or one of a list
		switch {
		case is.Type == "string" && is.Format == "" && is.Enum == nil && !slices.Contains(chosen, name):
			out = append(out, name)
		case is.Items != nil:
			out = append(out, is.Items.texts(all)...)
		default:
			out = append(out, is.texts(all)...)
		}
	}
	return out
}

// inDatabase searches every row of every table there is, and tells in which tables traces stand.
func (t traces) inDatabase(ctx context.Context, pool *pgxpool.Pool) (map[string]string, error) {
	return t.inSchemas(ctx, pool, "NOT IN ('pg_catalog', 'information_schema')")
}

// inSchemas searches every row of the tables in schemas whose names are as SQL says.
func (t traces) inSchemas(ctx context.Context, pool *pgxpool.Pool, named string) (map[string]string, error) {
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
			if trace := t.in(text); trace != "" {
				found[table[1]] = fmt.Sprintf("%s in %s: %s", trace, strings.Join(table, "."), text)
			}
		}
	}
	return found, nil
}

// inFiles searches every file of a data folder but Postgres' own.
func (t traces) inFiles(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"postgres", "postgres-bin"}, d.Name()):
			return fs.SkipDir
		}
		if trace := t.in(d.Name()); trace != "" {
			found = append(found, path+" is called "+trace)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path) //nolint:gosec // the test's own folder
		if trace := t.in(string(text)); trace != "" {
			found = append(found, path+" holds "+trace)
		}
		return err
	})
	return found, err
}
