package main

import (
	"fmt"
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
// «.Name» happened to «a .Aggregate».
type «.Name» struct {
	«.Thing» ident.ID  ` + "`json:\"«.Aggregate»\"`" + `
	At time.Time ` + "`json:\"at\"`" + `
}

func («.Name») «.Aggregate»Event() {}
`

var (
	eventName = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	keyNames  = regexp.MustCompile(`^[a-z]+(,[a-z]+)+$`)
)

// newEvent adds a type of event to an aggregate: its struct, its line in the catalogue, and its place among what the area
// answers for when somebody is erased. An aggregate that is not there yet is made: area says where its commands are, and of
// the things that it is the aggregate of, such as campaign,member.
func newEvent(t *tree, args []string, options map[string]string) (next string, err error) {
	n := eventNames{Aggregate: args[0], Name: args[1], Thing: camel(args[0]), Stored: camel(args[0]) + args[1]}
	if !areaName.MatchString(n.Aggregate) || !eventName.MatchString(n.Name) {
		return "", fmt.Errorf("an aggregate is one word, an event is called LikeThis: not %q and %q", n.Aggregate, n.Name)
	}
	declared := regexp.MustCompile(`type Event interface\{ ` + n.Aggregate + `Event\(\) \}\n`)
	file, err := t.find("domain/"+n.Aggregate+"/*.go", declared)
	isNew := err != nil
	if isNew {
		if !areaName.MatchString(options["area"]) || !keyNames.MatchString(options["of"]) {
			return "", fmt.Errorf("there is no aggregate %s: say where its commands are and what it is about, such as "+
				"AREA=community OF=campaign,member", n.Aggregate)
		}
		a := aggregate{Name: n.Aggregate, Thing: n.Thing, Keys: strings.Split(options["of"], ",")}
		if err := newAggregate(t, a, options["area"]); err != nil {
			return "", err
		}
	}
	if a, ok := aggregateOf(t, n.Aggregate); ok || isNew {
		if isNew {
			a = aggregate{Name: n.Aggregate, Thing: n.Thing, Keys: strings.Split(options["of"], ",")}
		}
		return "next: the fields it needs, and what Record" + n.Name + " refuses; make stored (its golden file); " +
			"make new-command with ON=" + n.Aggregate + ", make new-table with EVENT=" + n.Aggregate + "." + n.Name +
			", make new-demo", newKeyedEvent(t, a, n.Name)
	}
	others := regexp.MustCompile(`Others:\s+\[\]any\{(\s*)` + n.Aggregate + `\.`)
	holdings, err := t.find("commands/*/holdings.go", others)
	if err != nil {
		return "", err
	}
	text, err := render(file, eventText, n)
	if err != nil {
		return "", err
	}
	lines := regexp.MustCompile(`\tregister\[` + n.Aggregate + `\.\w+\]\(c, "\w+", of\("\w+"\)\)\n`)
	return "next: the fields it needs; make stored (its golden file); every switch over " + n.Aggregate +
			".Event (make check names them); Events instead of Others in " + holdings + " if it leads to a person", all(
			t.insert(file, declared, text),
			t.insert("eventstore/catalog/types.go", lines,
				fmt.Sprintf("\tregister[%s.%s](c, %q, of(%q))\n", n.Aggregate, n.Name, n.Stored, n.Aggregate)),
			t.list(holdings, regexp.MustCompile(`Others:\s+\[\]any\{`), fmt.Sprintf("%s.%s{}", n.Aggregate, n.Name)),
		)
}
