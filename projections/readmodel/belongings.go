package readmodel

import "github.com/callup/callup/domain/ident"

// Belongings is the table of the streams of each owner's things, BelongingsProjection the projection that fills it.
const (
	Belongings           = "belongings"
	BelongingsProjection = "belongings"
)

// Belonging says that a thing may belong to an owner: an event in its stream names them.
type Belonging struct {
	Owner    ident.ID `db:"owner"`    // a member, a subject, a campaign or a page
	Category string   `db:"category"` // of the thing's stream
	Thing    ident.ID `db:"thing"`
}

// ErasureOwners is the table of the owners that each running erasure is about: its last step removes their rows from Belongings.
const ErasureOwners = "erasure_owners"

// ErasureOwner is one owner that an erasure is about.
type ErasureOwner struct {
	Erasure ident.ID `db:"erasure"`
	Owner   ident.ID `db:"owner"` // the member, or a subject whose key seals what they wrote about themselves
}
