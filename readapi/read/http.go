package read

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/problem"
)

// ReadAfter is sent by a client that has seen a position: the answer reflects at least that, or says it is behind.
type ReadAfter struct {
	After string `header:"Read-After" doc:"The highest position seen so far" maxLength:"64"`
}

// reflecting is an input that embeds ReadAfter.
type reflecting interface{ after() string }

func (r ReadAfter) after() string { return r.After }

// Response is an answer with the position it reflects.
type Response[T any] struct {
	Position string `header:"Callup-Position" doc:"The position of the log this answer reflects"`
	Behind   string `header:"Callup-Behind" doc:"Present when the answer does not yet reflect Read-After"`
	Cache    string `header:"Cache-Control"`
	Body     T
}

// The Cache-Control of answers: nobody keeps what was made for one person, and anybody asks again before showing what
// was made for all.
const (
	forEveryone = "no-cache"
	forOne      = "private, no-store"
)

// service is what a declared query does for the API and for pushes, whatever it asks for and answers.
type service interface {
	register(api huma.API, s *Service, area string)
	Pushed(ctx context.Context, s *Service, v Viewer, key []string) (any, error)
	Items(ctx context.Context, s *Service, v Viewer, keys []string) (map[string]any, error)
}

// Register declares the operations of areas.
func Register(api huma.API, s *Service, areas []Area) {
	for _, area := range areas {
		for _, q := range area.Queries {
			if q.About().Path != "" {
				q.register(api, s, area.Name)
			}
		}
	}
}

// operation is a query's part in the API's document.
func (a *About) operation(area string) huma.Operation {
	op := huma.Operation{
		OperationID: a.ID, Method: http.MethodGet, Path: a.Path, Summary: a.Summary, Tags: []string{area, "read"},
	}
	if a.May.SignedIn() {
		op.Security = []map[string][]string{{problem.Bearer: {}}}
	}
	if p := a.Push; p != nil {
		live := map[string]any{"topic": p.Topic, "kind": p.Kind}
		if p.Items {
			live["items"] = true
		}
		if p.Refetch {
			live["refetch"] = true
		}
		op.Extensions = map[string]any{"x-live": live}
	}
	return op
}

func (d *Defined[In, Out]) register(api huma.API, s *Service, area string) {
	problem.Register(api, d.about.operation(area), func(ctx context.Context, in *In) (*Response[Out], error) {
		return d.respond(ctx, s, in)
	})
}

// respond waits until the tables reflect what the client has seen, and makes the answer.
func (d *Defined[In, Out]) respond(ctx context.Context, s *Service, in *In) (*Response[Out], error) {
	v := viewerOf(ctx)
	if err := d.query.May.Allows(v); err != nil {
		return nil, err
	}
	began := time.Now()
	outcome := "done"
	defer func() { s.seconds.WithLabelValues(d.query.ID, outcome).Observe(time.Since(began).Seconds()) }()
	out := &Response[Out]{Cache: d.cache(v)}
	behind, err := d.reflect(ctx, s, v, in, out)
	if behind {
		out.Behind, outcome = "true", "behind"
	}
	if err != nil {
		outcome = "failed"
		return nil, err
	}
	return out, nil
}

// ErrBehind refuses a read whose answer the tables can't know yet: what they don't hold may be on its way.
var ErrBehind = domain.Refuse(domain.Unavailable, "behind", "The answer to this is not known yet. Ask again in a moment.")

// reflect makes the answer once the tables reflect what the client has seen. Those that don't in time answer with what
// they have, and say so. A refusal has nothing to say it with, and "there is no such thing" may be false: it is waited
// for once more, which is longer than it takes until somebody else folds what a killed process did, and is ErrBehind then.
func (d *Defined[In, Out]) reflect(ctx context.Context, s *Service, v Viewer, in *In, out *Response[Out]) (
	behind bool, err error,
) {
	var after string
	if seen, ok := any(in).(reflecting); ok {
		after = seen.after()
	}
	for again := false; ; again = true {
		if d.about.Reflects {
			out.Position, behind = s.c.Positions.Reflect(ctx, after, d.about.Tables)
		}
		out.Body, err = d.Answer(ctx, s, v, *in)
		if !behind || !missing(err) {
			return behind, err
		}
		if again {
			return behind, ErrBehind
		}
	}
}

// missing tells whether an answer was refused for what the tables don't hold, and not for what was asked.
func missing(err error) bool {
	refused, ok := errors.AsType[*domain.Refusal](err)
	return ok && (refused.Kind == domain.NotFound || refused.Kind == domain.Gone || refused.Kind == domain.Forbidden)
}

func (d *Defined[In, Out]) cache(v Viewer) string {
	switch {
	case d.query.May != Anybody:
		return forOne
	case d.query.Sees == Alike || v.Member.IsNil():
		return forEveryone
	}
	return forOne
}
