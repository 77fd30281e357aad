package erase

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/events"
	"github.com/callup/callup/cmd/callup/projections"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/projector"
)

// leaves has the rare person delete their account, keep it, and delete it once more.
func leaves(l *apptest.Leaving) {
	l.T.Helper()
	const password = "a long word nobody knows"
	figures := l.Figures()
	deleted := func() string {
		var out struct {
			DueAt time.Time `json:"due_at"`
		}
		l.Post("/api/auth/delete-account", map[string]any{"password": password}, http.StatusOK, "Authorization",
			"Bearer "+l.Token).JSON(l.T, &out)
		if days := out.DueAt.Sub(app.Now()).Hours() / 24; days < 13.9 || days > 14 {
			l.T.Errorf("it can be undone for %v days", days)
		}
		return out.DueAt.UTC().Format(time.RFC3339)
	}
	enter := map[string]any{"email": apptest.RareEmail, "password": password}
	refused := func(due string) {
		l.T.Helper()
		a := l.Post("/api/auth/sign-in", enter, http.StatusForbidden)
		if !strings.Contains(string(a.Body), `"account_leaving"`) || !strings.Contains(string(a.Body), due) {
			l.T.Errorf("signing in is answered %s", a.Body)
		}
		session := l.Send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.Token)
		if session.Status != http.StatusUnauthorized {
			l.T.Errorf("the session is answered %d", session.Status)
		}
	}
	refused(deleted())
	if n := l.Number(`SELECT count(*) FROM outbox_mails WHERE kind = 'leaving'`); n != 1 {
		l.T.Errorf("%d mails say so", n)
	}
	var in struct {
		AccessToken string `json:"access_token"`
	}
	enter["keep"] = true
	l.Post("/api/auth/sign-in", enter, http.StatusOK).JSON(l.T, &in)
	l.Token = in.AccessToken
	if now := l.Figures(); now != figures {
		l.T.Errorf("undone, the figures were\n%s\nand are\n%s", figures, now)
	}
	if n := l.Number(`SELECT count(*) FROM accounts WHERE leaving_at IS NOT NULL`); n != 0 {
		l.T.Errorf("undone, %d accounts are still being deleted", n)
	}
	delete(enter, "keep")
	refused(deleted())
}

// verified rebuilds every projection from the log and compares.
func verified(l *apptest.Leaving) {
	l.T.Helper()
	for _, p := range l.Projections {
		v, err := projector.NewBuilder(l.ProjectionConfig(nil)).Verify(l.T.Context(), p)
		if err != nil || v.Total != 0 {
			l.T.Errorf("%s rebuilt from the log: %d differences (%v), %v", p.Name, v.Total, v.Differences, err)
		}
	}
}

// exports are the log as events and as contributions, with everything personal that can still be read.
func exports(l *apptest.Leaving) map[string]string {
	l.T.Helper()
	texts := map[string]string{}
	for _, format := range []string{"jsonl", "csv"} {
		var out strings.Builder
		p := &cli.Program{Stdout: &out, Stderr: io.Discard, Environ: []string{
			"DATABASE_URL=" + l.Config.DatabaseURL, "CALLUP_DATA=" + l.Config.Data, "CALLUP_DEMO=off",
		}}
		args := []string{"events", "export", "--personal", "--as", "Ana", "--reason", "to search it", "--format", format}
		if code := p.Run(l.T.Context(), args, events.Command(p)); code != 0 {
			l.T.Fatalf("%v exits %d", args, code)
		}
		texts[format] = out.String()
	}
	return texts
}

// otherBuilds makes tables of every kind that people do not read: one retired, one abandoned, one of another version, one
// kept for going back, and those of a past moment.
func otherBuilds(l *apptest.Leaving) {
	l.T.Helper()
	chosen, err := projections.Chosen(
		l.Base, []string{"campaigns", "members", "wallet_history", "campaign_supporters"},
	)
	if err != nil {
		l.T.Fatal(err)
	}
	builder := projector.NewBuilder(l.ProjectionConfig(nil))
	if _, err := builder.Rebuild(l.T.Context(), chosen, true); err != nil {
		l.T.Fatal(err)
	}
	for projection, change := range map[string]string{
		"campaigns": "state = 'retired', retired_at = now()", "members": "state = 'building'",
		"wallet_history": "state = 'live', version = 1, live_at = now() - interval '1 day'",
	} {
		l.Exec(`UPDATE projection_builds SET ` + change + ` WHERE projection = '` + projection + `' AND state = 'previous'`)
	}
	at := l.At()
	then := &projector.AsOf{At: selection.At(at), Until: at, Schema: "then", Personal: true, KeepUntil: app.Now().AddDate(0, 0, 7)}
	if _, err := builder.BuildPast(l.T.Context(), l.Projections, then); err != nil {
		l.T.Fatal(err)
	}
}

// masked makes tables of this moment without personal text: they hold none of it, though nobody was erased.
func masked(l *apptest.Leaving) {
	l.T.Helper()
	at := l.At()
	past := &projector.AsOf{At: selection.At(at), Until: at, Schema: "masked", KeepUntil: app.Now().AddDate(0, 0, 7)}
	if _, err := projector.NewBuilder(l.ProjectionConfig(nil)).BuildPast(l.T.Context(), l.Projections, past); err != nil {
		l.T.Fatal(err)
	}
	found, err := apptest.RareTraces.InSchemas(l.T.Context(), l.Pool, "= 'masked'")
	if err != nil || len(found) > 0 {
		l.T.Errorf("masked tables hold %v, %v", found, err)
	}
	then, err := apptest.RareTraces.InSchemas(l.T.Context(), l.Pool, "= 'then'")
	if err != nil || len(then) < 4 {
		l.T.Errorf("tables of the past in the clear hold %v, %v", then, err)
	}
}

func program(l *apptest.Leaving) (*cli.Program, *bytes.Buffer) {
	out := &bytes.Buffer{}
	return &cli.Program{Stdout: out, Stderr: out}, out
}

func noTrace(l *apptest.Leaving, what string) {
	l.T.Helper()
	found, err := apptest.RareTraces.InDatabase(l.T.Context(), l.Pool)
	if err != nil {
		l.T.Fatal(err)
	}
	for _, f := range found {
		l.T.Errorf("%s: %s", what, f)
	}
	files, err := apptest.RareTraces.InFiles(l.Config.Data)
	if err != nil || len(files) > 0 {
		l.T.Errorf("%s: %v, %v", what, files, err)
	}
	if trace := apptest.RareTraces.In(l.News.String()); trace != "" || l.News.String() == "" {
		l.T.Errorf("%s: the bus carried %q, in %d bytes", what, trace, len(l.News.String()))
	}
	for format, text := range exports(l) {
		if trace := apptest.RareTraces.In(text); trace != "" || len(text) < 1000 {
			l.T.Errorf("%s: an export as %s holds %q, in %d bytes", what, format, trace, len(text))
		}
	}
	for line := range strings.SplitSeq(l.Logs.String(), "\n") {
		if apptest.RareTraces.In(line) != "" && !strings.Contains(line, "recipient unknown") { // what the test's own mail server says
			l.T.Errorf("%s: the log says %s", what, line)
		}
	}
}
