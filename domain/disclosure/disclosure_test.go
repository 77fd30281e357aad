package disclosure_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

func TestRecord(t *testing.T) {
	c := disclosure.Record{
		Disclosure: ident.ID{1}, Subject: ident.ID{2}, Reason: " a complaint ", Selection: "events list", By: " ana ",
		Now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	given := domaintest.Given(t, disclosure.Decider)
	given.When(c.Decide).Then(disclosure.PersonalDataRead{
		Disclosure: c.Disclosure, Subject: c.Subject, Reason: personal.Plain("a complaint"), Selection: c.Selection,
		By: personal.Plain("ana"), At: c.Now,
	}).When(c.Decide).ThenNothing()

	c.Reason = " \t"
	given.When(c.Decide).ThenRefused("required reason")
	c.Reason, c.By = "a complaint", " "
	given.When(c.Decide).ThenRefused("required by")
	c.By = strings.Repeat("é", disclosure.MaxBy)
	c.Reason, c.Selection = strings.Repeat("é", disclosure.MaxReason+1), strings.Repeat("x", disclosure.MaxSelection+1)
	given.When(c.Decide).ThenRefused("too_long reason", "too_long selection")
	c.Reason, c.Selection = strings.Repeat("é", disclosure.MaxReason), strings.Repeat("x", disclosure.MaxSelection)
	if got := given.When(c.Decide).Decided(); len(got) != 1 {
		t.Errorf("at the limits: %v", got)
	}
}
