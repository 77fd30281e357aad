// Package serve runs the server. Its tests start it as processes, kill it, replace it and upgrade it.
package serve

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
)

// Command is callup serve.
func Command(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Run the server", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, o, err := p.Settings(slog.LevelDebug)
			if err != nil {
				return err
			}
			app.CollectRarely()
			return app.Serve(c.Context(), cfg, o, p.Stdout)
		},
	}
}
