// Package programs builds the programs that tests start as processes, beside the one that is under test: the one of fault
// runs, that of an earlier commit, and a server of S3. Each is built once for a checkout and kept below .tools.
package programs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// tag is that of fault runs.
const tag = "faults"

// kept is where programs lie in a checkout; git ignores it, and make clean removes it.
var kept = filepath.Join(".tools", "programs")

// UnderFaults builds callup with the tag "faults", of the module whose root is given, unless the same was built before.
func UnderFaults(ctx context.Context, root string) (string, error) {
	// the ids of all packages, which Go makes of what is in them, name the program
	list := exec.CommandContext(ctx, "go", "list", "-trimpath", "-tags", tag, "-deps", "-export", "-f",
		"{{.ImportPath}} {{.BuildID}}", "./cmd/callup")
	list.Dir, list.Env = root, environ()
	packages, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("list the packages of callup: %w", err)
	}
	sum := sha256.Sum256(packages)
	return once(root, tag+"-"+hex.EncodeToString(sum[:8]),
		func(binary string) error { return build(ctx, root, binary, "-tags", tag) })
}

// embedded are the folders that are built into the program and that git does not keep.
var embedded = []string{"web/dist", "internal/embeddedpg/bundle"}

// ErrNoHistory tells that a checkout does not hold the commit that is asked for.
var ErrNoHistory = errors.New("this checkout does not hold the commit: get it with git fetch --unshallow")

// Of builds callup as it was at a commit, with the web app and the Postgres of this checkout, unless it was built before.
func Of(ctx context.Context, root, commit string) (string, error) {
	return of(ctx, root, commit, "commit")
}

// UnderFaultsOf is Of with the tag "faults", for a test that steps the clock of an earlier program.
func UnderFaultsOf(ctx context.Context, root, commit string) (string, error) {
	return of(ctx, root, commit, tag+"_commit", "-tags", tag)
}

func of(ctx context.Context, root, commit, kind string, flags ...string) (string, error) {
	name, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--verify", commit+"^{commit}").Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s: %w", ErrNoHistory, commit, err)
	}
	commit = strings.TrimSpace(string(name))
	return once(root, kind+"-"+commit, func(binary string) error {
		sources, err := os.MkdirTemp("", "callup-commit-")
		if err != nil {
			return fmt.Errorf("make a folder for the sources: %w", err)
		}
		defer func() { _ = os.RemoveAll(sources) }() // it is below the temporary folder
		if err := unpack(ctx, root, commit, sources); err != nil {
			return err
		}
		return build(ctx, sources, binary, flags...)
	})
}

// versitygw is the S3 server that the store of media is tested with: a module of its own, so that what it needs is no dependency
// of callup. It has no hyphen in its name below .tools, and so stays: building it takes a minute.
const versitygw = "v1.8.0"

// S3Server builds a server that speaks S3, of its Go module, unless it was built before.
func S3Server(ctx context.Context, root string) (string, error) {
	return once(root, "versitygw_"+versitygw, func(binary string) error {
		to, err := os.MkdirTemp("", "callup-versitygw-")
		if err != nil {
			return fmt.Errorf("make a folder for versitygw: %w", err)
		}
		defer func() { _ = os.RemoveAll(to) }() // it is below the temporary folder
		install := exec.CommandContext(ctx, "go", "install", "-trimpath", "-ldflags", "-s -w",
			"github.com/versity/versitygw/cmd/versitygw@"+versitygw)
		install.Dir, install.Env = to, append(environ(), "GOBIN="+to)
		if out, err := install.CombinedOutput(); err != nil {
			return fmt.Errorf("build versitygw: %w: %s", err, out)
		}
		program, err := os.ReadFile(filepath.Join(to, "versitygw"))
		if err != nil {
			return fmt.Errorf("take versitygw over: %w", err)
		}
		return os.WriteFile(binary, program, 0o755) //nolint:gosec // tests of any user start it
	})
}

// once gives the program of a name in the folder of a checkout's programs. It makes it where it is not there yet, while no
// other process does.
func once(root, name string, produce func(binary string) error) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", fmt.Errorf("find the checkout: %w", err)
	}
	dir := filepath.Join(root, kept)
	if err := os.MkdirAll(dir, 0o755); err != nil { // tests of any user start the programs in it
		return "", fmt.Errorf("make a folder for programs: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", fmt.Errorf("lock the folder for programs: %w", err)
	}
	defer func() { _ = lock.Close() }() // the lock goes with it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", fmt.Errorf("lock the folder for programs: %w", err)
	}
	binary := filepath.Join(dir, name)
	if _, err := os.Stat(binary); err == nil {
		return binary, os.Chtimes(binary, time.Time{}, time.Now())
	}
	if err := forget(dir); err != nil {
		return "", err
	}
	half := filepath.Join(dir, "half") // a test that is stopped leaves nothing that looks built
	if err := produce(half); err != nil {
		return "", err
	}
	return binary, os.Rename(half, binary)
}

// forget removes the programs that no test has asked for in the last hour.
func forget(dir string) error {
	old, err := filepath.Glob(filepath.Join(dir, "*-*"))
	if err != nil {
		return fmt.Errorf("look for old programs: %w", err)
	}
	for _, o := range old {
		about, err := os.Stat(o)
		if err == nil && time.Since(about.ModTime()) > time.Hour {
			err = os.Remove(o)
		}
		if err != nil {
			return fmt.Errorf("remove an old program: %w", err)
		}
	}
	return nil
}

// unpack writes the sources of a commit, and what is embedded of this checkout.
func unpack(ctx context.Context, root, commit, to string) error {
	archive, err := exec.CommandContext(ctx, "git", "-C", root, "archive", commit).Output()
	if err != nil {
		return fmt.Errorf("read the sources of %s: %w", commit, err)
	}
	untar := exec.CommandContext(ctx, "tar", "-x", "-C", to)
	untar.Stdin = bytes.NewReader(archive)
	if out, err := untar.CombinedOutput(); err != nil {
		return fmt.Errorf("unpack the sources of %s: %w: %s", commit, err, out)
	}
	for _, folder := range embedded {
		to := filepath.Join(to, folder)
		if err := os.RemoveAll(to); err != nil {
			return fmt.Errorf("embed %s: %w", folder, err)
		}
		if err := os.CopyFS(to, os.DirFS(filepath.Join(root, folder))); err != nil {
			return fmt.Errorf("embed %s: %w", folder, err)
		}
	}
	return nil
}

// build makes the program of the module in a folder.
func build(ctx context.Context, module, binary string, more ...string) error {
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w"}, more...)
	cmd := exec.CommandContext(ctx, "go", append(args, "-o", binary,
		"./cmd/callup")...)
	cmd.Dir, cmd.Env = module, environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build callup (%s): %w: %s", strings.Join(more, " "), err, out)
	}
	return nil
}

func environ() []string { return append(os.Environ(), "CGO_ENABLED=0") }
