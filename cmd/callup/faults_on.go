//go:build faults

package main

import (
	"context"
	"iter"
	"os"
	"strconv"

	"github.com/callup/callup/commands/reactors"
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

// laterVersion is added to a schema version to make it one that only a later program knows.
const laterVersion = 1000

// laterStore reads the log as a program of some versions later does, which has an upcast for each of their events.
type laterStore struct {
	logStore
	versions int
}

// understanding is the log as the program reads it that is FAULTS_NEWER versions later than this one.
func understanding(s logStore) logStore {
	n, _ := strconv.Atoi(os.Getenv("FAULTS_NEWER")) // a number that is none means this program
	return laterStore{s, n}
}

func (l laterStore) read(e *eventstore.Recorded) {
	if later := e.Version - laterVersion; later > 0 && later <= l.versions {
		e.Version = 1
	}
}

// ReadStream implements eventstore.Store.
func (l laterStore) ReadStream(ctx context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for e, err := range l.logStore.ReadStream(ctx, stream, from) {
			l.read(&e)
			if !yield(e, err) {
				return
			}
		}
	}
}

// ReadAll implements eventstore.Store.
func (l laterStore) ReadAll(ctx context.Context, after eventstore.Position, limit int, hint eventstore.Filter) (eventstore.Page, error) {
	page, err := l.logStore.ReadAll(ctx, after, limit, hint)
	for i := range page.Events {
		l.read(&page.Events[i])
	}
	return page, err
}

// underFaultsPatience is the patience that reactors have, with FAULTS_RETRIES retries where that is set.
func underFaultsPatience(p reactors.Patience) reactors.Patience {
	if n, err := strconv.Atoi(os.Getenv("FAULTS_RETRIES")); err == nil {
		p.Retries = n
	}
	return p
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
