package testdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// elsewhere has the folders of this test's Postgres lie in a folder of its own, beside the programs that all tests share.
func elsewhere(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "callup-test-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	clusters := filepath.Dir(datadir.Programs())
	if err := os.Symlink(clusters, filepath.Join(dir, filepath.Base(clusters))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	return dir
}

func hold(t *testing.T, checkout string) *embeddedpg.Server {
	t.Helper()
	dir := Directory(checkout)
	if err := errors.Join(os.Mkdir(dir, 0o755), datadir.Fill(t.Context(), dir)); err != nil {
		t.Fatal(err)
	}
	server, err := start(t.Context(), checkout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { release(t, server) })
	return server
}

func release(t *testing.T, server *embeddedpg.Server) {
	t.Helper()
	if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

func left(t *testing.T, checkout string) bool {
	t.Helper()
	_, err := os.Stat(Directory(checkout))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestStop_EndsWhatNobodyUsesOfThisCheckoutAndOfThoseThatAreGone(t *testing.T) {
	if !embeddedpg.Bundled() {
		t.Skip("this binary carries no Postgres")
	}
	dir := elsewhere(t)
	mine, another, gone := filepath.Join(dir, "mine"), filepath.Join(dir, "another"), filepath.Join(dir, "gone")
	if err := errors.Join(os.Mkdir(mine, 0o755), os.Mkdir(another, 0o755)); err != nil {
		t.Fatal(err)
	}
	release(t, hold(t, mine))
	release(t, hold(t, another))
	used := hold(t, gone)
	inUse, err := Stop(t.Context(), mine)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(inUse, []string{Directory(gone)}) {
		t.Errorf("in use: %q", inUse)
	}
	if left(t, mine) || !left(t, another) || !left(t, gone) {
		t.Errorf("left of this checkout: %t, of another: %t, of one that is in use: %t", left(t, mine), left(t, another), left(t, gone))
	}
	release(t, used)
	if inUse, err := Stop(t.Context(), mine); err != nil || len(inUse) > 0 || left(t, gone) || !left(t, another) {
		t.Errorf("nobody uses it any more: in use %q, left %t, another's %t, %v", inUse, left(t, gone), left(t, another), err)
	}
}

func TestCheckout_IsTheFolderOfTheModule(t *testing.T) {
	dir, err := Checkout()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "internal", "testing", "testdb", "shared_test.go")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if dir, err := Checkout(); err != nil || dir != here {
		t.Errorf("outside a checkout: %s, %v", dir, err)
	}
}
