package staff

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/textfold"
)

// RoleBody names a role of a member.
type RoleBody struct {
	MemberID ident.ID `json:"member_id" format:"uuid"`
	Role     string   `json:"role" enum:"moderator,auditor,administrator"`
	Why      string   `json:"why" maxLength:"1500" doc:"The reason, which is kept"`
}

// GrantRole gives a member a role. It takes effect within five seconds, once a reactor has handed it to the accounts. Over
// HTTP it asks for a proof that is at most ten minutes old.
var GrantRole = command.Define("grant-role", "Give a member a role", command.Administrator,
	func(ctx context.Context, c *command.Call, in RoleBody) (command.Done, error) {
		change, err := in.change(ctx, c)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, staff.Decider, staff.ID, staff.Grant(change).Decide)
	}).Proved()

// TakeRoleBack takes a role from a member. It takes effect within five seconds, like GrantRole.
var TakeRoleBack = command.Define("take-role-back", "Take a role from a member", command.Administrator,
	func(ctx context.Context, c *command.Call, in RoleBody) (command.Done, error) {
		change, err := in.change(ctx, c)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, staff.Decider, staff.ID, staff.TakeBack(change).Decide)
	}).Proved()

// change refuses a member who does not exist.
func (in RoleBody) change(ctx context.Context, c *command.Call) (staff.Change, error) {
	m, _, err := command.Load(ctx, c.Handler, member.Decider, in.MemberID)
	if err != nil {
		return staff.Change{}, err
	}
	if !m.Exists {
		return staff.Change{}, member.ErrNotFound
	}
	return staff.Change{
		Member: m.ID, Subject: m.Subject, Role: in.Role, By: c.Member, Why: textfold.Line(in.Why), Now: c.Now(),
	}, nil
}

var leaveStaff = command.Define("leave-staff", "Take all roles from a member who is being erased", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		leave := staff.Leave{Member: id, Subject: member.SubjectOf(id), Now: c.Now()}
		return command.On(ctx, c, staff.Decider, staff.ID, leave.Decide)
	})
