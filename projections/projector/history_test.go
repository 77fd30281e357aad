package projector

import (
	"errors"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
)

func TestRunner_RefusesAnotherHistory(t *testing.T) {
	for name, change := range map[string]string{
		"another event": `UPDATE projection_builds SET event_id = gen_random_uuid() WHERE projection = 'names'`,
		"a log cut off": `UPDATE projection_builds SET position = '99999' WHERE projection = 'names'`,
		"another place": `UPDATE projection_builds SET event_stream = 'member-nobody' WHERE projection = 'names'`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := byName("names")
			w.append(registered(owner, subject))
			c := w.config("one", p)
			w.ready(c)
			w.Exec(change)
			r := w.run(c)
			if err := r.err(); !errors.Is(err, ErrOtherHistory) || !strings.Contains(err.Error(), "callup projections rebuild names") {
				t.Fatalf("%v", err)
			}
			// rebuilding mends it, once someone says that the old tables may go
			var differs *Unaccepted
			if _, err := rebuilt(t.Context(), NewBuilder(c), p); !errors.As(err, &differs) || differs.Compared.Unread == "" {
				t.Fatalf("%v", err)
			}
			if _, err := NewBuilder(c).Rebuild(t.Context(), []*Projection{p}, true); err != nil {
				t.Fatal(err)
			}
			c = w.config("two", p)
			w.run(c)
			w.reached(c, w.append(registered(ident.ID{0x77}, subject)))
			w.agrees([]*Projection{p})
		})
	}
}
