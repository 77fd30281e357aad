package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/report"
)

var (
	now   = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	thing = ident.ID{1}
)

func TestFile(t *testing.T) {
	file := report.File{
		Report: ident.ID{9}, Kind: report.Campaign, Thing: thing, Owner: ident.ID{2}, Member: ident.ID{3}, Sender: ident.ID{4},
		Reason: "scam", Words: " The photograph is from a shop ", Now: now,
	}
	given := domaintest.Given(t, report.Decider)
	bad := file
	bad.Reason = "boring"
	given.When(bad.Decide).ThenRefused("required")
	bad = file
	bad.Words = strings.Repeat("é", report.MaxWords+1)
	given.When(bad.Decide).ThenRefused("too_long")
	given.When(file.Decide).Then(report.Filed{
		Report: ident.ID{9}, Kind: report.Campaign, Thing: thing, Owner: ident.ID{2}, Member: ident.ID{3}, Subject: ident.ID{4},
		Reason: "scam", Words: personal.Plain("The photograph is from a shop"), At: now,
	}).When(file.Decide).ThenRefused("already_reported")
}

func TestDismiss(t *testing.T) {
	dismiss := report.Dismiss{Kind: report.Campaign, Thing: thing, UpTo: now, By: ident.ID{5}, Now: now.Add(time.Hour)}
	h := domaintest.Given(t, report.CaseDecider).When(dismiss.Decide).Then(report.Settled{
		Kind: report.Campaign, Thing: thing, UpTo: now, By: ident.ID{5}, At: now.Add(time.Hour),
	})
	h.When(dismiss.Decide).ThenNothing()
	dismiss.UpTo = now.Add(time.Minute)
	h.When(dismiss.Decide).Then(report.Settled{
		Kind: report.Campaign, Thing: thing, UpTo: dismiss.UpTo, By: ident.ID{5}, At: now.Add(time.Hour),
	})
}
