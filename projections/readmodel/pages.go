package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Pages           = "pages"
	PageFollowers   = "page_followers"
	PageEditors     = "page_editors"
	PageInvitations = "page_invitations"
)

// LogoAddress is SQL for where the picture of a page p lies: below it are the files of each size. It is empty without a picture.
const LogoAddress = `coalesce('/media/page-logo/' || nullif(p.logo, ''), '')`

// InvitedByClosed is SQL for the members whose addresses invitations wait for that nobody can answer any more: of pages among $1
// that are closed.
const InvitedByClosed = `SELECT DISTINCT m.id::text FROM {pages} p
	JOIN {page_invitations:lookup} i ON i.page = p.id AND NOT i.over
	JOIN {members} m ON lower(m.email) = i.address
	WHERE p.id = ANY ($1::text[]::uuid[]) AND p.closed_at IS NOT NULL`

// Page is the page of an organization or a group.
type Page struct {
	ID          ident.ID   `db:"id"`
	Owner       ident.ID   `db:"owner"`
	Author      ident.ID   `db:"author"` // the subject of whoever wrote the words
	Kind        string     `db:"kind"`   // an orgpage.Kind
	Name        string     `db:"name"`
	Description string     `db:"description"`
	Industry    string     `db:"industry"`
	Location    string     `db:"location"`
	Website     string     `db:"website"`
	Lang        string     `db:"lang"`
	Search      string     `db:"search"` // name, description, industry and place, lower-case, without accents
	Logo        string     `db:"logo"`   // names the upload with the picture that is shown; empty without one
	Followers   int64      `db:"followers"`
	Editors     int64      `db:"editors"` // beside the owner
	Invited     int64      `db:"invited"` // invitations to edit it that wait for an answer
	OpenedAt    time.Time  `db:"opened_at"`
	RevisedAt   *time.Time `db:"revised_at"`
	ClosedAt    *time.Time `db:"closed_at"`
	Collects    bool       `db:"collects"`    // an administrator lets campaigns in its name collect money
	VerifiedAt  *time.Time `db:"verified_at"` // NULL while nobody has checked whom it speaks for
}

// PageFollower says that a member follows a page.
type PageFollower struct {
	Page       ident.ID  `db:"page"`
	Member     ident.ID  `db:"member"`
	Subject    ident.ID  `db:"subject"` // the member's
	FollowedAt time.Time `db:"followed_at"`
}

// PageEditor says that a member edits a page beside its owner.
type PageEditor struct {
	Page    ident.ID  `db:"page"`
	Member  ident.ID  `db:"member"`
	Subject ident.ID  `db:"subject"` // the member's
	Since   time.Time `db:"since"`
}

// PageInvitation waits for whoever has an address to edit a page. One that is over stays, so that they hear of that.
type PageInvitation struct {
	ID        ident.ID  `db:"id"`
	Page      ident.ID  `db:"page"`
	Invitee   ident.ID  `db:"invitee"` // the subject of whoever has the address
	Email     string    `db:"email"`   // as it was written; empty once it is over
	Address   string    `db:"address"` // the same in lower case, to be found by
	InvitedAt time.Time `db:"invited_at"`
	Over      bool      `db:"over"` // answered, or taken back
}
