package projections

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/seed"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// An analyst compares a masked build of the past with what people read: what the mask alone made is no difference, what
// was given since is, by campaign and to the cent.
func TestDiffOfAMaskedBuildWithTheLiveOne(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	var out, errs strings.Builder
	p := &cli.Program{Stdout: &out, Stderr: &errs}
	if _, err := s.Seed(t.Context(), app.SeedOptions{Members: 6, Campaigns: 3, Donations: 12, Seed: 3},
		func(string) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, head, err := s.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := buildPast(t.Context(), p, s.Base, s.Projections, &buildFlags{asOf: head.String(), into: "then"}, false); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := diff(t.Context(), p, s.Base, "then", liveSchemas, &diffAsked{}); err != nil {
		t.Fatal(err)
	}
	if same := fmt.Sprintf("hold the same: %d projections", len(s.Projections)); !strings.Contains(out.String(), same) ||
		!strings.Contains(errs.String(), "masked") {
		t.Errorf("%s%s", out.String(), errs.String())
	}
	if err := seed.AddBulk(t.Context(), p, s, app.SeedOptions{Seed: 3}, 1); err != nil { // some gifts
		t.Fatal(err)
	}
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := diff(t.Context(), p, s.Base, "then", liveSchemas, &diffAsked{}); err != nil {
		t.Fatal(err)
	}
	wants := append(gained(t, s.Base), "CAMPAIGN", "wallet_history")
	for _, want := range wants {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "members ") {
		t.Errorf("a gift changed members:\n%s", out.String())
	}

	// every row: below the same figures, and however many there are, none is kept
	figures := out.String()
	out.Reset()
	if err := diff(t.Context(), p, s.Base, "then", liveSchemas, &diffAsked{rows: true}); err != nil {
		t.Fatal(err)
	}
	rows, ok := strings.CutPrefix(out.String(), figures)
	if !ok || !strings.Contains(rows, "\ncampaign_people campaign ") || !strings.Contains(rows, "\n  only in live\n") ||
		!regexp.MustCompile(`\ncampaign_progress campaign \S+\n(  \S+: +.*→ .*\n)+`).MatchString(rows) {
		t.Errorf("%s", out.String())
	}
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO "then".campaign_people
		SELECT gen_random_uuid(), gen_random_uuid(), 1, recent FROM (SELECT recent FROM "then".campaign_people LIMIT 1) AS one,
		generate_series(1, 30000)`); err != nil {
		t.Fatal(err)
	}
	var w heapWatcher
	p.Stdout = &w
	_, _ = w.Write(nil)
	before := w.most
	if err := diff(t.Context(), p, s.Base, "then", liveSchemas, &diffAsked{rows: true}); err != nil {
		t.Fatal(err)
	}
	if w.lines < 30_000 || w.most > before+16<<20 {
		t.Errorf("%d lines took %d MB", w.lines, (w.most-before)>>20)
	}
}

// A pledge of time or of things moves hours and items, which a comparison tells as it tells money.
func TestDiff_TellsHoursAndItems(t *testing.T) {
	t.Parallel()
	row := func(raised, minutes, items string) map[string]any {
		return map[string]any{"campaign": "c", "currency": "EUR", "raised": json.Number(raised),
			"minutes_confirmed": json.Number(minutes), "items_received": json.Number(items)}
	}
	var out strings.Builder
	d := projector.RowDiff{
		Table: readmodel.Progress, Key: map[string]any{"campaign": "c"}, Left: row("100", "60", "7"), Right: row("100", "150", "4"),
	}
	err := printDiff(&cli.Program{Stdout: &out}, "then", "live", []tableDiff{{readmodel.Progress, 1, 0, 0}}, []projector.RowDiff{d},
		map[string]string{"c": "a-roof"})
	lines := strings.Split(out.String(), "\n")
	if err != nil || strings.Join(strings.Fields(lines[0]), " ") != "CAMPAIGN RAISED then live BY GIFTS SUPPORTERS HOURS ITEMS" ||
		strings.Join(strings.Fields(lines[1]), " ") != "a-roof 1.00 EUR 1.00 EUR 0.00 EUR +0 +0 +1.5 -3" {
		t.Errorf("%v: %s", err, out.String())
	}
}

// gained says of each campaign in euros by how much it differs from what it was, as SQL finds it.
func gained(t *testing.T, b *app.Base) []string {
	t.Helper()
	var live string
	if err := b.Pool.QueryRow(t.Context(),
		`SELECT schema FROM projection_builds WHERE projection = 'campaign_progress' AND state = 'live'`).Scan(&live); err != nil {
		t.Fatal(err)
	}
	rows, err := b.Pool.Query(t.Context(), `
		SELECT format('%s %s EUR %s EUR %s EUR +%s +%s', c.slug, (o.raised / 100.0)::numeric(12, 2), (n.raised / 100.0)::numeric(12, 2),
			((n.raised - o.raised) / 100.0)::numeric(12, 2), n.gifts - o.gifts, n.supporters - o.supporters)
		FROM "then".campaign_progress o JOIN `+pgx.Identifier{live}.Sanitize()+`.campaign_progress n USING (campaign)
		JOIN readmodel.campaigns c ON c.id = o.campaign
		WHERE o.raised > 0 AND n.raised > o.raised AND c.currency = 'EUR'`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(lines) == 0 {
		t.Fatalf("no campaign raised anything since: %v", err)
	}
	return lines
}

// heapWatcher counts lines, and looks now and then at how much memory is in use.
type heapWatcher struct {
	lines, writes int
	most          uint64
}

func (h *heapWatcher) Write(b []byte) (int, error) {
	h.lines += bytes.Count(b, []byte("\n"))
	if h.writes%2000 == 0 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		h.most = max(h.most, m.HeapAlloc)
	}
	h.writes++
	return len(b), nil
}
