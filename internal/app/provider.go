package app

import (
	"context"
	"iter"
	"net/http"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// Provider is a payment provider with what belongs to it: pages of its own, books, work beside requests.
type Provider interface {
	ports.Payments
	ports.Customers
	Handler() (http.Handler, error)
	Ledger(ctx context.Context, donations []ident.ID) iter.Seq2[ports.Entry, error]
	Movements(ctx context.Context) iter.Seq2[ports.Movement, error]
	Run(ctx context.Context) error
	Deliver(ctx context.Context) (int, error)
}
