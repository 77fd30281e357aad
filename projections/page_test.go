package projections

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/readmodel"
)

// silent is a database that must not be asked.
type silent struct{}

func (silent) Query(context.Context, string, ...any) (pgx.Rows, error) {
	return nil, errors.New("asked for rows")
}

func TestWhatAnEventBeginsIsNotLookedFor(t *testing.T) {
	for name, first := range map[string]any{
		"campaign_supporters": started(false), "wallet_history": started(false), "members": registered(owner, supporter).event,
	} {
		l := &leading{p: byName(name)}
		p, err := l.prepare(t.Context(), silent{}, happenings([]fact{{"thing", id, first}}), eventstore.MakePosition(1, 0))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if n := len(p.rows.tables[l.p.tables[0]].changed()); n != 1 {
			t.Errorf("%s: %d rows", name, n)
		}
	}
}

func TestWhatNobodyIsShownIsNotAnnounced(t *testing.T) {
	l := &leading{p: byName("campaign_supporters")}
	l.rows = newRows()
	l.rows.whole = true
	for i, page := range []struct {
		event any
		told  int
	}{
		{started(false), 0},
		{completed(), 1},
		{returned(1000, false), 1},
		{returned(4000, true), 1},
	} {
		l.build.Position = eventstore.MakePosition(0, 0)
		p, err := l.prepare(t.Context(), silent{}, happenings([]fact{{"donation", gift, page.event}}), eventstore.MakePosition(1, 0))
		must(t, err)
		if got := p.changes().Tables[readmodel.Supporters]; len(got) != page.told {
			t.Errorf("%d: told of %v", i, got)
		}
		l.absorb(p)
	}
}
