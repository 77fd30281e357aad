package auth

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

// What somebody left while a clock was ahead is dated later than the erasure that comes once it was set right. It goes all
// the same, and what they leave as somebody new stays.
func TestForgettingAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	in := goodSignUp()
	left := func() [2]int {
		return [2]int{f.count(`SELECT count(*) FROM accounts`), f.count(`SELECT count(*) FROM outbox_mails`)}
	}
	forget := func(until time.Time) {
		t.Helper()
		if _, err := f.Forget(ctx, ident.Nil, in.Email, until); err != nil {
			t.Fatal(err)
		}
		if _, err := f.outbox.Forget(ctx, nil, in.Email, until); err != nil {
			t.Fatal(err)
		}
	}
	f.clock.pass(40 * time.Minute)
	if err := f.SignUp(ctx, in); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(-35 * time.Minute)
	if got := left(); got != [2]int{1, 1} {
		t.Fatalf("%d accounts and mails", got)
	}
	cut := f.clock.time()
	f.clock.pass(time.Minute)
	forget(cut)
	if got := left(); got != [2]int{} {
		t.Errorf("%d accounts and mails are left", got)
	}
	if err := f.SignUp(ctx, in); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Minute)
	forget(cut)
	if got := left(); got != [2]int{1, 1} {
		t.Errorf("of somebody new %d accounts and mails are left", got)
	}
}
