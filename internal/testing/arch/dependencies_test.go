package arch_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each direct dependency has a line in docs/dependencies.md, and no line is
// about one that is gone.
func TestDependenciesAreExplained(t *testing.T) {
	root := moduleRoot(t)
	explained := explainedDependencies(t, root)
	used := usedModules(t, root)
	for name := range webPackages(t, root) {
		used[name] = true
	}
	required := requiredModules(t, root)
	for name := range used {
		if !explained[name] {
			t.Errorf("docs/dependencies.md has no line for %s: say what for, why this one, and what leaving it would take", name)
		}
	}
	for name := range explained {
		if !used[name] && !required[name] {
			t.Errorf("docs/dependencies.md has a line for %s, which is no dependency any more", name)
		}
	}
}

var inBackticks = regexp.MustCompile("`([^`]+)`")

func explainedDependencies(t *testing.T, root string) map[string]bool {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, name := range inBackticks.FindAllStringSubmatch(cells[1], -1) {
				names[name[1]] = true
			}
		}
	}
	if len(names) < 10 {
		t.Fatalf("found only %d lines in docs/dependencies.md", len(names))
	}
	return names
}

// usedModules are the modules whose packages are imported here, tests included.
func usedModules(t *testing.T, root string) map[string]bool {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-test", "-deps", "-json=ImportPath,Imports,Module", "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath string
		Imports    []string
		Module     *struct {
			Path string
			Main bool
		}
	}
	moduleOf := map[string]string{}
	imported := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch {
		case p.Module == nil:
		case p.Module.Main:
			for _, name := range p.Imports {
				imported[name] = true
			}
		default:
			moduleOf[p.ImportPath] = p.Module.Path
		}
	}
	used := map[string]bool{}
	for name := range imported {
		if module, foreign := moduleOf[name]; foreign {
			used[module] = true
		}
	}
	return used
}

func requiredModules(t *testing.T, root string) map[string]bool {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "mod", "edit", "-json")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct{ Require []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	required := map[string]bool{}
	for _, module := range mod.Require {
		required[module.Path] = true
	}
	return required
}

func webPackages(t *testing.T, root string) map[string]bool {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, "web", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Dependencies, DevDependencies map[string]string
	}
	if err := json.Unmarshal(content, &manifest); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, group := range []map[string]string{manifest.Dependencies, manifest.DevDependencies} {
		for name := range group {
			names[name] = true
		}
	}
	return names
}
