package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
)

// maxWebhook is the largest webhook read, in bytes.
const maxWebhook = 64 << 10

var (
	errWrongSignature = domain.Refuse(domain.Invalid, "wrong_signature", "the webhook's signature is wrong or too old")
	errBadWebhook     = domain.Refuse(domain.Invalid, "malformed_body", "the webhook can't be read")
)

// Webhook receives what a payment provider says. The signature is over the raw body. An answer other than 2xx makes
// the provider say it again; what was said before is recognised by its id, so nothing happens twice.
func Webhook(
	payments ports.Payments, carry func(context.Context, ports.PaymentEvent) (eventstore.Position, error),
	clock ports.Clock, w *problem.Writer, log *slog.Logger,
) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxWebhook))
		if err != nil {
			w.Write(rw, r, errBadWebhook)
			return
		}
		event, err := payments.Receive(r.Header, body, clock())
		switch {
		case errors.Is(err, ports.ErrSignature):
			log.WarnContext(r.Context(), "webhook refused: wrong signature", "provider", payments.Name())
			w.Write(rw, r, errWrongSignature)
			return
		case errors.Is(err, ports.ErrNotOurs):
			rw.WriteHeader(http.StatusNoContent)
			return
		case errors.Is(err, ports.ErrMalformed):
			w.Write(rw, r, errBadWebhook)
			return
		case err != nil:
			w.Write(rw, r, err)
			return
		}
		if _, err := carry(r.Context(), event); err != nil {
			w.Write(rw, r, err)
			return
		}
		rw.WriteHeader(http.StatusNoContent)
	})
}
