package command

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
)

// Who says who may give a command.
type Who string

// Only what the operator and the program itself give has no route. An administrator is moderator and auditor too.
const (
	Visitor       Who = "visitor" // anybody, signed in or not
	Member        Who = "member"  // whoever is signed in
	Owner         Who = "owner"   // the member whose thing it is: the command's rule refuses everybody else
	Team          Who = "team"    // as Owner, of whoever runs the campaign that it is about: its owner and its co-organizers
	Holder        Who = "holder"  // as Owner, of a thing that others must not know of: to them there is none
	Moderator     Who = auth.Moderator
	Auditor       Who = auth.Auditor
	Administrator Who = auth.Administrator

	Operator Who = "operator" // who has the command line
	Internal Who = "internal" // reactors, timers and providers
)

// routed tells whether a route leads to the commands of some.
func (w Who) routed() bool { return w != Operator && w != Internal }

// allows refuses whoever may not give a command, as far as its own rule doesn't: sign_in_required, forbidden.
func (w Who) allows(ctx context.Context) error {
	switch w {
	case Moderator, Auditor, Administrator:
		_, err := auth.RequireRole(ctx, string(w))
		return err
	case Member, Owner, Team, Holder:
		_, err := auth.Require(ctx)
		return err
	case Visitor, Operator, Internal:
	}
	return nil
}

// Done says that a command is in the log, and where. It is the answer of commands that have no more to say.
type Done struct {
	Position eventstore.Position `json:"position" doc:"Send it back as Read-After to read what this command changed"`
}

// Reached is the position of the log that the command reached.
func (d Done) Reached() eventstore.Position { return d.Position }

// Answer is what a command answers: Done, or a struct that embeds it.
type Answer interface{ Reached() eventstore.Position }

// Call is one command being carried out: who sent it, and what it may use.
type Call struct {
	*Service
	Envelope
}

// Command is a command as an area declares it: from it come its route, its part of the API's document, its envelope, its
// idempotency, its metric, its span, its log line and its row in the matrix of who may do what.
type Command[In any, Out Answer] struct {
	name, summary string
	who           Who
	creates       bool
	proved        bool
	run           func(context.Context, *Call, In) (Out, error)
}

// Define declares a command: its name, which is stored in ids and never changes; a summary for the API's document; who may
// give it; and what it does. In is the body of its request, whose JSON is hashed to tell one intent from another.
func Define[In any, Out Answer](
	name, summary string, who Who, run func(context.Context, *Call, In) (Out, error),
) Command[In, Out] {
	return Command[In, Out]{name: name, summary: summary, who: who, run: run}
}

// Creating says that the command brings something new into being, whose stream is named after the command's id: the log
// itself tells then that a key was used with another body. For every other command the key is claimed first.
func (c Command[In, Out]) Creating() Command[In, Out] {
	c.creates = true
	return c
}

// Proved says that whoever sends the command over HTTP must have shown lately that it is them: proof_required (403) otherwise.
func (c Command[In, Out]) Proved() Command[In, Out] {
	c.proved = true
	return c
}

// Run carries the command out, observed once. Whoever calls it has made sure that the sender may give it, as far as the
// command's own rule doesn't.
func (c Command[In, Out]) Run(ctx context.Context, s *Service, env Envelope, in In) (Out, error) {
	return Observe(ctx, s.observer, c.name, env, func(ctx context.Context) (Out, error) {
		return c.run(ctx, &Call{Service: s, Envelope: env}, in)
	})
}

// Name is the command's name.
func (c Command[In, Out]) Name() string { return c.name }

// Who is who may give the command.
func (c Command[In, Out]) Who() Who { return c.who }

// Routed tells whether the command has a route.
func (c Command[In, Out]) Routed() bool { return c.who.routed() }

// Body is the type of the body of the command's request.
func (c Command[In, Out]) Body() reflect.Type { return reflect.TypeFor[In]() }

// Definition is a Command, whatever its body and its answer.
type Definition interface {
	Name() string
	Who() Who
	Routed() bool
	Body() reflect.Type
	register(api huma.API, s *Service, area string)
}

// Area is a group of commands.
type Area struct {
	Name     string
	Commands []Definition
}

// On carries out one decision on one stream, in the name of a call.
func On[S, E any](
	ctx context.Context, c *Call, d domain.Decider[S, E], id ident.ID, decide func(S) ([]E, error), opts ...Option,
) (Done, error) {
	res, err := Execute(ctx, c.Handler, d, id, c.Envelope, decide, opts...)
	return Done{res.Position}, err
}
