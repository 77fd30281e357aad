//go:build faults

package main

import (
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/testing/faults/planted"
)

// underFaults is what a fault run puts between the parts of the program.
func underFaults() seams {
	return seams{
		projections: planted.Projections, migrated: planted.Database, log: planted.Log, appends: planted.Store,
		reactorWaits: planted.Waits, requests: planted.Requests,
		provider: func(s *sandbox.Sandbox) provider {
			if outside, ok := planted.Provider(s); ok {
				return outside
			}
			return s
		},
	}
}
