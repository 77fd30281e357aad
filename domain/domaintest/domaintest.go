// Package domaintest states rules as given, when, then: the events that happened, the command, and the events it
// decides or the refusals it meets. Only tests import it.
package domaintest

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/callup/callup/domain"
)

// History is what has happened to a thing.
type History[S, E any] struct {
	t      testing.TB
	d      domain.Decider[S, E]
	events []E
}

// Outcome is what a command came to.
type Outcome[S, E any] struct {
	History[S, E]
	decided []E
	err     error
}

// Given starts from events.
func Given[S, E any](t testing.TB, d domain.Decider[S, E], events ...E) History[S, E] {
	t.Helper()
	return History[S, E]{t, d, events}
}

// State folds the events.
func (h History[S, E]) State() S {
	s := h.d.Initial()
	for _, e := range h.events {
		s = h.d.Evolve(s, e)
	}
	return s
}

// And adds events.
func (h History[S, E]) And(events ...E) History[S, E] {
	h.events = append(slices.Clip(h.events), events...)
	return h
}

// When decides a command. Deciding must leave the state it was given as it was, and decide the same from it again.
func (h History[S, E]) When(decide func(S) ([]E, error)) Outcome[S, E] {
	h.t.Helper()
	s := h.State()
	decided, err := decide(s)
	if !reflect.DeepEqual(s, h.State()) {
		h.t.Errorf("deciding changed the state to %+v", s)
	}
	again, err2 := decide(s)
	if !reflect.DeepEqual(decided, again) || !reflect.DeepEqual(err, err2) {
		h.t.Errorf("decided %+v, %v and then %+v, %v from the same state", decided, err, again, err2)
	}
	return Outcome[S, E]{h, decided, err}
}

// Then checks the events decided, and gives the history they make.
func (o Outcome[S, E]) Then(want ...E) History[S, E] {
	o.t.Helper()
	if o.err != nil {
		o.t.Errorf("refused: %v", o.err)
	}
	if len(o.decided) != len(want) || len(want) > 0 && !reflect.DeepEqual(o.decided, want) {
		o.t.Errorf("decided\n  %+v\nnot\n  %+v", o.decided, want)
	}
	return o.And(o.decided...)
}

// ThenNothing checks that nothing was decided nor refused.
func (o Outcome[S, E]) ThenNothing() History[S, E] {
	o.t.Helper()
	return o.Then()
}

// Decided gives the events, to be looked at.
func (o Outcome[S, E]) Decided() []E {
	o.t.Helper()
	if o.err != nil {
		o.t.Errorf("refused: %v", o.err)
	}
	return o.decided
}

// ThenRefused checks the refusals met, each as its code, or as its code and field: "required title".
func (o Outcome[S, E]) ThenRefused(want ...string) History[S, E] {
	o.t.Helper()
	if len(o.decided) > 0 {
		o.t.Errorf("refused and decided %+v", o.decided)
	}
	if got := refusals(o.err); !matches(got, want) {
		o.t.Errorf("refused with %q (%v), not %q", got, o.err, want)
	}
	return o.History
}

func refusals(err error) []string {
	var many domain.Refusals
	var one *domain.Refusal
	switch {
	case errors.As(err, &many):
	case errors.As(err, &one):
		many = domain.Refusals{one}
	}
	var out []string
	for _, r := range many {
		out = append(out, r.Code+" "+r.Field)
	}
	return out
}

func matches(got, want []string) bool {
	if len(got) != len(want) || len(got) == 0 {
		return false
	}
	for i, w := range want {
		if got[i] != w && (len(got[i]) <= len(w) || got[i][:len(w)+1] != w+" ") {
			return false
		}
	}
	return true
}
