package projections

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/projector/projectortest"
	"github.com/callup/callup/projections/readmodel"
)

func asked() *erasing.Owners { return erasing.NewOwners(commands.Holdings(nil)) }

// every projection, also the one that the areas are asked for.
func every() []*projector.Projection { return append(All(), Belongings(asked())) }

// folds are the rows of an index, asked as ports.Belongings.
type folds map[any]any

func (f folds) Streams(_ context.Context, owners []ident.ID, categories ...string) ([]ports.Stream, error) {
	found := map[ports.Stream]bool{}
	for _, row := range f {
		b, ok := row.(*readmodel.Belonging)
		if ok && slices.Contains(owners, b.Owner) && (len(categories) == 0 || slices.Contains(categories, b.Category)) {
			found[ports.Stream{Category: b.Category, ID: b.Thing}] = true
		}
	}
	return erasing.Sorted(found), nil
}

// Whatever happened, the index leads to exactly what reading the whole log finds of each person, and of each campaign.
func TestBelongings_RandomHistories(t *testing.T) {
	cat, owners := catalog.New(), asked()
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		h := randomHistory(t, 200)
		events := recorded(t, cat, h.facts)
		index := folded(t, Belongings(owners), events, rapid.IntRange(1, 50).Draw(t, "page"), rapid.Bool().Draw(t, "kept"))
		inStream := func(s ports.Stream) iter.Seq2[command.Read, error] {
			return func(yield func(command.Read, error) bool) {
				for i, f := range h.facts {
					if f.category == s.Category && f.id == s.ID && !yield(command.Read{Recorded: events[i].Recorded, Event: f.event}, nil) {
						return
					}
				}
			}
		}
		for n := range 5 {
			who := thing("member", n)
			persons := []erasure.Subject{{ID: member.SubjectOf(who), Kind: erasure.OfMember}}
			if n > 2 {
				persons = append(persons, erasure.Subject{ID: thing("guest", n-3), Kind: erasure.OfGuest})
			}
			want, got := erasing.NewBelongings(who, persons), erasing.NewBelongings(who, persons)
			for _, f := range h.facts {
				owners.See(want, f.event)
			}
			if err := owners.Find(t.Context(), got, folds(index.Tables[readmodel.Belongings]), inStream); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("of member %d the index leads to\n%+v\nand the log to\n%+v", n, got, want)
			}
			if !reflect.DeepEqual(want, erasing.NewBelongings(who, persons)) {
				found++
			}
		}
		for n := range 3 {
			campaign := thing("campaign", n)
			pledged := map[ports.Stream]bool{}
			for _, f := range h.facts {
				if e, ok := f.event.(timepledge.Pledged); ok && e.Campaign == campaign {
					pledged[ports.Stream{Category: f.category, ID: f.id}] = true
				}
			}
			got, err := folds(index.Tables[readmodel.Belongings]).Streams(t.Context(), []ident.ID{campaign}, timepledge.Category)
			if err != nil || !slices.Equal(got, erasing.Sorted(pledged)) {
				t.Fatalf("of campaign %d the index lists %v, %v, and pledged was %v", n, got, err, erasing.Sorted(pledged))
			}
		}
	})
	if found == 0 {
		t.Error("nobody in any history had anything")
	}
}

// What an area finds without asking for anybody would be in no index.
func TestOwners_AskBeforeTheyFind(t *testing.T) {
	cat, owners := catalog.New(), asked()
	met := map[reflect.Type]bool{}
	for seed := range 600 {
		for _, f := range rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 220) }).Example(seed).facts {
			met[reflect.TypeOf(f.event)] = true
			owners.Of(f.event, f.id) // panics
		}
	}
	for _, e := range owners.Events() {
		if !met[reflect.TypeOf(e)] {
			name, err := cat.NameOf(e)
			must(t, err)
			t.Errorf("no random history has %s, by which something is found", name)
		}
		owners.Of(projectortest.Empty(t, cat, nameOf(t, cat, e)), ident.Nil)
	}
}

func nameOf(t *testing.T, cat *catalog.Catalog, event any) string {
	t.Helper()
	name, err := cat.NameOf(event)
	must(t, err)
	return name
}

// The rows that lead to a person's things stay until everything is erased, and then go; those of others stay.
func TestBelongings_GoWithThePerson(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	who, other, campaign := thing("member", 1), thing("member", 2), thing("campaign", 1)
	pledge := func(n int, by ident.ID) fact {
		id := thing("pledge", n)
		parties := timepledge.Parties{Pledge: id, Campaign: campaign, Member: by, Supporter: member.SubjectOf(by)}
		return fact{timepledge.Category, id, timepledge.Pledged{Parties: parties, At: at}}
	}
	id := erasing.ErasureOf(member.SubjectOf(who))
	step := func(event any) fact { return fact{erasure.Category, id, event} }
	facts := []fact{
		pledge(1, who), pledge(2, other),
		step(erasure.Requested{Erasure: id, Kind: erasure.Member, Member: who, Subject: member.SubjectOf(who), At: at}),
		step(erasure.Scoped{Erasure: id, Subjects: []erasure.Subject{{ID: member.SubjectOf(who), Kind: erasure.OfMember}}, At: at}),
		step(erasure.PersonErased{Erasure: id, Subject: member.SubjectOf(who), Kind: erasure.OfMember, At: at}),
		step(erasure.Completed{Erasure: id, At: at}),
	}
	streams := func(n int, owner ident.ID) []ports.Stream {
		t.Helper()
		got, err := folds(folded(t, Belongings(asked()), happenings(facts[:n]), 1, false).Tables[readmodel.Belongings]).
			Streams(t.Context(), []ident.ID{owner})
		must(t, err)
		return got
	}
	for n, want := range map[int]int{1: 1, 5: 1, 6: 0} {
		if got := streams(n, member.SubjectOf(who)); len(got) != want {
			t.Errorf("after %d events the person's are %v", n, got)
		}
	}
	if got := streams(6, member.SubjectOf(other)); len(got) != 1 {
		t.Errorf("another's are %v", got)
	}
	if got := streams(6, erasing.Everybody); len(got) != 1 || got[0].ID != id {
		t.Errorf("the erasures are %v", got)
	}
	if got := folded(t, Belongings(asked()), happenings(facts), 1, false).Tables[readmodel.ErasureOwners]; len(got) != 0 {
		t.Errorf("who was erased is still known: %v", got)
	}
}
