package auth

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain/notification"
)

func (m *members) news() (kinds []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.told {
		kinds = append(kinds, n.What)
	}
	return kinds
}

// Members are told what happened to their accounts, once, in its order, also where it could not be told at first; of their own
// sign-up nobody is told.
func TestNews_AreToldOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.confirm(f.signUp("Ana", password), password) //nolint:errcheck // what follows fails where this does
	f.clock.pass(time.Minute)
	in, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Minute)
	if err := f.EndOtherSessions(t.Context(), Principal{Member: in.Member, Session: in.Session}, firefox); err != nil {
		t.Fatal(err)
	}
	f.members.setFailing(errors.New("no log"))
	if err := f.Work(t.Context()); err == nil || len(f.members.news()) > 0 {
		t.Errorf("%v, told %v", err, f.members.news())
	}
	f.members.setFailing(nil)
	for range 2 {
		if err := f.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{didSignInAnew, didEndOthers}, f.members.news()); diff != "" {
		t.Error(diff)
	}
	for _, n := range f.members.told {
		if n.Member != in.Member || n.CommandKey == "" || n.At.IsZero() {
			t.Errorf("%+v", n)
		}
	}
}

// What happens to an account and is told has a name among the notifications.
func TestNews_HaveTheirNames(t *testing.T) {
	for _, kind := range []string{
		didSignInAnew, didChangePassword, didResetPassword, didEndSession, didEndOthers, didReuseToken, operatorRevoked,
		didLink, didUnlink, didTakeArchive,
		didTurnFactorOn, didTurnFactorOff, didUseRecoveryCode, operatorResetFactor,
	} {
		if !slices.Contains(notification.Touches, notification.Touch(kind)) || slices.Contains(untold, kind) {
			t.Errorf("%s is told, and is none of %v", kind, notification.Touches)
		}
	}
}
