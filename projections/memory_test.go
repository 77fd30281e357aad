package projections

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/readmodel"
)

// memory is the tables of one projection without a database: what folds made of pages.
type memory struct {
	p      *Projection
	tables map[string]map[any]any // table → key → row
	at     uint64
	kept   *Rows // as a rebuild keeps rows between pages
}

func newMemory(p *Projection) *memory {
	m := &memory{p: p, tables: map[string]map[any]any{}}
	for _, t := range p.tables {
		m.tables[t.name] = map[any]any{}
	}
	return m
}

// happenings are facts as the log would give them, recorded a minute apart.
func happenings(facts []fact) []happening {
	out := make([]happening, len(facts))
	revisions := map[ident.ID]eventstore.Revision{}
	for i, f := range facts {
		r := revisions[f.id]
		revisions[f.id]++
		out[i] = happening{
			recorded: eventstore.Recorded{
				Event: eventstore.Event{ID: thing("event", i)}, Stream: eventstore.StreamName(f.category, f.id), Revision: r,
				Position: eventstore.MakePosition(uint64(i+1), 0), Time: time.Date(2026, 11, 20, 9, i, 0, 0, time.UTC),
			},
			sealed: f.event, opened: f.event,
		}
	}
	return out
}

func (m *memory) page(events []happening) error {
	after := eventstore.MakePosition(m.at, 0)
	rows := m.kept
	if rows == nil {
		rows = newRows()
	}
	for range maxPasses {
		err := m.p.fold(rows, events, after, nil)
		if !rows.missing {
			if err != nil {
				return err
			}
			m.write(rows)
			m.at, _ = events[len(events)-1].recorded.Position.Parts()
			return nil
		}
		for t, w := range rows.tables {
			m.load(t, w)
		}
	}
	return fmt.Errorf("not folded after %d passes", maxPasses)
}

func (m *memory) load(t *table, w *working) {
	for k := range w.wanted {
		w.base[k] = copyRow(m.tables[t.name][k])
	}
	clear(w.wanted)
	for ref := range w.seek {
		for k, row := range m.tables[t.name] {
			if t.lookups[ref.column].of(row) == ref.value {
				w.base[k] = copyRow(row)
			}
		}
		w.known[ref] = true
	}
	clear(w.seek)
}

func (m *memory) write(rows *Rows) {
	for t, w := range rows.tables {
		for _, k := range w.changed() {
			if row := w.current[k].row; row != nil {
				if got := t.keyOf(reflect.ValueOf(row).Elem()); got != k {
					panic(fmt.Sprintf("row of %v in %s has the key %v", k, t.name, got))
				}
				m.tables[t.name][k] = copyRow(row)
			} else {
				delete(m.tables[t.name], k)
			}
		}
		if m.kept != nil {
			w.keep()
		}
	}
}

func folded(t interface{ Fatal(...any) }, p *Projection, events []happening, size int, keep bool) *memory {
	m := newMemory(p)
	if keep {
		m.kept = newRows()
	}
	for i := 0; i < len(events); i += size {
		if err := m.page(events[i:min(i+size, len(events))]); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func row[V any](m *memory, table string, key any) V {
	if v, ok := m.tables[table][key].(*V); ok {
		return *v
	}
	var none V
	return none
}

func byName(name string) *Projection {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	panic("no projection " + name)
}

// However the log is cut into pages, and whether rows are kept between them or read again, the rows are the same; and
// the figures are those one gets by looking at every gift.
func TestFiguresOfRandomHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := randomHistory(t, 60)
		events := happenings(h.facts)
		made := map[string]*memory{}
		for _, p := range All() {
			one := folded(t, p, events, 1, false)
			for _, c := range []struct {
				size int
				keep bool
			}{{7, false}, {1 << 20, false}, {1, true}, {7, true}} {
				if m := folded(t, p, events, c.size, c.keep); !reflect.DeepEqual(m.tables, one.tables) {
					t.Fatalf("%s in pages of %d (kept: %t) is\n%s\nand one by one\n%s", p.Name, c.size, c.keep, show(m), show(one))
				}
			}
			made[p.Name] = one
		}
		check(t, compute(h), made)
	})
}

func show(m *memory) string {
	s := ""
	for name, rows := range m.tables {
		for k, r := range rows {
			s += fmt.Sprintf("%s %v %+v\n", name, k, reflect.ValueOf(r).Elem())
		}
	}
	return s
}

// popularAt adds up a campaign's window as the read API does.
func popularAt(m *memory, id ident.ID, now time.Time) (supporters int64) {
	for _, r := range m.tables[readmodel.ProgressHours] {
		if h, ok := r.(*readmodel.CampaignHour); ok && h.Campaign == id && h.Hour.After(now.Add(-readmodel.PopularHours*time.Hour)) {
			supporters += h.Supporters
		}
	}
	return supporters
}

func check(t interface{ Fatalf(string, ...any) }, want naive, made map[string]*memory) {
	same := func(what string, got, want any) {
		if got != want {
			t.Fatalf("%s: %+v, not %+v", what, got, want)
		}
	}
	m := made["campaign_progress"]
	same("campaigns", len(m.tables[readmodel.Progress]), len(want.progress))
	for id, p := range want.progress {
		got := row[readmodel.CampaignProgress](m, readmodel.Progress, id)
		got.LastGiftAt = nil
		same("progress", got, p)
		for who, gifts := range want.people[id] {
			same("gifts of one person", row[readmodel.CampaignPerson](m, readmodel.ProgressPeople, perCampaign{id, who}).Gifts, gifts)
		}
	}
	people := 0
	for _, p := range want.people {
		people += len(p)
	}
	same("people of campaigns", len(m.tables[readmodel.ProgressPeople]), people)
	same("hours", len(m.tables[readmodel.ProgressHours]), len(want.hours))
	for k, gifts := range want.hours {
		same("gifts of an hour", row[readmodel.CampaignHour](m, readmodel.ProgressHours, k).Gifts, gifts)
	}
	for later := range 32 * 4 { // windows that begin before, between and after the gifts
		now := want.now.Add(time.Duration(later) * 6 * time.Hour)
		popular := want.popular(now)
		for id := range want.progress {
			same(fmt.Sprintf("supporters %d quarters of a day later", later), popularAt(m, id, now), popular[id])
		}
	}

	m = made["contributor_totals"]
	same("contributors", len(m.tables[readmodel.Contributors]), len(want.contributors))
	for k, c := range want.contributors {
		c.Supporter, c.Currency = k.Supporter, k.Currency
		same("contributor", row[readmodel.ContributorTotal](m, readmodel.Contributors, k), c)
	}
	m = made["platform_totals"]
	same("currencies", len(m.tables[readmodel.PlatformTotals]), len(want.platform))
	for c, p := range want.platform {
		p.Currency = c
		same("platform", row[readmodel.PlatformTotal](m, readmodel.PlatformTotals, string(c)), p)
	}
	same("supporters", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindPerson).Count, want.supporters)
	same("supported", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindCampaign).Count, want.supported)

	m = made["wallet_history"]
	same("gifts", len(m.tables[readmodel.Wallet]), len(want.wallet))
	for id, w := range want.wallet {
		got := row[readmodel.WalletEntry](m, readmodel.Wallet, id)
		same("wallet", readmodel.WalletEntry{
			Donation: got.Donation, Status: got.Status, Gift: got.Gift, Counted: got.Counted, Refunded: got.Refunded,
		}, w)
	}
	m = made["campaign_supporters"]
	for id, state := range want.listed {
		same("line", row[readmodel.Supporter](m, readmodel.Supporters, id).State, state)
	}
}
