package readapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/internal/testing/golden"
	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/read"
)

// unread are the tables of which no answer is made, each with the reason.
var unread = map[string]string{
	readmodel.NotificationPlaces:  "the fold of notifications tells guarded comes to a shift by it",
	readmodel.ListingClock:        "the fold of campaign_progress moves the windows of what is popular and what trends by it",
	readmodel.ListingHours:        "the fold of campaign_progress finds by it what leaves those windows",
	readmodel.ListingPages:        "the fold of campaign_progress lists by it which campaigns ask for money, and may",
	readmodel.ProgressPeople:      "the fold of campaign_progress counts a campaign's supporters by it",
	readmodel.PlatformPeople:      "the fold of platform_counts counts people and campaigns by it",
	readmodel.NotificationReports: "the fold of notifications tells by it how a report ended",
	readmodel.NotificationPages:   "the fold of notifications tells a page's owner by it what changes of its editors",
	readmodel.NotificationPosts:   "the fold of notifications tells by it that reports of a page that closes are over",
	readmodel.ReportPosts:         "the fold of reports finds by it what was reported of a page that closes",
}

// table is what the checks need to know of a read table.
type table struct {
	name string
	keys int // columns of its key
}

func tables() []table {
	var all []table
	for _, p := range projections.All() {
		for _, info := range p.Describe() {
			all = append(all, table{info.Name, len(info.Key)})
		}
	}
	return all
}

// omissions says what declarations have forgotten, and what to add.
func omissions(areas []read.Area, tables []table, unread map[string]string) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	keys, answered, ids := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, t := range tables {
		keys[t.name] = t.keys
	}
	for _, area := range areas {
		for _, q := range area.Queries {
			about := q.About()
			if ids[about.ID] || about.ID == "" {
				say("give the query %q an ID of its own", about.ID)
			}
			ids[about.ID] = true
			for _, complaint := range incomplete(about, keys) {
				say("%s", complaint)
			}
			for _, name := range about.Tables {
				answered[name] = true
			}
		}
	}
	for _, t := range tables {
		switch {
		case !answered[t.name] && unread[t.name] == "":
			say("no answer reads the table %s: declare a query that does, or say in unread why none needs to", t.name)
		case answered[t.name] && unread[t.name] != "":
			say("an answer reads the table %s: take it out of unread", t.name)
		}
	}
	return found
}

// incomplete says what one declaration has forgotten.
func incomplete(about *read.About, keys map[string]int) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, about.ID+": "+fmt.Sprintf(format, args...)) }
	if about.Summary == "" || about.May == "" || about.Sees.String() == "" {
		say("say what it is (Summary), who may ask (May) and who sees something of their own (Sees)")
	}
	if about.May == read.Holder && about.Sees != read.EachMember {
		say("what only some may see is nothing for everybody: its Sees is read.EachMember")
	}
	if about.Path != "" && !about.Reflects && len(about.Tables) > 0 {
		say("embed read.ReadAfter in its input: it reads %v, and must wait for what the reader has done", about.Tables)
	}
	for _, name := range about.Tables {
		if keys[name] == 0 {
			say("no projection has the table {%s}", name)
		}
	}
	for _, s := range about.Statements {
		if s.ForViewer() && about.Sees == read.Alike {
			say("its Sees is not read.Alike: it answers what the viewer may read: %.60s", s.SQL)
		}
	}
	for _, s := range asked(about) {
		for _, fault := range s.Faults {
			say("%s", fault)
		}
	}
	for _, s := range asked(about)[len(about.Statements):] {
		if s.ForViewer() {
			say("nobody asks for what leads to topics or members: it has no viewer: %.60s", s.SQL)
		}
	}
	push := about.Push
	if push == nil {
		return found
	}
	heard := map[string]bool{}
	for _, on := range push.On {
		heard[on.Table] = true
		if keys[on.Table] == 0 {
			say("it is pushed on a table %s that no projection has", on.Table)
		} else if parts := strings.Count(push.Topic, "{"); on.Lookup == nil && keys[on.Table] < parts {
			say("rows of %s have a key of %d parts, the topic %s one of %d: give a lookup", on.Table, keys[on.Table], push.Topic, parts)
		}
	}
	for _, quiet := range push.Quiet {
		if heard[quiet.Table] || quiet.Because == "" || !slices.Contains(about.Tables, quiet.Table) {
			say("the table %s is not quiet: it is pushed on, not read, or without a reason", quiet.Table)
		}
		heard[quiet.Table] = true
	}
	for _, name := range about.Tables {
		// A member who blocks somebody reads the list again at once. The blocked member gets no push.
		if !heard[name] && !slices.Contains(about.Implied, name) {
			say("a change of %s pushes nothing though the answer is live: add it to On, or to Quiet with the reason", name)
		}
	}
	return found
}

// asked are the statements of a query: those of its answer, and then those that lead to topics and members.
func asked(about *read.About) []*read.Statement {
	all := slices.Clone(about.Statements)
	if s := about.Sees.Statement(); s != nil {
		all = append(all, s)
	}
	if about.Push == nil {
		return all
	}
	for _, on := range about.Push.On {
		if on.Lookup != nil {
			all = append(all, on.Lookup)
		}
	}
	if about.Push.Insiders != nil {
		all = append(all, about.Push.Insiders)
	}
	return all
}

// mostReasons is the greatest number of reasons to read rows of people for every viewer.
const mostReasons = 10

func TestReasons_AreFewAndGiven(t *testing.T) {
	t.Parallel()
	given := map[string]bool{}
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			for _, s := range asked(q.About()) {
				for _, why := range s.Why {
					given[why] = true
				}
			}
		}
	}
	for word, why := range readmodel.Reasons {
		if !given[word] || why == "" {
			t.Errorf("no statement gives the reason %q, or it says nothing: take it out", word)
		}
	}
	if n := len(readmodel.Reasons); n > mostReasons {
		t.Errorf("%d reasons: %d are the most; write a word that says which rows are meant", n, mostReasons)
	}
}

func TestAreas_ForgetNothing(t *testing.T) {
	t.Parallel()
	for _, omission := range omissions(readapi.Areas(), tables(), unread) {
		t.Error(omission)
	}
}

// A check that can't fail is none.
func TestOmissions_AreFound(t *testing.T) {
	t.Parallel()
	type query = read.Query[read.ReadAfter, int]
	someTables := []table{{"things", 1}, {"parts", 2}}
	whole := func() query {
		return query{
			ID: "things", Path: "/api/things", Summary: "Things", May: read.Anybody, Sees: read.Alike,
			SQL: []*read.Statement{read.SQL(`SELECT 1 FROM {things} JOIN {parts} USING (id)`)},
			Live: &read.Live[read.ReadAfter]{
				Topic: "thing/{id}", On: []read.On{read.ByKey("things")}, Quiet: []read.Quiet{{Table: "parts", Because: "of this"}},
			},
		}
	}
	check := func(queries ...read.Declared) []string {
		return omissions([]read.Area{{Name: "area", Queries: queries}}, someTables, nil)
	}
	if found := check(read.Define(whole())); len(found) > 0 {
		t.Fatalf("a whole declaration lacks %q", found)
	}
	for want, spoil := range map[string]func(*query){
		"an ID of its own":                  func(q *query) { q.ID = "" },
		"who may ask (May)":                 func(q *query) { q.May = "" },
		"who sees something":                func(q *query) { q.Sees = read.Sees{} },
		"say what it is":                    func(q *query) { q.Summary = "" },
		"its Sees is read.EachMember":       func(q *query) { q.May = read.Holder },
		"no projection has the table":       func(q *query) { q.SQL = append(q.SQL, read.SQL(`SELECT FROM {others}`)) },
		"a table others that no projection": func(q *query) { q.Live.On = append(q.Live.On, read.ByKey("others")) },
		"give a lookup":                     func(q *query) { q.Live.Topic = "thing/{id}/{kind}" },
		"though the answer is live":         func(q *query) { q.Live.Quiet = nil },
		"is not quiet":                      func(q *query) { q.Live.Quiet[0].Because = "" },
		"no answer reads the table things":  func(q *query) { q.SQL, q.Live = nil, nil },

		"{posts} reads rows of people": func(q *query) { q.SQL = append(q.SQL, read.SQL(`SELECT text FROM {posts}`)) },
		"{comments} reads rows of people": func(q *query) {
			q.Live.On[0].Lookup = read.Replanned(`SELECT post FROM {comments} WHERE id = ANY ($1)`)
		},
		"{reactions} reads rows of people": func(q *query) { q.Sees = read.Among(read.SQL(`SELECT member FROM {reactions}`)) },
		`{posts} has no word "raw"`:        func(q *query) { q.SQL = append(q.SQL, read.SQL(`SELECT FROM {posts:raw}`)) },
		`{things} has no word "lookup"`:    func(q *query) { q.SQL = append(q.SQL, read.SQL(`SELECT FROM {things:lookup}`)) },
		"its Sees is not read.Alike":       func(q *query) { q.SQL = append(q.SQL, read.SQL(`SELECT FROM {posts:readable} p`)) },
		"it has no viewer": func(q *query) {
			q.Live.On[0].Lookup = read.Replanned(`SELECT id FROM {posts:readable} p WHERE p.id = ANY ($1)`)
		},
	} {
		q := whole()
		spoil(&q)
		if found := check(read.Define(q)); !slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("found %q, want one with %q", found, want)
		}
	}
	guarded := whole()
	guarded.Sees = read.EachMember
	guarded.SQL = append(guarded.SQL, read.SQL(`SELECT FROM {things} t JOIN {posts:readable} p ON p.id = t.id`))
	guarded.Live.On = append(guarded.Live.On, read.ByKey("posts"))
	tables := append(slices.Clip(someTables), table{"posts", 1}, table{"pages", 1}, table{"member_blocks", 2})
	areas := []read.Area{{Queries: []read.Declared{read.Define(guarded)}}}
	if found := omissions(areas, tables, nil); len(found) > 0 {
		t.Errorf("a list that says who may read lacks %q", found)
	}
	late := read.Define(read.Query[struct{}, int]{
		ID: "late", Path: "/api/late", Summary: "Late", May: read.Anybody, Sees: read.Alike, SQL: whole().SQL,
	})
	if found := check(late); len(found) != 1 || !strings.Contains(found[0], "embed read.ReadAfter") {
		t.Errorf("found %q", found)
	}
	if found := omissions(nil, someTables, map[string]string{"things": "why not", "parts": "why not"}); len(found) > 0 {
		t.Errorf("found %q", found)
	}
	known := read.Define(whole())
	areas = []read.Area{{Queries: []read.Declared{known}}}
	if found := omissions(areas, someTables, map[string]string{"things": "x"}); len(found) != 1 {
		t.Errorf("found %q", found)
	}
}

// TestNames compares the names that clients know with those of the first release. Where this test fails, a name changed
// that a browser left open still uses.
func TestNames(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			about := q.About()
			if about.Path != "" {
				lines = append(lines, fmt.Sprintf("operation %s GET %s", about.ID, about.Path))
			}
			if p := about.Push; p != nil && p.Refetch {
				lines = append(lines, fmt.Sprintf("topic %s refetch %s", p.Topic, p.Kind))
			} else if p != nil {
				lines = append(lines, fmt.Sprintf("topic %s kind %s", p.Topic, p.Kind))
			}
		}
	}
	slices.Sort(lines)
	golden.Lines(t, "testdata/names.golden", lines, "Who has a page open that asks for the old name would hear of nothing more, "+
		"or be answered that there is no such thing: give the name back. A query that nobody was ever given may change its line.")
}
