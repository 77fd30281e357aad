package campaigns

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// live is a listing of a campaign that is active and whose end has not come. The fold keeps which are active; one whose end
// has come is so until its timer has said that it is over, which takes moments.
var live = `l.state = 'live' AND l.ends > ` + read.Micros("$1::timestamptz")

// ended is a listing of a campaign whose end has come, and whose timer has not said so yet: there are hardly any. That they end
// after the beginning of time excludes none, and has Postgres expect few where it plans for whatever moment.
var ended = `l.state = 'live' AND l.ends > 0 AND l.ends <= ` + read.Micros("$1::timestamptz")

// In a list l is the listing, whose columns are the keys. order is which rows a list holds and by which columns, at most
// three, all ascending, it is ordered. Each order has an index over exactly these columns, whose condition its first
// words are: the index is read from where the page begins, and no further than the page.
type order struct {
	where string
	keys  []string
}

// The landing page's lists are by tab; the others by sort. The tab of campaigns that need a push has two orders, one
// after the other.
var (
	// featured first, then what most people gave to within 30 days, then the newest
	popular = order{live, []string{"l.plain", "l.recent", "l.launched"}}
	// what is over; one whose words were erased is in no list
	over    = order{`l.state = 'over'` + hasWords, []string{"l.ended"}}
	overdue = order{ended + hasWords, []string{"l.ended"}}

	newest = order{live, []string{"l.launched"}}
	ending = order{live, []string{"l.ends"}}
	// nearest below their goal first, then those that passed it, then those without one
	nearly = order{live, []string{"l.near_class", "l.near"}}
)

const hasWords = ` AND (SELECT c.title FROM {campaigns} c WHERE c.id = l.campaign) <> ''`

func inactiveRows(also string, next bool) string {
	return `(` + over.rows(also, next) + `) UNION ALL (` + overdue.rows(also, next) + `) ORDER BY k0, k1, k2, campaign LIMIT @limit`
}

// key is SQL for the three keys of a row of an order, as a cursor holds them.
func (o order) key(i int) string {
	if i < len(o.keys) {
		return o.keys[i]
	}
	return "0::bigint"
}

// rows is SQL for the rows of a page, after those of the pages before it.
func (o order) rows(also string, next bool) string {
	after := ""
	if next {
		names := []string{"@key0::bigint", "@key1::bigint", "@key2::bigint"}[:len(o.keys)]
		after = ` AND (` + strings.Join(o.keys, ", ") + `, l.campaign) > (` + strings.Join(names, ", ") + `, @id::uuid)`
	}
	return `SELECT l.campaign, ` + o.key(0) + ` AS k0, ` + o.key(1) + ` AS k1, ` + o.key(2) + ` AS k2
	FROM {campaign_listings} l WHERE ` + o.where + also + after + `
	ORDER BY ` + strings.Join(o.keys, ", ") + `, l.campaign LIMIT @limit`
}

// pushRows is rows of the campaigns that need a push: under half, and ending within 14 days or without a gift for 7. What
// ends first comes first, then what waits longest. The two parts are read like two lists.
func pushRows(also string, next bool) string {
	soon := read.Micros("($1::timestamptz + interval '14 days')")
	quiet := read.Micros("($1::timestamptz - interval '7 days')")
	begins, waits := "", ""
	if next {
		begins = ` AND (l.ends, l.quiet, l.campaign) > (@key0::bigint, @key1::bigint, @id::uuid)`
		waits = fmt.Sprintf(` AND l.quiet >= CASE WHEN @key0::bigint = %d THEN @key1::bigint ELSE %d END
		AND (@key0::bigint < %d OR (l.quiet, l.campaign) > (@key1::bigint, @id::uuid))`,
			int64(readmodel.Never), int64(-readmodel.Never), int64(readmodel.Never))
	}
	return fmt.Sprintf(`(SELECT l.campaign, l.ends AS k0, l.quiet AS k1, 0::bigint AS k2 FROM {campaign_listings} l
		WHERE %s AND l.under_half AND l.ends < %s%s%s ORDER BY l.ends, l.quiet, l.campaign LIMIT @limit)
	UNION ALL (SELECT l.campaign, %d::bigint, l.quiet, 0::bigint FROM {campaign_listings} l
		WHERE %s AND l.under_half AND l.ends >= %s AND l.quiet < %s%s%s ORDER BY l.quiet, l.campaign LIMIT @limit)
	ORDER BY k0, k1, k2, campaign LIMIT @limit`,
		live, soon, also, begins, int64(readmodel.Never), live, soon, quiet, also, waits)
}

// What narrows a list. A category and a kind of need have indexes of their own where a list is sorted, and are a condition
// elsewhere; featured campaigns
// and those that gifts reach are few beside all; words are looked for in what matches the rest.
const (
	ofCategory = ` AND l.category = @category`
	ofEither   = ` AND (@category = '' OR l.category = @category)
	AND CASE @need WHEN '' THEN true WHEN 'money' THEN l.money WHEN 'time' THEN l.hours ELSE l.things END`
	// Postgres takes whatever matches a pattern for rare. What is compared of one listing after the other is no join, which it
	// would begin with all campaigns.
	withWords = ` AND (SELECT c.search || ' ' || coalesce(g.search, m.search, '') LIKE ALL (@words::text[])
		AND c.place LIKE ALL (@place::text[]) FROM ` + cardSource + ` WHERE c.id = l.campaign)`
	isFeatured = ` AND l.featured`
)

// mostLookedAt is how many campaigns that have a word are looked at one by one. A list of more is read from where a page begins:
// it finds its rows soon.
const mostLookedAt = 1000

// found are SQL of the campaigns that have, in their texts or in their organizer's, the word of those that are looked for
// which fewest have: all that a list can hold stand among them, whose words withWords compares. They are none where all the words
// are common, or too short for an index of three letters; a place is a part of its campaign's texts.
var found = fmt.Sprintf(`wanted AS (
	SELECT DISTINCT word FROM unnest(@words::text[] || @place::text[]) w(word) WHERE length(word) >= 5),
hits AS MATERIALIZED (SELECT w.word, h.id FROM wanted w CROSS JOIN LATERAL (
	SELECT c.id FROM {campaigns} c WHERE c.search LIKE w.word
	UNION ALL SELECT c.id FROM {members} m JOIN {campaigns} c ON c.owner = m.id WHERE m.search LIKE w.word
	UNION ALL SELECT c.id FROM {pages} g JOIN {campaigns} c ON c.page = g.id WHERE g.search LIKE w.word
	LIMIT %d) h),
rarest AS MATERIALIZED (SELECT w.word, (SELECT count(*) FROM hits h WHERE h.word = w.word) AS campaigns FROM wanted w
	ORDER BY campaigns LIMIT 1),
found AS MATERIALIZED (SELECT DISTINCT h.id FROM hits h JOIN rarest r USING (word) WHERE r.campaigns <= %[2]d)`,
	mostLookedAt+1, mostLookedAt)

// A list of few found campaigns is read from them, one of many from where it begins: only one of the two is read.
var (
	isFound   = ` AND l.campaign = ANY (ARRAY(SELECT f.id FROM found f))`
	areCommon = fmt.Sprintf(` AND NOT EXISTS (SELECT FROM rarest r WHERE r.campaigns <= %d)`, mostLookedAt)
)

// isTrending is trendingSQL of a listing: only for one whose last hour with gifts is the one that the 72 hours begin in, the
// moment of its last gift is asked for.
var isTrending = ` AND l.hot > 0 AND (l.hot_hour > ` + read.Micros("($1::timestamptz - interval '72 hours')") + `
	OR l.hot_hour > ` + read.Micros("($1::timestamptz - interval '73 hours')") + ` AND EXISTS (SELECT FROM {campaign_progress} p
		WHERE p.campaign = l.campaign AND p.last_gift_at > $1::timestamptz - interval '72 hours'))`

var kinds = map[string]string{"": "", "money": " AND l.money", "time": " AND l.hours", "materials": " AND l.things"}

// shape is what of a question decides which statement answers it.
type shape struct {
	list               string
	category, words    bool
	need               string // empty where it is only a condition
	either             bool   // a category or a kind of need is a condition
	featured, trending bool
	next               bool
}

// shapeOf is the shape of a question for a page.
func shapeOf(in ListInput, next bool) shape {
	s := shape{list: in.Sort, featured: in.Featured, trending: in.Trending, next: next}
	if in.Tab != "" {
		s.list = in.Tab
	}
	s.words = in.Search != "" || in.Place != ""
	if sorts[s.list].where != "" && !s.words && !s.featured && !s.trending {
		s.category, s.need = in.Category != "", in.Need
	} else {
		s.either = in.Category != "" || in.Need != ""
	}
	return s
}

var (
	tabs  = map[string]func(also string, next bool) string{"popular": popular.rows, "push": pushRows, "inactive": inactiveRows}
	sorts = map[string]order{"newest": newest, "ending": ending, "nearly": nearly}
)

func (s shape) also() string {
	also := kinds[s.need]
	if s.category {
		also = ofCategory + also
	}
	if s.either {
		also = ofEither
	}
	for _, x := range []struct {
		is  bool
		sql string
	}{{s.featured, isFeatured}, {s.trending, isTrending}, {s.words, withWords}} {
		if x.is {
			also += x.sql
		}
	}
	return also
}

func (s shape) rows() string {
	read := sorts[s.list].rows
	if tab, ok := tabs[s.list]; ok {
		read = tab
	}
	if !s.words {
		return read(s.also(), s.next)
	}
	return `(` + read(isFound+s.also(), s.next) + `) UNION ALL (` + read(areCommon+s.also(), s.next) + `)
	ORDER BY k0, k1, k2, campaign LIMIT @limit`
}

// with is SQL that a statement about what has words begins with.
func (s shape) with() string {
	if s.words {
		return found + ", "
	}
	return ""
}

// listed is a statement of a list and which of a question's values it takes, after the moment.
type listed struct {
	statement *read.Statement
	takes     []string
}

// named gives the statement of SQL in which values are named, as in @limit. $1 is the moment.
func named(sql string) listed {
	l := listed{}
	numbers := map[string]int{}
	l.statement = read.Kept(names.ReplaceAllStringFunc(sql, func(name string) string {
		if numbers[name] == 0 {
			l.takes = append(l.takes, name[1:])
			numbers[name] = len(l.takes) + 1
		}
		return fmt.Sprintf("$%d", numbers[name])
	}))
	return l
}

var names = regexp.MustCompile(`@[a-z0-9]+`)

// args are the values that a statement takes.
func (l listed) args(now any, values map[string]any) []any {
	out := []any{now}
	for _, name := range l.takes {
		out = append(out, values[name])
	}
	return out
}

// mostCounted is how many of what matches words, or trends, are counted: whoever looks for something reads no hundredth.
const mostCounted = 100

// longest is the most rows of a page, and one more.
const longest = 48 + 1

// few is SQL that gives a page's rows. Where Postgres plans for whatever page, it expects a tenth of all rows of one; so the
// order is read from its beginning up to the longest page, and a page's rows are taken from those: it stops there.
func (s shape) few() string {
	if _, apart := tabs[s.list]; apart && s.list != "popular" {
		return s.rows()
	}
	return `SELECT * FROM (` + strings.ReplaceAll(s.rows(), "@limit", fmt.Sprint(longest)) + `) AS longest LIMIT @limit`
}

func (s shape) page() listed {
	return named(`WITH ` + s.with() + `page AS MATERIALIZED (` + s.few() + `)
	SELECT ` + cardColumns + `, page.k0, page.k1, page.k2, (` + s.counted() + `) AS list_total
	FROM page JOIN ` + cardSource + ` ON c.id = page.campaign
	WHERE ` + public + ` ORDER BY page.k0, page.k1, page.k2, page.campaign`)
}

// kept says that the fold keeps how many there are.
func (s shape) kept() bool {
	_, sorted := sorts[s.list]
	return (sorted || s.list == "popular") && !s.words && !s.featured && !s.trending
}

// count counts what a list holds: where the fold keeps the number it is looked up, and campaigns whose end has come are
// taken off.
func (s shape) count() listed {
	if s.uncounted() {
		return named(`SELECT 0::bigint WHERE $1::timestamptz IS NOT NULL`)
	}
	return named(`WITH ` + s.with() + `moment AS (SELECT $1::timestamptz) ` + s.counted())
}

// uncounted says that how many there are is not told: the landing page's tabs, but the popular one, show a beginning.
func (s shape) uncounted() bool {
	return (s.list == "push" || s.list == "inactive") && !s.words && !s.featured && !s.trending
}

func (s shape) counted() string {
	s.next = false
	if s.uncounted() {
		return `SELECT count(*) AS total FROM page`
	}
	if s.kept() {
		return `SELECT coalesce((SELECT n.live FROM {campaign_counts} n WHERE n.category = @category AND n.need = @need), 0)
		- (SELECT count(*) FROM {campaign_listings} l WHERE ` + ended + s.also() + `) AS total`
	}
	return `SELECT count(*) AS total FROM (` + strings.ReplaceAll(s.rows(), "@limit", fmt.Sprint(mostCounted+1)) + `) AS matching`
}

// listStatement is what answers questions of a shape.
type listStatement struct{ page, count listed }

// statements are those of all shapes there are.
var statements = func() map[shape]listStatement {
	all := map[shape]listStatement{}
	add := func(s shape) { all[s] = listStatement{s.page(), s.count()} }
	for _, next := range []bool{false, true} {
		for _, list := range []string{"popular", "push", "inactive", "newest", "ending", "nearly"} {
			for narrowed := range 16 {
				add(shape{
					list: list, words: narrowed&1 != 0, featured: narrowed&2 != 0, trending: narrowed&4 != 0, either: narrowed&8 != 0,
					next: next,
				})
			}
			if sorts[list].where == "" {
				continue
			}
			for need := range kinds {
				add(shape{list: list, need: need, next: next})
				add(shape{list: list, need: need, category: true, next: next})
			}
		}
	}
	return all
}()

// listStatements are those of all lists.
func listStatements() []*read.Statement {
	all := []*read.Statement{cardsByID}
	for _, s := range statements {
		all = append(all, s.page.statement, s.count.statement)
	}
	return all
}
