package commandkeys_test

import (
	"testing"
	"time"

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
		first, _, err := keys.Claim(t.Context(), c.command, "guest", c.body)
		if err != nil || first != c.first {
			t.Errorf("%v %s: %t, %v", c.command[0], c.body, first, err)
		}
	}
}

func TestKeysGoWithTheirMember(t *testing.T) {
	keys := commandkeys.New(testdb.Pool(t))
	theirs, others := ident.ID{1}, ident.ID{2}
	for i, m := range []ident.ID{theirs, theirs, others} {
		if _, _, err := keys.Claim(t.Context(), ident.ID{9, byte(i)}, "member:"+m.String(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int64{2, 0} {
		if n, err := keys.Forget(t.Context(), theirs); err != nil || n != want {
			t.Errorf("forgot %d, %v; not %d", n, err, want)
		}
	}
	if first, _, err := keys.Claim(t.Context(), ident.ID{9, 2}, "member:"+others.String(), "b"); err != nil || first {
		t.Errorf("another member's key is forgotten too: %v", err)
	}
}

// A claim is taken back by the call that made it, and stays once another call relies on it.
func TestKeys_ReleaseTakesBackWhatNobodyElseClaimed(t *testing.T) {
	keys := commandkeys.New(testdb.Pool(t))
	claim := func(id ident.ID, body string, wantFirst bool) int64 {
		t.Helper()
		first, made, err := keys.Claim(t.Context(), id, "guest", body)
		if err != nil || first != wantFirst {
			t.Fatalf("claiming %v with %s: first %t, %v", id[0], body, first, err)
		}
		return made
	}
	release := func(id ident.ID, made int64) {
		t.Helper()
		if err := keys.Release(t.Context(), id, made); err != nil {
			t.Fatal(err)
		}
	}
	alone, shared, fought := ident.ID{1}, ident.ID{2}, ident.ID{3}

	release(alone, claim(alone, "a", true))
	claim(alone, "b", true) // it is free again

	made := claim(shared, "a", true)
	if again := claim(shared, "a", true); again != 0 {
		t.Errorf("the second call made %d", again)
	}
	release(shared, made)
	claim(shared, "b", false)

	made = claim(fought, "a", true)
	claim(fought, "b", false) // who is refused keeps nothing alive
	release(fought, made)
	claim(fought, "b", true)
}

// Old keys go, a batch at a time; later ones still tell that another body came first.
func TestKeys_PruneForgetsOldOnes(t *testing.T) {
	pool := testdb.Pool(t)
	keys := commandkeys.New(pool)
	for i := range 4 {
		if _, _, err := keys.Claim(t.Context(), ident.ID{byte(i + 1)}, "guest", "a"); err != nil {
			t.Fatal(err)
		}
	}
	var now time.Time
	if err := pool.QueryRow(t.Context(), `UPDATE command_keys SET created_at = created_at - interval '1 day'
		WHERE command <> $1 RETURNING now()`, ident.ID{4}).Scan(&now); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int64{2, 1, 0} {
		if n, err := keys.Prune(t.Context(), now.Add(-time.Hour), 2); err != nil || n != want {
			t.Errorf("forgot %d, %v; not %d", n, err, want)
		}
	}
	for id, first := range map[ident.ID]bool{{1}: true, {4}: false} {
		if got, _, err := keys.Claim(t.Context(), id, "guest", "b"); err != nil || got != first {
			t.Errorf("another body under key %d: first %t, %v", id[0], got, err)
		}
	}
}
