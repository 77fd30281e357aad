// Package pages answers what members read of the pages of organizations.
package pages

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "pages", Queries: []read.Declared{List, Detail, Followers, Editors, MyInvitations}}

var quietEditors = read.Quiet{Table: readmodel.PageEditors, Because: "the page's own row changes with how many edit it"}

var errNotFound = domain.Refuse(domain.NotFound, "page_not_found", "There is no such page.")

// Page is the page of an organization or a group.
type Page struct {
	ID          ident.ID   `json:"id" format:"uuid"`
	Kind        string     `json:"kind" enum:"company,community,nonprofit,startup"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Industry    string     `json:"industry"`
	Location    string     `json:"location"`
	Website     string     `json:"website" doc:"An absolute address of the web; empty without one"`
	Lang        string     `json:"lang" doc:"BCP 47 tag of the words"`
	Logo        string     `json:"logo" doc:"Where its picture lies; empty without one"`
	Followers   int64      `json:"followers"`
	Creator     string     `json:"creator" doc:"Display name of its owner"`
	CreatorID   ident.ID   `json:"creator_id,omitzero" format:"uuid" doc:"Its owner; absent when they were erased"`
	OpenedAt    time.Time  `json:"opened_at"`
	SaidAt      time.Time  `json:"said_at" doc:"When its words changed last, to the microsecond: what a change of them builds on"`
	VerifiedAt  *time.Time `json:"verified_at,omitempty" doc:"When a moderator checked whom it speaks for; absent while nobody has"`
	Collects    bool       `json:"collects" doc:"Campaigns in its name may collect money without a permission of their own"`
	Following   bool       `json:"following" doc:"The reader follows it"`
	Own         bool       `json:"own" doc:"It is the reader's own"`
	Edits       bool       `json:"edits" doc:"The reader may change it: it is their own, or they are an editor of it"`
	Editors     int64      `json:"editors" doc:"How many edit it beside its owner"`
	Campaigns   int64      `json:"campaigns" doc:"How many public campaigns go in its name"`
}

// KindCount is how many pages of a kind fit a search.
type KindCount struct {
	Kind  string `json:"kind" enum:"company,community,nonprofit,startup"`
	Count int64  `json:"count"`
}

// PageList is a page of the directory.
type PageList struct {
	read.List[Page]
	Kinds []KindCount `json:"kinds" doc:"How many of each kind fit the search, whatever kind is asked for; a kind of which none does is left out"`
}

// ListInput asks for pages.
type ListInput struct {
	read.ReadAfter
	read.Paging
	Kind      string `query:"kind" enum:"company,community,nonprofit,startup"`
	Search    string `query:"q" maxLength:"120" doc:"Words in name, description, industry or place; accents do not matter"`
	Following bool   `query:"following" doc:"Only those that the reader follows"`
}

const (
	pageColumns = `p.id, p.kind, p.name, p.description, p.industry, p.location, p.website, p.lang,
	` + readmodel.LogoAddress + ` AS logo, p.followers, coalesce(m.name, '') AS creator, p.opened_at,
	CASE WHEN m.email <> '' THEN m.id ELSE {nobody} END AS creator_id,
	coalesce(p.revised_at, p.opened_at) AS said_at, p.verified_at, p.collects,
	EXISTS (SELECT FROM {page_followers:own} f WHERE f.page = p.id) AS following,
	p.owner = {viewer} AS own,
	p.owner = {viewer} OR EXISTS (SELECT FROM {page_editors:own} e WHERE e.page = p.id) AS edits,
	p.editors, (SELECT count(*) FROM {campaigns} c ` + readmodel.InNameOf + `
		WHERE c.page = p.id AND g.id = p.id AND ` + readmodel.IsPublic + ` AND c.title <> '') AS campaigns`

	// listed are the pages that fit: $1 are the words, $2 says whether the viewer follows it.
	listed = `p.closed_at IS NULL AND p.search LIKE ALL ($1::text[])
		AND (NOT $2::boolean OR EXISTS (SELECT FROM {page_followers:own} f WHERE f.page = p.id))`
)

var (
	pagesNewest = read.SQL(`SELECT ` + pageColumns + `, ` + read.Micros("p.opened_at") + ` AS list_micros,
	(SELECT count(*) FROM {pages} p WHERE ` + listed + ` AND ($3 = '' OR p.kind = $3)) AS list_total
	FROM {pages} p LEFT JOIN {members} m ON m.id = p.owner
	WHERE ` + listed + ` AND ($3 = '' OR p.kind = $3)
		AND (NOT $4::boolean OR p.opened_at < $5 OR p.opened_at = $5 AND p.id > $6::uuid)
	ORDER BY p.opened_at DESC, p.id LIMIT $7`)

	kindsCounted = read.SQL(`SELECT p.kind, count(*) FROM {pages} p WHERE ` + listed + `
	GROUP BY p.kind ORDER BY p.kind`)

	pageByID = read.SQL(`SELECT ` + pageColumns + ` FROM {pages} p LEFT JOIN {members} m ON m.id = p.owner
	WHERE p.id = $1 AND p.closed_at IS NULL`)

	followersNewest = read.SQL(`SELECT m.id, m.name, ` + readmodel.AvatarAddress + ` AS avatar, f.followed_at,
	` + read.Micros("f.followed_at") + ` AS list_micros,
	(SELECT count(*) FROM {page_followers:readable} a WHERE a.page = $1) AS list_total
	FROM {page_followers:readable} f JOIN {members} m ON m.id = f.member
	WHERE f.page = $1 AND (NOT $2::boolean OR f.followed_at < $3 OR f.followed_at = $3 AND f.member > $4::uuid)
	ORDER BY f.followed_at DESC, f.member LIMIT $5`)

	// pagesOfCampaigns are the pages in whose names campaigns are to go, or went before.
	pagesOfCampaigns = read.Replanned(`SELECT DISTINCT of::text FROM {campaigns}, unnest(ARRAY[page, page_before]) of
		WHERE id = ANY ($1::text[]::uuid[]) AND of <> {nobody}`)

	isOpen = read.SQL(`SELECT EXISTS (SELECT FROM {pages} p WHERE p.id = $1 AND p.closed_at IS NULL)`)
)

func (p *Page) normalize() ident.ID {
	p.OpenedAt, p.SaidAt = p.OpenedAt.UTC(), p.SaidAt.UTC()
	read.UTC(&p.VerifiedAt)
	return p.ID
}

// List are the pages that are open, the newest first. Errors: bad_cursor.
var List = read.Define(read.Query[ListInput, PageList]{
	ID: "pages", Path: "/api/pages", Summary: "Pages of organizations, filtered, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{pagesNewest, kindsCounted}, Answer: list,
})

func list(c *read.Call, in ListInput) (out PageList, err error) {
	words := read.Patterns(in.Search)
	key := []any{"pages", c.Viewer.Member, in.Kind, in.Search, in.Following}
	out.List, err = read.Newest(c, key, in.Paging, pagesNewest, (*Page).normalize,
		words, in.Following, in.Kind)
	if err != nil {
		return out, err
	}
	out.Kinds, err = read.Rows(c, kindsCounted, pgx.RowToStructByPos[KindCount], words, in.Following)
	return out, err
}

// DetailInput asks for a page.
type DetailInput struct{ read.ByID }

// Detail is a page that is open. Errors: page_not_found.
var Detail = read.Define(read.Query[DetailInput, Page]{
	ID: "page", Path: "/api/pages/{id}", Summary: "The page of an organization",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{pageByID}, Answer: detail,
	Live: &read.Live[DetailInput]{
		Topic: "page/{id}", Refetch: true, On: []read.On{read.ByKey(readmodel.Pages), read.By(pagesOfCampaigns, readmodel.Campaigns)},
		Quiet: []read.Quiet{
			{Table: readmodel.PageFollowers, Because: "whoever follows, or does no more, changes how many do"},
			quietEditors,
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

func detail(c *read.Call, in DetailInput) (Page, error) {
	found, err := read.Row(c, pageByID, rowscan.Then(func(p *Page) { p.normalize() }), in.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNotFound
	}
	return found, err
}

// Follower is a member who follows a page.
type Follower struct {
	ID         ident.ID  `json:"id" format:"uuid"`
	Name       string    `json:"name" doc:"Display name"`
	Avatar     string    `json:"avatar" doc:"Where their picture lies; empty without one"`
	FollowedAt time.Time `json:"followed_at"`
}

// FollowersInput asks for those who follow a page.
type FollowersInput struct {
	read.ByID
	read.Paging
}

// Followers are the members who follow a page, whoever began last first. Errors: page_not_found, bad_cursor.
var Followers = read.Define(read.Query[FollowersInput, read.List[Follower]]{
	ID: "page-followers", Path: "/api/pages/{id}/followers", Summary: "Who follows a page, newest first",
	May: read.Member, Sees: read.Alike,
	SQL: []*read.Statement{followersNewest, isOpen}, Answer: followers,
	Live: &read.Live[FollowersInput]{
		Topic: "page-followers/{id}", Refetch: true, On: []read.On{read.ByKey(readmodel.PageFollowers)},
		Quiet: []read.Quiet{
			{Table: readmodel.Pages, Because: "the page's own answer tells that it is closed"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

func followers(c *read.Call, in FollowersInput) (read.List[Follower], error) {
	open, err := read.Row(c, isOpen, pgx.RowTo[bool], in.ID)
	if err == nil && !open {
		err = errNotFound
	}
	if err != nil {
		return read.List[Follower]{Items: []Follower{}}, err
	}
	return read.Newest(c, []any{"page-followers", in.ID}, in.Paging, followersNewest,
		func(f *Follower) ident.ID { f.FollowedAt = f.FollowedAt.UTC(); return f.ID }, in.ID)
}
