package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func below(dirs ...string) (paths []string) {
	for _, dir := range dirs {
		paths = append(paths, module+"/"+dir)
	}
	return paths
}

func tree() []goPackage {
	return []goPackage{
		{ImportPath: module + "/domain/gift", Dir: "domain/gift"},
		{ImportPath: module + "/domain/page", Dir: "domain/page", XTestImports: below("testkit")},
		{ImportPath: module + "/testkit", Dir: "testkit", Deps: below("domain/gift"), looksAtWeb: true},
		{ImportPath: module + "/commands", Dir: "commands", Deps: below("domain/gift")},
		{ImportPath: module + "/web", Dir: "web", EmbedFiles: []string{"src/screens.json"}},
		{ImportPath: module + "/cmd/x/far", Dir: "cmd/x/far", Deps: below("app", "commands", "domain/gift", "domain/page", "web")},
		{ImportPath: module + "/cmd/x/near", Dir: "cmd/x/near", Deps: below("commands", "domain/gift"),
			XTestImports: below("commands")},
		{ImportPath: module + "/app", Dir: "app", Deps: below("commands", "domain/gift", "domain/page", "web"), looksOutside: true},
	}
}

func TestPlanFor(t *testing.T) {
	for name, c := range map[string]struct {
		files                      []string
		changed, dependent, remote []string
		web, generated             bool
	}{
		"a rule": {[]string{"domain/gift/decide.go"}, below("domain/gift"),
			below("domain/page", "testkit", "commands", "app"), below("cmd/x/far", "cmd/x/near"), false, true},
		"data of a test": {[]string{"commands/testdata/deep/a.json"}, below("commands"), below("cmd/x/near", "app"),
			below("cmd/x/far"), false, false},
		"the end of the chain": {[]string{"app/app.go"}, below("app"), nil, below("cmd/x/far"), false, true},
		"a screen":             {[]string{"web/src/features/x/X.tsx"}, nil, below("testkit"), nil, true, false},
		"a file that Go embeds": {[]string{"web/src/screens.json"}, below("web"), below("testkit", "app"),
			below("cmd/x/far"), true, false},
		"what hooks are generated from":   {[]string{"web/openapi.json"}, nil, below("testkit"), nil, true, true},
		"what embeds the web app":         {[]string{"web/embed.go"}, below("web"), below("app"), below("cmd/x/far"), false, true},
		"a document that a test may read": {[]string{"docs/guide.md"}, nil, below("app"), nil, false, false},
		"a package and a document": {[]string{"web/embed.go", "docs/guide.md"}, below("web"), below("app"),
			below("cmd/x/far"), false, true},
		"nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			p := planFor(c.files, tree())
			if !slices.Equal(p.changed, c.changed) || !slices.Equal(p.dependent, c.dependent) ||
				!slices.Equal(p.remote, c.remote) {
				t.Errorf("changed %q, dependent %q, remote %q", p.changed, p.dependent, p.remote)
			}
			if p.web != c.web || p.generated != c.generated {
				t.Errorf("web %t, generated %t", p.web, p.generated)
			}
		})
	}
}

func TestPlan_LanesAreOnlyThoseWorthRunning(t *testing.T) {
	if lanes := (plan{}).lanes("base", "lint"); len(lanes) != 0 {
		t.Errorf("nothing changed, and yet: %+v", lanes)
	}
	var said []string
	whole := plan{changed: below("commands"), dependent: below("app"), remote: below("cmd/x"), web: true, generated: true}
	for _, l := range whole.lanes("base", "the-linter") {
		for _, s := range l.steps {
			said = append(said, l.name+": "+strings.Join(s.command, " "))
		}
	}
	for _, want := range []string{
		"go: go test -vet off -ldflags -s -w -skip ^Test(Crash|Faults|Upgrade) " + module + "/commands",
		"go: go test -vet off -ldflags -s -w -skip ^Test(Crash|Faults|Upgrade) -short " + module + "/app",
		"lint: go vet " + strings.Join(below("commands", "app", "cmd/x"), " "), "lint: the-linter run ./commands",
		"lint: make verify", "web: npm --silent run test -- --changed base",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is not among %q", want, said)
		}
	}
}

func TestGoPackage_LooksAtWhatItsTestsName(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string][2]bool{
		`os.ReadFile("../docs/guide.md")`: {true, false}, `os.DirFS(filepath.Join("..", ".."))`: {true, false},
		`os.DirFS("../../web/src")`: {true, true}, `filepath.Join(root, "web", "package.json")`: {false, true},
		`os.ReadFile("testdata/a")`: {}, `t.Log("and so on...")`: {},
	} {
		if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		g := goPackage{Dir: dir, XTestGoFiles: []string{"a_test.go"}}
		if err := g.look(); err != nil || [2]bool{g.looksOutside, g.looksAtWeb} != want {
			t.Errorf("%s: outside %t, at the web app %t, %v", text, g.looksOutside, g.looksAtWeb, err)
		}
	}
}

func TestChangedFiles_NamesWhatGitDoesNotKnowYet(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"init", "-q"}, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "First"},
	} {
		if _, err := git(t.Context(), args...); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "a file.go", "old.go")
	for _, args := range [][]string{
		{"add", "-A"}, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "Second"},
		{"mv", "old.go", "new.go"},
	} {
		if _, err := git(t.Context(), args...); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "untracked.go")
	base, err := baseOf(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	files, err := changedFiles(t.Context(), base)
	slices.Sort(files)
	if want := []string{"a file.go", "new.go", "untracked.go"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("since the commit before: %q, %v", files, err)
	}
	if base, err = baseOf(t.Context(), "HEAD"); err != nil {
		t.Fatal(err)
	}
	files, err = changedFiles(t.Context(), base)
	slices.Sort(files)
	if want := []string{"new.go", "old.go", "untracked.go"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("since the last commit: %q, %v", files, err)
	}
	if _, err := baseOf(t.Context(), "no-such-commit"); err == nil {
		t.Error("a commit that is not there was found")
	}
}

func write(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(name, []byte("package "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
