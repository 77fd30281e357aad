package readmodel

import "github.com/callup/callup/domain/ident"

// Belongings is the table of whose things are in which streams, and BelongingsProjection the projection that keeps it.
const (
	Belongings           = "belongings"
	BelongingsProjection = "belongings"
)

// Belonging says that an event in the stream of a thing tells of somebody, or of something, whom the thing may belong to.
type Belonging struct {
	Owner    ident.ID `db:"owner"`    // a member, a subject, a campaign or a page
	Category string   `db:"category"` // of the thing's stream
	Thing    ident.ID `db:"thing"`
}

// ErasureOwners is the table of by whom the things of people are found who are being erased: with the last step these rows of
// Belongings go.
const ErasureOwners = "erasure_owners"

// ErasureOwner is by whom the things of a person are found who is being erased.
type ErasureOwner struct {
	Erasure ident.ID `db:"erasure"`
	Owner   ident.ID `db:"owner"` // the member, and each subject of what they wrote of themselves
}
