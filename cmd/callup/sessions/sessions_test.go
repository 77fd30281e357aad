package sessions

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
)

func TestRevoke_SignsOneMemberOut(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	asks := func(name string) int {
		return w.Send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+w.Tokens[name]).Status
	}
	if got := asks("owner"); got != http.StatusOK {
		t.Fatal(got)
	}
	var out strings.Builder
	p := &cli.Program{Stdout: &out}
	if err := revoke(t.Context(), p, w.Services, "nobody@example.org"); !errors.Is(err, auth.ErrNoMember) {
		t.Errorf("nobody: %v", err)
	}
	err := revoke(t.Context(), p, w.Services, "Owner@Example.org")
	if err != nil || !strings.Contains(out.String(), "Signed out everywhere") {
		t.Fatalf("%v: %s", err, out.String())
	}
	if got := []int{asks("owner"), asks("other")}; got[0] != http.StatusUnauthorized || got[1] != http.StatusOK {
		t.Errorf("after it the owner is answered %d, somebody else %d", got[0], got[1])
	}
	other, err := w.Accounts.MemberByEmail(t.Context(), "other@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if err := revoke(t.Context(), p, w.Services, other.String()); err != nil || asks("other") != http.StatusUnauthorized {
		t.Errorf("by id: %v", err)
	}
}
