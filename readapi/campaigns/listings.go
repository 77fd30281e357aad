package campaigns

import (
	"fmt"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// last is a sort key of what comes last.
const last = `9223372036854775807`

// takesGifts is a campaign that is active and whose end has not come.
const takesGifts = `c.status = 'active' AND (c.ends_at IS NULL OR c.ends_at > $1)`

// lately is how many people gave to each campaign within the window that makes it popular. It is counted for all of them
// at once: asked campaign by campaign, the same rows cost sixty times as many pages of the table.
var lately = fmt.Sprintf(` LEFT JOIN (SELECT h.campaign, sum(h.supporters)::bigint AS supporters FROM {campaign_hours} h
	WHERE h.hour > $1::timestamptz - interval '%d hours'
	GROUP BY h.campaign) lately ON lately.campaign = c.id`, readmodel.PopularHours)

// filters are what people narrow a list with; an empty one lets everything through.
const filters = `
	AND ($2 = '' OR c.category = $2)
	AND ($3 = '' OR $3 = ANY (c.resources))
	AND c.search || ' ' || coalesce(m.search, '') LIKE ALL ($4::text[])
	AND c.place LIKE ALL ($5::text[])
	AND (NOT $6::boolean OR c.featured)
	AND (NOT $7::boolean OR ` + trendingSQL + `)`

// listing is a list's page and how many campaigns it holds.
type listing struct{ page, count *read.Statement }

// newListing makes the statements of a list, by which campaigns it holds and by which three keys, all ascending, it is
// ordered. join adds what the keys need beside a card's source.
func newListing(where string, keys [3]string, join string) listing {
	matching := `SELECT c.id, ` + keys[0] + ` AS k0, ` + keys[1] + ` AS k1, ` + keys[2] + ` AS k2
	FROM ` + cardSource + join + ` WHERE ` + where + filters
	return listing{
		page: read.SQL(`WITH matching AS (` + matching + `),
	page AS (SELECT * FROM matching WHERE NOT $8::boolean OR (k0, k1, k2, id) > ($9::bigint, $10::bigint, $11::bigint, $12::uuid)
		ORDER BY k0, k1, k2, id LIMIT $13)
	SELECT ` + cardColumns + `, page.k0, page.k1, page.k2, (SELECT count(*) FROM matching)
	FROM page JOIN ` + cardSource + ` ON c.id = page.id ORDER BY page.k0, page.k1, page.k2, page.id`),
		count: read.SQL(`SELECT count(*) FROM (` + matching + `) AS matching`),
	}
}

// listStatements are those of all lists.
func listStatements() []*read.Statement {
	all := []*read.Statement{cardsByID}
	for _, lists := range []map[string]listing{tabs, sorts} {
		for _, l := range lists {
			all = append(all, l.page, l.count)
		}
	}
	return all
}

// The landing page's lists are by tab; the others by sort.
var tabs = map[string]listing{
	// featured first, then what most people gave to within 30 days, then the newest
	"popular": newListing(takesGifts, [3]string{
		`CASE WHEN c.featured THEN 0 ELSE 1 END`,
		`-coalesce(lately.supporters, 0)`,
		"-" + read.Micros("c.launched_at"),
	}, lately),
	// under half, and ending within 14 days or without a gift for 7; what ends first comes first, then what waits longest
	"push": newListing(takesGifts+` AND CASE WHEN c.goal > 0 THEN coalesce(p.raised, 0) * 2 < c.goal
			ELSE c.time_goal > 0 OR c.items_goal > 0 END
		AND (c.ends_at < $1::timestamptz + interval '14 days'
			OR coalesce(p.last_gift_at, c.launched_at) < $1::timestamptz - interval '7 days')`, [3]string{
		`CASE WHEN c.ends_at < $1::timestamptz + interval '14 days' THEN ` + read.Micros("c.ends_at") + ` ELSE ` + last + ` END`,
		read.Micros("coalesce(p.last_gift_at, c.launched_at)"), `0`,
	}, ""),
	// one whose words were erased is in no list
	"inactive": newListing(`c.title <> '' AND `+public+` AND NOT (`+takesGifts+`)`, [3]string{
		"-" + read.Micros("coalesce(c.closed_at, c.ends_at, c.launched_at)"), `0`, `0`,
	}, ""),
}

var sorts = map[string]listing{
	"newest": newListing(takesGifts, [3]string{"-" + read.Micros("c.launched_at"), `0`, `0`}, ""),
	"ending": newListing(takesGifts, [3]string{`coalesce(` + read.Micros("c.ends_at") + `, ` + last + `)`, `0`, `0`}, ""),
	// nearest below their goal first, then those that passed it, then those without one
	"nearly": newListing(takesGifts, [3]string{
		`CASE WHEN c.goal <= 0 THEN 2 WHEN coalesce(p.raised, 0) > c.goal THEN 1 ELSE 0 END`,
		`CASE WHEN c.goal <= 0 THEN 0
			ELSE abs(1000000 - coalesce(p.raised, 0)::numeric * 1000000 / c.goal)::bigint END`, `0`,
	}, ""),
}
