package app

import (
	"context"
	"net/http"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/projections/projector"
)

// Seams are the places between the parts of the program at which a fault run, or a test, puts something of its own. In
// every program that is used all of them are nil.
type Seams struct {
	Projections  func([]*projector.Projection) []*projector.Projection
	Migrated     func(ctx context.Context, url string) error // runs after the migrations
	Log          func(eventstore.Copyable) eventstore.Copyable
	Base         func(readers.Forms) readers.Forms       // what every server reads
	Appends      func(eventstore.Store) eventstore.Store // the log as commands see it
	ReactorWaits func(reactors.Waits) reactors.Waits
	Requests     func(http.Handler) http.Handler // before the operations of the API
	Provider     func(*sandbox.Sandbox) Provider
	Stripe       *stripego.Backends // lead to a stand-in; nil: to Stripe
}

// through gives what a seam makes of something, or the thing itself where nothing was put there.
func through[T any](seam func(T) T, whole T) T {
	if seam == nil {
		return whole
	}
	return seam(whole)
}
