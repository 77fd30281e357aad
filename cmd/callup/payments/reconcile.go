package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/internal/app"
)

func reconcileCommand(p *cli.Program) *cobra.Command {
	var since string
	c := &cobra.Command{
		Use: "reconcile", Short: "Ask the payment provider again for what its webhooks told, and enter what is missing",
		Long: "A running server does this every hour. Up to 30 days back Stripe's events are read, further back completed payment " +
			"pages, refunds and disputes. It exits with 1 where something can't be entered.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			from, err := time.Parse(time.DateOnly, since)
			if since == "" {
				from, err = app.Now().Add(-sinceDefault), nil
			}
			if err != nil {
				return fmt.Errorf("--since is %q and must be a day, like 2026-11-01", since)
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return reconcile(ctx, p, b, from) })
		},
	}
	c.Flags().StringVar(&since, "since", "", "the first day, in UTC, like 2026-11-01 (default: three days ago)")
	return c
}

// sinceDefault is as long as Stripe tries to deliver webhooks.
const sinceDefault = 72 * time.Hour

func reconcile(ctx context.Context, p *cli.Program, b *app.Base, from time.Time) error {
	s, err := b.Alone()
	if err != nil {
		return err
	}
	if s.Stripe == nil {
		return errors.New("the sandbox delivers its webhooks until they are taken: set CALLUP_STRIPE_KEY")
	}
	entered, refused := 0, 0
	err = s.Reconcile(ctx, from, func(d giving.Difference) {
		if d.Refused != nil {
			refused++
		} else {
			entered++
		}
		fmt.Fprintln(p.Stdout, d)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "Since %s UTC: %d entered that no webhook had told, %d can't be entered.\n",
		from.UTC().Format("2006-01-02 15:04"), entered, refused)
	if refused > 0 {
		return cli.ExitError(1)
	}
	return nil
}
