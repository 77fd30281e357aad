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
				if _, err := config.Load(p.Environ); err != nil {
					return fmt.Errorf("the settings can't be used:\n%w", err)
				}
				fmt.Fprintln(p.Stdout, "The settings are good.")
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
