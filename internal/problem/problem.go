// Package problem is the one place where an error becomes an HTTP answer: an RFC 9457 problem document with a stable
// code that the web app translates. It also builds the huma API on which every operation is registered, so that
// refusals of ours, refusals of the schema and faults all leave in the same shape.
package problem

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"

	"github.com/callup/callup/domain"
)

// ContentType is the media type of a problem document (RFC 9457 section 3).
const ContentType = "application/problem+json"

// StatusClientClosed is what access logs know as "the client went away"; nobody receives it.
const StatusClientClosed = 499

// Problem is the body of every answer that is not a success.
type Problem struct {
	Type      string         `json:"type" doc:"Always about:blank: the code says what happened (RFC 9457 section 4.2.1)"`
	Title     string         `json:"title" doc:"The HTTP status in words"`
	Status    int            `json:"status" doc:"The HTTP status"`
	Code      string         `json:"code" doc:"Stable, snake_case; translate by this"`
	Detail    string         `json:"detail" doc:"One English sentence for people who read answers, not for screens"`
	Args      map[string]any `json:"args,omitempty" doc:"Values the translated text may name, such as a limit"`
	Errors    []FieldError   `json:"errors,omitempty" doc:"One entry per field that needs attention"`
	RequestID string         `json:"request_id,omitempty" doc:"Name this when asking for help"`

	headers http.Header
}

// FieldError says what is wrong with one field of the request.
type FieldError struct {
	Field  string         `json:"field" doc:"As named in the request, e.g. goals[0].amount"`
	Code   string         `json:"code" doc:"Stable, snake_case; translate by this"`
	Detail string         `json:"detail" doc:"One English sentence"`
	Args   map[string]any `json:"args,omitempty" doc:"Values the translated text may name, such as a limit"`
}

// Error gives the code and the detail.
func (p *Problem) Error() string { return p.Code + ": " + p.Detail }

// GetStatus gives the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders gives the headers that go with it: never cached, and when to try again where that is known.
func (p *Problem) GetHeaders() http.Header {
	h := p.headers.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Set("Cache-Control", "no-store")
	return h
}

// ContentType replaces the negotiated media type.
func (p *Problem) ContentType(string) string { return ContentType }

func newProblem(status int, code, detail string) *Problem {
	title := http.StatusText(status)
	if status == StatusClientClosed {
		title = "Client Closed Request"
	}
	return &Problem{Type: "about:blank", Title: title, Status: status, Code: code, Detail: detail}
}

func (p *Problem) retryAfter(seconds int) *Problem {
	p.headers = http.Header{"Retry-After": []string{strconv.Itoa(seconds)}}
	return p
}

func (p *Problem) write(w http.ResponseWriter) error {
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Content-Type", ContentType)
	w.WriteHeader(p.Status)
	return json.NewEncoder(w).Encode(p)
}

// ArgRetryAfter is the argument of a refusal that holds the seconds to wait, as an int; it becomes the
// Retry-After header.
const ArgRetryAfter = "retry_after"

func statusOf(kind domain.Kind) int {
	switch kind {
	case domain.Invalid:
		return http.StatusUnprocessableEntity
	case domain.Unauthorized:
		return http.StatusUnauthorized
	case domain.Forbidden:
		return http.StatusForbidden
	case domain.NotFound:
		return http.StatusNotFound
	case domain.Gone:
		return http.StatusGone
	case domain.Closed, domain.Stale, domain.Conflict:
		return http.StatusConflict
	case domain.TooMany:
		return http.StatusTooManyRequests
	case domain.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusUnprocessableEntity
}

func fromRefusals(refusals domain.Refusals) *Problem {
	first := refusals[0]
	p := newProblem(statusOf(first.Kind), first.Code, first.Text)
	p.Args = first.Args
	if len(refusals) > 1 {
		p.Code, p.Detail, p.Args = "validation_failed", "Some fields need attention.", nil
	}
	for _, r := range refusals {
		if r.Field != "" || len(refusals) > 1 {
			p.Errors = append(p.Errors, FieldError{Field: r.Field, Code: r.Code, Detail: r.Text, Args: r.Args})
		}
	}
	if seconds, ok := first.Args[ArgRetryAfter].(int); ok {
		return p.retryAfter(seconds)
	}
	if first.Kind == domain.Unavailable {
		return p.retryAfter(retrySeconds)
	}
	return p
}
