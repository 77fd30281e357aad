package embeddedpg

import (
	"archive/tar"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zstd"
)

//go:embed all:bundle
var bundle embed.FS

const (
	bundleFile = "bundle/postgres.tar.zst"
	bundleHash = "bundle/postgres.sha256"
)

// oldestMajor is the oldest Postgres of the system that may stand in.
const oldestMajor = 16

// binaries is a folder with initdb and postgres.
type binaries struct {
	dir     string
	version string
	major   int
}

// Bundled reports whether this binary carries a Postgres.
func Bundled() bool {
	_, err := fs.Stat(bundle, bundleFile)
	return err == nil
}

// BundleHash names the Postgres that this binary carries; false when it carries none.
func BundleHash() (string, bool) {
	hash, err := bundle.ReadFile(bundleHash)
	return strings.TrimSpace(string(hash)), err == nil && Bundled()
}

func findBinaries(ctx context.Context, opts Options, acc account) (binaries, error) {
	if Bundled() {
		folder := opts.BinDir
		if closedParent(folder, acc) != "" {
			var err error
			if folder, err = temporaryBinDir(acc); err != nil {
				return binaries{}, err
			}
		}
		dir, err := unpack(folder, opts.Logger)
		if err != nil {
			return binaries{}, err
		}
		return identify(ctx, dir, acc)
	}
	found := installed(ctx, acc)
	if len(found) == 0 {
		return binaries{}, fmt.Errorf("this callup was built without its Postgres and the system has none of version %d or newer: "+
			"build it with make, or set DATABASE_URL", oldestMajor)
	}
	opts.Logger.Warn("this callup was built without its Postgres and uses the system's", "folder", found[0].dir, "postgres",
		found[0].version)
	return found[0], nil
}

// installed lists the system's Postgres installations, newest first.
func installed(ctx context.Context, acc account) []binaries {
	places, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // fails for a bad pattern only
	if onPath, err := exec.LookPath("postgres"); err == nil {
		places = append(places, filepath.Dir(onPath))
	}
	var found []binaries
	for _, dir := range places {
		if bin, err := identify(ctx, dir, acc); err == nil && bin.major >= oldestMajor {
			found = append(found, bin)
		}
	}
	slices.SortStableFunc(found, func(a, b binaries) int { return b.major - a.major })
	return found
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) ((\d+)\S*)`)

func identify(ctx context.Context, dir string, acc account) (binaries, error) {
	bin := binaries{dir: dir, version: "?"}
	out, err := bin.command(ctx, acc, "postgres", "--version").CombinedOutput()
	if err != nil {
		return binaries{}, bin.explain("run Postgres", err, out)
	}
	match := versionPattern.FindStringSubmatch(string(out))
	if match == nil {
		return binaries{}, fmt.Errorf("%s/postgres does not say which Postgres it is: %q", dir, out)
	}
	bin.version = match[1]
	if bin.major, err = strconv.Atoi(match[2]); err != nil {
		return binaries{}, fmt.Errorf("read the version of %s/postgres: %w", dir, err)
	}
	return bin, nil
}

// temporaryBinDir stands in for a folder the account cannot enter: a program
// has to be found before it runs with the capability to enter it.
func temporaryBinDir(acc account) (string, error) {
	dir := filepath.Join(temporaryFolder(acc), "callup-postgres-bin-"+strconv.Itoa(os.Geteuid()))
	err := os.Mkdir(dir, 0o755) //nolint:gosec // programs without secrets, run by another user under root
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("make a folder for the programs of Postgres: %w", err)
	}
	// Anyone may make a folder of that name first.
	info, err := os.Lstat(dir)
	if err != nil {
		return "", fmt.Errorf("make a folder for the programs of Postgres: %w", err)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || int(st.Uid) != os.Geteuid() || info.Mode().Perm()&0o022 != 0 {
		return "", fmt.Errorf("%s belongs to someone else: remove it, or set CALLUP_DATA to a folder every user may enter", dir)
	}
	return dir, nil
}

// unpack puts the bundled binaries into a folder, once, and returns their bin folder.
func unpack(into string, log *slog.Logger) (string, error) {
	hash, err := bundle.ReadFile(bundleHash)
	if err != nil {
		return "", fmt.Errorf("read the hash of the bundled Postgres: %w", err)
	}
	target := filepath.Join(into, strings.TrimSpace(string(hash)))
	if _, err := os.Stat(filepath.Join(target, "bin", "postgres")); err == nil {
		return filepath.Join(target, "bin"), nil
	}
	log.Info("unpacking Postgres", "folder", target)
	if err := unpackTo(target, into); err != nil {
		return "", fmt.Errorf("unpack Postgres into %s (is the disk full?): %w", into, err)
	}
	return filepath.Join(target, "bin"), nil
}

func unpackTo(target, into string) (err error) {
	if err := os.MkdirAll(into, 0o755); err != nil { //nolint:gosec // programs without secrets, run by another user under root
		return err
	}
	fresh, err := os.MkdirTemp(into, "new-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(fresh)) }()
	packed, err := bundle.ReadFile(bundleFile)
	if err != nil {
		return err
	}
	if err := untar(bytes.NewReader(packed), fresh); err != nil {
		return err
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	// Two processes with one folder may both get here; the first rename wins.
	if err := os.Rename(fresh, target); err != nil {
		if _, statErr := os.Stat(filepath.Join(target, "bin", "postgres")); statErr != nil {
			return err
		}
	}
	return nil
}

func untar(packed io.Reader, into string) error {
	plain, err := zstd.NewReader(packed)
	if err != nil {
		return err
	}
	defer plain.Close()
	root, err := os.OpenRoot(into)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	archive := tar.NewReader(plain)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := extract(root, header, archive); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}

func extract(root *os.Root, header *tar.Header, content io.Reader) error {
	switch header.Typeflag {
	case tar.TypeDir:
		if err := root.MkdirAll(header.Name, 0o755); err != nil {
			return err
		}
		return root.Chmod(header.Name, 0o755)
	case tar.TypeSymlink:
		return root.Symlink(header.Linkname, header.Name)
	case tar.TypeReg:
		mode := header.FileInfo().Mode().Perm()
		file, err := root.OpenFile(header.Name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, content)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		return root.Chmod(header.Name, mode)
	default:
		return fmt.Errorf("unexpected kind %q in the bundle", header.Typeflag)
	}
}

var missingLibrary = regexp.MustCompile(`(?:error while loading shared libraries: |Library not loaded: )([^:\s]+)`)

// explain turns the failure of a Postgres program into one sentence.
func (b binaries) explain(doing string, err error, output []byte) error {
	if match := missingLibrary.FindSubmatch(output); match != nil {
		return fmt.Errorf("%s: this system lacks the library %s: install it (Debian: apt-get install libstdc++6), or set DATABASE_URL",
			doing, match[1])
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: %s may not be executed (is its file system mounted noexec?): set CALLUP_DATA to another folder, or "+
			"set DATABASE_URL: %w", doing, b.dir, err)
	}
	if said := lastComplaint(output); said != "" {
		return fmt.Errorf("%s: Postgres says %q: %w", doing, said, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// lastComplaint is the last line of a Postgres log that names a cause.
func lastComplaint(output []byte) string {
	said := ""
	for line := range strings.Lines(string(output)) {
		line = strings.TrimSpace(line)
		for _, level := range []string{"FATAL: ", "PANIC: ", "ERROR: ", "error: "} {
			if _, text, ok := strings.Cut(line, level); ok {
				said = strings.TrimSpace(text)
			}
		}
	}
	return said
}
