package giving

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
)

// maxWebhook is the largest webhook read, in bytes: what the adapter that takes most reads of one.
const maxWebhook = 256 << 10

// webhookWithin is how long the body of a webhook may take, as those of the API do.
const webhookWithin = 5 * time.Second

var (
	errWrongSignature = domain.Refuse(domain.Invalid, "wrong_signature", "the webhook's signature is wrong or too old")
	errBadWebhook     = domain.Refuse(domain.Invalid, "malformed_body", "the webhook can't be read")
)

// Webhook receives what a payment provider says. The signature is over the raw body. An answer other than 2xx makes
// the provider say it again; what was said before is recognised by its id, so nothing happens twice.
func Webhook(
	payments ports.Payments, s *command.Service, w *problem.Writer, metrics prometheus.Registerer,
) http.Handler {
	webhooks := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "callup_payment_webhooks_total",
		Help: "Webhooks of payment providers, by outcome: taken, not_ours, wrong_signature, malformed, refused or failed.",
	}, []string{"provider", "outcome"})
	metrics.MustRegister(webhooks)
	for _, outcome := range []string{"taken", "not_ours", "wrong_signature", "malformed", "refused", "failed"} {
		webhooks.WithLabelValues(payments.Name(), outcome) // from 0 on, so that the first one is seen to be more
	}
	count := func(outcome string) { webhooks.WithLabelValues(payments.Name(), outcome).Inc() }
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		// what is no connection, as in tests, has no deadline
		_ = http.NewResponseController(rw).SetReadDeadline(time.Now().Add(webhookWithin))
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxWebhook))
		if err == nil {
			_ = http.NewResponseController(rw).SetReadDeadline(time.Time{}) // it would end the request's work
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			count("malformed")
			w.Write(rw, r, problem.TooSlow())
			return
		}
		if err != nil {
			count("malformed")
			w.Write(rw, r, errBadWebhook)
			return
		}
		event, err := payments.Receive(r.Context(), r.Header, body, s.Now())
		switch {
		case errors.Is(err, ports.ErrSignature):
			count("wrong_signature")
			s.Log.WarnContext(r.Context(), "webhook refused: wrong signature", "provider", payments.Name())
			w.Write(rw, r, errWrongSignature)
			return
		case errors.Is(err, ports.ErrNotOurs):
			count("not_ours")
			rw.WriteHeader(http.StatusNoContent)
			return
		case errors.Is(err, ports.ErrMalformed):
			count("malformed")
			w.Write(rw, r, errBadWebhook)
			return
		case err != nil:
			count("failed")
			w.Write(rw, r, err)
			return
		}
		if _, err := HearPayment(r.Context(), s, event); err != nil {
			if _, refused := errors.AsType[*domain.Refusal](err); refused {
				count("refused")
			} else {
				count("failed")
			}
			w.Write(rw, r, err)
			return
		}
		count("taken")
		rw.WriteHeader(http.StatusNoContent)
	})
}
