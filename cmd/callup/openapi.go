package main

import (
	"fmt"
	"log/slog"

	"github.com/go-chi/chi/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/internal/problem"
)

func (p *program) openAPICommand() *cobra.Command {
	return &cobra.Command{
		Use: "openapi", Short: "Print the OpenAPI document of the HTTP API", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			// nothing is called, so nothing need stand behind the operations
			api := apiOperations(chi.NewRouter(), problem.NewWriter(slog.New(slog.DiscardHandler)), nil, nil, nil)
			doc, err := api.OpenAPI().MarshalJSON()
			if err != nil {
				return fmt.Errorf("write the OpenAPI document: %w", err)
			}
			doc, err = indentJSON(doc)
			if err != nil {
				return err
			}
			_, err = p.stdout.Write(doc)
			return err
		},
	}
}
