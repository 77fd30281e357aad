package app

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/ports"
)

const (
	// reconcileEvery is how often the payment provider is asked again for what its webhooks told.
	reconcileEvery = time.Hour
	// reconcileFirst is how far back a server looks when it starts: Stripe tries webhooks for three days. Later it looks back by
	// reconcileBack, so that an hour in which nobody answered is looked at again.
	reconcileFirst, reconcileBack = 72 * time.Hour, 3 * time.Hour
	// reconcileLock is held in Postgres by the one process that reconciles. The number means nothing else.
	reconcileLock = 0x63616c6c75700062
)

// reconciled measures what is done about payments whose webhooks were lost.
type reconciled struct {
	missed  prometheus.Counter
	refused prometheus.Counter
	last    atomic.Pointer[time.Time] // when it was last certain that nothing is missing; nil without a provider that tells again
}

// reconciliation registers what is measured of it.
func (s *Services) reconciliation() *reconciled {
	count := func(outcome, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{
			Name: "callup_payments_missed_total", Help: help, ConstLabels: prometheus.Labels{"outcome": outcome},
		})
	}
	const help = "What the payment provider told only when it was asked again: entered, or refused."
	r := &reconciled{missed: count("entered", help), refused: count("refused", help)}
	if s.Stripe != nil {
		r.last.Store(new(Now()))
	}
	s.Metrics.MustRegister(r.missed, r.refused, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "callup_payments_reconciled_timestamp_seconds",
		Help: "When the payment provider was last asked for all that its webhooks told; +Inf with the sandbox.",
	}, func() float64 {
		if last := r.last.Load(); last != nil {
			return float64(last.Unix())
		}
		return math.Inf(1)
	}))
	return r
}

// Reconcile asks the payment provider again for what its webhooks told since a moment, enters what is missing and reports it.
// Errors: as those of giving.ReconcilePayments.
func (s *Services) Reconcile(ctx context.Context, from time.Time, report func(giving.Difference)) error {
	by, ok := s.Payments.(ports.Retelling)
	if !ok {
		return nil
	}
	_, known, err := s.Store.Head(ctx)
	if err != nil {
		return fmt.Errorf("ask where the log ends: %w", err)
	}
	return giving.ReconcilePayments(ctx, s.Commands, by, from, known, report)
}

// keepReconciling reconciles at once and then every hour, in one process, until the context ends.
func (s *Services) keepReconciling(ctx context.Context, counts *reconciled) error {
	if s.Stripe == nil {
		return nil
	}
	report := func(d giving.Difference) {
		if d.Refused != nil {
			counts.refused.Inc()
			s.Log.ErrorContext(ctx, "the payment provider tells what can't be entered", "difference", d.String())
			return
		}
		counts.missed.Inc()
		s.Log.WarnContext(ctx, "no webhook told what the payment provider tells", "difference", d.String())
	}
	for back := reconcileFirst; ; {
		alone, err := s.unlessElsewhere(ctx, reconcileLock, func() error { return s.Reconcile(ctx, Now().Add(-back), report) })
		switch {
		case err != nil && ctx.Err() == nil:
			s.Log.WarnContext(ctx, "payments could not be reconciled; trying again in an hour", "error", err)
		case err == nil:
			counts.last.Store(new(Now()))
			if alone {
				back = reconcileBack
			}
		}
		if !reach.Pause(ctx, reconcileEvery) {
			return ctx.Err()
		}
	}
}
