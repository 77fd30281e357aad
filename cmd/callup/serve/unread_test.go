package serve

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/programs"
)

// themeChosen is the type that only newer servers know in these tests, and choose-theme the command that needs it.
const themeChosen = "MemberThemeChosen"

// chooser is a member who gives the command that needs a new event, and others that need none.
type chooser struct {
	t      *testing.T
	bearer string
	times  int
}

func (c *chooser) give(ctx context.Context, s *apptest.Server, command string, body map[string]any) apptest.Answer {
	c.t.Helper()
	c.times++
	a, err := apptest.Call(ctx, http.MethodPost, s.URL+"/api/commands/"+command, body, "Authorization", "Bearer "+c.bearer,
		"Idempotency-Key", fmt.Sprintf("new-event-%020d", c.times))
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *chooser) choose(ctx context.Context, s *apptest.Server) apptest.Answer {
	c.t.Helper()
	return c.give(ctx, s, "choose-theme", map[string]any{"theme": []string{"light", "dark"}[c.times%2]})
}

// refused expects that the new event is not written, and that another is.
func (c *chooser) refused(ctx context.Context, s *apptest.Server) {
	c.t.Helper()
	a := c.choose(ctx, s)
	var problem struct{ Code string }
	a.JSON(c.t, &problem)
	if a.Status != http.StatusServiceUnavailable || problem.Code != "upgrading" || a.Header.Get("Retry-After") == "" {
		c.t.Errorf("beside an older server the command answers %d %v %s", a.Status, a.Header, a.Body)
	}
	if a := c.give(ctx, s, "skip-onboarding", map[string]any{"skipped": c.times%2 == 0}); a.Status >= 300 {
		c.t.Errorf("a command that needs no new event answers %d %s", a.Status, a.Body)
	}
}

// goesOn expects that the new event is written in the end.
func (c *chooser) goesOn(ctx context.Context, s *apptest.Server) {
	c.t.Helper()
	apptest.Until(ctx, c.t, "the new event is written", func() bool {
		a := c.choose(ctx, s)
		if a.Status >= 300 && a.Status != http.StatusServiceUnavailable {
			c.t.Fatalf("it answers %d %s", a.Status, a.Body)
		}
		return a.Status < 300
	})
}

func (c *chooser) ready(ctx context.Context, s *apptest.Server) {
	c.t.Helper()
	apptest.Until(ctx, c.t, "the server is ready", func() bool {
		a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/readyz", nil)
		return err == nil && a.Status == http.StatusOK
	})
}

func written(ctx context.Context, t *testing.T, in *apptest.Installation) (n int) {
	t.Helper()
	in.Open(ctx, t, func(b *app.Base) {
		n = apptest.Counted(ctx, t, b, `SELECT type, count(*) FROM events WHERE type = '`+themeChosen+`' GROUP BY 1`)[themeChosen]
	})
	return n
}

// While an older server runs that does not read a new type of event, only the commands that need it are refused, for now, and
// the older server stays ready. Once it has stopped, or is dead for its term, they go on; and one that starts later stops them.
func TestUpgrade_NewEventsWaitForOlderServers_Issue33(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	newer := in.With(in.Program, planted.Unread+"="+themeChosen)
	old, next := in.MustStart(ctx), newer.MustStart(ctx)
	c := &chooser{t: t, bearer: in.Member(ctx, t, old)}
	c.ready(ctx, old)
	c.refused(ctx, next)
	c.refused(ctx, newer.MustStart(ctx)) // a second one that reads it changes nothing
	if n := written(ctx, t, in); n != 0 {
		t.Errorf("%d new events were written", n)
	}
	c.ready(ctx, old)
	old.Kill()
	c.goesOn(ctx, next)

	old = in.MustStart(ctx)
	c.refused(ctx, next)
	began := time.Now()
	old.Stop()
	c.goesOn(ctx, next)
	t.Logf("after an older server was told to stop new events wait for %v", time.Since(began))
}

// The servers of the last version that announced nothing are seen too.
func TestUpgrade_NewEventsWaitForServersThatAnnounceNothing_Issue33(t *testing.T) {
	if !long.Wanted() {
		t.Skip("the long form builds a program of long ago")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	before, err := programs.Of(ctx, "../../..", "a656047f")
	if err != nil {
		t.Fatal(err)
	}
	in := apptest.NewBundledInstallation(t)
	base, newer := in.With(before), in.With(in.Program, planted.Unread+"="+themeChosen)
	old := base.MustStart(ctx)
	next := newer.MustStart(ctx)
	c := &chooser{t: t, bearer: in.Member(ctx, t, next)}
	c.ready(ctx, old)
	c.refused(ctx, next)
	c.ready(ctx, old)
	old.Stop()
	c.goesOn(ctx, next)
}
