package campaigns

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// OfPageInput asks for the campaigns that go in the name of a page.
type OfPageInput struct {
	read.ByID
	read.Paging
}

var errNoPage = domain.Refuse(domain.NotFound, "page_not_found", "There is no such page.")

// OfPage are the public campaigns that go in the name of a page, the newest first. Errors: page_not_found, bad_cursor.
var OfPage = read.Define(read.Query[OfPageInput, read.List[CampaignCard]]{
	ID: "page-campaigns", Path: "/api/pages/{id}/campaigns", Summary: "Campaigns that go in the name of a page, newest first",
	May: read.Member, Sees: read.Alike,
	SQL: []*read.Statement{ofPageNewest, pageIsOpen}, Answer: ofPage,
	Live: &read.Live[OfPageInput]{
		Topic: "page-campaigns/{id}", Refetch: true,
		On: []read.On{
			read.ByKey(readmodel.Pages), read.By(pagesOfCampaigns, readmodel.Campaigns),
			read.By(pagesOfCampaigns, readmodel.Progress),
		},
		Quiet: []read.Quiet{quietHours, quietEditors, {Table: readmodel.Members,
			Because: "an owner's name does not show where a page's does"}},
	},
})

// goesIn is the condition that c, a campaign that everybody may see, goes in the name of the page $2.
const goesIn = `c.page = $2 AND g.id = $2 AND ` + public + ` AND c.title <> ''`

var (
	ofPageNewest = read.SQL(`SELECT ` + cardColumns + `, ` + read.Micros("c.launched_at") + ` AS list_micros,
	(SELECT count(*) FROM {campaigns} c ` + readmodel.InNameOf + ` WHERE ` + goesIn + `) AS list_total
	FROM ` + cardSource + ` WHERE ` + goesIn + `
		AND (NOT $3::boolean OR c.launched_at < $4 OR c.launched_at = $4 AND c.id > $5::uuid)
	ORDER BY c.launched_at DESC, c.id LIMIT $6`)

	pageIsOpen = read.SQL(`SELECT EXISTS (SELECT FROM {pages} p WHERE p.id = $1 AND p.closed_at IS NULL)`)

	// pagesOfCampaigns are the pages in whose names campaigns are to go, or went before.
	pagesOfCampaigns = read.Replanned(`SELECT DISTINCT of::text FROM {campaigns}, unnest(ARRAY[page, page_before]) of
		WHERE id = ANY ($1::text[]::uuid[]) AND of <> {nobody}`)
)

func ofPage(c *read.Call, in OfPageInput) (read.List[CampaignCard], error) {
	none := read.List[CampaignCard]{Items: []CampaignCard{}}
	open, err := read.Row(c, pageIsOpen, pgx.RowTo[bool], in.ID)
	if err == nil && !open {
		err = errNoPage
	}
	if err != nil {
		return none, err
	}
	return read.Newest(c, []any{"page-campaigns", in.ID}, in.Paging, ofPageNewest,
		func(card *CampaignCard) ident.ID { card.normalize(); return card.ID }, c.Now(), in.ID)
}

// OwnPage is a page in whose name the member may have a campaign go.
type OwnPage struct {
	ID       ident.ID `json:"id" format:"uuid"`
	Name     string   `json:"name"`
	Verified bool     `json:"verified" doc:"A moderator has checked whom it speaks for"`
	Collects bool     `json:"collects" doc:"Campaigns in its name may collect money without a permission of their own"`
}

// OwnPages are the pages that a member owns or edits.
type OwnPages struct {
	Items []OwnPage `json:"items" doc:"By their names, 1000 at most"`
}

// MyPages are the open pages that the member who asks owns or edits.
var MyPages = read.Define(read.Query[read.ReadAfter, OwnPages]{
	ID: "my-pages", Path: "/api/me/pages", Summary: "The pages in whose names the member may have campaigns go",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{pagesOfMember}, Answer: myPages,
})

var pagesOfMember = read.SQL(`SELECT p.id, p.name, p.verified_at IS NOT NULL AS verified, p.collects FROM {pages} p
	WHERE p.closed_at IS NULL AND p.name <> '' AND p.id IN (SELECT o.id FROM {pages} o WHERE o.owner = {viewer}
		UNION SELECT e.page FROM {page_editors:own} e)
	ORDER BY p.name, p.id LIMIT 1000`)

func myPages(c *read.Call, _ read.ReadAfter) (out OwnPages, err error) {
	out.Items, err = read.Rows(c, pagesOfMember, rowscan.Row[OwnPage])
	return out, err
}
