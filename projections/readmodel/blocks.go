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

// Hidden are the members whose words the member in a parameter of the query does not read: whom they block, and who block
// them. It does not depend on any row of the query, so that Postgres looks it up once.
func Hidden(parameter string) string {
	return `(ARRAY(SELECT x.blocked FROM {member_blocks} x WHERE x.member = ` + parameter + `
	UNION ALL SELECT x.member FROM {member_blocks} x WHERE x.blocked = ` + parameter + `))`
}
