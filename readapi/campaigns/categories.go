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
	SQL: categoriesStatements(), Answer: categories,
})

// categoriesCounted are statements by kind of need. The fold keeps how many there are; those whose end has come are taken off.
var categoriesCounted = func() map[string]listed {
	by := map[string]listed{}
	for need, asked := range kinds {
		by[need] = named(`SELECT * FROM (
		SELECT n.category, n.live - (SELECT count(*) FROM {campaign_listings} l WHERE ` + ended + `
			AND l.category = n.category` + asked + `) AS live
		FROM {campaign_counts} n WHERE n.need = '` + need + `' AND n.category <> '') c WHERE c.live > 0 ORDER BY c.category`)
	}
	return by
}()

var categoriesMatching = named(`SELECT l.category, count(*) FROM {campaign_listings} l WHERE ` + live + ofEither + withWords + `
	GROUP BY l.category ORDER BY l.category`)

func categoriesStatements() []*read.Statement {
	all := []*read.Statement{categoriesMatching.statement}
	for _, l := range categoriesCounted {
		all = append(all, l.statement)
	}
	return all
}

func categories(c *read.Call, in CategoriesInput) ([]CategoryCount, error) {
	l := categoriesMatching
	if in.Search == "" && in.Place == "" { // no other table is asked
		l = categoriesCounted[in.Need]
	}
	return read.Rows(c, l.statement, pgx.RowToStructByPos[CategoryCount], l.args(c.Now(), map[string]any{
		"category": "", "need": in.Need, "words": read.Patterns(in.Search), "place": read.Patterns(in.Place),
	})...)
}
