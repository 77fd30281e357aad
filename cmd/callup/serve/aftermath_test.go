package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
)

// aftermath is what people were told and what is left after a run with faults.
type aftermath struct {
	gifts  []*apptest.Gift
	events []happened
	ledger []paid         // the provider's books
	mails  map[string]int // by key
	quiet  []string       // kinds of mails that one of the programs that ran does not know, as "gift-received"
	dead   map[string]int // dead letters
	timers map[string]int // by command and subject
}

type happened struct {
	position uint64
	stream   string
	revision int64
	kind     string
}

type paid struct {
	donation ident.ID
	amount   int64 // minor units
}

func ID(g *apptest.Gift) ident.ID {
	actor := "guest"
	if g.Member {
		actor = "member:" + ident.Pair("test member", apptest.Organizer).String()
	}
	return ident.Thing(donation.Category, ident.Command(actor, "donate-money "+g.Key))
}

// faults names every invariant that does not hold: what was acknowledged is in the log exactly once, what was not at
// most once; no gap in positions and revisions; log, provider and receipts agree; nothing is stuck.
func (h aftermath) faults() []string {
	var found []string
	add := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	started, completed, over := map[ident.ID]int{}, map[ident.ID]int{}, map[ident.ID]bool{}
	last := map[string]int64{}
	for i, e := range h.events {
		if e.position != uint64(i)+1 {
			add("the event after %d has position %d", i, e.position)
			break // all others are moved too
		}
	}
	for _, e := range h.events {
		was, ok := last[e.stream]
		if !ok {
			was = -1
		}
		if e.revision != was+1 {
			add("stream %s goes from revision %d to %d", e.stream, was, e.revision)
		}
		last[e.stream] = e.revision
		category, name, _ := strings.Cut(e.stream, "-")
		id, err := ident.Parse(name)
		if err != nil || category != donation.Category {
			continue
		}
		switch e.kind {
		case "DonationStarted":
			started[id]++
		case "DonationCompleted":
			completed[id]++
			over[id] = true
		case "DonationFailed", "DonationCancelled", "DonationMismatched":
			over[id] = true
		}
	}
	h.checkGifts(started, completed, add)
	h.checkLedger(completed, add)
	h.checkMails(completed, add)
	for letter, n := range h.dead {
		add("%d dead letters: %s", n, letter)
	}
	for id := range started {
		if n, want := h.timers["reconcile-donation "+id.String()], map[bool]int{true: 0, false: 1}[over[id]]; n != want {
			add("gift %s has %d timers, not %d (over: %t)", id, n, want, over[id])
		}
	}
	for timer := range h.timers {
		command, subject, _ := strings.Cut(timer, " ")
		if id, err := ident.Parse(subject); command == "reconcile-donation" && (err != nil || started[id] == 0) {
			add("timer %s waits for nothing", timer)
		}
	}
	return found
}

func (h aftermath) checkGifts(started, completed map[ident.ID]int, add func(string, ...any)) {
	given := map[ident.ID]bool{}
	for _, g := range h.gifts {
		id, acknowledged := ID(g), !g.Donation.IsNil()
		given[id] = true
		if n := started[id]; n > 1 || acknowledged && n != 1 {
			add("gift %s stands %d times in the log (acknowledged: %t)", id, n, acknowledged)
		}
		if acknowledged && g.Donation != id {
			add("gift %s was acknowledged as %s", id, g.Donation)
		}
		if g.Paid && completed[id] != 1 || completed[id] > 1 {
			add("gift %s is completed %d times (paid: %t)", id, completed[id], g.Paid)
		}
	}
	for id := range started {
		if !given[id] {
			add("gift %s in the log was never given", id)
		}
	}
}

func (h aftermath) checkLedger(completed map[ident.ID]int, add func(string, ...any)) {
	amounts := map[ident.ID]int64{}
	for _, g := range h.gifts {
		amounts[ID(g)] = g.Amount
	}
	taken := map[ident.ID]int{}
	for _, p := range h.ledger {
		taken[p.donation]++
		if p.amount != amounts[p.donation] {
			add("the provider took %d for gift %s of %d", p.amount, p.donation, amounts[p.donation])
		}
	}
	for id := range union(taken, completed) {
		if taken[id] != 1 || completed[id] != 1 {
			add("gift %s was paid %d times and is completed %d times", id, taken[id], completed[id])
		}
	}
}

func (h aftermath) checkMails(completed map[ident.ID]int, add func(string, ...any)) {
	want := map[string]int{}
	for _, g := range h.gifts {
		if g.Email != "" && completed[ID(g)] > 0 {
			want["gift-completed:"+ID(g).String()] = 1
		}
		if !g.Member && completed[ID(g)] > 0 { // the member is the organizer, who knows of their own
			want["gift-received:"+ID(g).String()] = 1
		}
	}
	for key := range union(want, h.mails) {
		kind, _, _ := strings.Cut(key, ":")
		if slices.Contains(h.quiet, kind) && h.mails[key] == 0 {
			continue // the program that does not know it was the one that ran
		}
		if strings.HasPrefix(key, "gift-") && h.mails[key] != want[key] {
			add("%d mails %s, not %d", h.mails[key], key, want[key])
		}
	}
}

func union[K comparable](a, b map[K]int) map[K]int {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// A check that cannot fail is none.
func TestAftermathFaults(t *testing.T) {
	t.Parallel()
	whole := func() aftermath {
		g, waiting, lost := &apptest.Gift{Key: "a", Email: "a@example.org", Amount: 500, Paid: true},
			&apptest.Gift{Key: "b", Amount: 700}, &apptest.Gift{Key: "c"}
		g.Donation, waiting.Donation = ID(g), ID(waiting)
		a, b := "donation-"+ID(g).String(), "donation-"+ID(waiting).String()
		return aftermath{
			gifts: []*apptest.Gift{g, waiting, lost},
			events: []happened{
				{1, a, 0, "DonationStarted"}, {2, b, 0, "DonationStarted"}, {3, a, 1, "DonationPaymentOpened"},
				{4, a, 2, "DonationCompleted"},
			},
			ledger: []paid{{ID(g), 500}}, mails: map[string]int{"gift-completed:" + ID(g).String(): 1, "gift-received:" + ID(g).String(): 1},
			timers: map[string]int{"reconcile-donation " + ID(waiting).String(): 1, "complete-campaign " + ID(g).String(): 1},
		}
	}
	if found := whole().faults(); len(found) > 0 {
		t.Fatalf("a good one: %q", found)
	}
	for name, c := range map[string]struct {
		spoil func(*aftermath)
		want  string
	}{
		"a lost gift": {func(h *aftermath) { h.events = slices.Delete(h.events, 1, 2); renumber(h) },
			"stands 0 times in the log (acknowledged: true)"},
		"a lost completion": {func(h *aftermath) { h.events = h.events[:3] }, "is completed 0 times (paid: true)"},
		"a doubled gift": {func(h *aftermath) { h.events = append(h.events, happened{5, h.events[1].stream, 1, "DonationStarted"}) },
			"stands 2 times"},
		"a doubled payment": {func(h *aftermath) {
			h.events = append(h.events, happened{5, h.events[0].stream, 3, "DonationCompleted"})
		}, "completed 2 times"},
		"a gap":                {func(h *aftermath) { h.events[3].position = 5 }, "has position 5"},
		"a position twice":     {func(h *aftermath) { h.events[3].position = 3 }, "has position 3"},
		"a revision left out":  {func(h *aftermath) { h.events[3].revision = 3 }, "from revision 1 to 3"},
		"a stranger's gift":    {func(h *aftermath) { h.gifts = h.gifts[:1] }, "was never given"},
		"another answer":       {func(h *aftermath) { h.gifts[1].Donation = ident.ID{1} }, "was acknowledged as"},
		"paid twice":           {func(h *aftermath) { h.ledger = append(h.ledger, h.ledger[0]) }, "was paid 2 times"},
		"never paid":           {func(h *aftermath) { h.ledger = nil }, "was paid 0 times"},
		"paid and forgotten":   {func(h *aftermath) { h.ledger = append(h.ledger, paid{ID(h.gifts[1]), 700}) }, "completed 0 times"},
		"another amount":       {func(h *aftermath) { h.ledger[0].amount = 50 }, "took 50"},
		"no receipt":           {func(h *aftermath) { h.mails = nil }, "0 mails gift-completed"},
		"two receipts":         {func(h *aftermath) { h.mails["gift-completed:"+ID(h.gifts[0]).String()] = 2 }, "2 mails"},
		"a receipt for nobody": {func(h *aftermath) { h.mails["gift-completed:"+ID(h.gifts[1]).String()] = 1 }, "1 mails"},
		"an organizer who did not hear": {func(h *aftermath) { delete(h.mails, "gift-received:"+ID(h.gifts[0]).String()) },
			"0 mails gift-received"},
		"an organizer who heard twice of what only one program tells": {func(h *aftermath) {
			h.quiet = []string{"gift-received"}
			h.mails["gift-received:"+ID(h.gifts[0]).String()] = 2
		}, "2 mails gift-received"},
		"no receipt where only organizers may go without": {func(h *aftermath) {
			h.quiet, h.mails = []string{"gift-received"}, nil
		}, "0 mails gift-completed"},
		"a dead letter": {func(h *aftermath) { h.dead = map[string]int{"mails: DonationCompleted: full": 1} },
			"dead letters: mails"},
		"a forgotten timer": {func(h *aftermath) { clear(h.timers) }, "has 0 timers, not 1"},
		"a timer too many": {func(h *aftermath) { h.timers["reconcile-donation "+ID(h.gifts[0]).String()] = 1 },
			"has 1 timers, not 0"},
		"a timer of nothing": {func(h *aftermath) { h.timers["reconcile-donation "+ident.ID{7}.String()] = 1 }, "waits for nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			h := whole()
			c.spoil(&h)
			found := h.faults()
			if !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, c.want) }) {
				t.Errorf("found %q, want %q", found, c.want)
			}
		})
	}
}

func renumber(h *aftermath) {
	for i := range h.events {
		h.events[i].position = uint64(i) + 1
	}
}
