package readapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/words"
	"github.com/callup/callup/projections/readmodel"
)

// Micros of a moment as a sort key; where it is empty the row comes last.
const (
	micros = `(extract(epoch FROM %s) * 1000000)::bigint`
	last   = `9223372036854775807`
)

// takesGifts is a campaign that is active and whose end has not come.
const takesGifts = `c.status = 'active' AND (c.ends_at IS NULL OR c.ends_at > $1)`

// listing is which campaigns a list holds, and by which three keys, all ascending, it is ordered. join adds what the
// keys need beside a card's source.
type listing struct {
	where string
	keys  [3]string
	join  string
}

// lately is how many people gave to each campaign within the window that makes it popular. It is counted for all of them
// at once: asked campaign by campaign, the same rows cost sixty times as many pages of the table.
var lately = fmt.Sprintf(` LEFT JOIN (SELECT h.campaign, sum(h.supporters)::bigint AS supporters FROM {campaign_hours} h
	WHERE h.hour > $1::timestamptz - interval '%d hours' GROUP BY h.campaign) lately ON lately.campaign = c.id`, readmodel.PopularHours)

// listings are the landing page's lists, by tab; the others are by sort.
var tabs = map[string]listing{
	// featured first, then what most people gave to within 30 days, then the newest
	"popular": {takesGifts, [3]string{
		`CASE WHEN c.featured THEN 0 ELSE 1 END`,
		`-coalesce(lately.supporters, 0)`,
		"-" + fmt.Sprintf(micros, "c.launched_at"),
	}, lately},
	// under half, and ending within 14 days or without a gift for 7; what ends first comes first, then what waits longest
	"push": {takesGifts + ` AND CASE WHEN c.goal > 0 THEN coalesce(p.raised, 0) * 2 < c.goal ELSE c.time_goal > 0 OR c.items_goal > 0 END
		AND (c.ends_at < $1::timestamptz + interval '14 days'
			OR coalesce(p.last_gift_at, c.launched_at) < $1::timestamptz - interval '7 days')`, [3]string{
		`CASE WHEN c.ends_at < $1::timestamptz + interval '14 days' THEN ` + fmt.Sprintf(micros, "c.ends_at") + ` ELSE ` + last + ` END`,
		fmt.Sprintf(micros, "coalesce(p.last_gift_at, c.launched_at)"), `0`,
	}, ""},
	// one whose words were erased is in no list
	"inactive": {`c.title <> '' AND NOT (` + takesGifts + `)`, [3]string{
		"-" + fmt.Sprintf(micros, "coalesce(c.closed_at, c.ends_at, c.launched_at)"), `0`, `0`,
	}, ""},
}

var sorts = map[string]listing{
	"newest": {takesGifts, [3]string{"-" + fmt.Sprintf(micros, "c.launched_at"), `0`, `0`}, ""},
	"ending": {takesGifts, [3]string{`coalesce(` + fmt.Sprintf(micros, "c.ends_at") + `, ` + last + `)`, `0`, `0`}, ""},
	// nearest below their goal first, then those that passed it, then those without one
	"nearly": {takesGifts, [3]string{
		`CASE WHEN c.goal <= 0 THEN 2 WHEN coalesce(p.raised, 0) > c.goal THEN 1 ELSE 0 END`,
		`CASE WHEN c.goal <= 0 THEN 0 ELSE abs(1000000 - coalesce(p.raised, 0)::numeric * 1000000 / c.goal)::bigint END`, `0`,
	}, ""},
}

// filters are what people narrow a list with; an empty one lets everything through.
const filters = `
	AND ($2 = '' OR c.category = $2)
	AND ($3 = '' OR $3 = ANY (c.resources))
	AND c.search || ' ' || coalesce(m.search, '') LIKE ALL ($4::text[])
	AND c.place LIKE ALL ($5::text[])
	AND (NOT $6::boolean OR c.featured)
	AND (NOT $7::boolean OR ` + trendingSQL + `)`

func (l listing) matching() string {
	return `SELECT c.id, ` + l.keys[0] + ` AS k0, ` + l.keys[1] + ` AS k1, ` + l.keys[2] + ` AS k2
	FROM ` + cardSource + l.join + ` WHERE ` + l.where + filters
}

func (l listing) sql() string {
	return `WITH matching AS (` + l.matching() + `),
	page AS (SELECT * FROM matching WHERE NOT $8::boolean OR (k0, k1, k2, id) > ($9::bigint, $10::bigint, $11::bigint, $12::uuid)
		ORDER BY k0, k1, k2, id LIMIT $13)
	SELECT ` + cardColumns + `, page.k0, page.k1, page.k2, (SELECT count(*) FROM matching)
	FROM page JOIN ` + cardSource + ` ON c.id = page.id ORDER BY page.k0, page.k1, page.k2, page.id`
}

func (l listing) count() string { return `SELECT count(*) FROM (` + l.matching() + `) AS matching` }

// listedCard is a card with its place in a list.
type listedCard struct {
	card  Card
	keys  [3]int64
	total int64
}

func scanListed(row pgx.CollectableRow) (listedCard, error) {
	var l listedCard
	err := row.Scan(append(l.card.targets(), &l.keys[0], &l.keys[1], &l.keys[2], &l.total)...)
	l.card.settle()
	return l, err
}

// maxWords of a search are looked for; nobody types more.
const maxWords = 12

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// patterns turns typed words into LIKE patterns, all of which must match text folded the same way.
func patterns(typed string) []string {
	found := strings.Fields(words.Fold(strings.ToValidUTF8(typed, "")))
	out := make([]string, 0, min(len(found), maxWords))
	for _, w := range found[:min(len(found), maxWords)] {
		out = append(out, "%"+escapeLike.Replace(w)+"%")
	}
	return out
}

// Campaigns gives a page of a list of campaigns. Limit must be at least 1. Errors: bad_cursor.
func (s *Service) Campaigns(ctx context.Context, in CampaignsInput) (List[Card], error) {
	if sorts[in.Sort].where == "" {
		in.Sort = "newest" // a cursor fits the list whether or not its order was named
	}
	l, ok := tabs[in.Tab]
	if !ok {
		l = sorts[in.Sort]
	}
	name, err := listOf("campaigns", in.Tab, in.Category, in.Need, in.Search, in.Place, in.Featured, in.Trending, in.Sort)
	if err != nil {
		return List[Card]{}, err
	}
	from, paging, err := readCursor(in.Cursor, name)
	if err != nil {
		return List[Card]{}, err
	}
	filter := []any{s.c.Clock(), in.Category, in.Need, patterns(in.Search), patterns(in.Place), in.Featured, in.Trending}
	rows, err := query(ctx, s, "campaigns", l.sql(), scanListed,
		append(filter, paging, from.Keys[0], from.Keys[1], from.Keys[2], from.ID, in.Limit+1)...)
	if err != nil {
		return List[Card]{}, err
	}
	out := List[Card]{Items: make([]Card, 0, len(rows))}
	switch {
	case len(rows) > 0:
		out.Total = rows[0].total
	case paging: // beyond the last row nothing says how many there are
		if out.Total, err = one(ctx, s, "campaigns", l.count(), pgx.RowTo[int64], filter...); err != nil {
			return List[Card]{}, err
		}
	}
	rows, out.Next, err = paged(rows, in.Limit, name, func(c listedCard) ([3]int64, ident.ID) { return c.keys, c.card.ID })
	for _, r := range rows {
		out.Items = append(out.Items, r.card)
	}
	return out, err
}

// Categories gives the categories that have active campaigns, by name, with how many.
func (s *Service) Categories(ctx context.Context) ([]CategoryCount, error) {
	return query(ctx, s, "categories", `SELECT c.category, count(*) FROM {campaigns} c WHERE `+takesGifts+`
		GROUP BY c.category ORDER BY c.category`, pgx.RowToStructByPos[CategoryCount], s.c.Clock())
}

func (s *Service) campaigns(ctx context.Context, in *CampaignsInput) (*Answer[List[Card]], error) {
	return answer(ctx, s, "campaigns", in.ReadAfter, CardTables, forEveryone, func(ctx context.Context) (List[Card], error) {
		return s.Campaigns(ctx, *in)
	})
}

func (s *Service) categories(ctx context.Context, in *ReadAfter) (*Answer[[]CategoryCount], error) {
	return answer(ctx, s, "categories", *in, []string{readmodel.Campaigns}, forEveryone, s.Categories)
}
