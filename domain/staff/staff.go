// Package staff is the rules of who runs an installation: which members are moderators, auditors and administrators. All of it
// stands in one stream, so that two administrators who take each other's role away leave one of them.
package staff

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the one stream.
const Category = "staff"

// ID is that of the one stream.
var ID = ident.Pair(Category, "everybody")

// The roles.
const (
	Moderator     = "moderator"
	Auditor       = "auditor"
	Administrator = "administrator"
)

// Roles are all that there are.
func Roles() []string { return []string{Moderator, Auditor, Administrator} }

// MaxWhy is how long a reason may be, in characters.
const MaxWhy = 300

// Event is what happened to the staff.
//
//sumtype:decl
type Event interface{ staffEvent() }

// RoleGranted gives a member a role.
type RoleGranted struct {
	Member  ident.ID      `json:"member"`
	Subject ident.ID      `json:"subject"` // whose key seals the reason: the member's
	Role    string        `json:"role"`
	By      ident.ID      `json:"by,omitempty"` // the administrator; nil for who has the command line
	Why     personal.Text `json:"why" personal:"subject"`
	At      time.Time     `json:"at"`
}

// RoleTakenBack takes a role from a member.
type RoleTakenBack struct {
	Member  ident.ID      `json:"member"`
	Subject ident.ID      `json:"subject"` // whose key seals the reason: the member's
	Role    string        `json:"role"`
	By      ident.ID      `json:"by,omitempty"` // the administrator; nil for who has the command line, and for an erasure
	Why     personal.Text `json:"why" personal:"subject"`
	At      time.Time     `json:"at"`
}

func (RoleGranted) staffEvent()   {}
func (RoleTakenBack) staffEvent() {}

// State is the roles of each member who has any, sorted.
type State map[ident.ID][]string

// Is tells whether a member has a role, or is an administrator, who is moderator and auditor too.
func (s State) Is(member ident.ID, role string) bool {
	return slices.Contains(s[member], role) || slices.Contains(s[member], Administrator)
}

// with gives the state with other roles of a member. The state before it stays as it was.
func (s State) with(member ident.ID, roles []string) State {
	out := maps.Clone(s)
	slices.Sort(roles)
	out[member] = roles
	if len(roles) == 0 {
		delete(out, member)
	}
	return out
}

// Decider folds the staff's events into who has which role.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case RoleGranted:
			if !slices.Contains(s[e.Member], e.Role) {
				s = s.with(e.Member, append(slices.Clone(s[e.Member]), e.Role))
			}
		case RoleTakenBack:
			s = s.with(e.Member, slices.DeleteFunc(slices.Clone(s[e.Member]), func(role string) bool { return role == e.Role }))
		}
		return s
	},
}

// What refuses a change of roles.
var (
	ErrNotAdministrator = domain.Refuse(domain.Forbidden, "forbidden", "only an administrator grants roles")
	ErrOneself          = domain.Refuse(domain.Conflict, "role_of_oneself", "nobody changes their own roles")
	ErrLast             = domain.Refuse(domain.Conflict, "last_administrator", "the last administrator can't be taken away")
)

// Change is a change of a member's roles.
type Change struct {
	Member, Subject ident.ID
	Role            string
	By              ident.ID // an administrator, or nil for the operator
	Why             string   // a member says why, the operator may
	Now             time.Time
}

func (c Change) check(s State) error {
	if !c.By.IsNil() && !s.Is(c.By, Administrator) {
		return ErrNotAdministrator
	}
	if c.By == c.Member {
		return ErrOneself
	}
	var faults domain.Refusals
	if !slices.Contains(Roles(), c.Role) {
		faults = append(faults, domain.RefuseField("role", "unknown_role", "the role must be moderator, auditor or administrator"))
	}
	switch {
	case !c.By.IsNil() && strings.TrimSpace(c.Why) == "":
		faults = append(faults, domain.RefuseField("why", "required", "say why"))
	case utf8.RuneCountInString(c.Why) > MaxWhy:
		faults = append(faults, domain.RefuseField("why", "too_long", "this is too long").With("max", MaxWhy))
	}
	return faults.OrNil()
}

// Grant gives a member a role.
type Grant Change

// Decide refuses who is no administrator, or means themselves; granting a role again changes nothing.
func (c Grant) Decide(s State) ([]Event, error) {
	if err := Change(c).check(s); err != nil {
		return nil, err
	}
	if slices.Contains(s[c.Member], c.Role) {
		return nil, nil
	}
	return []Event{RoleGranted{
		Member: c.Member, Subject: c.Subject, Role: c.Role, By: c.By, Why: personal.Plain(strings.TrimSpace(c.Why)), At: c.Now,
	}}, nil
}

// TakeBack takes a role from a member.
type TakeBack Change

// Decide refuses who is no administrator, means themselves, or would leave no administrator; taking back what is not granted
// changes nothing.
func (c TakeBack) Decide(s State) ([]Event, error) {
	if err := Change(c).check(s); err != nil {
		return nil, err
	}
	if !slices.Contains(s[c.Member], c.Role) {
		return nil, nil
	}
	if c.Role == Administrator && s.administrators() == 1 {
		return nil, ErrLast
	}
	return []Event{RoleTakenBack{
		Member: c.Member, Subject: c.Subject, Role: c.Role, By: c.By, Why: personal.Plain(strings.TrimSpace(c.Why)), At: c.Now,
	}}, nil
}

func (s State) administrators() (n int) {
	for _, roles := range s {
		if slices.Contains(roles, Administrator) {
			n++
		}
	}
	return n
}

// Leave takes all roles from a member who is being erased, even the last administrator's: the operator can name another one.
type Leave struct {
	Member, Subject ident.ID
	Now             time.Time
}

// Decide changes nothing for who has no role.
func (c Leave) Decide(s State) ([]Event, error) {
	var out []Event
	for _, role := range s[c.Member] {
		out = append(out, RoleTakenBack{Member: c.Member, Subject: c.Subject, Role: role, At: c.Now})
	}
	return out, nil
}
