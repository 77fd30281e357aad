package main

import (
	"fmt"
	"regexp"
	"strings"
)

const demoFile = `package app

import (
	"context"

	"github.com/callup/callup/commands/«.Area»"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/demo"
)

// «.Function»Demo has a few members do it to each campaign.
func «.Function»Demo(p *demo.Plan) (deeds []deed) {
	for campaign := range p.Campaigns() {
		dice := p.Dice("«.ID»", campaign)
		for range min(3, p.Members()) {
			member := dice.IntN(p.Members())
			do := func(ctx context.Context, w *seeder, key ident.ID) error {
				_, err := «.Area».«.Type».Run(ctx, w.commands, as(w.members[member], key),
					«.Area».«.Type»Body{CampaignID: w.launched[campaign].campaign})
				return err
			}
			deeds = append(deeds, deed{p.Now(), p.ID("«.ID»", campaign, member), do})
		}
	}
	return deeds
}
`

var deedsList = regexp.MustCompile(`var deeds = \[\]func\(\*demo\.Plan\) \[\]deed\{\n`)

// newDemo has members of the demo give a command, so that what it writes is there to be seen.
func newDemo(t *tree, args []string, _ map[string]string) (next string, err error) {
	n := commandNames{Area: args[0], ID: args[1], Type: camel(args[1])}
	file := strings.ReplaceAll(n.ID, "-", "_")
	if !t.exists("commands/" + n.Area + "/" + file + ".go") {
		return "", fmt.Errorf("there is no command %s in commands/%s: make it first, with make new-command", n.ID, n.Area)
	}
	return "next: who does it, how often, and what it takes; go test ./cmd/callup/seed", all(
		t.create("internal/app/demo_"+file+".go", demoFile, n),
		t.insert("internal/app/demo.go", deedsList, "\t"+n.Function()+"Demo,\n"),
	)
}
