// Package sessions is what the operator may do with where members are signed in.
package sessions

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
)

// Command is callup sessions.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "sessions", Short: "Where members are signed in"}
	c.AddCommand(&cobra.Command{
		Use: "revoke <e-mail address or member id>", Short: "Sign a member out everywhere, within five seconds",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				s, err := b.Alone()
				if err != nil {
					return err
				}
				return revoke(ctx, p, s, args[0])
			})
		},
	})
	return c
}

// revoke signs out the member whose id or e-mail address it is given.
func revoke(ctx context.Context, p *cli.Program, s *app.Services, name string) error {
	member, err := ident.Parse(name)
	if err != nil {
		if member, err = s.Accounts.MemberByEmail(ctx, name); err != nil {
			return err
		}
	}
	if err := s.Accounts.RevokeSessions(ctx, member); err != nil {
		return err
	}
	fmt.Fprintln(p.Stdout, "Signed out everywhere. The password is as it was.")
	return nil
}
