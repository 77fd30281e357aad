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

func (Sent) inquiryEvent() {}

// Decider folds a message's events into whether it was sent.
var Decider = domain.Decider[bool, Event]{
	Category: Category,
	Initial:  func() bool { return false },
	Evolve: func(was bool, e Event) bool {
		switch e.(type) {
		case Sent:
			return true
		}
		return was
	},
}

// Send writes to support.
type Send struct {
	Inquiry, Sender, Member       ident.ID
	Name, Email, Subject, Message string
	Lang                          string
	Now                           time.Time
}

// Decide refuses, at each field, what is missing or too long; sending the same message twice changes nothing.
func (c Send) Decide(sent bool) ([]Event, error) {
	if sent {
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
