package campaigns

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// ListInput asks for campaigns.
type ListInput struct {
	read.ReadAfter
	Tab      string `query:"tab" enum:"popular,push,inactive" doc:"The landing page's lists; without it all active campaigns"`
	Category string `query:"category" enum:"medical,education,emergency,community,environment,health,sports,animals,business,nonprofit,other"`
	Need     string `query:"need" enum:"money,time,materials" doc:"Only campaigns that ask for this"`
	Search   string `query:"q" maxLength:"120" doc:"Words in title, description, place or organizer; accents do not matter"`
	Place    string `query:"place" maxLength:"120"`
	Featured bool   `query:"featured"`
	Trending bool   `query:"trending" doc:"Only campaigns that received gifts within the last 72 hours"`
	Sort     string `query:"sort" enum:"newest,ending,nearly" default:"newest"`
	Limit    int    `query:"limit" minimum:"1" maximum:"48" default:"12"`
	Cursor   string `query:"cursor" maxLength:"400"`
}

// List is a page of a list of campaigns. Limit must be at least 1. Errors: bad_cursor.
var List = read.Define(read.Query[ListInput, read.List[CampaignCard]]{
	ID: "campaigns", Path: "/api/campaigns", Summary: "Campaigns, filtered, sorted and paged",
	May: read.Anybody, Sees: read.Alike,
	SQL: listStatements(), Answer: list,
	Live: &read.Live[ListInput]{
		Topic: "cards", On: onCard, Quiet: []read.Quiet{quietHours, quietEditors, {Table: readmodel.Listings,
			Because: "it changes together with campaigns and campaign_progress, which are pushed",
		}, {Table: readmodel.ListingCounts, Because: "how many there are shows at the next reading, as the order does"}},
		Items: &read.Items{Kind: "card", Make: cards},
	},
})

// listedCard is a card with its place in a list.
type listedCard struct {
	Card  CampaignCard `db:"*"`
	Key0  int64        `db:"k0"`
	Key1  int64        `db:"k1"`
	Key2  int64        `db:"k2"`
	Total int64        `db:"list_total"`
}

var scanListed = rowscan.Then(func(l *listedCard) { l.Card.normalize() })

func list(c *read.Call, in ListInput) (read.List[CampaignCard], error) {
	none := read.List[CampaignCard]{Items: []CampaignCard{}}
	if sorts[in.Sort].where == "" {
		in.Sort = "newest" // a cursor fits the list whether or not its order was named
	}
	if tabs[in.Tab] == nil {
		in.Tab = ""
	}
	name, err := read.ListName("campaigns", in.Tab, in.Category, in.Need, in.Search, in.Place, in.Featured, in.Trending, in.Sort)
	if err != nil {
		return none, err
	}
	from, paging, err := read.ReadCursor(in.Cursor, name)
	if err != nil {
		return none, err
	}
	asked := shapeOf(in, paging)
	l, values := statements[asked], map[string]any{
		"category": in.Category, "need": in.Need, "words": read.Patterns(in.Search), "place": read.Patterns(in.Place),
		"key0": from.Keys[0], "key1": from.Keys[1], "key2": from.Keys[2], "id": from.ID, "limit": in.Limit + 1,
	}
	rows, err := read.Rows(c, l.page.statement, scanListed, l.page.args(c.Now(), values)...)
	if err != nil {
		return none, err
	}
	out := read.List[CampaignCard]{Items: make([]CampaignCard, 0, len(rows))}
	switch {
	case len(rows) > 0:
		out.Total = rows[0].Total
	case paging: // beyond the last row nothing says how many there are
		if out.Total, err = read.Row(c, l.count.statement, pgx.RowTo[int64], l.count.args(c.Now(), values)...); err != nil {
			return none, err
		}
	}
	switch {
	case asked.uncounted():
		out.Total, out.More = min(out.Total, int64(in.Limit)), paging || out.Total > int64(in.Limit)
	case out.Total > mostCounted && !asked.kept():
		out.Total, out.More = mostCounted, true
	}
	rows, out.Next, err = read.Page(rows, in.Limit, name, func(l listedCard) ([3]int64, ident.ID) {
		return [3]int64{l.Key0, l.Key1, l.Key2}, l.Card.ID
	})
	for i := range rows {
		out.Items = append(out.Items, rows[i].Card)
	}
	return out, err
}
