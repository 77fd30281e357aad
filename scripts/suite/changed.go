package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// checks are the lanes that check what changed: since the commit named, or else since the branch of the remote and this
// one parted, or else since the commit before. What is not committed has changed, too.
func checks(ctx context.Context, since, lint string) ([]lane, error) {
	base, err := baseOf(ctx, since)
	if err != nil {
		return nil, err
	}
	files, err := changedFiles(ctx, base)
	if err != nil {
		return nil, err
	}
	packages, err := listed(ctx)
	if err != nil {
		return nil, err
	}
	p := planFor(files, packages)
	fmt.Printf("%d files changed since %s: %s\n", len(files), base[:min(12, len(base))], p)
	return p.lanes(base, lint), nil
}

// plan is what a change makes worth checking.
type plan struct {
	// changed are packages with a file that changed, dependent those that are made of one, if only in their tests. Programs
	// that import none of them by themselves are remote: whole installations, which `make test` runs.
	changed, dependent, remote []string
	web, generated             bool
}

// goPackage is what `go list` says about a package of the module: where it lies, and all it is made of.
type goPackage struct {
	ImportPath string
	Dir        string // below the module
	Deps       []string
	// TestImports and XTestImports are those of its tests.
	Imports, TestImports, XTestImports []string
	// TestGoFiles and XTestGoFiles are the files of its tests.
	TestGoFiles, XTestGoFiles []string
	EmbedFiles                []string
	// looksOutside tells that its tests read files of other folders, looksAtWeb that they read the web app's.
	looksOutside, looksAtWeb bool
}

// planFor finds what a change of files concerns. One that belongs to no package and not to the web app either, such as a
// guide, may be read by each test that looks outside its own folder.
func planFor(files []string, packages []goPackage) plan {
	var p plan
	changed := map[string]bool{}
	anywhere := false
	for _, file := range files {
		at, ofWeb := packageOf(file, packages), strings.HasPrefix(file, "web/") && !strings.HasSuffix(file, ".go")
		switch {
		case ofWeb:
			p.web = true
			if embedded(file, packages) {
				changed[at] = true
			}
		case at != "":
			changed[at] = true
		default:
			anywhere = true
		}
		if strings.HasSuffix(file, ".go") || slices.ContainsFunc(generatedFrom,
			func(from string) bool { return strings.HasPrefix(file, from) }) {
			p.generated = true
		}
	}
	deps := map[string][]string{}
	for _, g := range packages {
		deps[g.ImportPath] = g.Deps
	}
	for _, g := range packages {
		switch {
		case changed[g.ImportPath]:
			p.changed = append(p.changed, g.ImportPath)
		case g.looksOutside && anywhere || g.looksAtWeb && p.web || imports(g, changed):
			p.dependent = append(p.dependent, g.ImportPath)
		case !reaches(g, deps, changed):
		case strings.HasPrefix(g.ImportPath, module+"/cmd/"):
			p.remote = append(p.remote, g.ImportPath)
		default:
			p.dependent = append(p.dependent, g.ImportPath)
		}
	}
	return p
}

// generatedFrom are what generated files are made from, beside Go, and they themselves.
var generatedFrom = []string{"README.md", "web/openapi.json", "web/src/api/", "web/scripts/"}

// packageOf is the package whose folder, or one below it without a package, holds a file; "" when there is none.
func packageOf(file string, packages []goPackage) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		for _, g := range packages {
			if g.Dir == dir {
				return g.ImportPath
			}
		}
	}
	return ""
}

// embedded tells whether a file becomes part of the package that it lies in.
func embedded(file string, packages []goPackage) bool {
	return slices.ContainsFunc(packages, func(g goPackage) bool {
		below, ok := strings.CutPrefix(file, g.Dir+"/")
		return ok && slices.Contains(g.EmbedFiles, below)
	})
}

// imports tells whether a package or its tests name one of those.
func imports(g goPackage, changed map[string]bool) bool {
	return slices.ContainsFunc(slices.Concat(g.Imports, g.TestImports, g.XTestImports),
		func(imported string) bool { return changed[imported] })
}

// reaches tells whether a package or its tests are made of one of those.
func reaches(g goPackage, deps map[string][]string, changed map[string]bool) bool {
	isChanged := func(imported string) bool { return changed[imported] }
	if slices.ContainsFunc(g.Deps, isChanged) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(g.TestImports, g.XTestImports), func(imported string) bool {
		return changed[imported] || slices.ContainsFunc(deps[imported], isChanged)
	})
}

func (p plan) String() string {
	parts := []string{
		fmt.Sprintf("%d packages, %d that depend on them, %d programs", len(p.changed), len(p.dependent), len(p.remote)),
	}
	if p.web {
		parts = append(parts, "the web app")
	}
	return strings.Join(parts, ", ")
}

// skipped are tests that kill, break or upgrade whole installations: `make test` runs them.
const skipped = "^Test(Crash|Faults|Upgrade)"

// lanes are the steps. Test programs are linked in half the time without what a debugger needs. Tests of dependent packages
// leave out what is slow for its own sake (testing.Short), such as those that start processes.
func (p plan) lanes(base, lint string) []lane {
	tests := lane{name: "go"}
	goTest := func(name string, packages []string, flags ...string) {
		if len(packages) > 0 {
			command := slices.Concat([]string{"go", "test", "-vet", "off", "-ldflags", "-s -w", "-skip", skipped}, flags, packages)
			tests.steps = append(tests.steps, step{name: name, command: command})
		}
	}
	goTest("test-changed", p.changed)
	goTest("test-dependent", p.dependent, "-short")
	linters := lane{name: "lint"}
	if all := slices.Concat(p.changed, p.dependent, p.remote); len(all) > 0 {
		linters.steps = append(linters.steps, step{name: "vet", command: append([]string{"go", "vet"}, all...)})
	}
	if len(p.changed) > 0 {
		var folders []string
		for _, g := range p.changed {
			folders = append(folders, "./"+strings.TrimPrefix(g, module+"/"))
		}
		linters.steps = append(linters.steps, step{name: "golangci-lint", command: append([]string{lint, "run"}, folders...)})
	}
	if p.generated {
		linters.steps = append(linters.steps, step{name: "generated", command: []string{"make", "verify"}})
	}
	web := lane{name: "web"}
	if p.web {
		web.steps = []step{
			npm("types", "run", "typecheck"), npm("oxlint", "run", "lint"), npm("languages", "run", "i18n:check"),
			npm("vitest", "run", "test", "--", "--changed", base),
		}
	}
	return slices.DeleteFunc([]lane{tests, linters, web}, func(l lane) bool { return len(l.steps) == 0 })
}

func npm(name string, args ...string) step {
	return step{name: name, dir: "web", command: append([]string{"npm", "--silent"}, args...)}
}

const module = "github.com/callup/callup"

// baseOf is the commit to compare with.
func baseOf(ctx context.Context, since string) (string, error) {
	if since != "" {
		return git(ctx, "rev-parse", "--verify", since+"^{commit}")
	}
	if remote, err := git(ctx, "rev-parse", "--verify", "--quiet", "origin/HEAD"); err == nil {
		return git(ctx, "merge-base", "HEAD", remote)
	}
	return git(ctx, "rev-parse", "--verify", "HEAD~1")
}

func changedFiles(ctx context.Context, base string) ([]string, error) {
	// A file that was moved has changed in both places.
	tracked, err := git(ctx, "diff", "--name-only", "--no-renames", "-z", base)
	if err != nil {
		return nil, err
	}
	fresh, err := git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(tracked+"\x00"+fresh, func(r rune) bool { return r == 0 }), nil
}

func git(ctx context.Context, args ...string) (string, error) {
	out, err := output(ctx, "git", args...)
	return strings.TrimSpace(string(out)), err
}

func output(ctx context.Context, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // git and go
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, bytes.TrimSpace(failed.Stderr))
	}
	return out, err
}

// listed are the packages of the module.
func listed(ctx context.Context) ([]goPackage, error) {
	out, err := output(ctx, "go", "list",
		"-json=ImportPath,Dir,Deps,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles,EmbedFiles", "./...")
	if err != nil {
		return nil, err
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var g goPackage
		switch err := list.Decode(&g); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("read what go list says: %w", err)
		}
		if err := g.look(); err != nil {
			return nil, err
		}
		g.Dir = strings.TrimPrefix(strings.TrimPrefix(g.Dir, root), "/")
		packages = append(packages, g)
	}
}

// outside is how a test names a folder above its own, in one of two ways of writing it, or finds that of the module; ofWeb
// is how it names the web app's.
var (
	outside = [][]byte{[]byte(`".."`), []byte(`"../`), []byte("{{.Dir}}")}
	ofWeb   = [][]byte{[]byte(`"web"`), []byte("../web/")}
)

// look finds which files that do not belong to it the tests of a package read.
func (g *goPackage) look() error {
	for _, name := range slices.Concat(g.TestGoFiles, g.XTestGoFiles) {
		text, err := os.ReadFile(filepath.Join(g.Dir, name))
		if err != nil {
			return fmt.Errorf("look what the tests of %s read: %w", g.ImportPath, err)
		}
		names := func(way []byte) bool { return bytes.Contains(text, way) }
		g.looksOutside = g.looksOutside || slices.ContainsFunc(outside, names)
		g.looksAtWeb = g.looksAtWeb || slices.ContainsFunc(ofWeb, names)
	}
	return nil
}
