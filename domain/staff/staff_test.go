package staff_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/staff"
)

var (
	ada, bea, cleo = ident.ID{1}, ident.ID{2}, ident.ID{3}
	now            = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
)

func granted(member ident.ID, role string) staff.Event {
	return staff.RoleGranted{Member: member, Role: role, At: now}
}

func TestGrant_ByTheOperatorAndByAnAdministrator(t *testing.T) {
	first := staff.Grant{Member: ada, Subject: ident.ID{9}, Role: staff.Administrator, Now: now}
	domaintest.Given(t, staff.Decider).When(first.Decide).
		Then(staff.RoleGranted{Member: ada, Subject: ident.ID{9}, Role: staff.Administrator, At: now}).
		When(first.Decide).ThenNothing().
		When(staff.Grant{Member: bea, Role: staff.Moderator, By: ada, Why: " Reads reports ", Now: now}.Decide).
		Then(staff.RoleGranted{Member: bea, Role: staff.Moderator, By: ada, Why: personal.Plain("Reads reports"), At: now})
}

func TestGrant_IsForAdministratorsAndForOthers(t *testing.T) {
	given := []staff.Event{granted(ada, staff.Administrator), granted(bea, staff.Moderator)}
	c := staff.Grant{Member: cleo, Role: staff.Auditor, By: bea, Why: "so"}
	domaintest.Given(t, staff.Decider, given...).When(c.Decide).ThenRefused("forbidden")
	c.By = cleo
	domaintest.Given(t, staff.Decider, given...).When(c.Decide).ThenRefused("forbidden")
	c.By, c.Member = ada, ada
	domaintest.Given(t, staff.Decider, given...).When(c.Decide).ThenRefused("role_of_oneself")
	c.Member, c.Why, c.Role = cleo, "  ", "king"
	domaintest.Given(t, staff.Decider, given...).When(c.Decide).ThenRefused("unknown_role role", "required why")
	c.Why, c.Role = strings.Repeat("é", staff.MaxWhy+1), staff.Auditor
	domaintest.Given(t, staff.Decider, given...).When(c.Decide).ThenRefused("too_long why")
}

func TestTakeBack_LeavesAnAdministrator(t *testing.T) {
	two := []staff.Event{granted(ada, staff.Administrator), granted(bea, staff.Administrator), granted(bea, staff.Auditor)}
	c := staff.TakeBack{Member: bea, Role: staff.Administrator, By: ada, Why: "Left", Now: now}
	gone := staff.RoleTakenBack{Member: bea, Role: staff.Administrator, By: ada, Why: personal.Plain("Left"), At: now}
	domaintest.Given(t, staff.Decider, two...).When(c.Decide).Then(gone).When(c.Decide).ThenNothing()
	last := staff.TakeBack{Member: ada, Role: staff.Administrator}
	domaintest.Given(t, staff.Decider, append(two, gone)...).When(last.Decide).ThenRefused("last_administrator")
	domaintest.Given(t, staff.Decider, append(two, gone)...).
		When(staff.TakeBack{Member: ada, Role: staff.Auditor, By: bea, Why: "so"}.Decide).ThenRefused("forbidden")
	domaintest.Given(t, staff.Decider, two...).
		When(staff.TakeBack{Member: ada, Role: staff.Administrator, By: ada, Why: "so"}.Decide).ThenRefused("role_of_oneself")
}

func TestLeave_TakesAllRoles(t *testing.T) {
	c := staff.Leave{Member: ada, Subject: ident.ID{9}, Now: now}
	domaintest.Given(t, staff.Decider, granted(ada, staff.Auditor), granted(ada, staff.Administrator)).When(c.Decide).Then(
		staff.RoleTakenBack{Member: ada, Subject: ident.ID{9}, Role: staff.Administrator, At: now},
		staff.RoleTakenBack{Member: ada, Subject: ident.ID{9}, Role: staff.Auditor, At: now},
	).When(c.Decide).ThenNothing()
}
