// Package datadir fills data folders of tests with a database cluster, so that
// neither initdb nor the unpacking of Postgres' programs is paid for by each
// test that starts callup on a folder of its own.
//
// The cluster is made once for each user of a machine and each bundled
// Postgres, by the code that makes every cluster; a data folder gets a copy.
// The programs of Postgres are linked to. A callup that was built without its
// Postgres finds nothing filled, and makes a cluster itself.
package datadir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/migrations"
)

const (
	cluster  = "postgres"
	empty    = "empty" // a template's kind
	programs = "postgres-bin"
	// Templates of older migrations are kept for other checkouts and branches.
	templatesKept = 4
	stopWithin    = time.Minute
)

// Fill puts an empty cluster into the folder of a Postgres, embeddedpg.Options.Dir, that has none yet.
func Fill(ctx context.Context, dir string) error {
	return fill(ctx, embeddedpg.Options{Dir: dir, BinDir: filepath.Join(dir, programs)}, empty, leave)
}

// FillWithin puts an empty cluster where an installation with that data folder keeps one.
func FillWithin(ctx context.Context, data string) error {
	return fillWithin(ctx, data, empty, leave)
}

// FillMigratedWithin puts a cluster whose database has all migrations where an installation with that data folder keeps one.
func FillMigratedWithin(ctx context.Context, data string) error {
	hash, err := migrations.Hash()
	if err != nil {
		return fmt.Errorf("fill the data folder %s: %w", data, err)
	}
	return fillWithin(ctx, data, "migrated-"+hash, migrations.Up)
}

func leave(context.Context, string) error { return nil }

func fillWithin(ctx context.Context, data, kind string, prepare func(context.Context, string) error) error {
	at := embeddedpg.Within(data, nil)
	if err := os.Mkdir(at.Dir, 0o700); err != nil {
		return fmt.Errorf("fill the data folder %s: %w", data, err)
	}
	return fill(ctx, at, kind, prepare)
}

// Programs is the folder with the unpacked programs of Postgres that tests share. Every user may enter it.
func Programs() string { return filepath.Join(base(), programs) }

// base is where templates and programs lie.
func base() string {
	return filepath.Join(os.TempDir(), "callup-test-clusters-"+strconv.Itoa(os.Geteuid()))
}

func fill(ctx context.Context, at embeddedpg.Options, kind string, prepare func(context.Context, string) error) error {
	bundle, ok := embeddedpg.BundleHash()
	if !ok {
		return nil
	}
	template := filepath.Join(base(), bundle+"-"+kind)
	if err := ensure(ctx, template, prepare); err != nil {
		return fmt.Errorf("make a cluster to copy for tests: %w", err)
	}
	if err := os.Symlink(Programs(), at.BinDir); err != nil {
		return fmt.Errorf("fill the folder %s: %w", at.Dir, err)
	}
	// Whoever sees a cluster takes it for a complete one.
	unfinished := filepath.Join(at.Dir, cluster+".copy")
	if err := copyTree(filepath.Join(template, cluster), unfinished); err != nil {
		return fmt.Errorf("fill the folder %s: %w", at.Dir, errors.Join(err, os.RemoveAll(unfinished)))
	}
	return os.Rename(unfinished, filepath.Join(at.Dir, cluster))
}

// ensure makes the template unless it is there. One process makes it, the others wait.
func ensure(ctx context.Context, template string, prepare func(context.Context, string) error) error {
	if made(template) {
		return nil
	}
	if err := os.MkdirAll(base(), 0o755); err != nil { //nolint:gosec // Postgres runs as another user under root
		return err
	}
	if err := os.Chmod(base(), 0o755); err != nil { //nolint:gosec // whatever the umask says
		return err
	}
	gate, err := os.OpenFile(filepath.Join(base(), "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = gate.Close() }() // which gives the lock back
	if err := syscall.Flock(int(gate.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	if made(template) {
		return nil
	}
	if err := forget(); err != nil {
		return err
	}
	fresh := template + ".new"
	if err := errors.Join(os.RemoveAll(fresh), build(ctx, fresh, prepare)); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return os.Rename(fresh, template)
}

func made(template string) bool {
	_, err := os.Stat(template)
	return err == nil
}

// build has a server make the cluster, and stops it when it is prepared.
func build(ctx context.Context, dir string, prepare func(context.Context, string) error) (err error) {
	server, err := embeddedpg.Start(ctx, embeddedpg.Options{
		Dir: dir, BinDir: Programs(), Logger: slog.New(slog.DiscardHandler), Settings: map[string]string{"fsync": "off"},
	})
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
		err = errors.Join(err, server.Stop(ending))
	}()
	return prepare(ctx, server.URL())
}

// forget removes the oldest templates, but for some.
func forget() error {
	found, err := filepath.Glob(filepath.Join(base(), "*-migrated-*"))
	if err != nil {
		return err
	}
	age := func(path string) time.Time {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{} // another process has removed it
		}
		return info.ModTime()
	}
	slices.SortFunc(found, func(a, b string) int { return age(b).Compare(age(a)) })
	for _, old := range found[min(templatesKept, len(found)):] {
		if err := os.RemoveAll(old); err != nil {
			return err
		}
	}
	return nil
}

// copyTree copies files and folders with their modes and owners. The data may be lost: nothing is flushed to the disk.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		if entry.IsDir() {
			err = os.Mkdir(target, 0o700)
		} else {
			err = copyFile(path, target)
		}
		if err != nil {
			return err
		}
		if err := os.Chmod(target, info.Mode().Perm()); err != nil {
			return err
		}
		owner, ok := info.Sys().(*syscall.Stat_t)
		if !ok || os.Geteuid() != 0 {
			return nil
		}
		return os.Lchown(target, int(owner.Uid), int(owner.Gid))
	})
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = target.ReadFrom(source)
	return errors.Join(err, target.Close())
}
