package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func (p *program) databaseCommand() *cobra.Command {
	c := &cobra.Command{Use: "database", Short: "Reach the database with other tools"}
	c.AddCommand(&cobra.Command{
		Use: "url", Short: "Print the address of the database, with its password, for psql and the like", Args: cobra.NoArgs,
		Long: "Print the address of the database, with its password: psql \"$(callup database url)\". The embedded Postgres can be reached\n" +
			"while a server runs; the address changes when it starts again.",
		RunE: func(c *cobra.Command, _ []string) error {
			return p.withBase(c.Context(), func(_ context.Context, b *base) error {
				_, err := fmt.Fprintln(p.stdout, b.pool.Config().ConnString())
				return err
			})
		},
	})
	return c
}
