package describe

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
)

// Database is callup database.
func Database(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "database", Short: "Reach the database with other tools"}
	c.AddCommand(&cobra.Command{
		Use: "url", Short: "Print the address of the database, with its password, for psql and the like", Args: cobra.NoArgs,
		Long: "Print the address of the database, with its password: psql \"$(callup database url)\". The embedded Postgres can be " +
			"reached\n" +
			"while a server runs; the address changes when it starts again. Alone the command says so, and exits with 1.",
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(_ context.Context, b *app.Base) error {
				if b.PostgresStarted() {
					return errors.New(
						"the bundled Postgres answers only while a server runs, at another address each time: start one (callup serve)")
				}
				_, err := fmt.Fprintln(p.Stdout, b.Pool.Config().ConnString())
				return err
			})
		},
	})
	return c
}
