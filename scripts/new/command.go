package main

import (
	"fmt"
	"regexp"
	"strings"
)

// commandNames are what the templates of a command say.
type commandNames struct {
	Area, ID, Words string
	Type            string // the command's variable
}

const commandAreaFile = `// Package «.Area» is the commands about «.Area».
package «.Area»

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "«.Area»", Commands: []command.Definition{}}
`

const commandFile = `package «.Area»

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

// «.Type»Body names a campaign.
type «.Type»Body struct {
	CampaignID ident.ID ` + "`json:\"campaign_id\" format:\"uuid\"`" + `
}

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
`

const commandTest = `package commands_test

import (
	"testing"

	"github.com/callup/callup/commands/«.Area»"
	"github.com/callup/callup/domain/ident"
)

func Test«.Type»_IsCarriedOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	of := func(id ident.ID) error {
		_, err := «.Area».«.Type».Run(t.Context(), s, w.env().For(owner), «.Area».«.Type»Body{CampaignID: id})
		return err
	}
	must(t, of(w.launch(s).CampaignID))
	refused(t, of(ident.ID{0xff}), "campaign_not_found")
}
`

var (
	commandAreas   = regexp.MustCompile(`return \[\]command\.Area\{`)
	commandImports = regexp.MustCompile(`"github\.com/callup/callup/commands/command"\n`)
	commandList    = regexp.MustCompile(`\[\]command\.Definition\{`)
	commandBodies  = regexp.MustCompile(`var bodies = map\[string\]func\(\*matrix\) \(one, other string\)\{\n`)
)

// newCommand declares a command: its file, a test, its place in the list of its area and in the matrix of who may give it.
// An area that is not there yet is made.
func newCommand(t *tree, args []string) (next string, err error) {
	n := commandNames{Area: args[0], ID: args[1], Type: camel(args[1])}
	if !areaName.MatchString(n.Area) || !kebab.MatchString(n.ID) {
		return "", fmt.Errorf("an area is one word, a command's name is like-this: not %q and %q", n.Area, n.ID)
	}
	n.Words = strings.ReplaceAll(n.ID, "-", " ")
	n.Words = strings.ToUpper(n.Words[:1]) + n.Words[1:]
	folder, file := "commands/"+n.Area, strings.ReplaceAll(n.ID, "-", "_")
	list := folder + "/all.go"
	steps := []func() error{
		func() error { return t.create(folder+"/"+file+".go", commandFile, n) },
		func() error { return t.create("commands/"+file+"_test.go", commandTest, n) },
		func() error {
			return t.insert("commands/matrix_test.go", commandBodies, fmt.Sprintf("\t%q: onTwoCampaigns,\n", n.ID))
		},
		func() error { return t.insert(list, commandList, n.Type+", ") },
	}
	if !t.exists(list) {
		steps = append([]func() error{
			func() error { return t.create(list, commandAreaFile, n) },
			func() error { return t.insert("commands/all.go", commandAreas, n.Area+".Commands, ") },
			func() error {
				return t.insert("commands/all.go", commandImports, fmt.Sprintf("\t%q\n", "github.com/callup/callup/commands/"+n.Area))
			},
		}, steps...)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return "", err
		}
	}
	return "next: what " + n.Type +
		" takes, decides and who may give it; two bodies of it in commands/matrix_test.go; make generate", nil
}
