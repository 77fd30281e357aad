package readapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/read"
)

// planNode is what EXPLAIN says of one step of a query.
type planNode struct {
	Type    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Removed float64 `json:"Rows Removed by Filter"`
	Checked float64 `json:"Rows Removed by Index Recheck"`
	Plans   []planNode
}

// read gives how many rows of each table a step and those below it read.
func (p planNode) read(into map[string]float64) {
	if p.Table != "" {
		into[p.Table] += (p.Rows + p.Removed + p.Checked) * p.Loops
	}
	for _, below := range p.Plans {
		below.read(into)
	}
}

// explained runs a statement once more, planned for these arguments or for whichever, and tells how many rows of each table it
// read.
func (w *world) explained(ctx context.Context, planned, sql string, args []any) map[string]float64 {
	w.t.Helper()
	conn, err := w.pool.Acquire(ctx)
	must(w.t, err)
	defer conn.Release()
	_, err = conn.Exec(ctx, "SET plan_cache_mode = "+planned)
	must(w.t, err)
	defer func() {
		_, err := conn.Exec(ctx, "RESET plan_cache_mode")
		must(w.t, err)
	}()
	var text string
	must(w.t, conn.QueryRow(ctx, "EXPLAIN (ANALYZE, FORMAT JSON) "+sql, args...).Scan(&text))
	var plans []struct{ Plan planNode }
	must(w.t, json.Unmarshal([]byte(text), &plans))
	rows := map[string]float64{}
	plans[0].Plan.read(rows)
	return rows
}

// manyCampaigns puts so many campaigns into the tables of the read side, of all categories and needs, each with progress of
// its own; some are over, few are featured.
func (w *world) manyCampaigns(ctx context.Context, n int) {
	w.t.Helper()
	owner := w.member("Owner", "owner@example.org")
	w.launch(owner, content("well"))
	w.get(owner, "/api/campaigns") // it is folded
	now := w.now()
	for _, sql := range []string{
		`INSERT INTO {campaigns} SELECT r.* FROM {campaigns} c, generate_series(1, $1::int) n,
			LATERAL jsonb_populate_record(c, jsonb_build_object('id', md5('c' || n)::uuid, 'slug', 'c' || n, 'search', 'well ' || n,
				'status', CASE WHEN n % 10 = 0 THEN 'completed' ELSE 'active' END)) r`,
		`INSERT INTO {campaign_progress} SELECT r.* FROM {campaign_progress} c, generate_series(1, $1::int) n,
			LATERAL jsonb_populate_record(c, jsonb_build_object('campaign', md5('c' || n)::uuid, 'raised', n % 997)) r`,
		`INSERT INTO {campaign_listings} SELECT r.* FROM {campaign_listings} c, generate_series(1, $1::int) n,
			LATERAL jsonb_populate_record(c, jsonb_build_object('campaign', md5('c' || n)::uuid,
				'state', CASE WHEN n % 10 = 0 THEN 'over' ELSE 'live' END, 'launched', c.launched - n * 7 % 1009, 'ended', -n,
				'category', (ARRAY['medical', 'education', 'community', 'sports'])[1 + n % 4],
				'money', n % 3 <> 0, 'hours', n % 5 = 0, 'things', n % 40 = 1, 'featured', n % 500 = 1, 'plain', (n % 500 <> 1)::int,
				'hot', CASE WHEN n % 600 = 3 THEN 1 ELSE 0 END,
				'hot_hour', CASE WHEN n % 600 = 3 THEN $2 - n * 1000000::bigint ELSE 0 END,
				'recent', -(n % 13), 'near', n * 31 % 997, 'under_half', n % 2 = 0,
				'ends', CASE WHEN n % 3 = 0 THEN $2::bigint + n::bigint * 3600000000 ELSE c.ends END,
				'quiet', $2::bigint - n::bigint * 600000000)) r`,
	} {
		schemas, err := w.resolver.Expand(ctx, sql)
		must(w.t, err)
		args := []any{n, now.UnixMicro()}
		if !strings.Contains(sql, "$2") {
			args = args[:1]
		}
		done, err := w.pool.Exec(ctx, schemas, args...)
		must(w.t, err)
		if done.RowsAffected() != int64(n) {
			w.t.Fatalf("%d rows of %d are made", done.RowsAffected(), n)
		}
	}
	// What a transaction may still see that is under way, as a fold's, VACUUM leaves for later, and plans depend on it.
	for seen, all := int64(0), int64(1); seen < all; {
		_, err := w.pool.Exec(ctx, "VACUUM ANALYZE")
		must(w.t, err)
		must(w.t, w.pool.QueryRow(ctx, `SELECT min(relallvisible), min(relpages) FROM pg_class
			WHERE relname = 'campaign_listings' AND reltuples > 0`).Scan(&seen, &all))
	}
}

// What a page of a list reads does not grow with how many campaigns there are: at most twice the rows it returns, and
// twenty, of any table; where words are looked for, four times those that have them.
func TestCampaigns_readNoMoreThanTheyShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.manyCampaigns(t.Context(), 6000)
	for _, path := range []string{
		"tab=popular&limit=6", "tab=push&limit=6", "tab=inactive&limit=6", "sort=newest", "sort=ending", "sort=nearly",
		"sort=newest&category=sports", "sort=ending&category=sports", "sort=nearly&category=sports", "sort=newest&need=materials",
		"sort=nearly&need=time", "sort=ending&need=materials&category=education", "sort=nearly&need=time&category=community",
		"sort=newest&need=money&category=medical", "featured=true", "trending=true", "tab=inactive", "tab=push", "tab=popular",
		"q=5999", "q=599&sort=ending", "q=599&tab=popular",
	} {
		cursor := ""
		for page := range 4 { // a page further on costs what the first does
			at := "/api/campaigns?" + path + cursor
			a := w.get(ident.Nil, at)
			if a.status != http.StatusOK {
				t.Fatalf("GET %s: %d %s", at, a.status, a.body)
			}
			var list read.List[json.RawMessage]
			must(t, json.Unmarshal(a.body, &list))
			asked := w.counter.Last()
			for _, planned := range []string{"force_custom_plan", "force_generic_plan"} {
				for table, n := range w.explained(t.Context(), planned, asked.SQL, asked.Args) {
					most := 2*float64(len(list.Items)) + 20
					if strings.HasPrefix(path, "q=") { // all that have the rarest word are looked at, on the page and as they are counted
						most = 4*float64(list.Total) + 20
					}
					if n > most {
						t.Errorf("GET %s (page %d): reads %.0f rows of %s for %d of %d, %s", at, page+1, n, table, len(list.Items), list.Total,
							planned)
					}
				}
			}
			if cursor = "&cursor=" + list.Next; list.Next == "" {
				break
			}
		}
	}
	if a := answer[read.List[json.RawMessage]](w, ident.Nil, "/api/campaigns?tab=inactive"); a.Total != 12 || !a.More {
		t.Errorf("%d are over, and more: %t", a.Total, a.More)
	}
	// what matches words is counted up to a hundred
	if a := answer[read.List[json.RawMessage]](w, ident.Nil, "/api/campaigns?q=well"); a.Total != 100 || !a.More {
		t.Errorf("%d match, and more: %t", a.Total, a.More)
	}
}
