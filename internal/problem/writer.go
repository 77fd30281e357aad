package problem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/pgstate"
)

// retrySeconds is what an answer names when something we depend on is away: long enough for a restart.
const retrySeconds = 3

// Writer turns errors into problems and logs, once, those that are a fault of ours.
type Writer struct {
	log         *slog.Logger
	unavailable []error
	coded       []coded
}

// coded is an unavailable error that is answered with a code of its own.
type coded struct {
	err          error
	code, detail string
}

// NewWriter makes a Writer. An error that errors.Is finds among unavailable means that something we depend on is away
// for the moment: it is answered with 503 and Retry-After instead of 500. A database that can't be reached is known
// without being named.
func NewWriter(log *slog.Logger, unavailable ...error) *Writer {
	return &Writer{log: log, unavailable: unavailable}
}

// Coded has an error that errors.Is finds answered with 503 and Retry-After, as one that is unavailable, but with a code of its
// own and a sentence about it.
func (w *Writer) Coded(err error, code, detail string) *Writer {
	w.coded = append(w.coded, coded{err, code, detail})
	return w
}

// From makes the problem that describes err, and logs err when it is not a refusal.
func (w *Writer) From(ctx context.Context, err error) *Problem {
	p := w.describe(ctx, err)
	p.RequestID = middleware.GetReqID(ctx)
	return p
}

func (w *Writer) describe(ctx context.Context, err error) *Problem {
	var (
		done     *Problem
		refusals domain.Refusals
		refusal  *domain.Refusal
	)
	switch {
	case errors.As(err, &done):
		return done
	case errors.As(err, &refusals) && len(refusals) > 0:
		return fromRefusals(refusals)
	case errors.As(err, &refusal):
		return fromRefusals(domain.Refusals{refusal})
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		w.log.DebugContext(ctx, "the client went away")
		return newProblem(StatusClientClosed, "client_closed", "The client closed the request.")
	}
	for _, c := range w.coded {
		if errors.Is(err, c.err) {
			w.log.WarnContext(ctx, "not possible at the moment", "code", c.code, "error", err)
			return newProblem(http.StatusServiceUnavailable, c.code, c.detail).retryAfter(retrySeconds)
		}
	}
	if w.isAway(err) {
		w.log.WarnContext(ctx, "something we depend on is away", "error", err)
		return newProblem(http.StatusServiceUnavailable, "unavailable",
			"Callup can't do this at the moment. Nothing was lost; please try again.").retryAfter(retrySeconds)
	}
	w.log.ErrorContext(ctx, "request failed", "error", err)
	return internal()
}

func internal() *Problem {
	return newProblem(http.StatusInternalServerError, "internal", "Something went wrong on our side.")
}

func (w *Writer) isAway(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	for _, target := range w.unavailable {
		if errors.Is(err, target) {
			return true
		}
	}
	return databaseAway(err)
}

// databaseAway tells a Postgres that is stopped, starting, unreachable or out of disk from one that refuses a statement.
func databaseAway(err error) bool {
	var (
		connect *pgconn.ConnectError
		answer  *pgconn.PgError
		network *net.OpError
	)
	if errors.As(err, &answer) {
		return pgstate.Unwell(answer.Code) != ""
	}
	// A server that crashes ends its connections in the middle of an answer.
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// Write answers a request with the problem that describes err. It is for handlers and middleware outside huma.
func (w *Writer) Write(rw http.ResponseWriter, r *http.Request, err error) {
	p := w.From(r.Context(), err)
	if werr := p.write(rw); werr != nil {
		w.log.DebugContext(r.Context(), "could not write a problem", "error", werr)
	}
}

// NotFound answers requests for API paths that do not exist.
func (w *Writer) NotFound(rw http.ResponseWriter, r *http.Request) {
	w.Write(rw, r, newProblem(http.StatusNotFound, "no_route", "There is nothing at this address."))
}

// MethodNotAllowed answers requests with a method that the path does not know.
func (w *Writer) MethodNotAllowed(rw http.ResponseWriter, r *http.Request) {
	w.Write(rw, r, newProblem(http.StatusMethodNotAllowed, "method_not_allowed", "This address does not answer this method."))
}

// Recover is middleware that answers a panic with 500 and logs it with its stack. A handler that aborts on purpose
// (http.ErrAbortHandler) goes through.
func (w *Writer) Recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(cause)
			}
			w.log.ErrorContext(r.Context(), "a handler panicked", "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
			if r.Header.Get("Connection") == "Upgrade" {
				return
			}
			p := internal()
			p.RequestID = middleware.GetReqID(r.Context())
			if err := p.write(rw); err != nil {
				w.log.DebugContext(r.Context(), "could not write a problem", "error", err)
			}
		}()
		next.ServeHTTP(rw, r)
	})
}
