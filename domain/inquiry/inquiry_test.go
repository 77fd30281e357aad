package inquiry_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/personal"
)

func whole() inquiry.Send {
	return inquiry.Send{
		Inquiry: ident.ID{1}, Sender: ident.ID{2}, Member: ident.ID{3}, Name: "Ada", Email: "ada@example.org", Subject: "A question",
		Message: "How do I start?", Lang: "fr", Now: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC),
	}
}

func TestSend_IsSentOnce(t *testing.T) {
	c := whole()
	domaintest.Given(t, inquiry.Decider).When(c.Decide).Then(inquiry.Sent{
		Inquiry: c.Inquiry, Sender: c.Sender, Member: c.Member, Name: personal.Plain("Ada"), Email: personal.Plain("ada@example.org"),
		Subject: personal.Plain("A question"), Message: personal.Plain("How do I start?"), Lang: "fr", At: c.Now,
	}).When(c.Decide).ThenNothing()
}

func TestMarkAnswered_IsNotedOnce(t *testing.T) {
	c := inquiry.MarkAnswered{By: ident.ID{4}, Now: time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)}
	domaintest.Given(t, inquiry.Decider).When(c.Decide).ThenRefused("inquiry_not_found")
	domaintest.Given(t, inquiry.Decider, inquiry.Event(inquiry.Sent{Inquiry: ident.ID{1}, Sender: ident.ID{2}})).When(c.Decide).
		Then(inquiry.Answered{Inquiry: ident.ID{1}, By: c.By, At: c.Now}).When(c.Decide).ThenNothing()
}

func TestSend_RefusesAtEachField(t *testing.T) {
	domaintest.Given(t, inquiry.Decider).When(inquiry.Send{Lang: "en"}.Decide).
		ThenRefused("required name", "required email", "required subject", "required message")
	c := whole()
	c.Name, c.Email = strings.Repeat("é", inquiry.MaxName), strings.Repeat("e", inquiry.MaxEmail)
	c.Subject, c.Message = strings.Repeat("s", inquiry.MaxSubject), strings.Repeat("m", inquiry.MaxMessage)
	if got := domaintest.Given(t, inquiry.Decider).When(c.Decide).Decided(); len(got) != 1 {
		t.Errorf("words as long as they may be were refused: %v", got)
	}
	c.Name, c.Email, c.Subject, c.Message = c.Name+"é", c.Email+"e", c.Subject+"s", c.Message+"m"
	c.Lang = "de"
	domaintest.Given(t, inquiry.Decider).When(c.Decide).
		ThenRefused("too_long name", "too_long email", "too_long subject", "too_long message", "unknown_language lang")
}
