// Package seed fills an installation with demo data, and with many events to measure with.
package seed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
)

// Command is callup seed.
func Command(p *cli.Program) *cobra.Command {
	o, bulk := app.DefaultSeed(), 0
	c := &cobra.Command{
		Use: "seed", Short: "Fill the installation with demo data, through the commands", Args: cobra.NoArgs,
		Long: "Fill the installation with demo data, through the commands. The same seed gives the same people, amounts and order;\n" +
			"run again, it completes what is missing and adds nothing twice.\n\n" +
			"--bulk adds gifts past the commands and the payment provider, to measure with: an audit says that no provider has\n" +
			"books of them.",
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Members < 0 || o.Campaigns < 0 || o.Donations < 0 || bulk < 0 {
				return errors.New("--members, --campaigns, --donations and --bulk can't be negative")
			}
			if o.Campaigns > 0 && o.Members == 0 || o.Donations > 0 && o.Campaigns == 0 {
				return errors.New("campaigns need members who launch them, and donations need campaigns")
			}
			cfg, err := config.Load(p.Environ)
			if err != nil {
				return fmt.Errorf("the settings can't be used:\n%w", err)
			}
			if cfg.Environment == config.Production {
				return app.ErrSeedInProduction
			}
			return p.WithNewBase(c.Context(), func(ctx context.Context, b *app.Base) error { return runSeed(ctx, p, b, o, bulk) })
		},
	}
	c.Flags().IntVar(&o.Members, "members", o.Members, "how many members")
	c.Flags().IntVar(&o.Campaigns, "campaigns", o.Campaigns, "how many campaigns")
	c.Flags().IntVar(&o.Donations, "donations", o.Donations, "how many donations")
	c.Flags().Uint64Var(&o.Seed, "seed", o.Seed, "which people and amounts")
	c.Flags().IntVar(&bulk, "bulk", 0, "then add gifts, past the commands, until the log holds so many events more: to measure with")
	return c
}

func runSeed(ctx context.Context, p *cli.Program, b *app.Base, o app.SeedOptions, bulk int) error {
	s, err := b.Alone()
	if err != nil {
		return err
	}
	began := time.Now()
	done, err := s.Seed(ctx, o, func(line string) { fmt.Fprintln(p.Stdout, line) })
	if err != nil {
		return fmt.Errorf("fill the installation with demo data: %w; run it again to go on", err)
	}
	fmt.Fprintf(p.Stdout, "Done in %s: %s.\n", time.Since(began).Round(100*time.Millisecond), done)
	if len(done.SignIns) > 0 {
		fmt.Fprintln(p.Stdout, "Sign in as:")
	}
	for _, line := range done.SignIns {
		fmt.Fprintln(p.Stdout, "  "+line)
	}
	if bulk > 0 {
		return AddBulk(ctx, p, s, o, bulk)
	}
	return nil
}
