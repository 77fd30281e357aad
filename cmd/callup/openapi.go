package main

import (
	"fmt"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/spf13/cobra"

	commandsapi "github.com/callup/callup/commands/api"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/readapi"
)

// apiVersion is the version of the HTTP API in its document.
const apiVersion = "1"

// operations declares every operation of the HTTP API on a router.
func operations(router chi.Router, w *problem.Writer, accounts *auth.Service, c *commandsapi.Service, r *readapi.Service) huma.API {
	api := problem.NewAPI(router, w, apiVersion)
	auth.Register(api, accounts)
	commandsapi.Register(api, c)
	readapi.Register(api, r)
	return api
}

func (p *program) openAPICommand() *cobra.Command {
	return &cobra.Command{
		Use: "openapi", Short: "Print the OpenAPI document of the HTTP API", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			// nothing is called, so nothing need stand behind the operations
			api := operations(chi.NewRouter(), problem.NewWriter(slog.New(slog.DiscardHandler)), nil, nil, nil)
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
