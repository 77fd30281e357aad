package reactors

import (
	"slices"
	"testing"

	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
)

// An account has the roles that its member has in the log, whichever came and went.
func TestRoles_ReachTheAccounts(t *testing.T) {
	w := newWorld(t)
	cy, bo := ident.Pair("member", "cy"), ident.Pair("member", "bo")
	w.register(cy, "Cy", "cy@example.org", "en")
	w.register(bo, "Bo", "bo@example.org", "en")
	grant := func(member ident.ID, role string) {
		t.Helper()
		_, err := staff.GrantRole.Run(t.Context(), w.commands, w.env(), staff.RoleBody{MemberID: member, Role: role})
		must(t, err)
	}
	grant(cy, auth.Moderator)
	grant(cy, auth.Administrator)
	grant(bo, auth.Auditor)
	for _, b := range []staff.RoleBody{{MemberID: cy, Role: auth.Moderator}, {MemberID: bo, Role: auth.Auditor}} {
		_, err := staff.TakeRoleBack.Run(t.Context(), w.commands, w.env(), b)
		must(t, err)
	}
	w.run(w.router())
	w.handled()
	w.mu.Lock()
	defer w.mu.Unlock()
	if got, known := w.roles[bo]; !slices.Equal(w.roles[cy], []string{auth.Administrator}) || !known || len(got) != 0 {
		t.Errorf("the accounts have %v", w.roles)
	}
}
