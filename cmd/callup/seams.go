package main

import (
	"context"
	"net/http"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/projections/projector"
)

// seams are the places between the parts of the program at which a fault run, or a test, puts something of its own. In
// every program that is used all of them are nil.
type seams struct {
	projections  func([]*projector.Projection) []*projector.Projection
	migrated     func(ctx context.Context, url string) error // runs after the migrations
	log          func(eventstore.Copyable) eventstore.Copyable
	appends      func(eventstore.Store) eventstore.Store // the log as commands see it
	reactorWaits func(reactors.Patience) reactors.Patience
	requests     func(http.Handler) http.Handler // before the operations of the API
	provider     func(*sandbox.Sandbox) provider
}

// through gives what a seam makes of something, or the thing itself where nothing was put there.
func through[T any](seam func(T) T, whole T) T {
	if seam == nil {
		return whole
	}
	return seam(whole)
}
