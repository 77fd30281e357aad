package campaigns

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/readapi/read"
)

// Categories are those that have active campaigns, by name, with how many.
var Categories = read.Define(read.Query[read.ReadAfter, []CategoryCount]{
	ID: "categories", Path: "/api/categories", Summary: "The categories and how many active campaigns each has",
	May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{categoriesCounted}, Answer: categories,
})

var categoriesCounted = read.SQL(`SELECT c.category, count(*) FROM {campaigns} c WHERE ` + takesGifts + `
	GROUP BY c.category ORDER BY c.category`)

func categories(c *read.Call, _ read.ReadAfter) ([]CategoryCount, error) {
	return read.Rows(c, categoriesCounted, pgx.RowToStructByPos[CategoryCount], c.Now())
}
