package memberblock_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/memberblock"
)

func TestBlock_HoldsEachWay(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	ada, bea := ident.ID{1}, ident.ID{2}
	if memberblock.Of(ada, bea) != memberblock.Of(bea, ada) {
		t.Error("two members have two streams")
	}
	block := func(by, other ident.ID) memberblock.Block {
		return memberblock.Block{Member: by, Subject: ident.ID{by[0], 9}, Other: other, Now: now}
	}
	blocked := func(by, other ident.ID) memberblock.Event {
		return memberblock.Blocked{Member: by, Subject: ident.ID{by[0], 9}, Other: other, At: now}
	}
	unblocked := func(by, other ident.ID) memberblock.Event {
		return memberblock.Unblocked{Member: by, Subject: ident.ID{by[0], 9}, Other: other, At: now}
	}
	unblock := func(by ident.ID) memberblock.Unblock { return memberblock.Unblock{Member: by, Now: now} }
	drop := memberblock.Drop{Now: now}
	given := func(events ...memberblock.Event) (s memberblock.State) {
		for _, e := range events {
			s = memberblock.Decider.Evolve(s, e)
		}
		return s
	}
	domaintest.Given(t, memberblock.Decider).When(unblock(ada).Decide).ThenNothing().When(drop.Decide).ThenNothing().
		When(block(ada, bea).Decide).Then(blocked(ada, bea)).When(block(ada, bea).Decide).ThenNothing().
		When(unblock(bea).Decide).ThenNothing().
		When(block(bea, ada).Decide).Then(blocked(bea, ada)).
		When(unblock(ada).Decide).Then(unblocked(ada, bea)).When(unblock(ada).Decide).ThenNothing().
		When(block(ada, bea).Decide).Then(blocked(ada, bea)).
		When(drop.Decide).Then(unblocked(bea, ada), unblocked(ada, bea)).When(drop.Decide).ThenNothing()
	domaintest.Given(t, memberblock.Decider).When(block(ada, ada).Decide).ThenRefused("block_yourself")
	for _, one := range []struct {
		given memberblock.State
		hides bool
	}{
		{given(), false}, {given(blocked(ada, bea)), true}, {given(blocked(ada, bea), blocked(bea, ada), unblocked(ada, bea)), true},
		{given(blocked(ada, bea), unblocked(ada, bea)), false},
	} {
		if one.given.Hides() != one.hides {
			t.Errorf("%+v hides: %t", one.given, one.given.Hides())
		}
	}
}
