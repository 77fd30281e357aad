package main

import (
	"log/slog"

	"github.com/spf13/cobra"
)

func (p *program) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Run the server", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, o, err := p.settings(slog.LevelDebug)
			if err != nil {
				return err
			}
			collectRarely()
			return serve(c.Context(), cfg, o, p.stdout)
		},
	}
}
