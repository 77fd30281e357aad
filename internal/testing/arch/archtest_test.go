package arch_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/internal/testing/arch"
)

func TestImports(t *testing.T) {
	packages := tree(t)
	if len(packages) < 5 {
		t.Fatalf("found only %d packages", len(packages))
	}
	for _, violation := range arch.Violations(packages) {
		t.Error(violation)
	}
}

func TestFileLengths(t *testing.T) {
	goFiles(t, func(name string, content []byte) {
		if complaint := arch.TooLong(name, content); complaint != "" {
			t.Error(complaint)
		}
	})
}

// A check that cannot fail is none.
func TestViolations_findsWhatBreaksARule(t *testing.T) {
	for _, c := range []struct {
		name string
		pkg  arch.Package
		want string
	}{
		{"a command reads a read table", arch.Package{Path: "commands", Imports: []string{"projections/readmodel"}},
			"must never decide"},
		{"the command API asks the read API", arch.Package{Path: "commands/giving", Imports: []string{"readapi"}}, "must never decide"},
		{"an area knows another", arch.Package{Path: "commands/giving", Imports: []string{"commands/campaigns"}},
			"knows no other area"},
		{"an area calls a reactor", arch.Package{Path: "commands/giving", Imports: []string{"commands/reactors"}},
			"knows no other area"},
		{"the engine knows an area", arch.Package{Path: "commands/command", Imports: []string{"commands/giving"}}, "a second room"},
		{"an erasure knows an area", arch.Package{Path: "commands/erasing", Imports: []string{"commands/giving"}}, "knows no area"},
		{"an erasure knows an aggregate", arch.Package{Path: "commands/erasing", Imports: []string{"domain/donation"}},
			"knows no area"},
		{"the read API calls a command", arch.Package{Path: "readapi", Imports: []string{"commands"}}, "commands: it lists the areas"},
		{"the read API knows an aggregate", arch.Package{Path: "readapi", Imports: []string{"domain/campaign"}}, "domain/campaign"},
		{"the live hub knows the app's answers", arch.Package{Path: "readapi/live", Imports: []string{"readapi"}},
			"each new one would touch it"},
		{"an area of the read API reads the log", arch.Package{Path: "readapi/giving", Imports: []string{"eventstore"}}, "eventstore"},
		{"an area of the read API knows another", arch.Package{Path: "readapi/giving", Imports: []string{"readapi/members"}},
			"no other area"},
		{"an area of the read API pushes by itself", arch.Package{Path: "readapi/giving", Imports: []string{"readapi/live"}},
			"how pushes travel"},
		{"queries are declared for one area", arch.Package{Path: "readapi/read", Imports: []string{"readapi/giving"}},
			"the same for every area"},
		{"a document reads a table", arch.Package{Path: "readapi/documents", Imports: []string{"projections/readmodel"}},
			"several areas"},
		{"the read API runs projections", arch.Package{Path: "readapi", Imports: []string{"projections"}}, "projections"},
		{"a row reaches the log", arch.Package{Path: "projections/readmodel", Imports: []string{"eventstore"}}, "eventstore"},
		{"a fold calls a command", arch.Package{Path: "projections", Imports: []string{"commands"}}, "could make other rows"},
		{
			"what is beside the folds calls a command",
			arch.Package{Path: "projections/projector/projectortest", Imports: []string{"commands"}}, "repeat what happened",
		},
		{"a fold reads the log", arch.Package{Path: "projections", Imports: []string{"eventstore"}}, "could make other rows"},
		{"a fold asks a database", arch.Package{Path: "projections", Foreign: []string{"example.org/db"}}, "could make other rows"},
		{"the projector knows an aggregate", arch.Package{Path: "projections/projector", Imports: []string{"domain/donation"}},
			"with each feature"},
		{"the projector knows a fold", arch.Package{Path: "projections/projector", Imports: []string{"projections"}},
			"with each feature"},
		{"the audit uses a fold", arch.Package{Path: "projections/ledger", Imports: []string{"projections"}},
			"make their mistakes too"},
		{"a store knows an aggregate", arch.Package{Path: "eventstore/pgstore", Imports: []string{"domain/donation"}},
			"could not be replaced"},
		{"the domain uses an adapter", arch.Package{Path: "domain/money", Imports: []string{"internal/rates"}}, "rules are pure"},
		{"the domain uses a library", arch.Package{Path: "domain/campaign", Foreign: []string{"example.org/clock"}},
			"example.org/clock"},
		{"an adapter knows a command", arch.Package{Path: "internal/auth", Imports: []string{"commands"}}, "depend on none"},
		{"a program carries test support", arch.Package{Path: "internal/auth", Imports: []string{"internal/testing/testdb"}},
			"programs would carry it"},
		{"an adapter carries the stand-in of its provider",
			arch.Package{Path: "internal/payments/stripe", Imports: []string{"internal/payments/stripe/stripetest"}},
			"programs would carry it"},
		{"a program has planted bugs", arch.Package{Path: "cmd/callup/serve", Imports: []string{"internal/testing/faults/planted"}},
			"programs would carry it"},
		{"the program does something itself", arch.Package{Path: "cmd/callup", Imports: []string{"commands"}},
			"only lists its subcommands"},
		{"what subcommands share knows one", arch.Package{Path: "cmd/callup/cli", Imports: []string{"cmd/callup/audit"}},
			"knows none of them"},
		{"the wiring carries test support", arch.Package{Path: "internal/app", Imports: []string{"internal/app/apptest"}},
			"programs would carry it"},
		{"an adapter knows the whole", arch.Package{Path: "internal/mail", Imports: []string{"internal/app"}}, "would know all others"},
		{"something imports the program", arch.Package{Path: "internal/testing/bench", Imports: []string{"cmd/callup"}},
			"nothing imports a command"},
		{"a migration uses code", arch.Package{Path: "migrations", Imports: []string{"domain"}}, "never change"},
		{"a folder without a place", arch.Package{Path: "helpers"}, "no part of the architecture"},
		{"a package without a doc comment", arch.Package{Path: "domain", Doc: " "}, "no doc comment"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.pkg.Doc == "" {
				c.pkg.Doc = "Package x is an example."
			}
			found := arch.Violations([]arch.Package{c.pkg})
			if len(found) != 1 || !strings.Contains(found[0], c.want) {
				t.Errorf("found %q, want one with %q", found, c.want)
			}
		})
	}
}

func TestViolations_allowsWhatTheArchitectureAllows(t *testing.T) {
	const doc = "Package x is an example."
	found := arch.Violations([]arch.Package{
		{Path: "cmd/callup", Imports: []string{"cmd/callup/cli", "cmd/callup/audit", "internal/app"},
			Foreign: []string{"example.org/cli"}, Doc: doc},
		{Path: "cmd/callup/audit", Imports: []string{"cmd/callup/cli", "internal/app", "projections/ledger", "commands"},
			Foreign: []string{"example.org/cli"}, Doc: doc},
		{Path: "internal/app", Imports: []string{"commands", "readapi", "projections", "eventstore/pgstore", "internal/mail"},
			Foreign: []string{"example.org/http"}, Doc: doc},
		{Path: "internal/app/apptest", Imports: []string{"internal/app", "internal/testing/testdb"}, Doc: doc},
		{Path: "commands/reactors", Imports: []string{"commands", "eventstore", "domain/donation", "internal/ports"}, Doc: doc},
		{Path: "projections", Imports: []string{"projections/readmodel", "projections/projector", "domain/donation"}, Doc: doc},
		{Path: "readapi", Imports: []string{"readapi/live", "readapi/read", "readapi/giving"}, Doc: doc},
		{Path: "readapi/giving", Imports: []string{"readapi/read", "projections/readmodel", "domain/money"}, Doc: doc},
		{Path: "eventstore/catalog", Imports: []string{"eventstore", "domain/campaign"}, Doc: doc},
		{Path: "eventstore/pgstore", Imports: []string{"eventstore", "domain/ident"}, Foreign: []string{"example.org/db"}, Doc: doc},
		{Path: "scripts/stoppostgres", Imports: []string{"internal/testing/testdb"}, Doc: doc},
	})
	if len(found) > 0 {
		t.Errorf("found %q", found)
	}
}

func TestTooLong(t *testing.T) {
	long := []byte(strings.Repeat("\n", 601))
	for name, want := range map[string]bool{"a/b.go": true, "a/b_gen.go": false, "a/testdata/b.go": false} {
		if got := arch.TooLong(name, long) != ""; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if complaint := arch.TooLong("a/b.go", long[1:]); complaint != "" {
		t.Error(complaint)
	}
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(out))
	// Go's cache of test results knows what a test opens itself, not what go list opens for it.
	for _, file := range []string{"go.mod", "go.sum"} {
		if _, err := os.ReadFile(filepath.Join(root, file)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// tree is every package of the module.
func tree(t *testing.T) []arch.Package {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,Doc,Name,Module,Standard", "-deps", "./...")
	list.Dir = moduleRoot(t)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Doc string
		Imports         []string
		Standard        bool
		Module          *struct {
			Path string
			Main bool
		}
	}
	var all []listed
	standard := []string{"C", "unsafe"}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		if p.Standard {
			standard = append(standard, p.ImportPath)
		}
	}
	slices.Sort(standard)
	var packages []arch.Package
	for _, p := range all {
		if p.Module == nil || !p.Module.Main {
			continue
		}
		short := func(path string) (string, bool) { return strings.CutPrefix(path, p.Module.Path+"/") }
		path, _ := short(p.ImportPath)
		pkg := arch.Package{Path: path, Doc: p.Doc}
		for _, imported := range p.Imports {
			if ours, ok := short(imported); ok {
				pkg.Imports = append(pkg.Imports, ours)
			} else if _, std := slices.BinarySearch(standard, imported); !std {
				pkg.Foreign = append(pkg.Foreign, imported)
			}
		}
		packages = append(packages, pkg)
	}
	return packages
}
