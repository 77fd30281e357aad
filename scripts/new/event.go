package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// eventNames are what the text of an event says.
type eventNames struct {
	Aggregate, Name string
	Stored          string // the name in the log
	Thing           string // the aggregate as a Go name
}

const eventText = `
// «.Name» happened to a «.Aggregate».
type «.Name» struct {
	«.Thing» ident.ID  ` + "`json:\"«.Aggregate»\"`" + `
	At time.Time ` + "`json:\"at\"`" + `
}

func («.Name») «.Aggregate»Event() {}
`

var (
	eventName  = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	sampleList = regexp.MustCompile(`return \[\]any\{\n`)
)

// newEvent adds a type of event to an aggregate: its struct, its line in the catalogue, a sample, and its place among what
// the area answers for when somebody is erased.
func newEvent(t *tree, args []string) (next string, err error) {
	n := eventNames{Aggregate: args[0], Name: args[1], Thing: camel(args[0]), Stored: camel(args[0]) + args[1]}
	if !areaName.MatchString(n.Aggregate) || !eventName.MatchString(n.Name) {
		return "", fmt.Errorf("an aggregate is one word, an event is called LikeThis: not %q and %q", n.Aggregate, n.Name)
	}
	declared := regexp.MustCompile(`type Event interface\{ ` + n.Aggregate + `Event\(\) \}\n`)
	file, err := t.find("domain/"+n.Aggregate+"/*.go", declared)
	if err != nil {
		return "", err
	}
	others := regexp.MustCompile(`Others:\s+\[\]any\{(\s*)` + n.Aggregate + `\.`)
	holdings, err := t.find("commands/*/holdings.go", others)
	if err != nil {
		return "", err
	}
	text := strings.NewReplacer("«.Name»", n.Name, "«.Aggregate»", n.Aggregate, "«.Thing»", n.Thing).Replace(eventText)
	lines := regexp.MustCompile(`\tregister\[` + n.Aggregate + `\.\w+\]\(c, "\w+", of\("\w+"\)\)\n`)
	for _, step := range []func() error{
		func() error { return t.insert(file, declared, text) },
		func() error {
			line := fmt.Sprintf("\tregister[%s.%s](c, %q, of(%q))\n", n.Aggregate, n.Name, n.Stored, n.Aggregate)
			return t.insert("eventstore/catalog/types.go", lines, line)
		},
		func() error {
			line := fmt.Sprintf("\t\t%s.%s{%s: id(1), At: at},\n", n.Aggregate, n.Name, n.Thing)
			return t.insert("eventstore/catalog/samples_test.go", sampleList, line)
		},
		func() error {
			return t.insert(holdings, regexp.MustCompile(`Others:\s+\[\]any\{`), fmt.Sprintf("%s.%s{}, ", n.Aggregate, n.Name))
		},
	} {
		if err := step(); err != nil {
			return "", err
		}
	}
	return "next: make stored (its golden file); the fields it needs; every switch over " + n.Aggregate +
		".Event (make check names them); Events instead of Others in " + holdings + " if it leads to a person", nil
}

// find gives the one file of some in which a pattern matches.
func (t *tree) find(pattern string, has *regexp.Regexp) (string, error) {
	paths, err := filepath.Glob(filepath.Join(t.root, pattern))
	if err != nil {
		return "", fmt.Errorf("look for %s: %w", pattern, err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(t.root, path)
		if err != nil {
			return "", fmt.Errorf("look for %s: %w", pattern, err)
		}
		content, err := t.read(filepath.ToSlash(name))
		if err != nil {
			return "", err
		}
		if has.MatchString(content) {
			return filepath.ToSlash(name), nil
		}
	}
	return "", fmt.Errorf("no file of %s matches %s", pattern, has)
}
