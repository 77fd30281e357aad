package projections

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/projections/projector"
)

// What is not declared is not erased: a row without text would keep whoever made it for ever, and nobody would notice.
func TestTables_SayWhoseTheyAre(t *testing.T) {
	for _, p := range every() {
		for _, table := range p.Describe() {
			if len(table.Owners) == 0 && table.Through == "" && !table.Nobodys {
				t.Errorf(`table %s of projection %s does not say whose its rows are. Add one of these to its NewTable:
	projector.OwnedBy("<column>", projector.Blank("<column>", …) or projector.Remove()): the column,
		by which it has a Lookup, names the subject
	projector.OwnedThrough("<table>"): the rows are erased with those of another table
	projector.Kept("<column>", "<why>"): the column names the subject for ever, in a row without words
	projector.Nobodys(): nothing in it names a person or was written by one`, table.Name, p.Name)
			}
		}
	}
}

// typedWords are what people write in random histories, also as it is searched for.
var typedWords = regexp.MustCompile(
	`(?i)\b(name|mail|bio|place|title|message|unit|note|post|comment|page|hurry) \d+ (é|e\b)|\bBo é|\bRope\b|"slug-`)

// A table holds what it declares: nobody's table names nobody, a column that names a subject is declared, and once everybody
// is erased no table holds a word that anybody wrote.
func TestTables_HoldWhatTheyDeclare(t *testing.T) {
	met := map[string]bool{} // columns that named a subject
	rapid.Check(t, func(t *rapid.T) {
		h := randomHistory(t, 90)
		people := h.people()
		written := happenings(h.facts)
		for subject := range people.subjects {
			h.facts = append(h.facts, fact{erasure.Category, ident.Pair("end", subject.String()),
				erasure.PersonErased{Subject: subject, At: h.now}})
		}
		all := happenings(h.facts)
		for _, p := range every() {
			m := folded(t, p, written, 1<<20, false)
			for _, table := range p.Describe() {
				for _, row := range m.Tables[table.Name] {
					for column, id := range idsOf(row) {
						switch declared := declares(table, column); {
						case people.subjects[id] && declared:
							met[table.Name+"."+column] = true
						case people.subjects[id]:
							t.Fatalf("column %s of table %s names a subject: add projector.OwnedBy or projector.Kept of it to the table", column,
								table.Name)
						case people.members[id] && table.Nobodys:
							t.Fatalf("column %s of table %s names a member, and the table is declared projector.Nobodys", column, table.Name)
						}
					}
				}
			}
			if err := m.Fold(all[len(written):]); err != nil {
				t.Fatal(err)
			}
			for name, rows := range m.Tables {
				for _, row := range rows {
					text, err := json.Marshal(row)
					if err != nil {
						t.Fatal(err)
					}
					if left := typedWords.Find(text); left != nil {
						t.Fatalf("everybody is erased, and table %s still says %q: blank it with projector.OwnedBy\n%s", name, left, text)
					}
				}
			}
		}
	})
	// What is rare happens in one of these.
	for seed := range 200 {
		h := rapid.Custom(func(t *rapid.T) *history { return randomHistory(t, 220) }).Example(seed)
		subjects, written := h.people().subjects, happenings(h.facts)
		for _, p := range every() {
			m := folded(t, p, written, 1<<20, false)
			for _, table := range p.Describe() {
				for _, row := range m.Tables[table.Name] {
					for column, id := range idsOf(row) {
						if subjects[id] {
							met[table.Name+"."+column] = true
						}
					}
				}
			}
		}
	}
	for _, p := range every() {
		for _, table := range p.Describe() {
			for _, o := range table.Owners {
				if !met[table.Name+"."+o.Column] {
					t.Errorf("no history put a subject into %s.%s: it names nobody, or no doing of history_test.go does", table.Name, o.Column)
				}
			}
		}
	}
}

func declares(table projector.TableInfo, column string) bool {
	return slices.ContainsFunc(table.Owners, func(o projector.Owner) bool { return o.Column == column })
}

// idsOf gives the ids in a row, by column.
func idsOf(row any) map[string]ident.ID {
	out := map[string]ident.ID{}
	v := reflect.ValueOf(row).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if id, ok := reflect.TypeAssert[ident.ID](v.FieldByIndex(f.Index)); ok && !id.IsNil() {
			out[f.Tag.Get("db")] = id
		}
	}
	return out
}

type people struct{ subjects, members map[ident.ID]bool }

// people are those who may occur in a history.
func (h *history) people() people {
	p := people{map[ident.ID]bool{}, map[ident.ID]bool{}}
	for n := range 5 {
		p.subjects[member.SubjectOf(thing("member", n))], p.members[thing("member", n)] = true, true
	}
	for n := range 2 {
		p.subjects[thing("beneficiary", n)] = true
	}
	for n := range 3 {
		p.subjects[ident.Pair("words", thing("campaign", n).String())] = true
	}
	for n := range 4 {
		p.subjects[ident.Pair("words", thing("draft", n).String())] = true
		p.subjects[ident.Pair("draft's beneficiary", thing("draft", n).String())] = true
	}
	return p
}
