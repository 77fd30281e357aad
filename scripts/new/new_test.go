package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// compiles builds the repository, tests included, as it would be with what a tree has written.
func compiles(t *testing.T, tr *tree, pkg string) {
	t.Helper()
	replace := map[string]string{}
	dir := t.TempDir()
	root, err := filepath.Abs(tr.root)
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range tr.written {
		at := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(at, content, 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, path)] = at
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", file, "-o",
		filepath.Join(dir, "test"), pkg)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("what was written does not compile: %v\n%s", err, out)
	}
}

// An answer of an area that is there, and one of an area that is not.
func TestNewQuery_Compiles(t *testing.T) {
	t.Parallel()
	tr := newTree("../..")
	for area, name := range map[string]string{"campaigns": "post-reactions", "community": "post-likes"} {
		if _, err := run(tr, []string{"query", area, name}); err != nil {
			t.Fatal(err)
		}
		file := strings.ReplaceAll(name, "-", "_")
		for _, path := range []string{
			"readapi/" + area + "/" + file + ".go", "readapi/" + area + "/queries.go", "readapi/matrix_test.go",
			"readapi/" + file + "_test.go", "readapi/testdata/names.golden",
		} {
			if !slices.Contains(tr.paths(), path) {
				t.Errorf("%s is not written: %v", path, tr.paths())
			}
		}
	}
	compiles(t, tr, "./readapi")
}

func TestNew_RefusesWhatItCantMake(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		nil, {"query"}, {"query", "campaigns"}, {"query", "campaigns", "PostReactions"}, {"query", "two words", "x"},
		{"screen", "a", "b"},
		{"query", "campaigns", "detail"}, // its file is there
	} {
		tr := newTree("../..")
		if _, err := run(tr, args); err == nil {
			t.Errorf("%v is made: %v", args, tr.paths())
		}
	}
}

func TestTree_InsertsOnlyWhereItBelongs(t *testing.T) {
	t.Parallel()
	tr := newTree(t.TempDir())
	if err := tr.create("a.go", "package a\n\nvar l = []int{«.»}\n", 1); err != nil {
		t.Fatal(err)
	}
	if err := tr.insert("a.go", queryList, "2"); err == nil {
		t.Error("inserted where nothing matches")
	}
	if err := tr.create("a.go", "package a\n", nil); err == nil {
		t.Error("a file is made twice")
	}
	if err := tr.create("b.go", "package", nil); err == nil {
		t.Error("what is not Go is written")
	}
	if err := tr.save(); err != nil {
		t.Fatal(err)
	}
	if again := newTree(tr.root); !again.exists("a.go") || again.exists("b.go") {
		t.Error("what was written is not saved")
	}
}
