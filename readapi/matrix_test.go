package readapi_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/read"
)

// matrixRow is where an answer is asked for. Who may ask, and whose answer differs, comes from the declaration.
type matrixRow struct {
	path string
	// named are those whom the answer lets through (read.Holder), or who see more (read.Insiders).
	named []string
}

// TestMatrix_WhoSeesWhat asks every query as a visitor and as different members, and compares status, caching and what is
// seen with what the query declares. A query without a row fails.
func TestMatrix_WhoSeesWhat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	everybody := []string{"visitor", "owner", "giver", "other"}
	people := map[string]ident.ID{"visitor": ident.Nil}
	for _, name := range everybody[1:] {
		people[name] = w.member("Name of "+name, name+"@example.org")
	}
	campaign := w.launch(people["owner"], content("Well")).CampaignID
	gift := w.give(people["giver"], giving.DonateMoneyBody{CampaignID: campaign, Amount: 5_00, Currency: money.EUR})
	rows := map[string]matrixRow{
		"campaigns":           {path: "/api/campaigns"},
		"campaign":            {path: "/api/campaigns/well", named: []string{"owner"}},
		"campaign-supporters": {path: "/api/campaigns/" + campaign.String() + "/supporters"},
		"categories":          {path: "/api/categories"},
		"platform-totals":     {path: "/api/platform/totals"},
		"platform-recent":     {path: "/api/platform/recent"},
		"settings":            {path: "/api/settings"},
		"donation":            {path: "/api/donations/" + gift.String(), named: []string{"giver"}},
		"me":                  {path: "/api/me"},
		"my-transactions":     {path: "/api/me/transactions"},
		"my-campaigns":        {path: "/api/me/campaigns"},
	}
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			about := q.About()
			if about.Path == "" {
				continue
			}
			row, ok := rows[about.ID]
			if !ok {
				t.Errorf("no row says who sees %s: add one to this test", about.ID)
				continue
			}
			answers := map[string]answered{}
			for _, name := range everybody {
				answers[name] = w.get(people[name], row.path)
			}
			t.Run(about.ID, func(t *testing.T) {
				for _, name := range everybody {
					row.check(t, about, name, answers)
				}
			})
		}
	}
}

// check compares what somebody is answered with what the query declares.
func (r matrixRow) check(t *testing.T, about *read.About, name string, answers map[string]answered) {
	t.Helper()
	a, named := answers[name], slices.Contains(r.named, name)
	status, cache := http.StatusOK, "private, no-store"
	switch {
	case about.May == read.Member && name == "visitor":
		status = http.StatusUnauthorized
	case about.May == read.Holder && !named:
		status = http.StatusNotFound
	case about.May == read.Anybody && (about.Sees == read.Alike || name == "visitor"):
		cache = "no-cache"
	}
	if a.status != status {
		t.Fatalf("%s is answered %d %s, want %d", name, a.status, a.body, status)
	}
	if status != http.StatusOK {
		return
	}
	if got := a.header.Get("Cache-Control"); got != cache {
		t.Errorf("%s may keep the answer as %q, want %q", name, got, cache)
	}
	if told := a.header.Get("Callup-Position") != ""; told != about.Reflects {
		t.Errorf("%s is told what the answer reflects: %v, want %v", name, told, about.Reflects)
	}
	if about.May == read.Anybody && bytes.Equal(a.body, answers["visitor"].body) == named {
		t.Errorf("%s is answered as a visitor is: %v, want %v", name, named, !named)
	}
	for _, whose := range []string{"owner", "giver", "other"} {
		if whose != name && strings.Contains(string(a.body), whose+"@example.org") {
			t.Errorf("%s sees the address of %s", name, whose)
		}
	}
}
