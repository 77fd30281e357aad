package campaigns

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/readapi/read"
)

// CategoriesInput narrows the campaigns that are counted as ListInput narrows those that are listed.
type CategoriesInput struct {
	read.ReadAfter
	Need   string `query:"need" enum:"money,time,materials" doc:"Only campaigns that ask for this"`
	Search string `query:"q" maxLength:"120" doc:"Words in title, description, place or organizer; accents do not matter"`
	Place  string `query:"place" maxLength:"120"`
}

// Categories are those that have active campaigns, by name, with how many fit what is looked for.
var Categories = read.Define(read.Query[CategoriesInput, []CategoryCount]{
	ID: "categories", Path: "/api/categories", Summary: "The categories and how many active campaigns of each fit a search",
	May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{categoriesCounted.statement, categoriesMatching.statement}, Answer: categories,
})

var (
	// the fold keeps how many there are; those whose end has come are taken off
	categoriesCounted = named(`SELECT n.category, n.live - coalesce(o.over, 0) FROM {campaign_counts} n
	LEFT JOIN (SELECT l.category, count(*) AS over FROM {campaign_listings} l WHERE ` + ended + `
		AND CASE @need WHEN '' THEN true WHEN 'money' THEN l.money WHEN 'time' THEN l.hours ELSE l.things END
		GROUP BY l.category) o ON o.category = n.category
	WHERE n.need = @need AND n.category <> '' AND n.live > coalesce(o.over, 0) ORDER BY n.category`)

	categoriesMatching = named(`SELECT l.category, count(*) FROM {campaign_listings} l WHERE ` + live + ofEither + withWords + `
	GROUP BY l.category ORDER BY l.category`)
)

func categories(c *read.Call, in CategoriesInput) ([]CategoryCount, error) {
	l := categoriesMatching
	if in.Search == "" && in.Place == "" { // no other table is asked
		l = categoriesCounted
	}
	return read.Rows(c, l.statement, pgx.RowToStructByPos[CategoryCount], l.args(c.Now(), map[string]any{
		"category": "", "need": in.Need, "words": read.Patterns(in.Search), "place": read.Patterns(in.Place),
	})...)
}
