package pages

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Editor is a member who edits a page.
type Editor struct {
	ID     ident.ID  `json:"id" format:"uuid"`
	Name   string    `json:"name" doc:"Display name"`
	Avatar string    `json:"avatar" doc:"Where their picture lies; empty without one"`
	Owner  bool      `json:"owner"`
	Since  time.Time `json:"since"`
}

// PageInvitation waits for whoever has an address.
type PageInvitation struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Email     string    `json:"email"`
	InvitedAt time.Time `json:"invited_at"`
}

// EditorList are those who edit a page, and who is asked to.
type EditorList struct {
	Editors     []Editor         `json:"editors" doc:"The owner first"`
	Invitations []PageInvitation `json:"invitations" doc:"Those that wait for an answer; none for an editor"`
}

var (
	// editorsOf gives no row to whoever does not edit the page.
	editorsOf = read.SQL(`SELECT a.member AS id, coalesce(m.name, '') AS name, ` + readmodel.AvatarAddress + ` AS avatar,
	a.owns AS owner,
	a.since FROM (
		SELECT p.owner AS member, true AS owns, p.opened_at AS since FROM {pages} p WHERE p.id = $1 AND p.closed_at IS NULL
		UNION ALL SELECT e.member, false, e.since FROM {page_editors:readable} e JOIN {pages} p ON p.id = e.page AND p.closed_at IS NULL
		WHERE e.page = $1
	) a LEFT JOIN {members} m ON m.id = a.member
	WHERE EXISTS (SELECT FROM {page_editors:own} r WHERE r.page = $1)
		OR EXISTS (SELECT FROM {pages} o WHERE o.id = $1 AND o.owner = {viewer})
	ORDER BY a.owns DESC, a.since, a.member`)

	invitationsOf = read.SQL(`SELECT i.id, i.email, i.invited_at FROM {page_invitations:readable} i
	WHERE i.page = $1 AND NOT i.over ORDER BY i.invited_at, i.id`)

	// invitedBy are the members whose addresses invitations went to, also such as are over.
	invitedBy = read.Replanned(`SELECT m.id::text FROM {page_invitations:lookup} i JOIN {members} m ON lower(m.email) = i.address
	WHERE i.id = ANY ($1::text[]::uuid[])`)

	// invitedByClosed are the members whose addresses wait for pages that are closed: nobody answers these any more.
	invitedByClosed = read.Replanned(readmodel.InvitedByClosed)

	invitedTo = read.SQL(`SELECT i.id AS invitation_id, p.id AS page_id, p.name, p.lang, ` + readmodel.LogoAddress + ` AS logo,
	coalesce(o.name, '') AS owner, i.invited_at AS at
	FROM {page_invitations:own} i JOIN {pages} p ON p.id = i.page AND p.closed_at IS NULL JOIN {members:readable} o ON o.id = p.owner
	WHERE NOT i.over ORDER BY i.invited_at, i.id LIMIT $1`)
)

// Editors are those who edit a page, for whoever does. Errors: page_not_found.
var Editors = read.Define(read.Query[read.ByID, EditorList]{
	ID: "page-editors", Path: "/api/pages/{id}/editors", Summary: "Who edits a page, for whoever does",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{editorsOf, invitationsOf}, Answer: editors,
	Live: &read.Live[read.ByID]{
		Topic: "page-editors/{id}", On: []read.On{read.ByKey(readmodel.Pages)},
		Quiet: []read.Quiet{
			quietEditors, {Table: readmodel.PageInvitations, Because: "the page's own row changes with how many wait"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
		Ask: func(key []string) (read.ByID, error) {
			id, err := ident.Parse(key[0])
			return read.ByID{ID: id}, err
		},
	},
})

func editors(c *read.Call, in read.ByID) (out EditorList, err error) {
	out.Editors, err = read.Rows(c, editorsOf, rowscan.Then(func(e *Editor) { e.Since = e.Since.UTC() }), in.ID)
	if err != nil {
		return out, err
	}
	if len(out.Editors) == 0 {
		return out, errNotFound
	}
	out.Invitations, err = read.Rows(c, invitationsOf, rowscan.Then(func(i *PageInvitation) {
		i.InvitedAt =
			i.InvitedAt.UTC()
	}), in.ID)
	return out, err
}

// AskedToEdit asks a member to edit a page.
type AskedToEdit struct {
	Invitation ident.ID  `json:"invitation_id" format:"uuid"`
	PageID     ident.ID  `json:"page_id" format:"uuid"`
	Name       string    `json:"name" doc:"Of the page"`
	Lang       string    `json:"lang" doc:"Of the name"`
	Logo       string    `json:"logo" doc:"Where the page's picture lies; empty without one"`
	Owner      string    `json:"owner" doc:"Their name"`
	At         time.Time `json:"at"`
}

// PageInvitations are what a member is asked.
type PageInvitations struct {
	Items []AskedToEdit `json:"items"`
}

// mostInvited is how many are answered at once: whoever has more sees the next when they have answered one.
const mostInvited = 20

// MyInvitations are the pages that the member who asks is invited to edit, by their address. Errors: none of its own.
var MyInvitations = read.Define(read.Query[read.ReadAfter, PageInvitations]{
	ID: "my-page-invitations", Path: "/api/me/page-invitations", Summary: "The pages that the member is asked to edit",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{invitedTo}, Answer: myInvitations,
	Live: &read.Live[read.ReadAfter]{
		Topic: "page-invitations", Own: true,
		On: []read.On{
			read.By(invitedBy, readmodel.PageInvitations), read.By(invitedByClosed, readmodel.Pages), read.ByKey(readmodel.MemberBlocks),
		},
		Quiet: []read.Quiet{
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

func myInvitations(c *read.Call, _ read.ReadAfter) (out PageInvitations, err error) {
	out.Items, err = read.Rows(c, invitedTo, rowscan.Then(func(i *AskedToEdit) { i.At = i.At.UTC() }), mostInvited)
	return out, err
}
