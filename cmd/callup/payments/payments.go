// Package payments is what the operator may do about the payment provider.
package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/internal/app"
)

// Command is callup payments.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "payments", Short: "What the operator may do about the payment provider"}
	c.AddCommand(&cobra.Command{
		Use: "adopt-account", Short: "Take gifts through the account of the key that is set, instead of the one that took them before",
		Long: "Gifts that the other account took stay there: they can be given back in its dashboard alone, and an audit finds none " +
			"of them. Servers with a key of this account take gifts at once; give the others such a key and restart them.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return adopt(ctx, p, b) })
		},
	})
	c.AddCommand(reconcileCommand(p), rehearseCommand(p))
	return c
}

func adopt(ctx context.Context, p *cli.Program, b *app.Base) error {
	s, err := b.Alone()
	if err != nil {
		return err
	}
	if s.Stripe == nil {
		return errors.New("the sandbox has no accounts: set CALLUP_STRIPE_KEY")
	}
	account, err := s.Stripe.Account(ctx)
	if err != nil {
		return err
	}
	mode := s.Payments.Name()
	before, err := giving.PaymentAccount(ctx, s.Commands.Handler, mode)
	if err != nil {
		return err
	}
	done, err := giving.AdoptPaymentAccount.Run(ctx, s.Commands, app.OperatorAsks("adopt account "+account),
		giving.UsedAccount{Mode: mode, Account: account})
	if err != nil {
		return err
	}
	switch {
	case done.Position.IsZero():
		fmt.Fprintf(p.Stdout, "%s takes the gifts already.\n", account)
	case before.Account == "":
		fmt.Fprintf(p.Stdout, "%s takes the gifts, at position %s.\n", account, done.Position)
	default:
		fmt.Fprintf(p.Stdout, "%s takes the gifts from now on, and no longer %s, at position %s.\n", account,
			before.Account, done.Position)
	}
	return nil
}
