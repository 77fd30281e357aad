// Package members is what the operator may do with the roles and second factors of members.
package members

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	commands "github.com/callup/callup/commands/staff"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/app"
)

// Command is callup members.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "members", Short: "Who is moderator, auditor or administrator, and lost second factors"}
	var why string
	with := func(do func(context.Context, *app.Services, []string) error) func(*cobra.Command, []string) error {
		return func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				s, err := b.Alone()
				if err != nil {
					return err
				}
				return do(ctx, s, args)
			})
		}
	}
	grant := &cobra.Command{
		Use: "grant <e-mail address or member id> <role>", Short: "Give a member a role: moderator, auditor or administrator",
		Args: cobra.ExactArgs(2),
		RunE: with(func(ctx context.Context, s *app.Services, args []string) error {
			return change(ctx, p, s, commands.GrantRole, args[0], args[1], why)
		}),
	}
	revoke := &cobra.Command{
		Use: "revoke <e-mail address or member id> <role>", Short: "Take a role from a member, within five seconds",
		Args: cobra.ExactArgs(2),
		RunE: with(func(ctx context.Context, s *app.Services, args []string) error {
			return change(ctx, p, s, commands.TakeRoleBack, args[0], args[1], why)
		}),
	}
	for _, x := range []*cobra.Command{grant, revoke} {
		do := x.RunE
		x.RunE = func(c *cobra.Command, args []string) error {
			if role := args[1]; !slices.Contains(staff.Roles(), role) {
				return cli.Unknown("role", role, staff.Roles())
			}
			return do(c, args)
		}
		x.Flags().StringVar(&why, "why", "", "the reason, which is kept in the log, sealed with the member's key")
	}
	c.AddCommand(grant, revoke, &cobra.Command{
		Use: "list", Short: "Who has which roles", Args: cobra.NoArgs,
		RunE: with(func(ctx context.Context, s *app.Services, _ []string) error { return list(ctx, p, s) }),
	})
	c.AddCommand(&cobra.Command{
		Use:   "reset-factor <e-mail address or member id>",
		Short: "Take away the second factor and the passkeys of a member who lost them",
		Args:  cobra.ExactArgs(1),
		RunE: with(func(ctx context.Context, s *app.Services, args []string) error {
			return resetFactor(ctx, p, s, args[0])
		}),
	})
	return c
}

// memberOf finds a member by id or e-mail address.
func memberOf(ctx context.Context, s *app.Services, name string) (ident.ID, error) {
	if member, err := ident.Parse(name); err == nil {
		return member, nil
	}
	return s.Accounts.MemberByEmail(ctx, name)
}

// resetFactor takes the second factor of a member away.
func resetFactor(ctx context.Context, p *cli.Program, s *app.Services, name string) error {
	member, err := memberOf(ctx, s, name)
	if err != nil {
		return err
	}
	err = s.Accounts.ResetFactor(ctx, member)
	if refused, ok := errors.AsType[*domain.Refusal](err); ok {
		return errors.New(refused.Text)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Stdout, "The second factor is gone: the password alone signs in. The member is told.")
	return nil
}

// change grants a role or takes it back, as the command does that it is given.
func change(
	ctx context.Context, p *cli.Program, s *app.Services, with command.Command[commands.RoleBody, command.Done],
	name, role, why string,
) error {
	member, err := memberOf(ctx, s, name)
	if err != nil {
		return err
	}
	env := app.OperatorAsks(fmt.Sprintf("%s %s %s", with.Name(), member, role))
	_, err = with.Run(ctx, s.Commands, env, commands.RoleBody{MemberID: member, Role: role, Why: why})
	if refused, ok := errors.AsType[*domain.Refusal](err); ok {
		return errors.New(refused.Text)
	}
	if err != nil {
		return err
	}
	return list(ctx, p, s)
}

// list shows who has which roles, by the log.
func list(ctx context.Context, p *cli.Program, s *app.Services) error {
	all, _, err := command.Load(ctx, s.Commands.Handler, staff.Decider, staff.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(p.Stdout, "No member has a role.")
		return nil
	}
	members := slices.SortedFunc(maps.Keys(all), func(a, b ident.ID) int { return strings.Compare(a.String(), b.String()) })
	w := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MEMBER\tE-MAIL\tROLES")
	for _, id := range members {
		contact, err := s.Accounts.Contact(ctx, id)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", id, contact.Email, strings.Join(all[id], ", "))
	}
	return w.Flush()
}
