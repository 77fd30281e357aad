package command

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
)

// Register declares the routes of all commands that have one: POST /api/commands/<name>. s may be nil where the document
// alone is asked for.
func Register(api huma.API, s *Service, areas []Area) {
	for _, a := range areas {
		for _, d := range a.Commands {
			if d.Routed() {
				d.register(api, s, a.Name)
			}
		}
	}
}

// Key is the header every command carries: the same key from the same person is the same command.
type Key struct {
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"16" maxLength:"128" doc:"Chosen by the client, new for every intent, kept over retries"`
}

// input is a command with its body.
type input[B any] struct {
	Key
	Body B
}

// output is a command's answer.
type output[B any] struct {
	Position string `header:"Callup-Position" doc:"The position of the log this command reached"`
	Body     B
}

func (c Command[In, Out]) register(api huma.API, s *Service, area string) {
	o := huma.Operation{
		OperationID: c.name, Method: http.MethodPost, Path: "/api/commands/" + c.name, Summary: c.summary,
		Tags: []string{area, "command"},
	}
	if c.who != Visitor {
		o.Security = []map[string][]string{{problem.Bearer: {}}}
	}
	problem.Register(api, o, func(ctx context.Context, in *input[In]) (*output[Out], error) {
		out, err := c.Receive(ctx, s, in.IdempotencyKey, in.Body)
		if err != nil {
			return nil, err
		}
		return &output[Out]{Position: out.Reached().String(), Body: out}, nil
	})
}

// Receive carries out a command that came over HTTP under the key that the client chose, by whoever is signed in as ctx
// says.
func (c Command[In, Out]) Receive(ctx context.Context, s *Service, key string, body In) (none Out, _ error) {
	ctx = eventstore.Awaited(ctx)
	p, signedIn := auth.FromContext(ctx)
	if err := c.who.allows(ctx); err != nil {
		return none, err
	}
	if c.proved {
		if err := auth.RequireProof(ctx, s.Now()); err != nil {
			return none, err
		}
	}
	kept, whole, err := digests(s.Keys.Digest, body)
	if err != nil {
		return none, err
	}
	env := Envelope{Actor: "guest", Body: kept, Whole: whole}
	if signedIn {
		env.Member, env.Actor = p.Member, "member:"+p.Member.String()
	}
	// the same key from the same member is the same command, and so is the same key from anybody who is not signed in
	env.ID = ident.Command(env.Actor, c.name+" "+key)
	return c.Send(ctx, s, env, body)
}

// Send is Run for a command under a key that its sender chose, over HTTP or on the command line: unless the log itself
// tells, the key is claimed first. A command that is refused leaves no claim behind: strangers could fill the table.
func (c Command[In, Out]) Send(ctx context.Context, s *Service, env Envelope, in In) (none Out, _ error) {
	if c.creates {
		return c.Run(ctx, s, env, in)
	}
	made, err := s.claim(ctx, env)
	if err != nil {
		return none, err
	}
	out, err := c.Run(ctx, s, env, in)
	if refusal, ok := errors.AsType[*domain.Refusal](err); ok && made != 0 && refusal.Kind != domain.Unavailable {
		s.release(ctx, env, made)
	}
	return out, err
}

// claim refuses a key that was used with another body, before a command on something that exists: its stream is not
// named after the key, so the log alone would not tell. made is what this call wrote, if it did.
func (s *Service) claim(ctx context.Context, env Envelope) (made int64, err error) {
	first, made, err := s.claims.Claim(ctx, env.ID, env.Actor, cmp.Or(env.Whole, env.Body))
	if err == nil && !first {
		return 0, ErrKeyReused
	}
	return made, err
}

// releaseWithin bounds how long a refusal waits for its claim to be taken back.
const releaseWithin = 2 * time.Second

// release takes a claim back. One that stays harms nothing: it says only that this body came first.
func (s *Service) release(ctx context.Context, env Envelope, made int64) {
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseWithin)
	defer cancel()
	if err := s.claims.Release(after, env.ID, made); err != nil {
		s.Log.WarnContext(ctx, "the key of a refused command stays for a while", "error", err)
	}
}
