package members

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// BlockedMember is somebody whom a member blocks.
type BlockedMember struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Name      string    `json:"name" doc:"Display name"`
	Avatar    string    `json:"avatar" doc:"Where their picture lies; empty without one"`
	BlockedAt time.Time `json:"blocked_at"`
}

// BlocksInput asks for a page of whom the member blocks.
type BlocksInput struct {
	read.ReadAfter
	read.Paging
}

// Blocks are those whom the member who asks blocks, the last first. Who blocks them is answered to nobody. Errors: bad_cursor.
var Blocks = read.Define(read.Query[BlocksInput, read.List[BlockedMember]]{
	ID: "my-blocks", Path: "/api/me/blocks", Summary: "Whom the member blocks, the last first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{blocksNewest}, Answer: blocks,
	Live: &read.Live[BlocksInput]{
		Topic: "blocks", Own: true, Refetch: true, On: []read.On{read.ByKey(readmodel.MemberBlocks)},
		Quiet: []read.Quiet{{Table: readmodel.Members, Because: "a new name shows at the next reading"}},
	},
})

// BlockQueries are those of who blocks whom.
var BlockQueries = read.Area{Name: "blocks", Queries: []read.Declared{Blocks}}

var blocksNewest = read.SQL(`SELECT m.id, m.name, ` + readmodel.AvatarAddress + ` AS avatar, b.blocked_at,
	` + read.Micros("b.blocked_at") + ` AS list_micros,
	(SELECT count(*) FROM {member_blocks:own} a) AS list_total
	FROM {member_blocks:own} b JOIN {members} m ON m.id = b.blocked
	WHERE NOT $1::boolean OR b.blocked_at < $2 OR b.blocked_at = $2 AND b.blocked > $3::uuid
	ORDER BY b.blocked_at DESC, b.blocked LIMIT $4`)

func blocks(c *read.Call, in BlocksInput) (read.List[BlockedMember], error) {
	return read.Newest(c, []any{"blocks", c.Viewer.Member}, in.Paging, blocksNewest,
		func(b *BlockedMember) ident.ID { b.BlockedAt = b.BlockedAt.UTC(); return b.ID })
}
