package erasure_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

var (
	id      = ident.ID{1}
	member  = ident.ID{2}
	subject = ident.ID{3}
	words   = ident.ID{4}
	now     = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	due     = now.AddDate(0, 0, 14)

	requested = erasure.Requested{
		Erasure: id, Kind: erasure.Member, Member: member, Subject: subject, Words: words, Email: personal.Plain("ada@example.org"),
		By: erasure.ByMember, DueAt: due, At: now,
	}
	theirs  = erasure.Subject{ID: subject, Kind: erasure.OfMember}
	another = erasure.Subject{ID: ident.ID{5}, Kind: erasure.OfCampaign}
)

func given(t *testing.T, events ...erasure.Event) domaintest.History[erasure.State, erasure.Event] {
	t.Helper()
	return domaintest.Given(t, erasure.Decider, events...)
}

func request() erasure.Request {
	return erasure.Request{
		Erasure: id, Kind: erasure.Member, Member: member, Subject: subject, Words: words, Email: "ada@example.org",
		By:    erasure.ByMember,
		DueAt: due, Now: now,
	}
}

func TestItCanBeUndoneUntilItBegins(t *testing.T) {
	waiting := given(t).When(request().Decide).Then(requested).When(request().Decide).ThenNothing()
	waiting.When(erasure.Begin{Now: due.Add(-time.Second)}.Decide).ThenRefused("erasure_not_due")
	began := erasure.Began{Erasure: id, At: due}
	undone := waiting.When(erasure.Undo{Now: due}.Decide).Then(erasure.Undone{Erasure: id,
		At: due}).When(erasure.Undo{Now: due}.Decide).ThenNothing()
	undone.When(erasure.Begin{AtOnce: true, Now: due}.Decide).ThenRefused("erasure_undone")
	again := request()
	again.Words = ident.ID{6}
	asked := requested
	asked.Words = again.Words
	if s := undone.When(again.Decide).Then(asked).State(); s.Words != again.Words || !slices.Equal(s.Former, []ident.ID{words}) {
		t.Errorf("asked again: %+v", s)
	}

	begun := waiting.When(erasure.Begin{Now: due}.Decide).Then(began).When(erasure.Begin{Now: due}.Decide).ThenNothing()
	waiting.When(erasure.Begin{AtOnce: true, Now: due}.Decide).Then(began)
	begun.When(erasure.Undo{Now: due}.Decide).ThenRefused("erasure_begun")
	begun.When(request().Decide).ThenNothing()

	given(t).When(erasure.Begin{AtOnce: true, Now: now}.Decide).ThenRefused("erasure_not_found")
	given(t).When(erasure.Undo{Now: now}.Decide).ThenRefused("erasure_not_found")
}

func TestStepByStep(t *testing.T) {
	scope := func(subjects ...erasure.Subject) func(erasure.State) ([]erasure.Event, error) {
		return erasure.Scope{Subjects: subjects, Campaigns: 1, Gifts: 2, Now: now}.Decide
	}
	scoped := func(subjects ...erasure.Subject) erasure.Scoped {
		return erasure.Scoped{Erasure: id, Subjects: subjects, Campaigns: 1, Gifts: 2, At: now}
	}
	gone := erasure.KeysDestroyed{Erasure: id, At: now}
	h := given(t, requested, erasure.Began{Erasure: id, At: now}).
		When(scope(theirs)).Then(scoped(theirs)).
		When(erasure.RecordKeysDestroyed{Now: now}.Decide).Then(gone).
		When(scope(theirs)).ThenNothing(). // nothing new was found
		When(scope(another, theirs, another)).Then(scoped(another)).
		When(erasure.RecordKeysDestroyed{Now: now}.Decide).Then(gone).
		When(erasure.Erase{Now: now}.Decide).Then(
		erasure.PersonErased{Erasure: id, Subject: theirs.ID, Kind: erasure.OfMember, At: now},
		erasure.PersonErased{Erasure: id, Subject: another.ID, Kind: erasure.OfCampaign, At: now},
	).
		When(erasure.RecordBuildsDropped{Dropped: 3, Now: now}.Decide).Then(erasure.BuildsDropped{Erasure: id, Dropped: 3, At: now}).
		When(erasure.RecordPurged{Removed: []erasure.Removed{{What: "mails", Count: 4}}, Now: now}.Decide).
		Then(erasure.Purged{Erasure: id, Removed: []erasure.Removed{{What: "mails", Count: 4}}, At: now}).
		When(erasure.Complete{Now: now}.Decide).Then(erasure.Completed{Erasure: id, At: now})
	h.When(request().Decide).ThenRefused("person_erased")
	h.When(erasure.Undo{Now: now}.Decide).ThenRefused("erasure_begun")
	if s := h.State(); s.Underway() || s.Status != erasure.Done || s.Cut != now || len(s.SubjectIDs()) != 2 {
		t.Errorf("%+v", s)
	}
}

// Many subjects are erased in batches of what one append takes.
func TestBatches(t *testing.T) {
	var many []erasure.Subject
	for i := range erasure.Batch + 1 {
		many = append(many, erasure.Subject{ID: ident.ID{9, byte(i)}, Kind: erasure.OfCampaign})
	}
	h := given(t, requested, erasure.Began{Erasure: id}, erasure.Scoped{Erasure: id, Subjects: many},
		erasure.KeysDestroyed{Erasure: id, At: now})
	first := h.When(erasure.Erase{Now: now}.Decide).Decided()
	if len(first) != erasure.Batch || h.And(first...).State().Status != erasure.KeysGone {
		t.Fatalf("%d erased at once", len(first))
	}
	h = h.And(first...)
	rest := h.When(erasure.Erase{Now: now}.Decide).Decided()
	if len(rest) != 1 || h.And(rest...).State().Status != erasure.Erased {
		t.Errorf("%d erased then", len(rest))
	}
}

// More subjects than one event takes are named by the next, after the keys of the first are gone.
func TestManySubjectsAreNamedInTurn(t *testing.T) {
	many := []erasure.Subject{theirs}
	for i := range erasure.NamedAtOnce {
		many = append(many, erasure.Subject{ID: ident.ID{9, byte(i >> 8), byte(i)}, Kind: erasure.OfBeneficiary})
	}
	scope, gone := erasure.Scope{Subjects: many, Now: now}.Decide, erasure.KeysDestroyed{Erasure: id, At: now}
	given(t, requested, erasure.Began{Erasure: id}).
		When(scope).Then(erasure.Scoped{Erasure: id, Subjects: many[:erasure.NamedAtOnce], At: now}).And(gone).
		When(scope).Then(erasure.Scoped{Erasure: id, Subjects: many[erasure.NamedAtOnce:], At: now}).And(gone).
		When(scope).ThenNothing()
}

// What is recorded out of its order means that another process was faster.
func TestOutOfStep(t *testing.T) {
	for name, decide := range map[string]func(erasure.State) ([]erasure.Event, error){
		"scope": erasure.Scope{Subjects: []erasure.Subject{theirs}}.Decide, "keys": erasure.RecordKeysDestroyed{}.Decide,
		"erase":  erasure.Erase{}.Decide,
		"builds": erasure.RecordBuildsDropped{}.Decide, "purge": erasure.RecordPurged{}.Decide, "complete": erasure.Complete{}.Decide,
	} {
		if events, err := decide(given(t, requested).State()); !errors.Is(err, erasure.ErrStep) || len(events) > 0 {
			t.Errorf("%s: %v, %v", name, events, err)
		}
	}
}
