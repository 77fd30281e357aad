package erase

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
)

// Whoever has the data folder after an erasure finds nothing of the person in any file, nor the destroyed keys.
func TestErase_LeavesNothingInTheFilesOfTheDatabase(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeavingOnFiles(t)
	_, _, _ = l.Lived()
	otherBuilds(l)
	l.Exec(`ANALYZE`) // statistics quote what the columns hold
	keys := wrapped(l)
	l.Exec(`CHECKPOINT`)
	rare := [][]byte{}
	for _, word := range []string{"Quibblethorpe", "Żółwiosława", "Zolwioslawa"} {
		rare = append(rare, []byte(word), []byte(strings.ToLower(word)), []byte(strings.ToUpper(word)))
	}
	if found := holding(l, rare); found["base"] == 0 || found["pg_wal"] == 0 {
		t.Fatalf("before, the words lie in %v", found)
	}

	p, out := program(l)
	if err := eraseMember(t.Context(), p, l.Services, apptest.RareEmail, true, true); err != nil {
		t.Fatalf("%v\n%s", err, apptest.Tail(l.Logs.String()))
	}
	var shown Shown
	if err := json.Unmarshal(out.Bytes()[bytes.IndexByte(out.Bytes(), '{'):], &shown); err != nil || shown.Files != filesRewritten ||
		len(shown.Holds) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	left := wrapped(l)
	destroyed := [][]byte{}
	for subject, key := range keys {
		if left[subject] == nil {
			destroyed = append(destroyed, key)
		}
	}
	if len(destroyed) < 5 || len(left) == 0 {
		t.Fatalf("%d keys were destroyed, %d are left", len(destroyed), len(left))
	}
	if found := holding(l, append(rare, destroyed...)); len(found) > 0 {
		t.Errorf("afterwards, words or keys lie in %v", found)
	}

	again := l.Number(`SELECT pg_relation_filenode('accounts')::int`)
	if err := l.RewriteFiles(t.Context()); err != nil || l.Number(`SELECT pg_relation_filenode('accounts')::int`) != again {
		t.Errorf("it rewrites when nobody was erased: %v", err)
	}
}

// wrapped are the keys of all subjects, as they are stored.
func wrapped(l *apptest.Leaving) map[ident.ID][]byte {
	l.T.Helper()
	rows, err := l.Pool.Query(l.T.Context(), `SELECT subject, wrapped FROM subject_keys WHERE wrapped IS NOT NULL`)
	if err != nil {
		l.T.Fatal(err)
	}
	out := map[ident.ID][]byte{}
	var subject [16]byte
	var key []byte
	if _, err := pgx.ForEachRow(rows, []any{&subject, &key}, func() error {
		out[subject] = bytes.Clone(key)
		return nil
	}); err != nil {
		l.T.Fatal(err)
	}
	return out
}

// holding counts the files below the data folder that hold any of some bytes, by the folder within the cluster.
func holding(l *apptest.Leaving, some [][]byte) map[string]int {
	l.T.Helper()
	found := map[string]int{}
	root := filepath.Join(l.Config.Data, "postgres")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // Postgres removed it meanwhile
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // the test's own folder
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, b := range some {
			if bytes.Contains(content, b) {
				where, _ := filepath.Rel(root, path)
				for _, part := range []string{"base", "pg_wal"} {
					if strings.Contains(where, string(filepath.Separator)+part+string(filepath.Separator)) {
						where = part
					}
				}
				found[where]++
				break
			}
		}
		return nil
	})
	if err != nil {
		l.T.Fatal(err)
	}
	return found
}
