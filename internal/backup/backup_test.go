package backup

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"github.com/callup/callup/internal/testing/testdb"
)

func archive(t rapid.TB, contents map[string]string, pieces int) []byte {
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Format: Format, Part: Log, Backup: "b", Made: time.Unix(1_700_000_000, 0).UTC(), Events: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one", "two"} {
		err := w.Table(name, []string{"a", "b"}, func(to io.Writer) (int64, error) {
			text := contents[name]
			size := max(1, len(text)/pieces)
			for len(text) > 0 {
				n := min(size, len(text))
				if _, err := io.WriteString(to, text[:n]); err != nil {
					return 0, err
				}
				text = text[n:]
			}
			return int64(strings.Count(contents[name], "\n")), nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readBack(file []byte) (map[string]string, error) {
	r, err := NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	got := map[string]string{}
	return got, r.Tables(func(name string, _ []string, rows io.Reader) (int64, error) {
		b, err := io.ReadAll(rows)
		got[name] = string(b)
		return int64(strings.Count(string(b), "\n")), err
	})
}

// TestArchive: what was written is read, and an archive that is cut or changed anywhere is never taken for whole.
func TestArchive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		contents := map[string]string{
			"one": rapid.String().Draw(t, "one"),
			"two": strings.Repeat(rapid.StringN(1, 50, -1).Draw(t, "two")+"\n", rapid.IntRange(0, 3).Draw(t, "times")),
		}
		file := archive(t, contents, rapid.IntRange(1, 5).Draw(t, "pieces"))
		got, err := readBack(file)
		if err != nil || got["one"] != contents["one"] || got["two"] != contents["two"] {
			t.Fatalf("read %q, %v; written %q", got, err, contents)
		}
		if _, err := readBack(file[:rapid.IntRange(0, len(file)-1).Draw(t, "cut")]); err == nil {
			t.Error("an archive that was cut is taken for whole")
		}
		spoilt := bytes.Clone(file)
		spoilt[rapid.IntRange(0, len(file)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		if got, err := readBack(spoilt); err == nil && (got["one"] != contents["one"] || got["two"] != contents["two"]) {
			t.Error("an archive that was changed is taken for whole")
		}
	})
}

// TestForged: what was packed again after a change of the same length, so that neither zstd nor tar finds it, is still not
// what was written.
func TestForged(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Format: Format, Part: Log, Backup: "genuine", Events: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Table("one", []string{"a"}, func(to io.Writer) (int64, error) {
		_, err := io.WriteString(to, "25 euro\n")
		return 1, err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	unpack, err := zstd.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer unpack.Close()
	plain, err := io.ReadAll(unpack)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readBack(pack.EncodeAll(plain, nil)); err != nil || got["one"] != "25 euro\n" {
		t.Fatalf("packed again as it was: %q, %v", got, err)
	}
	for what, change := range map[string][2]string{
		"a row": {"25 euro", "95 euro"}, "the header": {"genuine", "forgery"}, "the columns": {`["a"]`, `["b"]`},
	} {
		forged := bytes.Replace(plain, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(forged, plain) {
			t.Fatalf("%s is not in the archive", what)
		}
		if _, err := readBack(pack.EncodeAll(forged, nil)); !errors.Is(err, ErrDamaged) {
			t.Errorf("with %s changed: %v", what, err)
		}
	}
}

// TestLargeTable: a table of several pieces is one again.
func TestLargeTable(t *testing.T) {
	line := strings.Repeat("x", 999) + "\n"
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Format: Format, Part: Log})
	if err != nil {
		t.Fatal(err)
	}
	const lines = 3*piece/1000 + 7
	if err := w.Table("t", nil, func(to io.Writer) (int64, error) {
		for range lines {
			if _, err := io.WriteString(to, line); err != nil {
				return 0, err
			}
		}
		return lines, nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := readBack(out.Bytes())
	if err != nil || got["t"] != strings.Repeat(line, lines) {
		t.Errorf("read %d bytes, %v", len(got["t"]), err)
	}
}

// TestOtherTable: an archive can't fill a table that is none of its part.
func TestOtherTable(t *testing.T) {
	pool := testdb.Pool(t)
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Format: Format, Part: Log})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Table("account_roles", []string{"role"}, func(io.Writer) (int64, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error { _, err := Read(t.Context(), tx, a); return err })
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("reading it gives %v", err)
	}
}

// TestTables_ARowThatBreaksARuleIsDamage: rows that were read together in one moment keep the rules of their table, so those
// that break one were never written.
func TestTables_ARowThatBreaksARuleIsDamage(t *testing.T) {
	for code, damaged := range map[string]bool{"22P02": true, "23505": true, "57P01": false} {
		a, err := NewReader(bytes.NewReader(archive(t, map[string]string{"one": "25 euro", "two": "twice"}, 1)))
		if err != nil {
			t.Fatal(err)
		}
		err = a.Tables(func(string, []string, io.Reader) (int64, error) { return 0, &pgconn.PgError{Code: code} })
		a.Close()
		if errors.Is(err, ErrDamaged) != damaged {
			t.Errorf("a database that says %s: %v", code, err)
		}
	}
}

// TestEveryTable: each table that migrations make is named, so that none is forgotten in backups.
func TestEveryTable(t *testing.T) {
	pool := testdb.Pool(t)
	rows, err := pool.Query(t.Context(), `SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`)
	if err != nil {
		t.Fatal(err)
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, table := range tables {
		named[table.name] = true
		if (table.part == "") != (table.why != "") {
			t.Errorf("%s is left out without a reason, or has one and is not left out", table.name)
		}
	}
	for _, name := range there {
		if !named[name] {
			t.Errorf("backups do not know the table %s: give it a part, or a reason to leave it out, in tables.go", name)
		}
		delete(named, name)
	}
	for name := range named {
		t.Errorf("there is no table %s", name)
	}
}
