package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// countedSite is all that a browser reaches, in a process in which nothing else runs and every statement is counted.
type countedSite struct {
	*app.Services
	t       *testing.T
	handler http.Handler
	sent    *testdb.Statements
}

func openCountedSite(t *testing.T, data, url string) *countedSite {
	t.Helper()
	cfg, err := config.Load(
		[]string{"CALLUP_DATA=" + data, "CALLUP_DEMO=off", "DATABASE_URL=" + url, "CALLUP_RATE_LIMIT_FACTOR=1000"},
	)
	if err != nil {
		t.Fatal(err)
	}
	c := &countedSite{t: t, sent: &testdb.Statements{}}
	b, err := app.Open(t.Context(), cfg, app.Options{Connect: []func(*pgxpool.Config){
		func(pc *pgxpool.Config) { pc.ConnConfig.Tracer = c.sent },
	}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Services, err = b.Services("http://callup.test", "http://callup.test/api/webhooks/sandbox"); err != nil {
		t.Fatal(err)
	}
	if err := projector.NewRunner(b.ProjectionConfig(nil)).Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	tables, versions := projector.Versions(b.Projections)
	site, err := c.Site(
		app.SiteConfig{Health: b.Health(), Resolver: readmodel.NewResolver(b.Pool, tables, versions, app.Now, b.Log)},
	)
	if err != nil {
		t.Fatal(err)
	}
	c.handler = site.Handler
	return c
}

func (c *countedSite) closeAll() {
	c.t.Helper()
	if err := c.Close(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// command sends one as somebody who is signed in, and gives what it answers.
func (c *countedSite) command(token, name, key, body string) string {
	c.t.Helper()
	r := httptest.NewRequestWithContext(c.t.Context(), http.MethodPost, "/api/commands/"+name, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Idempotency-Key", "cost-test-"+key)
	rec := httptest.NewRecorder()
	c.handler.ServeHTTP(rec, r)
	if rec.Code != http.StatusOK {
		c.t.Fatalf("%s answers %d: %s", name, rec.Code, rec.Body)
	}
	return rec.Body.String()
}

// signedUp makes a member and signs them in.
func (c *countedSite) signedUp(email string) (token string) {
	c.t.Helper()
	const password = "a password of one's own"
	hash, err := c.Accounts.HashPassword(c.t.Context(), password)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.Accounts.CreateConfirmed(c.t.Context(), auth.NewAccount{
		Member: ident.Pair("test member", email), Email: email, Name: "Olga", Lang: "en", PasswordHash: hash,
	}); err != nil {
		c.t.Fatal(err)
	}
	tokens, err := c.Accounts.SignIn(c.t.Context(), auth.SignIn{Email: email, Password: password})
	if err != nil {
		c.t.Fatal(err)
	}
	return tokens.Access
}

// TestCostOverHTTP counts what commands of somebody who is signed in cost from the request to its answer, with sign-in,
// limits, idempotency and the sandbox's books: a query that any of them adds is seen.
//
// A gift is an event, a transaction of six statements in the books of the sandbox, and another event, each on disk before
// the next. A pause is the claim of its key and an event; so is its end.
func TestCostOverHTTP(t *testing.T) {
	p := bench.NewQuietPostgres(t)
	db, drop := p.Fresh(t)
	defer drop()
	db.Pool.Close() // else somebody is connected while fsyncs are counted
	data := t.TempDir()
	c := openCountedSite(t, data, db.URL)
	token := c.signedUp("olga@example.org")
	launched := c.command(token, "launch-campaign", "launch",
		`{"title": "A roof for the hall", "description": "It leaks.", "story": "For years.",
		"category": "community", "resource_types": ["money"], "currency": "EUR", "goal_amount": 500000, "lang": "en"}`)
	_, after, _ := strings.Cut(launched, `"campaign_id":"`)
	campaign, _, _ := strings.Cut(after, `"`)
	var key int
	give := func(c *countedSite) {
		key++
		c.command(token, "donate-money", fmt.Sprint("gift ", key),
			`{"campaign_id": "`+campaign+`", "amount": 2500, "currency": "EUR", "lang": "en", "message": "May it never leak again!"}`)
	}
	pause := func(c *countedSite) {
		for _, name := range []string{"pause-campaign", "resume-campaign"} {
			key++
			c.command(token, name, fmt.Sprint("change ", key), `{"campaign_id": "`+campaign+`"}`)
		}
	}
	give(c) // fixes the currency of the campaign, an event more
	c.closeAll()
	for _, row := range []struct {
		name               string
		send               func(*countedSite)
		statements, fsyncs int64
	}{
		{"a gift", give, 8, 3},
		{"a pause and its end", pause, 4, 4},
	} {
		t.Run(row.name, func(t *testing.T) {
			const several = 20
			var statements int64
			sending := func(n int) func() {
				return func() {
					c := openCountedSite(t, data, db.URL)
					row.send(c) // loads and verifies what is then remembered
					if n > 0 {
						statements = c.sent.Of(n, func() { row.send(c) })
					}
					c.closeAll()
				}
			}
			none := p.Fsyncs(t, sending(0))
			fsyncs := p.Fsyncs(t, sending(several)) - none
			if statements != row.statements {
				t.Errorf("%d statements, not %d", statements, row.statements)
			}
			if fsyncs != several*row.fsyncs {
				t.Errorf("%d of it bring the log to disk %d times, not %d times each", several, fsyncs, row.fsyncs)
			}
		})
	}
}
