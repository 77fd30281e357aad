package commands_test

import (
	"testing"

	"github.com/callup/callup/commands/operations"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

func TestReadPersonalData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	env := w.env()
	c := operations.Disclosure{Reason: "a complaint", Selection: "events list", By: "ana"}
	at, err := operations.ReadPersonalData.Run(t.Context(), s, env, c)
	must(t, err)
	id := ident.Thing(disclosure.Category, env.ID)
	w.wrote(disclosure.Category, id, "PersonalDataRead")
	for r, err := range w.store.ReadStream(t.Context(), eventstore.StreamName(disclosure.Category, id), 0) {
		must(t, err)
		e, err := w.cat.Open(t.Context(), w.keys, r)
		must(t, err)
		if read, ok := e.(disclosure.PersonalDataRead); !ok || read.Reason.String() != c.Reason || read.Selection != c.Selection ||
			read.By.String() != c.By ||
			r.Position != at.Position {
			t.Errorf("%+v at %s, not %s", e, r.Position, at.Position)
		}
	}
	again, err := operations.ReadPersonalData.Run(t.Context(), s, env, c)
	must(t, err)
	if again != at || w.events() != 1 {
		t.Errorf("sent again: %s, not %s; %d events", again, at, w.events())
	}
	_, err = operations.ReadPersonalData.Run(t.Context(), s, w.env(),
		operations.Disclosure{Reason: " ", Selection: "events list", By: "ana"})
	refused(t, err, "required")
	var keys int
	must(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys`).Scan(&keys))
	if keys != 1 || w.events() != 1 {
		t.Errorf("refused, it left %d keys and %d events", keys, w.events())
	}
}
