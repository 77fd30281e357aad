package feed

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// PublicationsInput asks for a page of what a page published.
type PublicationsInput struct {
	read.ByID
	read.Paging
}

// Publications are what a page that is open published, the newest first, for all members. Errors: page_not_found, bad_cursor.
var Publications = read.Define(read.Query[PublicationsInput, FeedPage]{
	ID: "page-publications", Path: "/api/pages/{id}/publications", Summary: "What a page published, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{pageThere, publicationsNewest}, Answer: publications,
	Live: &read.Live[PublicationsInput]{
		Topic: "page-publications/{id}", Refetch: true, On: []read.On{
			read.ByKey(readmodel.PagePublications), read.By(pagesOfPosts, readmodel.Posts), read.By(pagesOfPosts, readmodel.PostCounts),
		},
		Quiet: []read.Quiet{
			{Table: readmodel.Pages, Because: "the page's own answer tells that it changed"},
			{Table: readmodel.PageEditors, Because: "the page's own answer tells who edits it"},
			{Table: readmodel.Reactions, Because: "every reaction changes what is counted of its post"},
			{Table: readmodel.Comments, Because: "every comment changes what is counted of its post"},
			{Table: readmodel.Members, Because: "none is told who wrote as a page"},
		},
	},
})

var (
	pageThere = read.SQL(`SELECT true FROM {pages} WHERE id = $1 AND closed_at IS NULL`)

	// pagesOfPosts are the pages that published some posts, or posts that share them.
	pagesOfPosts = read.Replanned(`SELECT DISTINCT page::text FROM {posts:lookup}
	WHERE id = ANY ($1::text[]::uuid[]) AND page <> {nobody}
	UNION SELECT page::text FROM {posts:lookup}
	WHERE original = ANY ($1::text[]::uuid[]) AND original <> {nobody} AND page <> {nobody}`)

	// publicationsNewest are those of the page $1.
	publicationsNewest = read.SQL(`SELECT o.id, 'post' AS kind, ` + authored + `, '' AS title, o.text, o.lang,
	o.posted_at AS at, o.edited_at,
	` + counted + `, o.files, ` + shared + ` AS original, coalesce(r.kind, '') AS mine, ` + editsPage + ` AS edits,
	` + read.Micros("o.posted_at") + ` AS list_micros, 0::bigint AS list_total
	FROM {page_publications:readable} u JOIN {posts:readable} o ON o.id = u.post AND o.page = u.page` + authors + `
	LEFT JOIN {reactions:own} r ON r.thing = o.id
	WHERE u.page = $1 AND o.page = $1 AND (NOT $2::boolean OR o.posted_at <= $3 AND (o.posted_at < $3 OR o.id > $4::uuid))
	ORDER BY o.posted_at DESC, o.id LIMIT $5`)
)

func publications(c *read.Call, in PublicationsInput) (FeedPage, error) {
	if err := isThere(c, pageThere, errNoPage, in.ID); err != nil {
		return asPage(read.List[felt]{}), err
	}
	list, err := read.Newest(c, []any{"publications", in.ID}, in.Paging, publicationsNewest,
		func(f *felt) ident.ID { return f.normalize() }, in.ID)
	return asPage(list), err
}
