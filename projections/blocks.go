package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/memberblock"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type memberBlocking struct {
	Member  ident.ID `db:"member"`
	Blocked ident.ID `db:"blocked"`
}

// blocks keeps which member blocks whom. What each of two hides from the other is left out when they read. A row goes with either
// of them.
type blocks struct {
	projector.Table[memberBlocking, readmodel.MemberBlock]
}

func newBlocks() blocks {
	return blocks{projector.NewTable[memberBlocking, readmodel.MemberBlock](readmodel.MemberBlocks, "member, blocked",
		projector.Index("(member, blocked_at DESC, blocked)"), projector.Index("(blocked)"),
		projector.Lookup("subject", func(b *readmodel.MemberBlock) ident.ID { return b.Subject }),
		projector.Lookup("other", func(b *readmodel.MemberBlock) ident.ID { return b.Other }),
		projector.OwnedBy("subject", projector.Remove()), projector.OwnedBy("other", projector.Remove()))}
}

// folds are those of who blocks whom. They are the feed's: who reads a post that was written after somebody was blocked, or is
// pushed it, finds that they are.
func (t blocks) folds(p *projector.Projection) *projector.Projection {
	return p.
		Invariant("blocks", "SELECT 'blocks', count(*)::text FROM {member_blocks}").
		On(projector.Fold(func(r *projector.Rows, e memberblock.Blocked, _ projector.Meta) {
			b := t.Begin(r, memberBlocking{e.Member, e.Other})
			b.Subject, b.Other, b.BlockedAt = e.Subject, member.SubjectOf(e.Other), e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e memberblock.Unblocked, _ projector.Meta) {
			t.Delete(r, memberBlocking{e.Member, e.Other})
		}))
}
