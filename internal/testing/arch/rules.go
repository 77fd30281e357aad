// Package arch states which part of Callup may import which, with the
// reason beside each rule, and finds what breaks one. Its tests check the tree.
package arch

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Package is what `go list` says about one package, paths below the module.
type Package struct {
	Path    string
	Imports []string
	// Foreign are the imports from other modules.
	Foreign []string
	Doc     string
}

// rule says what the packages of one place may import from this module. The
// first rule whose From matches a package applies to it.
type rule struct {
	// From and May are folders; "x/..." means x and everything below it.
	From string
	May  []string
	// Foreign: packages of other modules are allowed.
	Foreign bool
	Why     string
}

// values are the packages of domain that hold no rules about an aggregate.
var values = []string{"domain", "domain/ident", "domain/money", "domain/notice", "domain/personal",
	"domain/receipt/series"}

var rules = []rule{
	{
		From: "cmd/callup", May: []string{"cmd/callup/...", "internal/app"}, Foreign: true,
		Why: "the program only lists its subcommands: what it does lies in the folder of each, how it is put together in internal/app",
	},
	{
		From: "cmd/callup/cli", May: []string{"domain/...", "eventstore/...", "commands/...", "projections/...", "internal/..."},
		Foreign: true,
		Why:     "what every subcommand stands on knows none of them",
	},
	{
		From: "cmd/callup/...", May: []string{"..."}, Foreign: true,
		Why: "a subcommand shows an operator any part of what internal/app puts together",
	},
	{
		From: "internal/app", May: []string{"domain/...", "eventstore/...", "commands/...", "projections/...", "readapi/...",
			"internal/...", "migrations", "web"}, Foreign: true,
		Why: "the wiring puts every part together, so it may know each of them; it knows no subcommand, so that tests and programs " +
			"alike can start it",
	},
	{
		From: "internal/app/apptest", May: []string{"domain/...", "eventstore/...", "commands/...", "projections/...", "internal/..."},
		Foreign: true,
		Why:     "whole applications for tests are put together by internal/app, beside which nothing is wired",
	},
	{
		From: "scripts/...", May: []string{"..."}, Foreign: true,
		Why: "scripts build and check the rest; nothing imports them",
	},
	{
		From: "domain/...", May: []string{"domain/..."},
		Why: "rules are pure: without a database, a network, a clock or a library they can be read and tested alone",
	},
	{
		From: "commands", May: []string{"domain/...", "commands/...", "internal/..."},
		Why: "it lists the areas, which decide from the log alone; a read table lags behind and can be dropped, " +
			"so it must never decide",
	},
	{
		From: "commands/command", May: []string{"domain/...", "eventstore/...", "internal/..."}, Foreign: true,
		Why: "the engine carries out what areas declare; one that knew an area would be a second room for its features",
	},
	{
		From: "commands/erasing", Foreign: true,
		May: append([]string{"domain/erasure", "domain/member", "eventstore/...", "commands/command", "internal/..."}, values...),
		Why: "the process of an erasure knows no area: each declares what it keeps of people, so that a new one is erased like the " +
			"others",
	},
	{
		From: "commands/readable", May: []string{"domain/...", "commands/command"},
		Why: "what a member may read is one rule, which every area asks that lets somebody answer what others wrote",
	},
	{
		From: "commands/reactors", May: []string{"domain/...", "eventstore/...", "commands/...", "internal/..."}, Foreign: true,
		Why: "reactors carry out the commands of areas, and see what the log says, nothing else",
	},
	{
		From: "commands/...", Foreign: true,
		May: []string{"domain/...", "eventstore/...", "commands/command", "commands/erasing", "commands/readable", "internal/..."},
		Why: "an area decides from the log alone, so that a read table must never decide, and knows no other area: " +
			"what two share is a rule of the domain",
	},
	{
		From: "projections/readmodel", May: append([]string{"internal/..."}, values...), Foreign: true,
		Why: "rows are shared with readapi, which must not reach the log or an aggregate through them",
	},
	{
		From: "projections", May: []string{"domain/...", "projections/projector", "projections/readmodel", "internal/textfold"},
		Why: "a fold sees rows and events; with a database, a clock or a network in reach, the same log could make other rows",
	},
	{
		From: "projections/projector", Foreign: true,
		May: append([]string{"domain/erasure", "eventstore/...", "internal/...", "projections/readmodel"}, values...),
		Why: "the engine keeps any read table up to date; one that knew an aggregate, but for erasures, would change with each feature",
	},
	{
		From: "projections/ledger", Foreign: true,
		May: []string{"domain/...", "eventstore/...", "projections/projector", "projections/readmodel", "internal/..."},
		Why: "the audit computes on its own what the folds computed; sharing their code, it would make their mistakes too",
	},
	{
		From: "projections/...", May: []string{"domain/...", "eventstore/...", "projections/...", "internal/..."}, Foreign: true,
		Why: "a projection folds events; calling a command would make a rebuild repeat what happened",
	},
	{
		From: "readapi/live", May: []string{"domain", "domain/ident", "internal/..."}, Foreign: true,
		Why: "the hub pushes whatever topics it is given: one that knew the app's could not be tested without them, " +
			"and each new one would touch it",
	},
	{
		From: "readapi/read", May: append([]string{"projections/readmodel", "internal/..."}, values...), Foreign: true,
		Why: "what follows from a query's declaration is the same for every area; one that is known here can't be added " +
			"without touching it",
	},
	{
		From: "readapi/documents/...", May: append([]string{"readapi/...", "internal/..."}, values...), Foreign: true,
		Why: "a document carries the answers of several areas, and reaches nothing that these don't",
	},
	{
		From: "readapi", May: append([]string{"readapi/...", "internal/..."}, values...), Foreign: true,
		Why: "it lists the areas and hands them to the API and to the hub; what they answer is theirs",
	},
	{
		From: "readapi/...", May: append([]string{"readapi/read", "projections/readmodel", "internal/..."}, values...), Foreign: true,
		Why: "an area answers from read tables, so that these can be rebuilt, moved and switched; it knows no other area " +
			"and not how pushes travel",
	},
	{
		From: "eventstore/catalog/...", May: []string{"domain/...", "eventstore/..."}, Foreign: true,
		Why: "the catalogue gives every event its stored form, so it alone knows them all",
	},
	{
		From: "eventstore/pgstore", May: []string{"eventstore/...", "domain/ident", "internal/rowscan"}, Foreign: true,
		Why: "a store keeps bytes under ids; one that knew what they mean could not be replaced by another. It reads its rows as " +
			"everybody does, by the names of their columns",
	},
	{
		From: "eventstore/...", May: []string{"eventstore/...", "domain/ident"}, Foreign: true,
		Why: "a store keeps bytes under ids; one that knew what they mean could not be replaced by another",
	},
	{
		From: "migrations", Foreign: true,
		Why: "released migrations never change, so they must not depend on code that does",
	},
	{
		From: "internal/testing/bench", May: []string{"..."}, Foreign: true,
		Why: "benchmarks measure the whole, assembled as the command does it",
	},
	{
		From: "internal/testing/faults/planted", May: []string{"..."}, Foreign: true,
		Why: "what fault runs plant stands between any two parts of the program; only one that is built for them contains it",
	},
	{
		From: "internal/config", May: []string{"internal/...", "domain/...", "eventstore/kurrentdb/endpoint"}, Foreign: true,
		Why: "settings are checked by who will use them, so that a mistake is found before anything starts",
	},
	{
		From: "internal/testing/datadir", May: []string{"internal/...", "migrations"}, Foreign: true,
		Why: "data folders of tests are migrated; no program imports them",
	},
	{
		From: "internal/testing/testdb", May: []string{"internal/...", "migrations"}, Foreign: true,
		Why: "test databases are migrated; no program imports them",
	},
	{
		From: "internal/...", May: append([]string{"internal/..."}, "domain/..."), Foreign: true,
		Why: "ports and their adapters serve every part, so they can depend on none but the domain",
	},
	{
		From: "web", Foreign: true,
		Why: "the web app only embeds its own files",
	},
}

// testOnly are packages that programs must not contain.
var testOnly = []string{"domain/domaintest", "internal/app/apptest", "internal/testing/...",
	"projections/projector/projectortest", "eventstore/storetest", "eventstore/kurrentdb/kurrenttest",
	"internal/payments/paymentstest", "internal/payments/stripe/stripetest"}

func onlyForTests(pkg string) bool {
	return slices.ContainsFunc(testOnly, func(pattern string) bool { return matches(pattern, pkg) })
}

// command tells whether a package is a program, or a part of one.
func command(pkg string) bool { return matches("cmd/...", pkg) || matches("scripts/...", pkg) }

// subcommand tells whether a package is one of the program's subcommands, or what they share.
func subcommand(pkg string) bool { return pkg != "cmd/callup" && matches("cmd/callup/...", pkg) }

// Violations lists what breaks a rule, one sentence each with the rule's reason.
func Violations(packages []Package) []string {
	var found []string
	for _, p := range packages {
		at := slices.IndexFunc(rules, func(r rule) bool { return matches(r.From, p.Path) })
		if at < 0 {
			found = append(found,
				fmt.Sprintf("%s belongs to no part of the architecture: give it a place, or a rule in internal/testing/arch", p.Path))
			continue
		}
		r := rules[at]
		for _, imported := range p.Imports {
			if !slices.ContainsFunc(r.May, func(may string) bool { return matches(may, imported) }) {
				found = append(found, fmt.Sprintf("%s may not import %s: %s", p.Path, imported, r.Why))
			}
			if onlyForTests(imported) && !onlyForTests(p.Path) && !matches("scripts/...", p.Path) {
				found = append(found, fmt.Sprintf("%s may not import %s outside tests: programs would carry it", p.Path, imported))
			}
			if command(imported) && !matches("cmd/callup", p.Path) && (!subcommand(p.Path) || !subcommand(imported)) {
				found = append(found, fmt.Sprintf("%s may not import %s: nothing imports a command", p.Path, imported))
			}
		}
		// "internal/..." stands for ports, adapters and test support, and not for the whole that internal/app is
		if slices.Contains(p.Imports, "internal/app") && !command(p.Path) && !matches("internal/app/...", p.Path) &&
			!onlyForTests(p.Path) {
			found = append(found,
				fmt.Sprintf("%s may not import internal/app: it knows every part, so a part that knew it would know all others", p.Path))
		}
		if !r.Foreign && len(p.Foreign) > 0 {
			found = append(found, fmt.Sprintf("%s may not import %s: %s", p.Path, strings.Join(p.Foreign, ", "), r.Why))
		}
		if strings.TrimSpace(p.Doc) == "" {
			found = append(found, fmt.Sprintf("%s has no doc comment: a reader must learn there what it is for", p.Path))
		}
	}
	return found
}

func matches(pattern, pkg string) bool {
	if pattern == "..." {
		return true
	}
	if folder, below := strings.CutSuffix(pattern, "/..."); below {
		return pkg == folder || strings.HasPrefix(pkg, folder+"/")
	}
	return pattern == pkg
}

// maxLines keeps a file something one reads in one go.
const maxLines = 600

// TooLong says that a file has grown past what one reads in one go, or "".
// Generated files are read by nobody.
func TooLong(name string, content []byte) string {
	if strings.HasSuffix(name, "_gen.go") || path.Base(path.Dir(name)) == "testdata" {
		return ""
	}
	lines := strings.Count(string(content), "\n")
	if lines <= maxLines {
		return ""
	}
	return fmt.Sprintf("%s has %d lines, more than %d: it has more than one purpose by now", name, lines, maxLines)
}
