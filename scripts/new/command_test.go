package main

import (
	"slices"
	"testing"
)

// A command of an area that is there, and one of an area that is not.
func TestNewCommand_Compiles(t *testing.T) {
	t.Parallel()
	tr := newTree("../..")
	for area, name := range map[string]string{"giving": "thank-donor", "community": "toggle-reaction"} {
		if _, err := run(tr, []string{"command", area, name}); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"commands/giving/thank_donor.go", "commands/thank_donor_test.go", "commands/giving/all.go", "commands/matrix_test.go",
		"commands/community/toggle_reaction.go", "commands/community/all.go", "commands/all.go",
	} {
		if !slices.Contains(tr.paths(), path) {
			t.Errorf("%s is not written: %v", path, tr.paths())
		}
	}
	compiles(t, tr, "./commands")
}

func TestNewEvent_Compiles(t *testing.T) {
	t.Parallel()
	tr := newTree("../..")
	for aggregate, name := range map[string]string{"campaign": "Reopened", "donation": "Thanked", "member": "Left"} {
		if _, err := run(tr, []string{"event", aggregate, name}); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"domain/campaign/events.go", "domain/donation/events.go", "domain/member/member.go", "eventstore/catalog/types.go",
		"eventstore/catalog/samples_test.go", "commands/campaigns/holdings.go", "commands/giving/holdings.go",
		"commands/members/holdings.go",
	} {
		if !slices.Contains(tr.paths(), path) {
			t.Errorf("%s is not written: %v", path, tr.paths())
		}
	}
	compiles(t, tr, "./eventstore/catalog")
	for _, args := range [][]string{{"event", "campaign", "like-this"}, {"event", "nothing", "Happened"},
		{"command", "giving", "donate-money"}} {
		if _, err := run(newTree("../.."), args); err == nil {
			t.Errorf("%v is made", args)
		}
	}
}
