package keyring_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/testing/testdb"
)

var errErased = errors.New("erased")

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func secret(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

func open(t *testing.T, pool *pgxpool.Pool, key byte) (*keyring.Keyring, *clock) {
	t.Helper()
	c := &clock{at: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	k, err := keyring.New(pool, secret(key), c.now, errErased)
	if err != nil {
		t.Fatal(err)
	}
	return k, c
}

func subject(n byte) ident.ID { return ident.Pair("subject", string([]byte{n})) }

func seal(t *testing.T, k *keyring.Keyring, s ident.ID, bound, plain string) string {
	t.Helper()
	sealed, err := k.Seal(t.Context(), s, bound, plain)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func destroy(t *testing.T, pool *pgxpool.Pool, s ident.ID) {
	t.Helper()
	tag, err := pool.Exec(t.Context(),
		`UPDATE subject_keys SET wrapped = NULL, address = NULL, destroyed_at = now() WHERE subject = $1`, s)
	if err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("%v, %v", tag, err)
	}
}

func TestSealedTextOpensInItsPlaceOnly(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	for n := byte(1); n <= 2; n++ {
		if err := k.Ensure(t.Context(), subject(n), "member"); err != nil {
			t.Fatal(err)
		}
	}
	sealed := seal(t, k, subject(1), "event/name", "Ada")
	if strings.Contains(sealed, "Ada") || sealed == seal(t, k, subject(1), "event/name", "Ada") {
		t.Errorf("sealed as %s", sealed)
	}
	again, _ := open(t, pool, 1)
	for _, ring := range []*keyring.Keyring{k, again} {
		if got, err := ring.Open(t.Context(), subject(1), "event/name", sealed); err != nil || got != "Ada" {
			t.Errorf("opened %q, %v", got, err)
		}
	}
	for name, f := range map[string]func() (string, error){
		"another field":   func() (string, error) { return k.Open(t.Context(), subject(1), "event/email", sealed) },
		"another subject": func() (string, error) { return k.Open(t.Context(), subject(2), "event/name", sealed) },
		"another format":  func() (string, error) { return k.Open(t.Context(), subject(1), "event/name", "2."+sealed[2:]) },
		"cut short":       func() (string, error) { return k.Open(t.Context(), subject(1), "event/name", sealed[:8]) },
		"a bit flipped": func() (string, error) {
			b := []byte(sealed)
			b[len(b)-2] ^= 1
			return k.Open(t.Context(), subject(1), "event/name", string(b))
		},
	} {
		if got, err := f(); err == nil || got != "" || errors.Is(err, errErased) || errors.Is(err, keyring.ErrNoKey) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestErasedMissingAndUnavailableAreThree(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	if err := k.Ensure(t.Context(), subject(1), "member"); err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, k, subject(1), "x", "Ada")
	destroy(t, pool, subject(1))

	other, _ := open(t, pool, 1)
	if _, err := other.Open(t.Context(), subject(1), "x", sealed); !errors.Is(err, errErased) {
		t.Errorf("a destroyed key gives %v", err)
	}
	if err := other.Ensure(t.Context(), subject(1), "member"); !errors.Is(err, errErased) {
		t.Errorf("an erased subject that asks for a key gets %v", err)
	}
	third, _ := open(t, pool, 1)
	if err := third.Ensure(t.Context(), subject(1), "member"); !errors.Is(err, errErased) {
		t.Errorf("an erased subject that nobody remembers and that asks for a key gets %v", err)
	}
	if _, err := k.Open(t.Context(), subject(9), "x", sealed); !errors.Is(err, keyring.ErrNoKey) || errors.Is(err, errErased) {
		t.Errorf("a key that never was gives %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.Open(gone, subject(8), "x", sealed); !errors.Is(err, keyring.ErrUnavailable) || errors.Is(err, keyring.ErrNoKey) {
		t.Errorf("a database that does not answer gives %v", err)
	}
	if err := k.Preload(gone, []ident.ID{subject(8)}); !errors.Is(err, keyring.ErrUnavailable) {
		t.Errorf("a database that does not answer gives %v", err)
	}
}

func TestKeysOfAnotherInstallation(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	if err := k.Ensure(t.Context(), subject(1), "member"); err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, k, subject(1), "x", "Ada")
	other, _ := open(t, pool, 2)
	_, err := other.Open(t.Context(), subject(1), "x", sealed)
	if err == nil || !strings.Contains(err.Error(), "installation key") || errors.Is(err, errErased) ||
		errors.Is(err, keyring.ErrNoKey) {
		t.Errorf("%v", err)
	}
	digest := k.Digest([]byte("a"))
	if digest == other.Digest([]byte("a")) || digest != k.Digest([]byte("a")) {
		t.Error("digests do not follow from the installation key")
	}
	if _, err := keyring.New(pool, []byte("short"), time.Now, errErased); err == nil {
		t.Error("a short key was taken")
	}
}

// An erasure waits 60 s: no process may open with a destroyed key after that, whenever it had fetched it.
func TestDestroyedKeysAreForgottenInTime(t *testing.T) {
	pool := testdb.Pool(t)
	k, c := open(t, pool, 1)
	if err := k.Ensure(t.Context(), subject(1), "member"); err != nil {
		t.Fatal(err)
	}
	sealed := seal(t, k, subject(1), "x", "Ada")
	destroy(t, pool, subject(1))
	c.move(59 * time.Second)
	if _, err := k.Open(t.Context(), subject(1), "x", sealed); err != nil {
		t.Errorf("after 59 s: %v", err)
	}
	c.move(time.Second)
	if _, err := k.Open(t.Context(), subject(1), "x", sealed); !errors.Is(err, errErased) {
		t.Errorf("after 60 s: %v", err)
	}
}

func TestPreloadFetchesEveryKeyThereIs(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	sealed := map[ident.ID]string{}
	for n := range byte(20) {
		if err := k.Ensure(t.Context(), subject(n), "member"); err != nil {
			t.Fatal(err)
		}
		sealed[subject(n)] = seal(t, k, subject(n), "x", "Ada")
	}
	destroy(t, pool, subject(3))
	other, _ := open(t, pool, 1)
	want := []ident.ID{subject(200)}
	for s := range sealed {
		want = append(want, s)
	}
	if err := other.Preload(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel() // what opens now was in memory
	for s, text := range sealed {
		if _, err := other.Open(gone, s, "x", text); s == subject(3) != errors.Is(err, errErased) || s != subject(3) && err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func TestOneAddressIsOneGuest(t *testing.T) {
	pool := testdb.Pool(t)
	rings := make([]*keyring.Keyring, 4)
	for i := range rings {
		rings[i], _ = open(t, pool, 1)
	}
	found := make([]ident.ID, 64)
	g, ctx := errgroup.WithContext(t.Context())
	forms := []string{"ada@example.org", " ADA@Example.org ", "Ada@example.ORG"}
	for i := range found {
		g.Go(func() (err error) {
			found[i], err = rings[i%len(rings)].Guest(ctx, forms[i%len(forms)])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, s := range found {
		if s != found[0] || s.IsNil() {
			t.Fatalf("one address is %s and %s", s, found[0])
		}
	}
	var keys int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys`).Scan(&keys); err != nil || keys != 1 {
		t.Errorf("%d keys, %v", keys, err)
	}
	if _, err := rings[0].Seal(t.Context(), found[0], "x", "Ada"); err != nil {
		t.Errorf("the guest's key: %v", err)
	}
}

func TestGuestsAreToldApart(t *testing.T) {
	pool := testdb.Pool(t)
	k, _ := open(t, pool, 1)
	guest := func(email string) ident.ID {
		t.Helper()
		s, err := k.Guest(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ada := guest("ada@example.org")
	if bo := guest("bo@example.org"); bo == ada {
		t.Error("two addresses are one guest")
	}
	if guest("ada@example.org") != ada {
		t.Error("a guest who comes back is another")
	}
	// a returning guest after erasure is a new subject
	destroy(t, pool, ada)
	if s := guest("ada@example.org"); s == ada {
		t.Error("an erased guest came back as the same subject")
	}
	var plain int
	err := pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys k WHERE k::text ILIKE '%example%'`).Scan(&plain)
	if err != nil || plain != 0 {
		t.Errorf("%d addresses in the clear, %v", plain, err)
	}
}
