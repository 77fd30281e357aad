package commandkeys_test

import (
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/testdb"
)

func TestTheFirstBodyStays(t *testing.T) {
	keys := commandkeys.New(testdb.Pool(t))
	one, two := ident.ID{1}, ident.ID{2}
	for _, c := range []struct {
		command ident.ID
		body    string
		first   bool
	}{{one, "a", true}, {one, "a", true}, {one, "b", false}, {two, "b", true}, {one, "a", true}} {
		first, err := keys.Claim(t.Context(), c.command, c.body)
		if err != nil || first != c.first {
			t.Errorf("%v %s: %t, %v", c.command[0], c.body, first, err)
		}
	}
}
