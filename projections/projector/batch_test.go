package projector

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
)

// silent is a database that must not be asked.
type silent struct{}

func (silent) Query(context.Context, string, ...any) (pgx.Rows, error) {
	return nil, errors.New("asked for rows")
}

func TestTable_BeginDoesNotLookForTheRow(t *testing.T) {
	for name, first := range map[string]any{
		"lines": started(false), "receipts": started(false), "names": registered(owner, supporter).event,
	} {
		l := &leading{p: byName(name)}
		p, err := l.prepare(t.Context(), silent{}, pageOf(events(fact{"thing", id, first})), eventstore.MakePosition(1, 0))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n := len(p.rows.of(l.p.tables[0]).changed()); n != 1 {
			t.Errorf("%s: %d rows", name, n)
		}
	}
}

func TestShown_OtherRowsAreNotAnnounced(t *testing.T) {
	l := &leading{p: byName("lines")}
	l.rows = newRows()
	l.rows.whole = true
	for i, batch := range []struct {
		event any
		told  int
	}{
		{started(false), 0},
		{completed(), 1},
		{returned(1000, false), 1},
		{returned(4000, true), 1},
	} {
		l.build.Position = eventstore.MakePosition(0, 0)
		p, err := l.prepare(t.Context(), silent{}, pageOf(events(fact{"donation", gift, batch.event})), eventstore.MakePosition(1, 0))
		must(t, err)
		if got := p.changes().Tables["lines"]; len(got) != batch.told {
			t.Errorf("%d: told of %v", i, got)
		}
		l.absorb(p)
	}
}
