package projections

import (
	"github.com/callup/callup/domain/memberblock"
)

// aboutBlocks lets a member block another, or block them no more.
func (h *history) aboutBlocks(draw draw) {
	who, subject := someMember(draw)
	other, _ := someMember(draw)
	decide := memberblock.Block{Member: who, Subject: subject, Other: other, Now: h.now}.Decide
	if draw("bears them again", 3) == 0 {
		decide = memberblock.Unblock{Member: who, Now: h.now}.Decide
	}
	take(h, memberblock.Decider, memberblock.Of(who, other), decide)
}
