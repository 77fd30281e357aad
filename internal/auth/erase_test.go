package auth

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

// What somebody left goes as far as it is dated between two moments: also what a clock dated that was ahead, whose date
// comes later than its erasure.
func TestForgettingByDate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	in := goodSignUp()
	left := func() [2]int {
		return [2]int{f.count(`SELECT count(*) FROM accounts`), f.count(`SELECT count(*) FROM outbox_mails`)}
	}
	forget := func(from, until time.Time) {
		t.Helper()
		if _, err := f.Forget(ctx, ident.Nil, in.Email, from, until); err != nil {
			t.Fatal(err)
		}
		if _, err := f.outbox.Forget(ctx, nil, in.Email, from, until); err != nil {
			t.Fatal(err)
		}
	}
	f.clock.pass(40 * time.Minute)
	if err := f.SignUp(ctx, in); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(-35 * time.Minute)
	cut := f.clock.time()
	forget(time.Time{}, cut)
	if got := left(); got != [2]int{1, 1} {
		t.Fatalf("%d accounts and mails are left of what is dated later", got)
	}
	forget(cut, cut.AddDate(1000, 0, 0))
	if got := left(); got != [2]int{} {
		t.Errorf("%d accounts and mails are left", got)
	}
	f.clock.pass(time.Minute)
	if err := f.SignUp(ctx, in); err != nil {
		t.Fatal(err)
	}
	forget(time.Time{}, cut)
	if got := left(); got != [2]int{1, 1} {
		t.Errorf("of somebody new %d accounts and mails are left", got)
	}
}
