package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
)

func rehearseCommand(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "rehearse", Short: "Do at Stripe, with a test key, what gifts do: pages, payments by test cards, a refund, a dispute",
		Long: "It opens a payment page and closes it, takes a payment by a test card and gives it back, and takes one that is " +
			"disputed. No money moves, and nothing is written to the log. A restricted key needs PaymentIntents: write for it.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				s, err := b.Alone()
				if err != nil {
					return err
				}
				if s.Stripe == nil {
					return errors.New("the sandbox has its own pages to try: set CALLUP_STRIPE_KEY to a test key")
				}
				return s.Stripe.Rehearse(ctx, "https://callup.invalid/rehearsal", func(step string) { fmt.Fprintln(p.Stdout, step) })
			})
		},
	}
}
