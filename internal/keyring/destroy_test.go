package keyring_test

import (
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
)

// What a destroyed key sealed is erased, which is another thing than a key that never was; and the subject never gets
// another.
func TestDestroyedIsErasedForEver(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	guest, err := k.Guest(t.Context(), "ada@example.org")
	if err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, k, guest, "there", "Ada")
	other, never := subject(2), subject(3)
	if err := k.Ensure(t.Context(), other, "member"); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Lingering(t.Context(), guest, other); !errors.Is(err, keyring.ErrNotDestroyed) {
		t.Errorf("keys that are there: %v", err)
	}
	for range 2 { // again changes nothing
		if err := k.Destroy(t.Context(), "guest", guest, never); err != nil {
			t.Fatal(err)
		}
	}
	fresh, _ := open(t, pool, 1)
	for _, k := range []*keyring.Keyring{k, fresh} {
		if _, err := k.Open(t.Context(), guest, "there", sealed); !errors.Is(err, errErased) {
			t.Errorf("opened: %v", err)
		}
		for _, s := range []ident.ID{guest, never} {
			if err := k.Ensure(t.Context(), s, "guest"); !errors.Is(err, errErased) {
				t.Errorf("a new key: %v", err)
			}
		}
		if _, err := k.Open(t.Context(), subject(9), "there", sealed); !errors.Is(err, keyring.ErrNoKey) || errors.Is(err, errErased) {
			t.Errorf("a key that never was: %v", err)
		}
		if _, found, err := k.FindGuest(t.Context(), "ada@example.org"); found || err != nil {
			t.Errorf("the address still leads somewhere: %v", err)
		}
	}
	if s := seal(t, fresh, other, "there", "Bea"); s == "" {
		t.Error("another's key is gone too")
	}
	back, err := fresh.Guest(t.Context(), "ada@example.org")
	if err != nil || back == guest {
		t.Errorf("who comes back is %s, %v", back, err)
	}
	if found, ok, err := fresh.FindGuest(t.Context(), " ADA@example.org"); found != back || !ok || err != nil {
		t.Errorf("found %s, %t, %v", found, ok, err)
	}
}

// Copies of a key live as long as a keyring remembers, and Lingering says how long that still is.
func TestLingering(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	copies, clock := open(t, pool, 1)
	s := subject(1)
	if err := k.Ensure(t.Context(), s, "member"); err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, copies, s, "there", "Ada") // it has a copy now
	if err := k.Destroy(t.Context(), "member", s); err != nil {
		t.Fatal(err)
	}
	left, err := k.Lingering(t.Context(), s)
	if err != nil || left <= 0 || left > keyring.MaxAge {
		t.Errorf("%s are left, %v", left, err)
	}
	if plain, err := copies.Open(t.Context(), s, "there", sealed); err != nil || plain != "Ada" {
		t.Errorf("with the copy: %q, %v", plain, err)
	}
	clock.move(keyring.MaxAge)
	if _, err := copies.Open(t.Context(), s, "there", sealed); !errors.Is(err, errErased) {
		t.Errorf("the copy outlived its time: %v", err)
	}
	brief, err := keyring.New(pool, secret(1), time.Now, errErased, keyring.Remember(0))
	if err != nil {
		t.Fatal(err)
	}
	if left, err := brief.Lingering(t.Context(), s); err != nil || left != 0 {
		t.Errorf("%s are left where nothing is remembered, %v", left, err)
	}
}
