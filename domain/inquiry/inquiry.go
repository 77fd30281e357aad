// Package inquiry is the rules of one message to support, from whoever wrote it to whoever runs the installation.
package inquiry

import (
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of messages to support.
const Category = "inquiry"

// Limits of a message's words, in characters.
const (
	MaxName    = 120
	MaxEmail   = 254
	MaxSubject = 150
	MaxMessage = 5000
)

// Event is what happened to a message.
//
//sumtype:decl
type Event interface{ inquiryEvent() }

// Sent records a message and where its answer goes.
type Sent struct {
	Inquiry ident.ID      `json:"inquiry"`
	Sender  ident.ID      `json:"sender"`           // whose key seals the words
	Member  ident.ID      `json:"member,omitempty"` // nil for a guest
	Name    personal.Text `json:"name" personal:"sender"`
	Email   personal.Text `json:"email" personal:"sender"` // nobody has shown that it is the sender's
	Subject personal.Text `json:"subject" personal:"sender"`
	Message personal.Text `json:"message" personal:"sender"`
	Lang    string        `json:"lang"` // which the sender reads
	At      time.Time     `json:"at"`
}

// Answered says that somebody of the staff has answered a message, by mail or otherwise.
type Answered struct {
	Inquiry ident.ID  `json:"inquiry"`
	By      ident.ID  `json:"by"`
	At      time.Time `json:"at"`
}

func (Sent) inquiryEvent()     {}
func (Answered) inquiryEvent() {}

// State is what the rules need to know of a message.
type State struct {
	ID       ident.ID // nil until it was sent
	Answered bool
}

// Decider folds a message's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Sent:
			s.ID = e.Inquiry
		case Answered:
			s.Answered = true
		}
		return s
	},
}

// ErrNotFound refuses a command about a message that was never sent.
var ErrNotFound = domain.Refuse(domain.NotFound, "inquiry_not_found", "there is no such message")

// MarkAnswered notes that a message was answered.
type MarkAnswered struct {
	By  ident.ID
	Now time.Time
}

// Decide changes nothing for one that was answered already.
func (c MarkAnswered) Decide(s State) ([]Event, error) {
	if s.ID.IsNil() {
		return nil, ErrNotFound
	}
	if s.Answered {
		return nil, nil
	}
	return []Event{Answered{Inquiry: s.ID, By: c.By, At: c.Now}}, nil
}

// Send writes to support.
type Send struct {
	Inquiry, Sender, Member       ident.ID
	Name, Email, Subject, Message string
	Lang                          string
	Now                           time.Time
}

// Decide refuses, at each field, what is missing or too long; sending the same message twice changes nothing.
func (c Send) Decide(s State) ([]Event, error) {
	if !s.ID.IsNil() {
		return nil, nil
	}
	var faults domain.Refusals
	for _, field := range []struct {
		name, text string
		limit      int
	}{
		{"name", c.Name, MaxName}, {"email", c.Email, MaxEmail}, {"subject", c.Subject, MaxSubject}, {"message", c.Message, MaxMessage},
	} {
		switch {
		case field.text == "":
			faults = append(faults, domain.RefuseField(field.name, "required", "this is required"))
		case utf8.RuneCountInString(field.text) > field.limit:
			faults = append(faults, domain.RefuseField(field.name, "too_long", "this is too long").With("max", field.limit))
		}
	}
	if r := domain.RefuseUnnamed("name", c.Name); r != nil {
		faults = append(faults, r)
	}
	if c.Lang != "en" && c.Lang != "fr" && c.Lang != "es" {
		faults = append(faults, domain.RefuseField("lang", "unknown_language", "the language must be en, fr or es"))
	}
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{Sent{
		Inquiry: c.Inquiry, Sender: c.Sender, Member: c.Member, Name: personal.Plain(c.Name), Email: personal.Plain(c.Email),
		Subject: personal.Plain(c.Subject), Message: personal.Plain(c.Message), Lang: c.Lang, At: c.Now,
	}}, nil
}
