package projections

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// happenings are facts as the log would give them, recorded a minute apart.
func happenings(facts []fact) []projector.Event {
	out := make([]projector.Event, len(facts))
	revisions := map[ident.ID]eventstore.Revision{}
	for i, f := range facts {
		r := revisions[f.id]
		revisions[f.id]++
		out[i] = projector.Event{
			Recorded: eventstore.Recorded{
				Event: eventstore.Event{ID: thing("event", i)}, Stream: eventstore.StreamName(f.category, f.id), Revision: r,
				Position: eventstore.MakePosition(uint64(i+1), 0), Time: time.Date(2026, 11, 20, 9, i, 0, 0, time.UTC),
			},
			Sealed: f.event, Opened: f.event,
		}
	}
	return out
}

func folded(t interface{ Fatal(...any) }, p *projector.Projection, events []projector.Event, size int,
	keep bool) *projector.Memory {
	m := projector.NewMemory(p, keep)
	for i := 0; i < len(events); i += size {
		if err := m.Fold(events[i:min(i+size, len(events))]); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func row[V any](m *projector.Memory, table string, key any) V {
	if v, ok := m.Tables[table][key].(*V); ok {
		return *v
	}
	var none V
	return none
}

func byName(name string) *projector.Projection {
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
		made := map[string]*projector.Memory{}
		for _, p := range All() {
			one := folded(t, p, events, 1, false)
			for _, c := range []struct {
				size int
				keep bool
			}{{7, false}, {1 << 20, false}, {1, true}, {7, true}} {
				if m := folded(t, p, events, c.size, c.keep); !reflect.DeepEqual(m.Tables, one.Tables) {
					t.Fatalf("%s in pages of %d (kept: %t) is\n%s\nand one by one\n%s", p.Name, c.size, c.keep, show(m), show(one))
				}
			}
			made[p.Name] = one
		}
		check(t, compute(h), made)
	})
}

func show(m *projector.Memory) string {
	s := ""
	for name, rows := range m.Tables {
		for k, r := range rows {
			s += fmt.Sprintf("%s %v %+v\n", name, k, reflect.ValueOf(r).Elem())
		}
	}
	return s
}

// popularAt adds up a campaign's window as the read API does.
func popularAt(m *projector.Memory, id ident.ID, now time.Time) (supporters int64) {
	for _, r := range m.Tables[readmodel.ProgressHours] {
		if h, ok := r.(*readmodel.CampaignHour); ok && h.Campaign == id && h.Hour.After(now.Add(-readmodel.PopularHours*time.Hour)) {
			supporters += h.Supporters
		}
	}
	return supporters
}

func check(t interface{ Fatalf(string, ...any) }, want naive, made map[string]*projector.Memory) {
	same := func(what string, got, want any) {
		if got != want {
			t.Fatalf("%s: %+v, not %+v", what, got, want)
		}
	}
	m := made["campaign_progress"]
	same("campaigns", len(m.Tables[readmodel.Progress]), len(want.progress))
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
	same("people of campaigns", len(m.Tables[readmodel.ProgressPeople]), people)
	same("needs", len(m.Tables[readmodel.ProgressNeeds]), len(want.needs))
	for k, n := range want.needs {
		n.Campaign, n.Need = k.Campaign, k.Need
		same("need", row[readmodel.NeedProgress](m, readmodel.ProgressNeeds, k), n)
	}
	same("hours", len(m.Tables[readmodel.ProgressHours]), len(want.hours))
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
	checkListings(t, m, want)
	checkThreads(t, m)

	sums := map[ident.ID]readmodel.CampaignFigure{}
	for _, r := range made["campaign_figures"].Tables[readmodel.CampaignFigures] {
		f, ok := r.(*readmodel.CampaignFigure)
		if !ok || f.Slot.After(want.now) || f.Slot.Minute()%15 != 0 || f.Slot.Second() != 0 {
			t.Fatalf("a slot of figures: %+v", r)
		}
		sum := sums[f.Campaign]
		sums[f.Campaign] = readmodel.CampaignFigure{
			Raised: sum.Raised + f.Raised, Gifts: sum.Gifts + f.Gifts, Minutes: sum.Minutes + f.Minutes, Items: sum.Items + f.Items,
		}
	}
	for id, p := range want.progress {
		same("figures over time", sums[id], readmodel.CampaignFigure{
			Raised: p.Raised, Gifts: p.Gifts, Minutes: p.MinutesConfirmed, Items: p.ItemsReceived,
		})
	}

	m = made["contributor_totals"]
	same("contributors", len(m.Tables[readmodel.Contributors]), len(want.contributors))
	for k, c := range want.contributors {
		c.Supporter, c.Currency = k.Supporter, k.Currency
		same("contributor", row[readmodel.ContributorTotal](m, readmodel.Contributors, k), c)
	}
	m = made["platform_totals"]
	same("currencies", len(m.Tables[readmodel.PlatformTotals]), len(want.platform))
	for c, p := range want.platform {
		p.Currency = c
		same("platform", row[readmodel.PlatformTotal](m, readmodel.PlatformTotals, string(c)), p)
	}
	same("supporters", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindPerson).Count, want.supporters)
	same("supported", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindCampaign).Count, want.supported)

	same("minutes", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindMinute).Count, want.minutes)
	same("open", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindMinutePledged).Count, want.open)
	same("items", row[readmodel.PlatformCount](m, readmodel.PlatformCounts, readmodel.KindItem).Count, want.items)

	m = made["wallet_history"]
	same("gifts", len(m.Tables[readmodel.Wallet]), len(want.wallet))
	for id, w := range want.wallet {
		got := row[readmodel.WalletEntry](m, readmodel.Wallet, id)
		same("wallet", fmt.Sprintf("%+v", readmodel.WalletEntry{
			Donation: got.Donation, Status: got.Status, Gift: got.Gift, Counted: got.Counted, Refunded: got.Refunded,
		}), fmt.Sprintf("%+v", w))
		same("refunds on their way", pending(got.PendingRefunds, got.Currency), want.pending[id])
	}
	m = made["campaign_supporters"]
	for id, state := range want.listed {
		line := row[readmodel.Supporter](m, readmodel.Supporters, id)
		same("line", line.State, state)
		same("refunds on their way of a line", pending(line.PendingRefunds, line.Currency), want.pending[id])
	}
}

// pending sums up refunds in a currency.
func pending(all []readmodel.PendingRefund, in money.Currency) (sum int64) {
	for _, p := range all {
		if p.In == in {
			sum += p.Minor
		}
	}
	return sum
}

// checkListings compares where campaigns stand in lists with what the rows they are made from say.
func checkListings(t interface{ Fatalf(string, ...any) }, m *projector.Memory, want naive) {
	clock := time.Time{}
	for _, r := range m.Tables[readmodel.ListingClock] {
		if c, ok := r.(*readmodel.CampaignHourNow); ok {
			clock = c.Hour
		}
	}
	hot, hours, counts := map[ident.ID]int64{}, map[ident.ID]int64{}, map[countOf]int64{}
	for _, r := range m.Tables[readmodel.ProgressHours] {
		if h, ok := r.(*readmodel.CampaignHour); ok && h.Hour.After(clock.Add(-readmodel.HotHours*time.Hour)) {
			hot[h.Campaign] += h.Gifts
			if h.Gifts > 0 {
				hours[h.Campaign] = max(hours[h.Campaign], h.Hour.UnixMicro())
			}
		}
	}
	for id, p := range want.progress {
		l := row[readmodel.CampaignListing](m, readmodel.Listings, id)
		if got := popularAt(m, id, clock); l.Recent != -got || l.Hot != hot[id] {
			t.Fatalf("a listing has %d recent people and %d gifts, not %d and %d", -l.Recent, l.Hot, got, hot[id])
		}
		// an hour that has left the window may stand there still
		within := l.HotHour > clock.Add(-readmodel.HotHours*time.Hour).UnixMicro()
		if want := hours[id]; within && l.HotHour != want || !within && want != 0 {
			t.Fatalf("the last hour with gifts is %d, not %d", l.HotHour, want)
		}
		if l.Money != want.collects[id] || (l.Goal > 0) != l.Money {
			t.Fatalf("a listing asks for money: %t, with a goal of %d; its campaign may collect it: %t", l.Money, l.Goal,
				want.collects[id])
		}
		if l.Goal > 0 && (l.UnderHalf != (p.Raised*2 < l.Goal) || (l.NearClass == 1) != (p.Raised > l.Goal)) {
			t.Fatalf("a listing of a campaign with %d of %d: %+v", p.Raised, l.Goal, l)
		}
		if l.State != readmodel.Live {
			continue
		}
		for need, asked := range map[string]bool{"": true, "money": l.Money, "time": l.Time, "materials": l.Things} {
			if asked {
				counts[countOf{"", need}]++
				counts[countOf{l.Category, need}]++
			}
		}
	}
	for _, r := range m.Tables[readmodel.ListingCounts] {
		if c, ok := r.(*readmodel.CampaignCount); ok && c.Live != counts[countOf{c.Category, c.Need}] {
			t.Fatalf("%s %s: %d campaigns, not %d", c.Category, c.Need, c.Live, counts[countOf{c.Category, c.Need}])
		}
	}
}

// checkThreads compares what authors are told of what others did with what others feel and say.
func checkThreads(t interface{ Fatalf(string, ...any) }, m *projector.Memory) {
	reacted, answered, shared := map[ident.ID]int64{}, map[ident.ID]int64{}, map[ident.ID]int64{}
	sharers := map[[2]ident.ID]bool{}
	authors := map[ident.ID]ident.ID{}
	for _, r := range m.Tables[readmodel.Posts] {
		if p, ok := r.(*readmodel.Post); ok {
			authors[p.ID] = p.Member
		}
	}
	for _, r := range m.Tables[readmodel.Comments] {
		if c, ok := r.(*readmodel.Comment); ok && !c.Member.IsNil() && !authors[c.Post].IsNil() {
			authors[c.ID] = c.Member
		}
	}
	for _, r := range m.Tables[readmodel.Reactions] {
		if x, ok := r.(*readmodel.Reaction); ok && x.Member != authors[x.Thing] {
			reacted[x.Thing]++
		}
	}
	for _, r := range m.Tables[readmodel.Comments] {
		c, ok := r.(*readmodel.Comment)
		if !ok || authors[c.ID].IsNil() {
			continue
		}
		above := c.Post
		if !c.Parent.IsNil() {
			above = c.Parent
		}
		if c.Member != authors[above] {
			answered[above]++
		}
	}
	for _, r := range m.Tables[readmodel.Posts] {
		p, ok := r.(*readmodel.Post)
		if !ok || p.Original.IsNil() || sharers[[2]ident.ID{p.Original, p.Member}] {
			continue
		}
		sharers[[2]ident.ID{p.Original, p.Member}] = true
		if p.Member != authors[p.Original] {
			shared[p.Original]++
		}
	}
	rows := m.Tables[readmodel.NotificationThreads]
	if len(rows) != len(authors) {
		t.Fatalf("%d things have threads, not %d", len(rows), len(authors))
	}
	for _, r := range rows {
		x, ok := r.(*readmodel.NotificationThread)
		if ok && (x.Member != authors[x.Thing] || x.Reacted != reacted[x.Thing] || x.Answered != answered[x.Thing] ||
			x.Shared != shared[x.Thing]) {
			t.Fatalf("of %s by %s: %d felt something, %d answered and %d shared it, not %d, %d and %d", x.Thing, x.Member, x.Reacted,
				x.Answered, x.Shared, reacted[x.Thing], answered[x.Thing], shared[x.Thing])
		}
	}
}
