package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// aggregate is a thing with a stream of its own that stands for one pair, or more, of other things, such as a campaign and a
// member: what members do to things begins like this. Its state is its last event.
type aggregate struct {
	Name, Thing string   // interest, Interest
	Keys        []string // campaign, member
	First       string   // the event of the first decision
}

const aggregateFile = `// Package «.Name» is the rules of «a .Name».
package «.Name»

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams, one per «join .Keys " and "».
const Category = "«.Name»"

// Of is the id of the «.Name» of one «join .Keys " and "».
func Of(«join .Keys ", "» ident.ID) ident.ID {
	return ident.Pair(Category, «range $i, $key := .Keys»«if $i», «end»«$key».String()«end»)
}

// Event is what happened to «a .Name».
//
//sumtype:decl
type Event interface{ «.Name»Event() }

// State is what the rules need to know: the last event, nil before the first.
type State struct{ Last Event }

// Decider folds the events into the last of them.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   func(_ State, e Event) State { return State{e} },
}
`

// keyedEvent is one of its events, with the decision that has it happen.
const keyedEvent = `
// «.Event» happened to «a .Name».
type «.Event» struct {
«range .Keys»	«camel .» ident.ID ` + "`json:\"«.»\"`" + `
«end»«if .OfMember»	Subject ident.ID ` + "`json:\"subject\"`" + ` // the member's: what is kept of it goes when they are erased
«end»	At time.Time ` + "`json:\"at\"`" + `
}

func («.Event») «.Name»Event() {}

// Record«.Event» has it happen.
type Record«.Event» struct {
	«.Fields» ident.ID
	Now time.Time
}

// Decide changes nothing where it was the last to happen.
func (c Record«.Event») Decide(s State) ([]Event, error) {
	if _, already := s.Last.(«.Event»); already {
		return nil, nil
	}
	return []Event{«.Event»{«range .Keys»c.«camel .», «end»«if .OfMember»c.Subject, «end»c.Now}}, nil
}
`

const keyedEventTest = `package «.Name»_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/«.Name»"
)

func TestRecord«.Event»_HappensOnce(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := «.Name».Record«.Event»{«.Numbered»Now: now}
	happened := «.Name».«.Event»{«.Numbered»At: now}
	domaintest.Given(t, «.Name».Decider).When(c.Decide).Then(happened).When(c.Decide).ThenNothing()
}
`

const keyedHistory = `package projections

import (
	"github.com/callup/callup/domain/«.Name»"
)

// about«.Thing» lets something happen to «a .Name».
func (h *history) about«.Thing»(draw draw) {
«range .Keys»«if eq . "campaign"»	campaign, there := h.someCampaign(draw)
	if !there {
		return
	}
«else if eq . "member"»	member, subject := someMember(draw)
«else»	«.» := thing("«.»", draw("«.»", 2))
«end»«end»	decisions := []func(«.Name».State) ([]«.Name».Event, error){
		// each as likely as the others
	}
	take(h, «.Name».Decider, «.Name».Of(«join .Keys ", "»), decisions[draw("what", len(decisions)-1)])
}
`

const keyedHoldings = `package «.Area»

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/«.Name»"
	"github.com/callup/callup/domain/ident"
)

// «.Thing»Holdings are what a member did to «range $i, $key := .Others»«if $i» and «end»«$key»s«end».
func «.Thing»Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "«.Name»",
		Events: []any{},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			}
		},
		Export: export«.Thing»,
	}
}

// Exported«.Thing» is something that a member did.
type Exported«.Thing» struct {
	What string ` + "`json:\"what\"`" + `
«range .Others»	«camel .» ident.ID ` + "`json:\"«.»\"`" + `
«end»	At time.Time ` + "`json:\"at\"`" + `
}

func export«.Thing»(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []Exported«.Thing»{}
	for _, id := range p.All(«.Name».Category) {
		for r, err := range s.OpenedEvents(ctx, «.Name».Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			}
		}
	}
	return all, nil
}
`

// names are what the templates of an aggregate and its events say.
type names struct {
	aggregate
	Event, Area string
}

func (a aggregate) OfMember() bool { return slices.Contains(a.Keys, "member") }

// Others are the keys beside the member.
func (a aggregate) Others() []string {
	return slices.DeleteFunc(slices.Clone(a.Keys), func(key string) bool { return key == "member" })
}

// all are the fields that an event's ids stand in.
func (a aggregate) all() []string {
	fields := make([]string, 0, len(a.Keys)+1)
	for _, key := range a.Keys {
		fields = append(fields, camel(key))
	}
	if a.OfMember() {
		fields = append(fields, "Subject")
	}
	return fields
}

// Fields are these, as a struct declares them.
func (a aggregate) Fields() string { return strings.Join(a.all(), ", ") }

// Numbered gives each of them an id in a literal.
func (a aggregate) Numbered() string {
	var b strings.Builder
	for i, field := range a.all() {
		fmt.Fprintf(&b, "%s: ident.ID{%d}, ", field, i+1)
	}
	return b.String()
}

// whose is the field by which its events lead to somebody.
func (a aggregate) whose() string {
	if a.OfMember() {
		return "member"
	}
	return a.Keys[0]
}

var (
	ofFunction   = regexp.MustCompile(`(?m)^func Of\(([a-z, ]+) ident\.ID\)`)
	recordStruct = regexp.MustCompile(`(?m)^type Record(\w+) struct`)
	doingsList   = regexp.MustCompile(`var doings = \[\]doing\{\n`)
	holdingsList = regexp.MustCompile(`return \[\]erasing\.Holdings\{`)
	decisions    = regexp.MustCompile(`decisions := \[\]func\([^\n]*\{\n[^\n]*\n`)
	eventsList   = regexp.MustCompile(`Events: \[\]any\{`)
	seeSwitch    = regexp.MustCompile(`switch e := event\.\(type\) \{\n`)
	exportSwitch = regexp.MustCompile(`switch e := r\.Event\.\(type\) \{\n`)
	catalogEnd   = regexp.MustCompile(`(?s)^.*\n\tregister\[[^\n]*\n`)
)

// aggregateOf reads how an aggregate was made by this program; ok where it was.
func aggregateOf(t *tree, name string) (a aggregate, ok bool) {
	content, err := t.read("domain/" + name + "/" + name + ".go")
	if err != nil {
		return a, false
	}
	keys, first := ofFunction.FindStringSubmatch(content), recordStruct.FindStringSubmatch(content)
	if keys == nil || first == nil {
		return a, false
	}
	return aggregate{name, camel(name), strings.Split(keys[1], ", "), first[1]}, true
}

// newAggregate makes an aggregate without events: rules, what random histories do with it, and the area's answer for it when
// somebody is erased.
func newAggregate(t *tree, a aggregate, area string) error {
	n := names{a, "", area}
	folder := "domain/" + a.Name + "/"
	return all(
		t.create(folder+a.Name+".go", aggregateFile, n),
		t.create("projections/history_"+a.Name+"_test.go", keyedHistory, n),
		t.insert("projections/history_test.go", doingsList, fmt.Sprintf("\t{5, (*history).about%s},\n", a.Thing)),
		t.create("commands/"+area+"/"+a.Name+"_holdings.go", keyedHoldings, n),
		newCommandArea(t, area),
		t.list("commands/holdings.go", holdingsList, area+"."+a.Thing+"Holdings()"),
		t.importing("commands/holdings.go", "commands/"+area),
		t.importing("eventstore/catalog/types.go", "domain/"+a.Name),
	)
}

// newKeyedEvent adds an event to an aggregate that this program made.
func newKeyedEvent(t *tree, a aggregate, event string) error {
	n := names{a, event, ""}
	file := "domain/" + a.Name + "/" + a.Name + ".go"
	holdings, err := t.find("commands/*/"+a.Name+"_holdings.go", eventsList)
	if err != nil {
		return err
	}
	var record, exported strings.Builder
	for _, field := range a.all() {
		fmt.Fprintf(&record, "%s: %s, ", field, strings.ToLower(field))
	}
	for _, key := range a.Others() {
		fmt.Fprintf(&exported, "%s: e.%s, ", camel(key), camel(key))
	}
	line := fmt.Sprintf("\tregister[%s.%s](c, %q, of(%q))\n", a.Name, event, a.Thing+event, a.whose())
	behind := regexp.MustCompile(`(?s)^.*\n\tregister\[` + a.Name + `\.[^\n]*\n`)
	if types, err := t.read("eventstore/catalog/types.go"); err == nil && !behind.MatchString(types) {
		behind, line = catalogEnd, "\n"+line
	}
	see := ""
	if a.OfMember() {
		see = fmt.Sprintf("case %s.%s:\nif b.IsMember(e.Member) {\nb.Add(%s.Category, r.Of(%s))\n}\n", a.Name, event, a.Name,
			"e."+strings.Join(a.all()[:len(a.Keys)], ", e."))
		see = strings.Replace(see, "r.Of(", a.Name+".Of(", 1)
	}
	return all(
		t.append(file, keyedEvent, n),
		t.create("domain/"+a.Name+"/"+strings.ToLower(event)+"_test.go", keyedEventTest, n),
		t.insert("eventstore/catalog/types.go", behind, line),
		t.list(holdings, eventsList, fmt.Sprintf("%s.%s{}", a.Name, event)),
		t.insert(holdings, seeSwitch, see),
		t.insert(holdings, exportSwitch, fmt.Sprintf("case %s.%s:\nall = append(all, Exported%s{What: %q, %sAt: e.At})\n",
			a.Name, event, a.Thing, strings.ToLower(event), exported.String())),
		t.insert("projections/history_"+a.Name+"_test.go", decisions,
			fmt.Sprintf("%s.Record%s{%sNow: h.now}.Decide,\n", a.Name, event, record.String())),
	)
}

// all gives the first error.
func all(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
