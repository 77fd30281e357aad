package orgpage_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/personal"
)

var (
	now                       = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	page, owner, other, guest = ident.ID{1}, ident.ID{2}, ident.ID{4}, ident.ID{5}
	subject                   = member.SubjectOf(owner)
	writing                   = orgpage.Writing{
		Author: subject, Kind: "nonprofit", Name: " Café ", Website: "cafe.example/x", Lang: "fr",
	}
	words = orgpage.Words{Author: subject, Kind: "nonprofit", Name: personal.Plain("Café"), Lang: "fr",
		Website: personal.Plain("https://cafe.example/x")}
	opened = orgpage.Opened{Page: page, Member: owner, Words: words, At: now}
)

func revise(by ident.ID, change func(*orgpage.Writing)) func(orgpage.State) ([]orgpage.Event, error) {
	w := writing
	change(&w)
	return orgpage.Revise{Page: page, Actor: by, Name: "Café", Website: "https://cafe.example/x", Writing: w, Now: now}.Decide
}

func TestMake(t *testing.T) {
	given := domaintest.Given(t, orgpage.Decider)
	open := func(change func(*orgpage.Writing)) func(orgpage.State) ([]orgpage.Event, error) {
		w := writing
		change(&w)
		return orgpage.Make{Page: page, Member: owner, Writing: w, Now: now}.Decide
	}
	same := func(*orgpage.Writing) {}
	given.When(open(same)).Then(opened).When(open(same)).ThenRefused("page_exists")
	given = domaintest.Given(t, orgpage.Decider)
	given.When(open(func(w *orgpage.Writing) { w.Name, w.Kind = " ", "guild" })).ThenRefused("required name", "required kind")
	given.When(open(func(w *orgpage.Writing) { w.Name = "🏠 !" })).ThenRefused("letters_required name") // Found52
	given.When(open(func(w *orgpage.Writing) { w.Description = strings.Repeat("é", 1001) })).ThenRefused("too_long description")
	for _, website := range []string{
		"javascript:alert(1)", "ftp://a.example", "https://localhost", "https://a b.example", "https://ann:secret@a.example", "nowhere",
	} {
		given.When(open(func(w *orgpage.Writing) { w.Website = website })).ThenRefused("malformed_address website")
	}
}

// Another name, or another address, is another organization than the one that was checked.
func TestRevise(t *testing.T) {
	verified := orgpage.Verified{Page: page, At: now}
	given := domaintest.Given(t, orgpage.Decider).And(opened, verified)
	described := words
	described.Description = personal.Plain("Mends")
	revised := orgpage.Revised{Page: page, Words: described, At: now}
	given.When(revise(owner, func(w *orgpage.Writing) { w.Description = "Mends" })).Then(revised)
	renamed := words
	renamed.Name = personal.Plain("Bar")
	domaintest.Given(t, orgpage.Decider).And(opened, verified).When(revise(owner, func(w *orgpage.Writing) { w.Name = "Bar" })).
		Then(orgpage.Revised{Page: page, Words: renamed, At: now}, orgpage.Unverified{Page: page, At: now})
	domaintest.Given(t, orgpage.Decider).And(opened).When(revise(other, func(*orgpage.Writing) {})).ThenRefused("page_not_yours")
	domaintest.Given(t, orgpage.Decider).When(revise(owner, func(*orgpage.Writing) {})).ThenRefused("page_not_found")
}

func TestCloseAndVerify(t *testing.T) {
	closed := orgpage.Closed{Page: page, At: now}
	closing := func(by ident.ID) func(orgpage.State) ([]orgpage.Event, error) {
		return orgpage.Close{Page: page, Actor: by, Now: now}.Decide
	}
	verify := func(on bool) func(orgpage.State) ([]orgpage.Event, error) {
		return orgpage.Verify{Page: page, Verified: on, Now: now}.Decide
	}
	given := domaintest.Given(t, orgpage.Decider).And(opened)
	given.When(verify(false)).ThenNothing().When(verify(true)).Then(orgpage.Verified{Page: page, At: now}).
		When(verify(true)).ThenNothing().When(verify(false)).Then(orgpage.Unverified{Page: page, At: now}).
		When(closing(other)).ThenRefused("page_not_yours").When(closing(owner)).Then(closed).
		When(closing(owner)).ThenNothing().When(verify(true)).ThenRefused("page_not_found")
	drop := orgpage.Drop{Page: page, Member: owner, Times: 1, Now: now}.Decide
	domaintest.Given(t, orgpage.Decider).And(opened).When(drop).Then(closed).When(drop).ThenNothing()
}

func TestChangeLogo(t *testing.T) {
	show := func(by ident.ID, upload string) func(orgpage.State) ([]orgpage.Event, error) {
		return orgpage.ChangeLogo{Page: page, Actor: by, Upload: upload, Now: now}.Decide
	}
	changed := func(upload string) orgpage.LogoChanged {
		return orgpage.LogoChanged{Page: page, Member: owner, Upload: upload, At: now}
	}
	domaintest.Given(t, orgpage.Decider).And(opened).When(show(owner, "")).ThenNothing().When(show(owner, "one")).
		Then(changed("one")).When(show(owner, "one")).ThenNothing().When(show(other, "two")).ThenRefused("page_not_yours").
		When(show(owner, "")).Then(changed(""))
	domaintest.Given(t, orgpage.Decider).When(show(owner, "one")).ThenRefused("page_not_found")
}

// Of two who change what they both read, the later one has not read what it says now.
func TestRevise_RefusesWordsThatWereNotRead(t *testing.T) {
	later := now.Add(time.Second)
	on := func(read time.Time) func(orgpage.State) ([]orgpage.Event, error) {
		return orgpage.Revise{Page: page, Actor: owner, Writing: writing, BuildsOn: read, Now: later}.Decide
	}
	revised := orgpage.Revised{Page: page, Words: words, At: later}
	given := domaintest.Given(t, orgpage.Decider).And(opened)
	given.When(on(later)).ThenRefused("page_changed")
	given.When(on(now.Add(999))).Then(revised) // a read table keeps no nanoseconds
	given = given.And(revised)
	given.When(on(now)).ThenRefused("page_changed")
	given.When(on(later)).Then(revised)
	given.When(on(time.Time{})).Then(revised)
}
