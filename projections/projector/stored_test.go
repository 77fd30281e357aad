package projector

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
)

// Programs before and after this one share the registry, the locks and the messages during an upgrade.
func TestStoredNames(t *testing.T) {
	message, err := json.Marshal(Change{Position: "1", Projection: "p", Version: 2, Build: 3,
		Tables: map[string][]string{"t": {"k"}}, Trace: "x"})
	must(t, err)
	key := giverKey{ident.ID{1}, ident.ID{2}}
	for what, c := range map[string]struct{ got, want string }{
		"the channel of the registry": {Channel, "callup_projections"},
		"the states of a build": {strings.Join([]string{Building, Ready, Live, Previous, Retired, Past}, " "),
			"building ready live previous retired as_of"},
		"who builds, in leases":           {NewBuilder(Config{Holder: "one"}).holder(), "one/build"},
		"what is added to a verification": {ofVerification, " (verify)"},
		"the lock of a projection":        {fmt.Sprint(lockKey("members")), "-2863360347606590809"},
		"the lock of a schema":            {fmt.Sprint(lockKey(pastLock("then"))), "6323424003894358566"},
		"a message of a commit": {
			string(message),
			`{"position":"1","projection":"p","version":2,"build":3,"tables":{"t":["k"]},"traceparent":"x"}`,
		},
		"the text of a key": {
			toySums().tables[1].keyText(key),
			"01000000-0000-0000-0000-000000000000/02000000-0000-0000-0000-000000000000",
		},
		"the name of an index": {
			toySums().tables[1].createIndex("s", "(a)"), `CREATE INDEX IF NOT EXISTS "givers_62a8a8f1" ON "s"."givers" (a)`,
		},
	} {
		if c.got != c.want {
			t.Errorf(`%s is %q, and was %q: programs of two versions run beside each other during an upgrade, and this is how they agree
on who folds what and what changed. Keep the name; what must change is written under both for one release.`, what, c.got, c.want)
		}
	}
	w := newWorld(t)
	b, err := create(t.Context(), w.Pool, toySums(), "test", ident.Nil, nil)
	must(t, err)
	if want := fmt.Sprintf("sums_v2_%d", b.ID); b.Schema != want {
		t.Errorf("a build is in the schema %s, not %s", b.Schema, want)
	}
}
