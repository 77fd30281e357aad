// Package domain holds what every aggregate shares: how a rule refuses.
package domain

import (
	"errors"
	"fmt"
	"maps"
	"strings"
)

// Kind says what sort of refusal this is; internal/problem maps it to an HTTP status in one place.
type Kind string

// The kinds of refusal.
const (
	Invalid      Kind = "invalid"      // what was asked is malformed or outside its bounds
	Unauthorized Kind = "unauthorized" // nobody is signed in, or the proof is wrong
	Forbidden    Kind = "forbidden"    // the person may not do this
	NotFound     Kind = "not_found"    // there is no such thing, or it is not shown to this person
	Gone         Kind = "gone"         // it existed and is not shown any more
	Closed       Kind = "closed"       // the thing's state does not allow it now
	Stale        Kind = "stale"        // it changed since the person read it
	TooMany      Kind = "too_many"     // asked too often
	Conflict     Kind = "conflict"     // it contradicts what was asked before
	Unavailable  Kind = "unavailable"  // something it needs does not answer now; asking again may help
)

// Refusal is the answer to a request that can't be granted by the rules. It is not a fault of ours: it is shown to
// the person, translated from its Code, and never retried. Text is the English sentence for logs and API readers.
type Refusal struct {
	Kind  Kind
	Code  string // stable, snake_case: the web app translates it
	Field string // the field concerned, as named in the request body; empty when it concerns the whole
	Text  string
	Args  map[string]any // values the translated text may name, such as a limit
}

// Error gives the code and the English text.
func (r *Refusal) Error() string {
	if r.Field != "" {
		return fmt.Sprintf("%s (%s): %s", r.Code, r.Field, r.Text)
	}
	return fmt.Sprintf("%s: %s", r.Code, r.Text)
}

// Is makes two refusals with the same code equal to errors.Is.
func (r *Refusal) Is(target error) bool {
	var t *Refusal
	return errors.As(target, &t) && t.Code == r.Code
}

// With returns a copy of r that carries a value for its text.
func (r *Refusal) With(name string, value any) *Refusal {
	c := *r
	c.Args = make(map[string]any, len(r.Args)+1)
	maps.Copy(c.Args, r.Args)
	c.Args[name] = value
	return &c
}

// Refuse makes a refusal that concerns the whole request.
func Refuse(kind Kind, code, text string) *Refusal {
	return &Refusal{Kind: kind, Code: code, Text: text}
}

// RefuseField makes a refusal that concerns one field of the request.
func RefuseField(field, code, text string) *Refusal {
	return &Refusal{Kind: Invalid, Code: code, Field: field, Text: text}
}

// Refusals are several refusals found at once, one per field, so that a person mends them in one go.
type Refusals []*Refusal

// Error lists them.
func (rs Refusals) Error() string {
	var s strings.Builder
	for i, r := range rs {
		if i > 0 {
			s.WriteString("; ")
		}
		s.WriteString(r.Error())
	}
	return s.String()
}

// Unwrap lets errors.As and errors.Is find each of them.
func (rs Refusals) Unwrap() []error {
	errs := make([]error, len(rs))
	for i, r := range rs {
		errs[i] = r
	}
	return errs
}

// OrNil returns rs as an error when there is at least one refusal.
func (rs Refusals) OrNil() error {
	if len(rs) == 0 {
		return nil
	}
	return rs
}
