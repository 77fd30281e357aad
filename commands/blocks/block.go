package blocks

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/memberblock"
)

// BlockBody names another member.
type BlockBody struct {
	MemberID ident.ID `json:"member_id" format:"uuid"`
}

// BlockMember hides what the member and another write from one another. The other is not told. Errors: member_not_found,
// block_yourself.
var BlockMember = command.Define("block-member", "Neither read what another member writes, nor be read by them", command.Member,
	func(ctx context.Context, c *command.Call, in BlockBody) (command.Done, error) {
		other, _, err := command.Load(ctx, c.Handler, member.Decider, in.MemberID)
		if err != nil {
			return command.Done{}, err
		}
		if !other.Exists {
			return command.Done{}, member.ErrNotFound
		}
		return command.On(ctx, c, memberblock.Decider, memberblock.Of(c.Member, in.MemberID), memberblock.Block{
			Member: c.Member, Subject: member.SubjectOf(c.Member), Other: in.MemberID, Now: c.Now(),
		}.Decide)
	})

// UnblockMember takes back that the member blocks another, whatever became of them.
var UnblockMember = command.Define("unblock-member", "Block another member no more", command.Member,
	func(ctx context.Context, c *command.Call, in BlockBody) (command.Done, error) {
		return command.On(ctx, c, memberblock.Decider, memberblock.Of(c.Member, in.MemberID), memberblock.Unblock{
			Member: c.Member, Now: c.Now(),
		}.Decide)
	})

// DropBlocks ends what there is between somebody who is erased and another.
var DropBlocks = command.Define("drop-blocks", "End whatever somebody who is erased blocks, or is blocked by", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		return command.On(ctx, c, memberblock.Decider, id, memberblock.Drop{Now: c.Now()}.Decide)
	})
