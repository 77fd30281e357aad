package projector

import (
	"fmt"
	"strings"
	"testing"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// What becomes of a row is what its table declares, of those rows alone that name who is erased.
func TestOwnedBy_RowsFollowTheErasure(t *testing.T) {
	other := started(false)
	other.Donation, other.Supporter = thing("donation", 1), thing("subject", 1)
	happened := events(fact{"donation", gift, started(false)}, fact{"donation", other.Donation, other}, registered(owner, supporter),
		fact{erasure.Category, id, erasure.PersonErased{Subject: supporter}})
	fold := func(p *Projection) map[any]any {
		m := NewMemory(p, false)
		must(t, m.Fold(happened))
		return m.Tables[p.Name]
	}
	lines := fold(toyLines())
	if l, ok := lines[gift].(*line); !ok || l.Name != "" || l.Supporter != supporter || l.Campaign != id {
		t.Errorf("a row that is blanked is %+v", lines[gift])
	}
	if l, ok := lines[other.Donation].(*line); !ok || l.Name != "Ada" {
		t.Errorf("somebody else's row is %+v", lines[other.Donation])
	}
	if receipts := fold(toyReceipts()); receipts[gift] != nil || len(receipts) != 1 {
		t.Errorf("a row that goes left %+v", receipts)
	}
	if n, ok := fold(toyNames())[owner].(*name); !ok || n.Name+n.Email != "" || n.Subject != supporter {
		t.Errorf("a row that is erased by a function is %+v", n)
	}
}

func TestNewTable_OwnersMustFit(t *testing.T) {
	bySubject := Lookup("subject", func(n *name) ident.ID { return n.Subject })
	for want, declare := range map[string]func(){
		"has no column nick that could be blanked": func() { toyOf(bySubject, OwnedBy("subject", Blank("nick"))) },
		"has no column id that could be blanked":   func() { toyOf(bySubject, OwnedBy("subject", Blank("id"))) },
		"has no column name that names a person":   func() { toyOf(Kept("name", "")) },
		"declares no lookup by subject, its owner": func() { toyOf(OwnedBy("subject", Remove())) },
		"the rows of table names are not projector.line": func() {
			toyOf(bySubject,
				OwnedBy("subject", Erase("", func(*Rows, *line) {})))
		},
		"is nobody's and somebody's": func() { toyOf(Kept("subject", ""), Nobodys()) },
		"is owned through others":    func() { New("toy", 1, toyOf(OwnedThrough("others"))) },
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, want) {
					t.Errorf("it says %q, not %q", said, want)
				}
			}()
			declare()
		}()
	}
}

func toyOf(opts ...TableOption) Table[ident.ID, name] {
	return NewTable[ident.ID, name]("names", "id", opts...)
}
