package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// MemberBlocks is the table of which member blocks whom.
const MemberBlocks = "member_blocks"

// MemberBlock says that a member blocks another.
type MemberBlock struct {
	Member    ident.ID  `db:"member"`
	Blocked   ident.ID  `db:"blocked"`
	Subject   ident.ID  `db:"subject"` // the member's
	Other     ident.ID  `db:"other"`   // the subject of whom they block
	BlockedAt time.Time `db:"blocked_at"`
}
