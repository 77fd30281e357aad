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
}

const areaFile = `// Package «.Area» answers what people read of «.Area».
package «.Area»

import "github.com/callup/callup/readapi/read"

// Queries are this area's.
var Queries = read.Area{Name: "«.Area»", Queries: []read.Declared{}}
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

var (
	areaName    = regexp.MustCompile(`^[a-z]+$`)
	areaImports = regexp.MustCompile(`"github\.com/callup/callup/domain/ident"\n`)
	areaList    = regexp.MustCompile(`return \[\]read\.Area\{`)
	queryList   = regexp.MustCompile(`\[\]read\.Declared\{`)
	matrixRows  = regexp.MustCompile(`rows := map\[string\]matrixRow\{\n`)
)

// newQuery declares an answer of the read API: its file, a test, its place in the list of its area and in the matrix of who
// sees what. An area that is not there yet is made.
func newQuery(t *tree, args []string) (next string, err error) {
	n := queryNames{Area: args[0], ID: args[1], Path: "/api/" + args[1], Words: strings.ReplaceAll(args[1], "-", " ")}
	if !areaName.MatchString(n.Area) || !kebab.MatchString(n.ID) {
		return "", fmt.Errorf("an area is one word, an answer's name is like-this: not %q and %q", n.Area, n.ID)
	}
	n.Words = strings.ToUpper(n.Words[:1]) + n.Words[1:]
	n.Type = camel(n.ID)
	n.Function = lower(n.Type)
	folder, file := "readapi/"+n.Area, strings.ReplaceAll(n.ID, "-", "_")
	list := folder + "/queries.go"
	steps := []func() error{
		func() error { return t.create(folder+"/"+file+".go", queryFile, n) },
		func() error { return t.create("readapi/"+file+"_test.go", queryTest, n) },
		func() error {
			return t.insert("readapi/matrix_test.go", matrixRows, fmt.Sprintf("\t\t%q: {path: %q},\n", n.ID, n.Path))
		},
		func() error { return t.addLine("readapi/testdata/names.golden", "operation "+n.ID+" GET "+n.Path) },
		func() error { return t.insert(list, queryList, n.Type+", ") },
	}
	if !t.exists(list) {
		steps = append([]func() error{
			func() error { return t.create(list, areaFile, n) },
			func() error { return t.insert("readapi/readapi.go", areaList, n.Area+".Queries, ") },
			func() error {
				return t.insert("readapi/readapi.go", areaImports, fmt.Sprintf("\t%q\n", "github.com/callup/callup/readapi/"+n.Area))
			},
		}, steps...)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return "", err
		}
	}
	return "next: what " + n.Type + " answers and who may ask; Live, if it is to be pushed; make generate", nil
}
