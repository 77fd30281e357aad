package auth

import (
	"errors"
	"testing"
	"time"

	"github.com/callup/callup/domain"
)

// The browser whose session has ended says why on its sign-in page.
func TestRefresh_SaysWhyTheSessionEnded_Found58(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	why := func(refresh string) any {
		t.Helper()
		_, err := f.Refresh(t.Context(), refresh)
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Code != "session_ended" {
			t.Fatalf("%v", err)
		}
		return refusal.Args["why"]
	}
	opened := func() Tokens {
		t.Helper()
		tokens, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
		if err != nil {
			t.Fatal(err)
		}
		return tokens
	}
	for _, reason := range []string{endedByMember, endedByPassword, endedByOperator} {
		tokens := opened()
		if err := f.EndSessions(t.Context(), tokens.Member, reason); err != nil {
			t.Fatal(err)
		}
		if got := why(tokens.Refresh); got != reason {
			t.Errorf("after %s: %v", reason, got)
		}
	}
	copied := opened()
	next, err := f.Refresh(t.Context(), copied.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(refreshGrace + time.Second)
	if first, later := why(copied.Refresh), why(next.Refresh); first != endedByReuse || later != endedByReuse {
		t.Errorf("of a copied session: %v, then %v", first, later)
	}
	idle := opened()
	f.clock.pass(refreshIdle + time.Second)
	if got := why(idle.Refresh); got != endedByTime {
		t.Errorf("of an idle session: %v", got)
	}
	if got := why("no token of ours"); got != nil {
		t.Errorf("of what was never good: %v", got)
	}
}
