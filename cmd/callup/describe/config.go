package describe

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/config"
)

// Settings is callup config.
func Settings(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "Check and describe the settings"}
	c.AddCommand(
		&cobra.Command{
			Use: "check", Short: "Check the settings without starting; every mistake is listed", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				cfg, err := config.Load(p.Environ)
				if err != nil {
					return fmt.Errorf("the settings can't be used:\n%w", err)
				}
				if !cfg.Guessable() {
					fmt.Fprintln(p.Stdout, "The settings are good.")
					return nil
				}
				fmt.Fprintf(p.Stdout, "The settings are good for development, but the installation key in %s is one anybody could guess. "+
					"Make one with openssl rand -base64 32 before there is data: what one key sealed no other opens.\n", cfg.KeySource())
				return nil
			},
		},
		&cobra.Command{
			Use: "table", Short: "The settings as a table in Markdown, as the README has it", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				fmt.Fprint(p.Stdout, config.Table())
				return nil
			},
		},
	)
	return c
}
