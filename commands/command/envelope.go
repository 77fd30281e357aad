// Package command carries out commands: load, decide, append. It knows no aggregate and no area; those declare what their
// commands do, and are given what they need of the outside.
package command

import (
	"strings"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Envelope says who sends a command, under which id, and what set it off.
type Envelope struct {
	ID          ident.ID // ident.Command(actor, idempotency key)
	Body        string   // keyed hash of what of the body holds no words; another body under the same id is refused
	Whole       string   // keyed hash of the whole body, where it came over HTTP; it never enters the log
	Member      ident.ID // in whose name; nil for guests, operators, reactors, timers and providers
	Actor       string   // "member:<id>", "guest", "reactor:<name>", "timer", "operator", "provider:<name>"
	Correlation ident.ID // the first command of the chain; zero when this is the first
	Causation   ident.ID // the event that led to this command, if one did
	Aside       bool     // a side effect of what its actor did elsewhere, such as signing in: no person sent it
}

// byPerson tells whether a person gave the command, and no reactor, timer or provider.
func (e Envelope) byPerson() bool {
	return !e.Aside && (e.Actor == "guest" || e.Actor == "operator" || strings.HasPrefix(e.Actor, "member:"))
}

// Child is the envelope of a further step of the same command, on another stream.
func (e Envelope) Child(step string) Envelope {
	c := e
	c.ID = ident.Command(e.ID.String(), step)
	if c.Correlation.IsNil() {
		c.Correlation = e.ID
	}
	return c
}

// ErrKeyReused refuses an idempotency key that was used with another body.
var ErrKeyReused = domain.Refuse(domain.Conflict, "idempotency_key_reused", "this idempotency key was used for another request")

// ErrStale refuses a change to something that has changed since it was read.
var ErrStale = domain.Refuse(domain.Stale, "stale_revision", "this has changed since you read it")

// For gives the envelope of the same command in a member's name.
func (e Envelope) For(member ident.ID) Envelope {
	e.Member = member
	return e
}
