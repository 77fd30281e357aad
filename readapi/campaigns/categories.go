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
	SQL: []*read.Statement{categoriesCounted, categoriesMatching}, Answer: categories,
})

var (
	categoriesCounted = read.SQL(`SELECT c.category, count(*) FROM {campaigns} c WHERE ` + takesGifts + `
	GROUP BY c.category ORDER BY c.category`)

	categoriesMatching = read.SQL(`SELECT c.category, count(*) FROM ` + cardSource + ` WHERE ` + takesGifts + filters + `
	GROUP BY c.category ORDER BY c.category`)
)

func categories(c *read.Call, in CategoriesInput) ([]CategoryCount, error) {
	if in.Need == "" && in.Search == "" && in.Place == "" { // no other table is asked
		return read.Rows(c, categoriesCounted, pgx.RowToStructByPos[CategoryCount], c.Now())
	}
	return read.Rows(c, categoriesMatching, pgx.RowToStructByPos[CategoryCount],
		c.Now(), "", in.Need, read.Patterns(in.Search), read.Patterns(in.Place), false, false)
}
