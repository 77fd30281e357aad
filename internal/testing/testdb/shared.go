package testdb

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

const (
	// ownerFile names, beside the data of a shared Postgres, the checkout that it belongs to.
	ownerFile = "checkout"
	// stopWithin is generous: with fsync off nothing waits for the disk.
	stopWithin = 20 * time.Second
)

// Directory is where the shared Postgres of a checkout keeps its data. It lies outside, since nobody but the checkout's
// owner may be allowed to enter that.
func Directory(checkout string) string {
	name := fnv.New64a()
	_, _ = name.Write([]byte(checkout))
	return prefix() + strconv.FormatUint(name.Sum64(), 16)
}

// prefix is how the folders of all checkouts begin.
func prefix() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("callup-test-postgres-%d-", os.Geteuid()))
}

// Checkout is the folder of the module that a test runs in, or the test's own where there is none.
func Checkout() (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the checkout: %w", err)
	}
	for dir := at; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}
	return at, nil
}

// Options are those of a Postgres whose data may be lost, which makes it fast.
func Options(dir string) embeddedpg.Options {
	return embeddedpg.Options{
		Dir:    dir,
		BinDir: datadir.Programs(),
		Logger: slog.New(slog.DiscardHandler),
		Settings: map[string]string{
			"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
			"max_connections": "500",
			// Dropping a database looks through all of them, and tests drop many.
			"shared_buffers": "128MB",
			// A worker of Postgres's own can't be thrown out of a database that
			// is dropped.
			"autovacuum": "off",
		},
	}
}

// start starts the Postgres of a checkout, and notes beside its data whose it is: see Stop.
func start(ctx context.Context, checkout string) (*embeddedpg.Server, error) {
	dir := Directory(checkout)
	server, err := embeddedpg.Start(ctx, Options(dir))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, ownerFile), []byte(checkout), 0o600); err != nil {
		return nil, fmt.Errorf("note whose test Postgres this is: %w", err)
	}
	return server, nil
}

// Stop ends the Postgres that the tests of a checkout share, and those of checkouts that are gone, and removes their data.
// One that a test uses at the moment goes on: its folder is among those returned.
func Stop(ctx context.Context, checkout string) (inUse []string, err error) {
	dirs, err := filepath.Glob(prefix() + "*")
	if err != nil {
		return nil, fmt.Errorf("look for test Postgres: %w", err)
	}
	for _, dir := range dirs {
		owner, err := os.ReadFile(filepath.Join(dir, ownerFile))
		if err != nil || string(owner) != checkout && !gone(string(owner)) {
			continue // another checkout's, or one that is being made
		}
		stopped, err := stop(ctx, dir)
		if err != nil {
			return inUse, fmt.Errorf("stop the test Postgres in %s: %w", dir, err)
		}
		if !stopped {
			inUse = append(inUse, dir)
		}
	}
	return inUse, nil
}

func gone(checkout string) bool {
	_, err := os.Stat(checkout)
	return strings.TrimSpace(checkout) != "" && errors.Is(err, fs.ErrNotExist)
}

// stop reports whether nobody uses the Postgres in a folder any more, which is then gone.
func stop(ctx context.Context, dir string) (bool, error) {
	server, err := embeddedpg.Start(ctx, Options(dir)) // takes over the one that runs
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, stopWithin)
	defer cancel()
	if err := server.Stop(ctx); err != nil {
		return false, err
	}
	if _, err := os.Stat(filepath.Join(dir, "postgres.run")); err == nil {
		return false, nil // another process holds it
	}
	return true, os.RemoveAll(dir)
}
