package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// compiles checks packages, tests included, as they would be with what a tree has written.
func compiles(t *testing.T, tr *tree, packages ...string) {
	t.Helper()
	replace := map[string]string{}
	dir := t.TempDir()
	root, err := filepath.Abs(tr.root)
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range tr.written {
		at := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(at, content, 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, path)] = at
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	// That compiles tests, too, and links nothing.
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-test", "-export", "-overlay", file}, packages...)...)
	list.Dir = root
	if out, err := list.CombinedOutput(); err != nil {
		t.Errorf("what was written does not compile: %v\n%s", err, out)
	}
}

// made runs the program, one command after the other, and wants certain files written.
func made(t *testing.T, commands []string, files ...string) *tree {
	t.Helper()
	tr := newTree("../..")
	for _, line := range commands {
		if _, err := run(tr, strings.Fields(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	for _, path := range files {
		if !slices.Contains(tr.paths(), path) {
			t.Errorf("%s is not written: %v", path, tr.paths())
		}
	}
	for path, content := range tr.written {
		for n, line := range strings.Split(string(content), "\n") {
			if len([]rune(line)) > 130 && !strings.HasSuffix(path, ".json") && !strings.Contains(line, "`json:") {
				t.Errorf("%s:%d is longer than 130 characters: %s", path, n+1, line)
			}
		}
	}
	return tr
}

// A whole feature of an area that is not there: what one command makes the next can use.
func TestNew_MakesAFeatureThatCompiles(t *testing.T) {
	t.Parallel()
	tr := made(t, []string{
		"event applause Given area=community of=campaign,member", "event applause Stopped",
		"command community give-applause on=applause",
		"table community campaign_applause key=campaign,member event=applause.Given",
		"query community campaign-applause path=/api/campaigns/{id}/applause table=campaign_applause by=give-applause",
		"demo community give-applause",
	},
		"domain/applause/applause.go", "domain/applause/given_test.go", "domain/applause/stopped_test.go",
		"eventstore/catalog/types.go", "commands/community/all.go", "commands/community/applause_holdings.go", "commands/holdings.go",
		"commands/all.go", "commands/community/give_applause.go", "commands/give_applause_test.go", "commands/matrix_test.go",
		"projections/all.go", "projections/community.go", "projections/readmodel/community.go", "projections/readmodel/readable.go",
		"projections/history_test.go",
		"projections/history_applause_test.go", "readapi/community/campaign_applause.go", "readapi/campaign_applause_test.go",
		"readapi/community/queries.go", "readapi/readapi.go", "readapi/matrix_test.go", "readapi/pushes_test.go",
		"internal/app/demo.go", "internal/app/demo_give_applause.go",
	)
	for path, says := range map[string]string{
		"projections/readmodel/readable.go":      "\tCampaignApplauses: {own: `r.subject = (` + viewersSubject + `)`},\n",
		"readapi/community/campaign_applause.go": "FROM {campaign_applause:counted} WHERE",
	} {
		if content, err := tr.read(path); err != nil || !strings.Contains(content, says) {
			t.Errorf("%s does not say %q: whose rows are read (%v)", path, says, err)
		}
	}
	for _, path := range []string{"commands/holdings.go", "commands/all.go"} {
		if content, err := tr.read(path); err != nil || strings.Count(content, "/commands/community\"") != 1 {
			t.Errorf("%s does not import the area once: %v\n%s", path, err, content)
		}
	}
	compiles(t, tr, "./domain/applause", "./eventstore/catalog", "./commands", "./projections", "./readapi", "./internal/app")
}

// A kind of notice touches six files besides texts: what it is, what makes it, that it is declared, what the bell answers and
// shows, and its letter.
func TestNew_MakesANotice(t *testing.T) {
	t.Parallel()
	tr := made(t, []string{"notice thanks_received donation.Completed mail=yes", "notice team_rested campaign.Paused"},
		"domain/notice/notice.go", "domain/notice/declared/thanks_received.go", "domain/notice/declared/declared.go",
		"readapi/notifications/kinds.go", "web/src/features/my/notifications/kinds.tsx", "commands/reactors/letters.go",
	)
	if n := len(tr.paths()); n != 6+1+3 { // the second kind's declaration, and texts in three languages
		t.Errorf("%d files: %v", n, tr.paths())
	}
	for _, path := range tr.paths() {
		if content, err := tr.read(path); strings.HasSuffix(path, ".json") && (err != nil || !json.Valid([]byte(content))) {
			t.Errorf("%s is no JSON: %v\n%s", path, err, content)
		}
	}
	compiles(t, tr, "./domain/notice/...", "./commands/reactors", "./readapi/notifications", "./projections")
}

// Parts of features of areas that are there.
func TestNew_AddsToAreasThatAreThere(t *testing.T) {
	t.Parallel()
	tr := made(t, []string{
		"event campaign Reopened", "event donation Thanked", "event member Left", "command giving thank-donor",
		"query campaigns my-roofs",
		"table members member_names key=member event=member.Registered", "event visit Paid area=members of=room,member",
		"command members pay-visit on=visit", "table giving paid_gifts key=donation event=donation.PaymentOpened",
	},
		"domain/campaign/events.go", "domain/donation/events.go", "domain/member/member.go", "commands/campaigns/holdings.go",
		"commands/giving/holdings.go", "commands/members/holdings.go", "commands/giving/thank_donor.go", "commands/giving/all.go",
		"readapi/campaigns/my_roofs.go", "projections/members.go", "projections/readmodel/members.go",
	)
	compiles(t, tr, "./eventstore/catalog", "./commands", "./projections", "./readapi/campaigns")
}

func TestNew_RefusesWhatItCantMake(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		nil, {"query"}, {"query", "campaigns"}, {"query", "campaigns", "PostReactions"}, {"query", "two words", "x"},
		{"screen", "a", "b"},
		{"query", "campaigns", "detail"}, // its file is there
		{"query", "campaigns", "x", "path=/api/{id}"}, {"query", "campaigns", "x", "color=red"},
		{"query", "campaigns", "x", "path=/api/campaigns/{id}/x", "table=nothing", "by=donate-money"},
		{"query", "campaigns", "x", "path=/api/x", "table=members", "by=donate-money"},
		{"notice", "gift_received", "donation.Completed"}, {"notice", "Thanks", "donation.Completed"},
		{"notice", "thanks_received", "donation.Thanked"},
		{"event", "campaign", "like-this"}, {"event", "nothing", "Happened"}, {"event", "nothing", "Happened", "area=community"},
		{"command", "giving", "donate-money"}, {"command", "giving", "thank", "on=donation"}, {"demo", "giving", "thank-donor"},
		{"table", "giving", "thanks", "key=donation", "event=donation.Thanked"}, {"table", "giving", "thanks"},
	} {
		tr := newTree("../..")
		if _, err := run(tr, args); err == nil {
			t.Errorf("%v is made: %v", args, tr.paths())
		}
	}
}

func TestTree_InsertsOnlyWhereItBelongs(t *testing.T) {
	t.Parallel()
	tr := newTree(t.TempDir())
	if err := tr.create("a.go", "package a\n\nvar l = []int{«.»}\n", 1); err != nil {
		t.Fatal(err)
	}
	if err := tr.insert("a.go", queryList, "2"); err == nil {
		t.Error("inserted where nothing matches")
	}
	if err := tr.create("a.go", "package a\n", nil); err == nil {
		t.Error("a file is made twice")
	}
	if err := tr.create("b.go", "package", nil); err == nil {
		t.Error("what is not Go is written")
	}
	if err := tr.save(); err != nil {
		t.Fatal(err)
	}
	if again := newTree(tr.root); !again.exists("a.go") || again.exists("b.go") {
		t.Error("what was written is not saved")
	}
}
