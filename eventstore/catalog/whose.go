package catalog

import (
	"fmt"
	"reflect"
)

// whose says to whom events of a type belong. Every type says so when it is registered: what somebody forgets here, nobody
// would find when a person is erased or asks for what is kept of them.
type whose struct {
	field   string // the JSON name of the field that leads to the person
	because string // why it is nobody's
}

// of says that an event belongs to whoever a field leads to: a subject, a member, or a thing of theirs.
func of(field string) whose { return whose{field: field} }

// nobodys says that events of a type belong to nobody, and why.
func nobodys(because string) whose { return whose{because: because} }

// check panics where the field is none, a mistake in the program.
func (w whose) check(name string, t reflect.Type) {
	if w.because != "" {
		return
	}
	if f, ok := byJSONName(t, w.field); !ok || f.Type != idType {
		panic(fmt.Sprintf("event %s says that it is of %q, which is no id at its root", name, w.field))
	}
}

// Whose tells by which field events of a type lead to whom they belong to; nobody where there is none. It is "" for a type
// that is unknown.
func (c *Catalog) Whose(name string) (field string, nobody bool) {
	e := c.byName[name]
	if e == nil {
		return "", false
	}
	return e.whose.field, e.whose.because != ""
}
