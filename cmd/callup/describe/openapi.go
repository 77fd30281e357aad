// Package describe says what the program is made of: its settings, its HTTP API, where its database is.
package describe

import (
	"fmt"
	"log/slog"

	"github.com/go-chi/chi/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/problem"
)

// OpenAPI is callup openapi.
func OpenAPI(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "openapi", Short: "Print the OpenAPI document of the HTTP API", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			// nothing is called, so nothing need stand behind the operations
			api := app.ApiOperations(chi.NewRouter(), problem.NewWriter(slog.New(slog.DiscardHandler)), nil, nil, nil, nil, nil, nil)
			doc, err := api.OpenAPI().MarshalJSON()
			if err != nil {
				return fmt.Errorf("write the OpenAPI document: %w", err)
			}
			doc, err = cli.IndentJSON(doc)
			if err != nil {
				return err
			}
			_, err = p.Stdout.Write(doc)
			return err
		},
	}
}
