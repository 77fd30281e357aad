package readapi_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/readapi"
	"github.com/callup/callup/readapi/read"
)

// cast are the people whom the tests of all answers are about: an owner with a campaign, a co-organizer of it, somebody who
// gave to it, somebody else, and a visitor.
type cast struct {
	*world
	people         map[string]ident.ID
	campaign, gift ident.ID
}

// everybody are the names of the cast.
var everybody = []string{"visitor", "owner", "giver", "other", auth.Moderator, auth.Auditor, auth.Administrator, coOrganizer}

const coOrganizer = "co-organizer"

// roles are those of the cast who have one.
var castRoles = everybody[4:7]

func newCast(t *testing.T) *cast {
	t.Helper()
	c := &cast{world: newWorld(t), people: map[string]ident.ID{"visitor": ident.Nil}}
	for _, name := range everybody[1:] {
		c.people[name] = c.member("Name of "+name, name+"@example.org")
	}
	for _, role := range castRoles {
		c.roles[c.people[role]] = []string{role}
		c.saw(staff.GrantRole.Run(t.Context(), c.commands, c.env(), staff.RoleBody{MemberID: c.people[role], Role: role}))
	}
	c.campaign = c.launch(c.people["owner"], andTime(content("Well"))).CampaignID
	c.joins(c.people["owner"], c.campaign, c.people[coOrganizer], coOrganizer+"@example.org")
	c.gift = c.give(c.people["giver"], giving.DonateMoneyBody{CampaignID: c.campaign, Amount: 5_00, Currency: money.EUR})
	return c
}

// matrixRow is where an answer is asked for. Who may ask, and whose answer differs, comes from the declaration.
type matrixRow struct {
	path string
	// named are those whom the answer lets through (read.Holder), or who see more (read.Insiders).
	named []string
}

// matrixRows are the rows of the queries that have a path, by their IDs. make new-query adds a line, and writes the row beside
// the query's own tests.
var matrixRows = map[string]func(*cast) matrixRow{
	"campaigns":           at("/api/campaigns"),
	"campaign":            at("/api/campaigns/well", "owner", coOrganizer, auth.Moderator, auth.Auditor, auth.Administrator),
	"campaign-supporters": of("/supporters"),
	"campaign-pledges":    campaignPledgesRow,
	"campaign-updates":    campaignUpdatesRow,
	"pages":               at("/api/pages"),
	"page":                pageRow,
	"page-editors":        pageEditorsRow,
	"my-page-invitations": at("/api/me/page-invitations"),
	"page-followers":      pageFollowersRow,
	"page-publications":   pagePublicationsRow,
	"page-campaigns":      pageCampaignsRow,
	"person":              personRow,
	"person-campaigns":    personCampaignsRow,
	"people":              at("/api/people"),
	"my-pages":            at("/api/me/pages"),
	"campaign-shifts":     campaignShiftsRow,
	"campaign-attendance": campaignAttendanceRow,
	"my-shifts":           at("/api/me/shifts"),
	"feed":                feedRow,
	"feed-news":           at("/api/feed/news"),
	"post-comments":       postCommentsRow,
	"post-reactions":      postReactionsRow,
	"post":                postRow,
	"search":              searchRow,
	"campaign-figures": func(c *cast) matrixRow {
		return matrixRow{"/api/campaigns/" + c.campaign.String() + "/figures", []string{"owner", coOrganizer}}
	},
	"gifts": at("/api/admin/gifts"),
	"campaign-gifts": func(c *cast) matrixRow {
		return matrixRow{"/api/campaigns/" + c.campaign.String() + "/gifts", []string{"owner", coOrganizer}}
	},
	"campaign-team":      of("/team", "owner", coOrganizer),
	"my-invitations":     at("/api/me/invitations"),
	"my-followed":        at("/api/me/followed"),
	"my-blocks":          myBlocksRow,
	"my-threads":         at("/api/me/threads"),
	"my-message-counts":  at("/api/me/message-counts"),
	"my-message-writers": at("/api/me/message-writers"),
	"thread":             threadRow,
	"my-pledges":         at("/api/me/pledges"),
	"my-given":           at("/api/me/given"),
	"my-waiting":         at("/api/me/waiting"),
	"categories":         at("/api/categories"),
	"platform-totals":    at("/api/platform/totals"),
	"platform-recent":    at("/api/platform/recent"),
	"settings":           at("/api/settings"),
	"operator":           at("/api/operator"),
	"my-drafts":          at("/api/me/drafts"),
	"my-draft":           myDraftRow,
	"donation": func(c *cast) matrixRow {
		return matrixRow{path: "/api/donations/" + c.gift.String(), named: []string{"giver"}}
	},
	"review":                  at("/api/admin/review"),
	"reports":                 at("/api/admin/reports"),
	"my-report":               of("/report"),
	"my-report-of":            myReportOfRow,
	"inquiries":               at("/api/admin/inquiries"),
	"members":                 at("/api/admin/members?q=example.org"),
	"me":                      at("/api/me"),
	"my-onboarding":           at("/api/me/onboarding"),
	"my-notifications":        at(notificationsPath),
	"my-notification-choices": at("/api/me/notification-choices"),
	"my-transactions":         at("/api/me/transactions"),
	"my-contributions":        at("/api/me/contributions"),
	"my-campaigns":            at("/api/me/campaigns"),
}

// at is the row of an answer at one address, with the names of those who see more.
func at(path string, named ...string) func(*cast) matrixRow {
	return func(*cast) matrixRow { return matrixRow{path, named} }
}

// of is the row of an answer below a campaign's address, with the names of those who see more.
func of(below string, named ...string) func(*cast) matrixRow {
	return func(c *cast) matrixRow { return matrixRow{"/api/campaigns/" + c.campaign.String() + below, named} }
}

// TestMatrix_WhoSeesWhat asks every query as a visitor and as different members, and compares status, caching and what is
// seen with what the query declares. A query without a row fails.
func TestMatrix_WhoSeesWhat(t *testing.T) {
	t.Parallel()
	c := newCast(t)
	rows := map[string]matrixRow{}
	for _, id := range slices.Sorted(maps.Keys(matrixRows)) {
		rows[id] = matrixRows[id](c)
	}
	for _, area := range readapi.Areas() {
		for _, q := range area.Queries {
			about := q.About()
			if about.Path == "" {
				continue
			}
			row, ok := rows[about.ID]
			if !ok {
				t.Errorf("no row says who sees %s: add one to matrixRows in readapi/matrix_test.go", about.ID)
				continue
			}
			answers := map[string]answered{}
			for _, name := range everybody {
				answers[name] = c.get(c.people[name], row.path)
			}
			t.Run(about.ID, func(t *testing.T) {
				for _, name := range everybody {
					row.check(t, about, name, answers)
				}
			})
		}
	}
}

// allowed tells whether somebody who is signed in has the role that an answer is for.
func allowed(may read.May, name string) bool {
	switch may {
	case read.Staff:
		return slices.Contains(castRoles, name)
	case read.Moderator, read.Auditor, read.Administrator:
		return name == string(may) || name == auth.Administrator
	case read.Anybody, read.Member, read.Holder:
	}
	return true
}

// check compares what somebody is answered with what the query declares.
func (r matrixRow) check(t *testing.T, about *read.About, name string, answers map[string]answered) {
	t.Helper()
	a, named := answers[name], slices.Contains(r.named, name)
	status, cache := http.StatusOK, "private, no-store"
	switch {
	case about.May.SignedIn() && name == "visitor":
		status = http.StatusUnauthorized
	case !allowed(about.May, name):
		status = http.StatusForbidden
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
	for _, whose := range everybody[1:] {
		if about.May != read.Administrator && whose != name && strings.Contains(string(a.body), whose+"@example.org") {
			t.Errorf("%s sees the address of %s", name, whose)
		}
	}
}
