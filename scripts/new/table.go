package main

import (
	"fmt"
	"regexp"
	"strings"
)

// tableNames are what the templates of a read table say.
type tableNames struct {
	Area, Table string
	Row, List   string // the row's type, and the constant that is the table's name
	Keys        []string
	aggregate
	Event    string // the event that makes a row
	Personal bool
}

const rowFile = `package readmodel

import "github.com/callup/callup/domain/ident"

// Tables of this area.
const (
	«.List» = "«.Table»"
)
`

const rowText = `
// «.Row» is a row of «.Table».
type «.Row» struct {
«range .Keys»	«camel .» ident.ID ` + "`db:\"«.»\"`" + `
«end»«if .Personal»	Subject ident.ID ` + "`db:\"subject\"`" + `
«end»}
`

const foldFile = `package projections

import (
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)
`

const foldText = `
«if gt (len .Keys) 1»type «lower .Row»Key struct {
«range .Keys»	«camel .» ident.ID ` + "`db:\"«.»\"`" + `
«end»}

«end»// «lower .Row»Projection keeps a row for each «join .Keys " and "» with the event «.Event».
func «lower .Row»Projection() *projector.Projection {
	rows := projector.NewTable[«.KeyType», readmodel.«.Row»](readmodel.«.List», "«join .Keys ", "»"«if .Personal»,
		projector.Lookup("subject", func(r *readmodel.«.Row») ident.ID { return r.Subject }),
		projector.OwnedBy("subject", projector.Remove())«else», projector.Nobodys()«end»)

	return projector.New("«.Table»", 1, rows).
		Invariant("«.Table»", "SELECT '«.Table»', count(*)::text FROM {«.Table»}").
		On(projector.Fold(func(r *projector.Rows, e «.Name».«.Event», _ projector.Meta) {
			«if .Personal»rows.Edit(r, «.Key»).Subject = e.Subject«else»rows.Edit(r, «.Key»)«end»
		}))
}
`

// KeyType is the Go type of a row's key.
func (n tableNames) KeyType() string {
	if len(n.Keys) == 1 {
		return "ident.ID"
	}
	return lower(n.Row) + "Key"
}

// Key is the key of the row that an event makes.
func (n tableNames) Key() string {
	if len(n.Keys) == 1 {
		return "e." + camel(n.Keys[0])
	}
	fields := make([]string, len(n.Keys))
	for i, key := range n.Keys {
		fields[i] = "e." + camel(key)
	}
	return lower(n.Row) + "Key{" + strings.Join(fields, ", ") + "}"
}

var (
	tableName      = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	columnNames    = regexp.MustCompile(`^[a-z]+(,[a-z]+)*$`)
	tableConsts    = regexp.MustCompile(`const \(\n`)
	lastProjection = regexp.MustCompile(`(?s)return \[\]\*projector\.Projection\{.*Projection\(\),`)
	tableWords     = regexp.MustCompile(`var visible = map\[string\]visibility\{\n`)
	eventOf        = regexp.MustCompile(`^[a-z]+\.[A-Z]\w*$`)
)

// wordsFile says who may read the rows of tables that belong to people.
const wordsFile = "projections/readmodel/readable.go"

// newTable declares a read table with a projection of its own: its row, a fold of the event that makes one, and its place in
// the lists. key are the fields of the event by which a row is found.
func newTable(t *tree, args []string, options map[string]string) (next string, err error) {
	n := tableNames{Area: args[0], Table: args[1], Row: camel(strings.ReplaceAll(args[1], "_", "-"))}
	if !areaName.MatchString(n.Area) || !tableName.MatchString(n.Table) || !columnNames.MatchString(options["key"]) ||
		!eventOf.MatchString(options["event"]) {
		return "", fmt.Errorf("an area is one word, a table's name is like_this, its KEY is one or more fields of its EVENT, such as "+
			"campaign,member of interest.Shown: not %q, %q, %q and %q", n.Area, n.Table, options["key"], options["event"])
	}
	n.List, n.Keys = n.Row+"s", strings.Split(options["key"], ",")
	n.Name, n.Event, _ = strings.Cut(options["event"], ".")
	declared, err := t.find("domain/"+n.Name+"/*.go", regexp.MustCompile(`type `+n.Event+` struct \{`))
	if err != nil {
		return "", err
	}
	events, err := t.read(declared)
	if err != nil {
		return "", err
	}
	n.Personal = regexp.MustCompile(`type ` + n.Event + ` struct \{[^}]*\n\tSubject `).MatchString(events)
	row, fold := "projections/readmodel/"+n.Area+".go", "projections/"+n.Area+".go"
	var steps []error
	if t.exists(row) {
		steps = append(steps, t.insert(row, tableConsts, fmt.Sprintf("\t%s = %q\n", n.List, n.Table)))
	} else {
		steps = append(steps, t.create(row, rowFile, n))
	}
	if n.Personal { // what belongs to people is read by a word
		word := fmt.Sprintf("\t%s: {own: `r.subject = (` + viewersSubject + `)`},\n", n.List)
		steps = append(steps, t.insert(wordsFile, tableWords, word))
	}
	if !t.exists(fold) {
		steps = append(steps, t.create(fold, foldFile, n))
	}
	return "next: the columns it needs, who may read its rows (" + wordsFile + "), and folds of the events that change them; " +
			"make stored; make new-query with TABLE=" + n.Table,
		all(append(steps,
			t.append(row, rowText, n),
			t.append(fold, foldText, n),
			t.importing(fold, "domain/"+n.Name),
			t.importing(fold, "domain/ident"),
			t.insert("projections/all.go", lastProjection, "\n\t\t"+lower(n.Row)+"Projection(),"),
		)...)
}
