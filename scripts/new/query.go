package main

import (
	"fmt"
	"regexp"
	"strings"
)

// queryNames are what the templates of a query say.
type queryNames struct {
	Area, ID, Path, Words string
	Type, Function        string // the query's variable and its function

	// Of a table, pushed on a campaign's topic:
	Table, Rows string // the table and the constant that is its name
	Guarded     bool   // its rows are read by a word
	By, ByArea  string // the command that makes its rows, if it is said, and the area of that
}

const queryAreaFile = `// Package «.» answers what people read of «.».
package «.»

import "github.com/callup/callup/readapi/read"

// Queries are this area's.
var Queries = read.Area{Name: "«.»", Queries: []read.Declared{}}
`

const queryFile = `package «.Area»

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/readapi/read"
)

// «.Type»Answer is what «.Type» answers.
type «.Type»Answer struct {
	Campaigns int64 ` + "`json:\"campaigns\"`" + `
}

// «.Type» is how many campaigns the member has.
var «.Type» = read.Define(read.Query[read.ReadAfter, «.Type»Answer]{
	ID: "«.ID»", Path: "«.Path»", Summary: "«.Words»",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{«.Function»Read}, Answer: «.Function»,
})

var «.Function»Read = read.SQL(` + "`SELECT count(*) FROM {campaigns} WHERE owner = $1`" + `)

func «.Function»(c *read.Call, _ read.ReadAfter) («.Type»Answer, error) {
	n, err := read.Row(c, «.Function»Read, pgx.RowTo[int64], c.Viewer.Member)
	return «.Type»Answer{Campaigns: n}, err
}
`

const queryTest = `package readapi_test

import (
	"testing"

	"github.com/callup/callup/readapi/«.Area»"
)

func Test«.Type»_AnswersTheMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := w.member("Me", "me@example.org")
	w.launch(me, content("Well"))
	w.launch(w.member("Other", "other@example.org"), content("Roof"))
	if got := answer[«.Area».«.Type»Answer](w, me, "«.Path»"); got.Campaigns != 1 {
		t.Errorf("«.ID»: %+v", got)
	}
}
`

const tableQueryFile = `package «.Area»

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// «.Type»Answer is what «.Type» answers.
type «.Type»Answer struct {
	Count int64 ` + "`json:\"count\"`" + `
}

// «.Type» is how many rows of «.Table» a campaign has.
var «.Type» = read.Define(read.Query[read.ByID, «.Type»Answer]{
	ID: "«.ID»", Path: "«.Path»", Summary: "«.Words»",
	May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{«.Function»Read}, Answer: «.Function»,
	Live: &read.Live[read.ByID]{
		Topic: "campaign/{id}", On: []read.On{read.ByKey(readmodel.«.Rows»)},
		Ask: func(key []string) (read.ByID, error) {
			id, err := ident.Parse(key[0])
			return read.ByID{ID: id}, err
		},
	},
})

var «.Function»Read = read.SQL(` + "`SELECT count(*) FROM {«.Table»«if .Guarded»:counted«end»} WHERE campaign = $1`" + `)

func «.Function»(c *read.Call, in read.ByID) («.Type»Answer, error) {
	return read.Row(c, «.Function»Read, pgx.RowToStructByPos[«.Type»Answer], in.ID)
}
`

const tableQueryTest = `package readapi_test

import (
	"testing"

	commands "github.com/callup/callup/commands/«.ByArea»"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/«.Area»"
)

// «.Function»Row is the row of the matrix: the address, and who sees more than a visitor.
func «.Function»Row(c *cast) matrixRow { return of("«.Below»")(c) }

// «.Function»Push is who is pushed what the answer is, once it changes.
func «.Function»Push(c *cast) pushRow {
	return pushRow{topic: "campaign/" + c.campaign.String(), change: func() {
		c.«lower .By»(c.people["giver"], c.campaign)
	}, get: «.Function»Row(c).path, to: everybody}
}

// «lower .By» has a member do it to a campaign.
func (w *world) «lower .By»(member, campaign ident.ID) {
	w.t.Helper()
	w.saw(commands.«.By».Run(w.t.Context(), w.commands, w.env().For(member), commands.«.By»Body{CampaignID: campaign}))
}

func Test«.Type»_CountsWhoDidIt(t *testing.T) {
	t.Parallel()
	c := newCast(t)
	is := func(as string, want «.Area».«.Type»Answer) {
		t.Helper()
		if got := answer[«.Area».«.Type»Answer](c.world, c.people[as], «.Function»Row(c).path); got != want {
			t.Errorf("%s is answered %+v, not %+v", as, got, want)
		}
	}
	is("giver", «.Area».«.Type»Answer{})
	c.«lower .By»(c.people["giver"], c.campaign)
	is("giver", «.Area».«.Type»Answer{Count: 1})
	is("visitor", «.Area».«.Type»Answer{Count: 1})
}
`

var (
	areaName  = regexp.MustCompile(`^[a-z]+$`)
	areaList  = regexp.MustCompile(`return \[\]read\.Area\{`)
	queryList = regexp.MustCompile(`\[\]read\.Declared\{`)
	rowsList  = regexp.MustCompile(`var matrixRows = map\[string\]func\(\*cast\) matrixRow\{\n`)
	pushList  = regexp.MustCompile(`var pushRows = map\[string\]func\(\*cast\) pushRow\{\n`)
)

// campaignPath is where answers about a campaign are asked for.
const campaignPath = "/api/campaigns/{id}/"

// Below is the path below a campaign's.
func (n queryNames) Below() string {
	return strings.TrimPrefix(n.Path, strings.TrimSuffix(campaignPath, "/"))
}

// newQuery declares an answer of the read API: its file, a test, its place in the lists. path is its address; one of a table
// lies below a campaign's, and by names the command that makes rows of it. An area that is not there yet is made.
func newQuery(t *tree, args []string, options map[string]string) (next string, err error) {
	n := queryNames{Area: args[0], ID: args[1], Path: options["path"], Words: strings.ReplaceAll(args[1], "-", " ")}
	if !areaName.MatchString(n.Area) || !kebab.MatchString(n.ID) {
		return "", fmt.Errorf("an area is one word, an answer's name is like-this: not %q and %q", n.Area, n.ID)
	}
	n.Words = strings.ToUpper(n.Words[:1]) + n.Words[1:]
	n.Type = camel(n.ID)
	n.Function = lower(n.Type)
	next = "next: what " + n.Type + " answers and who may ask; make generate, make stored"
	if options["table"] != "" {
		return next, newTableQuery(t, n, options)
	}
	if n.Path == "" {
		n.Path = "/api/" + n.ID
	}
	if strings.Contains(n.Path, "{") || !strings.HasPrefix(n.Path, "/api/") {
		return "", fmt.Errorf("an answer without a TABLE is asked for at an address like /api/me/gifts, not %q", n.Path)
	}
	return next, all(
		newQueryFiles(t, n, queryFile, queryTest),
		t.insert("readapi/matrix_test.go", rowsList, fmt.Sprintf("\t%q: at(%q),\n", n.ID, n.Path)),
	)
}

// newTableQuery declares an answer about a campaign from a table that new table made, with what is pushed of it.
func newTableQuery(t *tree, n queryNames, options map[string]string) error {
	if !strings.HasPrefix(n.Path, campaignPath) || strings.Count(n.Path, "{") != 1 {
		return fmt.Errorf("an answer of a TABLE is asked for at an ADDRESS like %sinterest, not %q", campaignPath, n.Path)
	}
	n.Table = options["table"]
	constant := regexp.MustCompile(`(?m)^\t(\w+)\s+= "` + n.Table + `"$`)
	file, err := t.find("projections/readmodel/*.go", constant)
	if err != nil {
		return fmt.Errorf("there is no table %q: make it first, with make new-table", n.Table)
	}
	rows, err := t.read(file)
	if err != nil {
		return err
	}
	n.Rows = constant.FindStringSubmatch(rows)[1]
	words, err := t.read(wordsFile)
	if err != nil {
		return err
	}
	n.Guarded = regexp.MustCompile(`(?m)^\t` + n.Rows + `:\s`).MatchString(words)
	if n.By = camel(options["by"]); !kebab.MatchString(options["by"]) {
		return fmt.Errorf("say which command makes rows of %s, such as BY=toggle-interest, not %q", n.Table, options["by"])
	}
	command, err := t.find("commands/*/"+strings.ReplaceAll(options["by"], "-", "_")+".go", regexp.MustCompile(`var `+n.By+` = `))
	if err != nil {
		return fmt.Errorf("there is no command %q: make it first, with make new-command", options["by"])
	}
	n.ByArea = strings.Split(command, "/")[1]
	return all(
		newQueryFiles(t, n, tableQueryFile, tableQueryTest),
		t.insert("readapi/matrix_test.go", rowsList, fmt.Sprintf("\t%q: %sRow,\n", n.ID, n.Function)),
		t.insert("readapi/pushes_test.go", pushList, fmt.Sprintf("\t%q: %sPush,\n", n.ID, n.Function)),
	)
}

// newQueryFiles writes a query and its test, and lists it in its area.
func newQueryFiles(t *tree, n queryNames, query, test string) error {
	folder, file := "readapi/"+n.Area, strings.ReplaceAll(n.ID, "-", "_")
	list := folder + "/queries.go"
	if !t.exists(list) {
		area := all(
			t.create(list, queryAreaFile, n.Area),
			t.list("readapi/readapi.go", areaList, n.Area+".Queries"),
			t.importing("readapi/readapi.go", "readapi/"+n.Area),
		)
		if area != nil {
			return area
		}
	}
	return all(
		t.create(folder+"/"+file+".go", query, n),
		t.create("readapi/"+file+"_test.go", test, n),
		t.list(list, queryList, n.Type),
	)
}
