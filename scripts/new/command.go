package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// commandNames are what the templates of a command say.
type commandNames struct {
	Area, ID, Words string
	Type            string // the command's variable
	aggregate              // what it is about; a campaign where it has no name
}

// About are the things beside the sender that its body names.
func (n commandNames) About() []string {
	if n.Name == "" {
		return []string{"campaign"}
	}
	return n.Others()
}

// OfCampaign tells whether one of them is a campaign, which must be there.
func (n commandNames) OfCampaign() bool {
	return slices.Contains(n.About(), "campaign")
}

// Of are the ids of its thing's keys.
func (n commandNames) Of() string {
	var ids []string
	for _, key := range n.Keys {
		ids = append(ids, idOf(key))
	}
	return strings.Join(ids, ", ")
}

// Decision are the fields of the decision.
func (n commandNames) Decision() string {
	var b strings.Builder
	for _, key := range n.Keys {
		fmt.Fprintf(&b, "%s: %s, ", camel(key), idOf(key))
	}
	if n.OfMember() {
		b.WriteString("Subject: member.SubjectOf(c.Member), ")
	}
	return b.String()
}

// idOf is the id of a key in a command: the sender's, or what the body names.
func idOf(key string) string {
	if key == "member" {
		return "c.Member"
	}
	return "in." + camel(key) + "ID"
}

const commandAreaFile = `// Package «.» is the commands about «.».
package «.»

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "«.»", Commands: []command.Definition{}}
`

const commandFile = `package «.Area»

import (
	"context"

	"github.com/callup/callup/commands/command"
«if .OfCampaign»	"github.com/callup/callup/domain/campaign"
«end»	"github.com/callup/callup/domain/ident"
«if .Name»	"github.com/callup/callup/domain/«.Name»"
«if .OfMember»	"github.com/callup/callup/domain/member"
«end»«end»)

// «.Type»Body names what it is about.
type «.Type»Body struct {
«range .About»	«camel .»ID ident.ID ` + "`json:\"«.»_id\" format:\"uuid\"`" + `
«end»}
«if .Name»
// «.Type» records an event of «a .Name».
var «.Type» = command.Define("«.ID»", "«.Words»", command.Member,
	func(ctx context.Context, c *command.Call, in «.Type»Body) (command.Done, error) {
«if .OfCampaign»		about, _, err := command.Recent(ctx, c.Handler, campaign.Decider, in.CampaignID)
		if err != nil {
			return command.Done{}, err
		}
		if !about.Exists() {
			return command.Done{}, campaign.ErrNotFound
		}
«end»		return command.On(ctx, c, «.Name».Decider, «.Name».Of(«.Of»), «.Name».Record«.First»{
			«.Decision»Now: c.Now(),
		}.Decide)
	})
«else»
// «.Type» makes sure that a campaign is there, and changes nothing.
var «.Type» = command.Define("«.ID»", "«.Words»", command.Member,
	func(ctx context.Context, c *command.Call, in «.Type»Body) (command.Done, error) {
		return command.On(ctx, c, campaign.Decider, in.CampaignID, func(s campaign.State) ([]campaign.Event, error) {
			if !s.Exists() {
				return nil, campaign.ErrNotFound
			}
			return nil, nil
		})
	})
«end»`

const commandTest = `package commands_test

import (
	"testing"

	"github.com/callup/callup/commands/«.Area»"
	"github.com/callup/callup/domain/ident"
«if .Name»	"github.com/callup/callup/eventstore"
«end»)

// «.Function»Bodies are two bodies of the command for the matrix, about two things.
func «.Function»Bodies(m *matrix) (one, other string) {
	body := func(«if not .OfCampaign»n byte«end») string { return ` + "`{«range $i, $key := .About»«if $i»,«end»\"«$key»_id\":\"` + " +
	"«if eq $key \"campaign\"»m.launched()«else»(ident.ID{n, «$i»})«end».String() + `\"«end»}`" + ` }
	return body(«if not .OfCampaign»1«end»), body(«if not .OfCampaign»2«end»)
}

func Test«.Type»_IsCarriedOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	run := func(in «.Area».«.Type»Body) («if .Name»changed bool, «end»err error) {
		«if .Name»done«else»_«end», err «if .Name»:«end»= «.Area».«.Type».Run(t.Context(), s, w.env().For(owner), in)
		return «if .Name»done.Position != eventstore.Position{}, «end»err
	}
	in := «.Area».«.Type»Body{«range $i, $key := .About»«camel $key»ID: «if eq $key "campaign"»w.launch(s).CampaignID«else»ident.ID{1, «$i»}«end», «end»}
«if .Name»	for n, want := range []bool{true, false} {
		changed, err := run(in)
		must(t, err)
		if changed != want {
			t.Errorf("time %d changes something: %v", n+1, changed)
		}
	}
«else»	must(t, run(in))
«end»«if .OfCampaign»	in.CampaignID = ident.ID{0xff}
	«if .Name»_, err := run(in)
	refused(t, err, "campaign_not_found")«else»refused(t, run(in), "campaign_not_found")«end»
«end»}
`

var (
	commandAreas  = regexp.MustCompile(`return \[\]command\.Area\{`)
	commandList   = regexp.MustCompile(`\[\]command\.Definition\{`)
	commandBodies = regexp.MustCompile(`var bodies = map\[string\]func\(\*matrix\) \(one, other string\)\{\n`)
)

// Function is the command's name as an unexported one.
func (n commandNames) Function() string { return lower(n.Type) }

// newCommand declares a command: its file, a test with its bodies for the matrix of who may give it, and its place in the
// lists. on names the aggregate it decides about, one that new event made. An area that is not there yet is made.
func newCommand(t *tree, args []string, options map[string]string) (next string, err error) {
	n := commandNames{Area: args[0], ID: args[1], Type: camel(args[1])}
	if !areaName.MatchString(n.Area) || !kebab.MatchString(n.ID) {
		return "", fmt.Errorf("an area is one word, a command's name is like-this: not %q and %q", n.Area, n.ID)
	}
	if on := options["on"]; on != "" {
		var ok bool
		if n.aggregate, ok = aggregateOf(t, on); !ok {
			return "", fmt.Errorf("domain/%s is not made by make new-event: leave ON out, and say what the command decides yourself", on)
		}
	}
	n.Words = strings.ReplaceAll(n.ID, "-", " ")
	n.Words = strings.ToUpper(n.Words[:1]) + n.Words[1:]
	folder, file := "commands/"+n.Area, strings.ReplaceAll(n.ID, "-", "_")
	return "next: what " + n.Type + " takes, decides and who may give it; make generate, make stored; make new-demo", all(
		t.create(folder+"/"+file+".go", commandFile, n),
		t.create("commands/"+file+"_test.go", commandTest, n),
		t.insert("commands/matrix_test.go", commandBodies, fmt.Sprintf("\t%q: %sBodies,\n", n.ID, n.Function())),
		newCommandArea(t, n.Area),
		t.list(folder+"/all.go", commandList, n.Type),
	)
}

// newCommandArea makes an area of commands, unless it is there.
func newCommandArea(t *tree, area string) error {
	list := "commands/" + area + "/all.go"
	if t.exists(list) {
		return nil
	}
	return all(
		t.create(list, commandAreaFile, area),
		t.list("commands/all.go", commandAreas, area+".Commands"),
		t.importing("commands/all.go", "commands/"+area),
	)
}
