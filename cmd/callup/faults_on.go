//go:build faults

package main

import (
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/testing/faults/planted"
)

// underFaults is what a fault run puts between the parts of the program.
func underFaults() app.Seams {
	return app.Seams{
		Projections: planted.Projections, Migrated: planted.Database, Log: planted.Log, Base: planted.Base,
		Appends:      planted.Store,
		ReactorWaits: planted.Waits, Requests: planted.Requests,
		Provider: func(s *sandbox.Sandbox) app.Provider {
			if outside, ok := planted.Provider(s); ok {
				return outside
			}
			return s
		},
	}
}
