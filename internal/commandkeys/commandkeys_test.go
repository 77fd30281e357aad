package commandkeys_test

import (
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/testing/testdb"
)

func TestTheFirstBodyStays(t *testing.T) {
	keys := commandkeys.New(testdb.Pool(t))
	one, two := ident.ID{1}, ident.ID{2}
	for _, c := range []struct {
		command ident.ID
		body    string
		first   bool
	}{{one, "a", true}, {one, "a", true}, {one, "b", false}, {two, "b", true}, {one, "a", true}} {
		first, err := keys.Claim(t.Context(), c.command, "guest", c.body)
		if err != nil || first != c.first {
			t.Errorf("%v %s: %t, %v", c.command[0], c.body, first, err)
		}
	}
}

func TestKeysGoWithTheirMember(t *testing.T) {
	keys := commandkeys.New(testdb.Pool(t))
	theirs, others := ident.ID{1}, ident.ID{2}
	for i, m := range []ident.ID{theirs, theirs, others} {
		if _, err := keys.Claim(t.Context(), ident.ID{9, byte(i)}, "member:"+m.String(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int64{2, 0} {
		if n, err := keys.Forget(t.Context(), theirs); err != nil || n != want {
			t.Errorf("forgot %d, %v; not %d", n, err, want)
		}
	}
	if first, err := keys.Claim(t.Context(), ident.ID{9, 2}, "member:"+others.String(), "b"); err != nil || first {
		t.Errorf("another member's key is forgotten too: %v", err)
	}
}
