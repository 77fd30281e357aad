package datadir_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// folder is one that every user can enter, unlike t.TempDir.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "callup-test-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// alone are the options of a Postgres that lies in no installation's data folder.
func alone(dir string) embeddedpg.Options { return embeddedpg.Options{Dir: dir} }

// within are those of an installation's Postgres.
func within(data string) embeddedpg.Options { return embeddedpg.Within(data, nil) }

// start starts Postgres, and gives what was said meanwhile.
func start(t *testing.T, opts embeddedpg.Options) (*pgx.Conn, string) {
	t.Helper()
	var said strings.Builder
	opts.Logger, opts.Settings = slog.New(slog.NewTextHandler(&said, nil)), map[string]string{"fsync": "off"}
	server, err := embeddedpg.Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	conn, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn, said.String()
}

func hasTable(t *testing.T, conn *pgx.Conn, name string) (has bool) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT to_regclass($1) IS NOT NULL", name).Scan(&has); err != nil {
		t.Fatal(err)
	}
	return has
}

func TestFill_MakesNothingAnew(t *testing.T) {
	if !embeddedpg.Bundled() {
		t.Skip("this binary carries no Postgres")
	}
	for _, c := range []struct {
		name     string
		fill     func(context.Context, string) error
		options  func(folder string) embeddedpg.Options
		migrated bool
	}{
		{"a folder of Postgres", datadir.Fill, alone, false},
		{"a data folder", datadir.FillWithin, within, false},
		{"a data folder, migrated", datadir.FillMigratedWithin, within, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t)
			if err := c.fill(t.Context(), dir); err != nil {
				t.Fatal(err)
			}
			conn, said := start(t, c.options(dir))
			if strings.Contains(said, "unpacking") || strings.Contains(said, "making the database cluster") {
				t.Errorf("said %q", said)
			}
			if got := hasTable(t, conn, "events"); got != c.migrated {
				t.Errorf("it is migrated: %t, want %t", got, c.migrated)
			}
		})
	}
}

func TestFill_CopiesAreSeparate(t *testing.T) {
	if !embeddedpg.Bundled() {
		t.Skip("this binary carries no Postgres")
	}
	var conns []*pgx.Conn
	for range 2 {
		dir := folder(t)
		if err := datadir.Fill(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		conn, _ := start(t, alone(dir))
		conns = append(conns, conn)
	}
	if _, err := conns[0].Exec(t.Context(), "CREATE TABLE only_here ()"); err != nil {
		t.Fatal(err)
	}
	if hasTable(t, conns[1], "only_here") {
		t.Error("one folder shows what was written to another")
	}
}

func TestFill_TouchesNoClusterThatIsThere(t *testing.T) {
	if !embeddedpg.Bundled() {
		t.Skip("this binary carries no Postgres")
	}
	dir := folder(t)
	if err := datadir.Fill(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if err := datadir.Fill(t.Context(), dir); err == nil {
		t.Error("a folder was filled twice")
	}
	after, err := os.Stat(filepath.Join(dir, "postgres"))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the cluster was replaced: %v", err)
	}
}
