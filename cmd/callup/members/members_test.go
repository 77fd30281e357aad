package members

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
)

// What the operator grants holds for the sessions that there are, and what is taken back holds for them no more.
func TestChange_TakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	l.Background(l.Router.Run)
	owner, err := l.Accounts.MemberByEmail(t.Context(), "owner@example.org")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	p := &cli.Program{Stdout: &out}
	roles := func(want string) {
		t.Helper()
		l.Until("that the owner has the roles "+want, func() bool {
			p, err := l.Accounts.VerifyToken(t.Context(), l.Tokens["owner"])
			return err == nil && strings.Join(p.Roles, " ") == want
		})
	}
	if err := list(t.Context(), p, l.Services); err != nil || !strings.Contains(out.String(), "No member has a role.") {
		t.Errorf("%v: %s", err, out.String())
	}
	if err := change(t.Context(), p, l.Services, staff.GrantRole, "nobody@example.org", "auditor", ""); !errors.Is(err,
		auth.ErrNoMember) {
		t.Errorf("nobody: %v", err)
	}
	if err := change(t.Context(), p, l.Services, staff.GrantRole, owner.String(), "king", ""); err == nil ||
		!strings.Contains(err.Error(), "moderator, auditor or administrator") {
		t.Errorf("no role: %v", err)
	}
	for _, role := range []string{"auditor", "administrator"} {
		if err := change(t.Context(), p, l.Services, staff.GrantRole, "Owner@Example.org", role, "Runs it"); err != nil {
			t.Fatal(err)
		}
	}
	// staff without a second factor hold their roles, but can't use them
	l.Until("that they wait for a second factor", func() bool {
		p, err := l.Accounts.VerifyToken(t.Context(), l.Tokens["owner"])
		return err == nil && strings.Join(p.Waiting, " ") == "administrator auditor" && len(p.Roles) == 0
	})
	a := l.Send(http.MethodGet, "/api/auth/session", "", "Authorization", "Bearer "+l.Tokens["owner"])
	if !strings.Contains(string(a.Body), `["administrator","auditor"]`) {
		t.Errorf("in the session: %s", a.Body)
	}
	body := `{"member_id":"` + owner.String() + `","role":"moderator","why":"so"}`
	grant := func() apptest.Answer {
		return l.Send(http.MethodPost, "/api/commands/grant-role", body, "Authorization", "Bearer "+l.Tokens["owner"],
			"Idempotency-Key", "a role for oneself")
	}
	l.Problem(t, grant(), "second_factor_required", "")
	l.GiveFactor("owner@example.org")
	l.Until("that they have a second factor", func() bool {
		p, err := l.Accounts.VerifyToken(t.Context(), l.Tokens["owner"])
		return err == nil && p.Has(auth.Administrator)
	})
	roles("administrator auditor")
	if !slices.Equal(strings.Fields(out.String()[strings.LastIndex(out.String(), "ROLES"):]),
		[]string{"ROLES", owner.String(), "owner@example.org", "administrator,", "auditor"}) {
		t.Errorf("listed %s", out.String())
	}
	stale := auth.WithPrincipal(t.Context(), auth.Principal{
		Member: owner, Roles: []string{auth.Administrator}, ProvedAt: time.Now().Add(-auth.ProofLasts),
	})
	_, err = staff.GrantRole.Receive(stale, l.Commands, "a role for a stale proof",
		staff.RoleBody{MemberID: owner, Role: auth.Moderator})
	if refused, ok := errors.AsType[*domain.Refusal](err); !ok || refused.Code != "proof_required" {
		t.Errorf("with a stale proof: %v", err)
	}
	if a := grant(); a.Status != http.StatusConflict {
		t.Errorf("to oneself: %d %s", a.Status, a.Body)
	}
	if err := change(t.Context(), p, l.Services, staff.TakeRoleBack, owner.String(), "auditor", ""); err != nil {
		t.Fatal(err)
	}
	roles("administrator")
	if err := change(t.Context(), p, l.Services, staff.TakeRoleBack, owner.String(), "administrator", ""); err == nil ||
		!strings.Contains(err.Error(), "last administrator") {
		t.Errorf("the last: %v", err)
	}
}

// A misspelt role is a typing error, told before the installation is opened.
func TestMembers_UnknownRole_Found76(t *testing.T) {
	t.Parallel()
	for _, does := range []string{"grant", "revoke"} {
		var errs strings.Builder
		p := &cli.Program{Stdout: &errs, Stderr: &errs}
		code := p.Run(t.Context(), []string{"members", does, "ada@example.org", "auditer"}, Command(p))
		if code != cli.UsageExit || !strings.Contains(errs.String(), `unknown role "auditer": did you mean "auditor"?`) {
			t.Errorf("%s exits %d: %s", does, code, &errs)
		}
	}
}
