//go:build faults

package main

import (
	"context"
	"os"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// faultyStore may end the process between an append and its answer.
type faultyStore struct{ eventstore.Store }

func underFaults(s eventstore.Store) eventstore.Store { return faultyStore{early(s)} }

// Append implements eventstore.Store.
func (f faultyStore) Append(ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event) (eventstore.Appended, error) {
	done, err := f.Store.Append(ctx, stream, expected, events)
	if err == nil {
		faultpoint.Hit("append-answer")
	}
	return done, err
}

// chosenProvider is the provider at FAULTS_PROVIDER, where that is set.
func chosenProvider(s *sandbox.Sandbox) provider {
	if url := os.Getenv("FAULTS_PROVIDER"); url != "" {
		return faultyProvider{outsider{s, url}}
	}
	return s
}

// faultyProvider may end the process between a provider's answer and what is appended because of it.
type faultyProvider struct{ outsider }

// Open implements ports.Payments.
func (f faultyProvider) Open(ctx context.Context, o ports.OpenPayment) (ports.Payment, error) {
	p, err := f.outsider.Open(ctx, o)
	if err == nil {
		faultpoint.Hit("provider-append")
	}
	return p, err
}

// Refund implements ports.Payments.
func (f faultyProvider) Refund(ctx context.Context, r ports.RefundPayment) error {
	err := f.outsider.Refund(ctx, r)
	if err == nil {
		faultpoint.Hit("refund-append")
	}
	return err
}
