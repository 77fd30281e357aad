// Package traced wraps a payment provider so that every call to it is a span of the trace it belongs to.
package traced

import (
	"context"
	"errors"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/internal/ports"
)

type payments struct {
	ports.Payments
	tracer trace.Tracer
}

// Payments wraps a provider; without a tracer it is the provider itself.
func Payments(p ports.Payments, tracer trace.Tracer) ports.Payments {
	if tracer == nil {
		return p
	}
	return payments{p, tracer}
}

func call[T any](ctx context.Context, p payments, name string, run func(context.Context) (T, error)) (T, error) {
	ctx, span := p.tracer.Start(ctx, "payments "+name, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("callup.provider", p.Name())))
	defer span.End()
	out, err := run(ctx)
	if errors.Is(err, ports.ErrPayments) { // its text is the provider's, and may name the payer
		span.SetStatus(codes.Error, "no answer")
	}
	return out, err
}

// Open implements ports.Payments.
func (p payments) Open(ctx context.Context, o ports.OpenPayment) (ports.Payment, error) {
	return call(ctx, p, "open", func(ctx context.Context) (ports.Payment, error) { return p.Payments.Open(ctx, o) })
}

// Lookup implements ports.Payments.
func (p payments) Lookup(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	return call(ctx, p, "lookup", func(ctx context.Context) (ports.PaymentEvent, error) { return p.Payments.Lookup(ctx, r) })
}

// Refund implements ports.Payments.
func (p payments) Refund(ctx context.Context, r ports.RefundPayment) error {
	_, err := call(ctx, p, "refund", func(ctx context.Context) (struct{}, error) { return struct{}{}, p.Payments.Refund(ctx, r) })
	return err
}

// Receive implements ports.Payments.
func (p payments) Receive(ctx context.Context, header http.Header, body []byte, now time.Time) (ports.PaymentEvent, error) {
	return call(ctx, p, "receive", func(ctx context.Context) (ports.PaymentEvent, error) {
		return p.Payments.Receive(ctx, header, body, now)
	})
}

// LookupRefund implements ports.Payments.
func (p payments) LookupRefund(ctx context.Context, r ports.RefundPayment) (ports.PaymentEvent, error) {
	return call(ctx, p, "lookup-refund", func(ctx context.Context) (ports.PaymentEvent,
		error) {
		return p.Payments.LookupRefund(ctx, r)
	})
}
