package faults

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// gift is what the log says of a donation.
type gift struct {
	campaign  ident.ID
	started   int
	startedBy ident.ID // the command
	gift      money.Amount
	completed int
	charge    money.Amount
	counted   int64
	took      map[string][]money.Amount // by payment, counted or not: what the provider took
	over      bool
	asked     map[ident.ID]bool
	refused   map[ident.ID]bool
	returned  map[ident.ID][]returned
}

type returned struct {
	amount    money.Amount
	counted   int64
	full      bool
	reason    donation.Reason
	ofGift    bool   // of the payment that counts
	reference string // of the payment, when it is a surplus one
}

// left is how much of the gift is left of what it counts; false when it counts for nothing any more.
func (g *gift) left() (counted int64, stands bool) {
	if g.completed == 0 {
		return 0, false
	}
	counted, stands = g.counted, true
	for _, all := range g.returned {
		for _, r := range all {
			counted -= r.counted
			if r.full && r.ofGift {
				stands = false
			}
		}
	}
	return counted, stands
}

// finder collects violations.
type finder struct{ found []Violation }

func (f *finder) add(invariant, format string, args ...any) {
	f.found = append(f.found, Violation{invariant, fmt.Sprintf(format, args...)})
}

// violations names everything that does not hold.
func (f facts) violations() []Violation {
	var v finder
	f.checkGaps(&v)
	gifts := f.gifts(&v)
	f.checkIntents(&v, gifts)
	f.checkLedger(&v, gifts)
	f.checkTotals(&v, gifts)
	f.checkReceipts(&v, gifts)
	f.checkShown(&v, gifts)
	f.checkWork(&v, gifts)
	return v.found
}

func (f facts) checkGaps(v *finder) {
	last := map[string]int64{}
	ids := map[ident.ID]bool{}
	var before uint64
	for _, e := range f.events {
		if e.Position != before+1 {
			v.add(NoGap, "the event after position %d has position %d", before, e.Position)
		}
		before = e.Position
		was, ok := last[e.Stream]
		if !ok {
			was = -1
		}
		if e.Revision != was+1 {
			v.add(NoGap, "stream %s goes from revision %d to %d", e.Stream, was, e.Revision)
		}
		last[e.Stream] = e.Revision
		if ids[e.ID] {
			v.add(ExactlyOnce, "event %s stands twice in the log", e.ID)
		}
		ids[e.ID] = true
	}
}

// gifts folds the log.
func (f facts) gifts(v *finder) map[ident.ID]*gift {
	all := map[ident.ID]*gift{}
	for _, e := range f.events {
		category, name, _ := strings.Cut(e.Stream, "-")
		id, err := ident.Parse(name)
		if err != nil || category != donation.Category {
			continue
		}
		g := all[id]
		if g == nil {
			g = &gift{asked: map[ident.ID]bool{}, refused: map[ident.ID]bool{}, returned: map[ident.ID][]returned{},
				took: map[string][]money.Amount{}}
			all[id] = g
		}
		if err := g.fold(e); err != nil {
			v.add(Rest, "event %s can't be read: %v", e.ID, err)
		}
	}
	return all
}

func (g *gift) fold(e happened) error {
	var d struct {
		Campaign  ident.ID        `json:"campaign"`
		Gift      money.Amount    `json:"gift"`
		Fee       money.Amount    `json:"fee"`
		Counted   money.Amount    `json:"counted"`
		Paid      money.Amount    `json:"paid"`
		Refund    ident.ID        `json:"refund"`
		Amount    money.Amount    `json:"amount"`
		Full      bool            `json:"full"`
		Reason    donation.Reason `json:"reason"`
		Uncounted bool            `json:"uncounted"`
		Reference string          `json:"reference"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	switch e.Type {
	case "DonationStarted":
		g.started++
		g.startedBy, g.gift, g.campaign = e.Command, d.Gift, d.Campaign
	case "DonationCompleted":
		g.completed++
		g.over, g.charge, g.counted = true, d.Gift.Add(d.Fee), d.Counted.Minor
		g.took[d.Reference] = append(g.took[d.Reference], g.charge)
	case "DonationMismatched":
		g.over = true
		g.took[d.Reference] = append(g.took[d.Reference], d.Paid)
	case "DonationSurplusPaid":
		g.took[d.Reference] = append(g.took[d.Reference], d.Paid)
	case "DonationFailed", "DonationCancelled":
		g.over = true
	case "DonationRefundRequested", "DonationSurplusRefundRequested":
		g.asked[d.Refund] = true
	case "DonationRefundRefused":
		g.refused[d.Refund] = true
	case "DonationRefunded":
		g.returned[d.Refund] = append(g.returned[d.Refund], returned{
			amount: d.Amount, counted: d.Counted.Minor, full: d.Full, reason: d.Reason, ofGift: !d.Uncounted,
		})
	case "DonationSurplusRefunded":
		g.returned[d.Refund] = append(g.returned[d.Refund], returned{amount: d.Amount, reference: d.Reference})
	}
	return nil
}

// checkIntents compares what people were told with the log.
func (f facts) checkIntents(v *finder, gifts map[ident.ID]*gift) {
	began := map[ident.ID]int{} // by command: how often its first event stands in the log
	at := map[ident.ID]map[uint64]bool{}
	for _, e := range f.events {
		if e.ID == ident.Event(e.Command, 0) {
			began[e.Command]++
		}
		if at[e.Command] == nil {
			at[e.Command] = map[uint64]bool{}
		}
		at[e.Command][e.Position] = true
	}
	intended := map[ident.ID]bool{}
	for _, i := range f.intents {
		if i.What == "donate-money" {
			intended[i.Donation] = true
			f.checkGift(v, i, gifts[i.Donation])
			continue
		}
		if n := began[i.Command]; n > 1 {
			v.add(ExactlyOnce, "%s %s stands %d times in the log", i.What, i.Command, n)
		}
		for _, told := range i.told {
			if told.Position > 0 && i.What != "launch-campaign" && !at[i.Command][told.Position] {
				v.add(ExactlyOnce, "%s %s was acknowledged at position %d and is not there", i.What, i.Command, told.Position)
			}
		}
	}
	for id, g := range gifts {
		if !intended[id] && g.started > 0 {
			v.add(ExactlyOnce, "gift %s in the log was never given: command %s", id, g.startedBy)
		}
	}
}

func (f facts) checkGift(v *finder, i *intent, g *gift) {
	if g == nil {
		g = &gift{}
	}
	switch {
	case g.started > 1 || i.acknowledged && g.started != 1:
		v.add(ExactlyOnce, "gift %s stands %d times in the log (acknowledged: %t)", i.Donation, g.started, i.acknowledged)
	case g.started == 1 && g.startedBy != i.Command:
		v.add(ExactlyOnce, "gift %s was begun by command %s, not %s", i.Donation, g.startedBy, i.Command)
	case g.started == 1 && g.gift != i.Gift:
		v.add(ExactlyOnce, "gift %s of %s stands in the log as one of %s", i.Donation, i.Gift, g.gift)
	}
}

// checkLedger compares the log with the provider's books, payment by payment and refund by refund.
func (f facts) checkLedger(v *finder, gifts map[ident.ID]*gift) {
	taken, right := map[ident.ID]map[string]bool{}, map[ident.ID]bool{}
	kept := map[ident.ID]string{} // the payment that counts
	for _, p := range f.payments {
		if p.Status != ports.PaymentPaid {
			continue
		}
		g := gifts[p.Donation]
		if g == nil {
			g = &gift{}
		}
		if taken[p.Donation] == nil {
			taken[p.Donation] = map[string]bool{}
		}
		taken[p.Donation][p.Reference] = true
		right[p.Donation] = right[p.Donation] || p.Taken == p.Charge
		if there := g.took[p.Reference]; len(there) != 1 || there[0] != p.Taken {
			v.add(Money, "the provider took %s for gift %s by %s: the log has %v", p.Taken, p.Donation, p.Reference, there)
		}
		if p.Returned < p.Taken.Minor {
			if p.Taken != p.Charge || kept[p.Donation] != "" {
				v.add(Money, "what the provider took by %s counts for nothing, and was not given back: %d of %s", p.Reference, p.Returned,
					p.Taken)
				continue
			}
			kept[p.Donation] = p.Reference
		}
	}
	for id, g := range gifts {
		switch {
		case right[id] && g.completed != 1:
			v.add(Money, "the provider took what was asked for gift %s: the log has it completed %d times", id, g.completed)
		case !right[id] && g.completed != 0:
			v.add(Money, "the provider never took what was asked for gift %s: the log has it completed %d times with %s", id,
				g.completed, g.charge)
		}
		for reference := range g.took {
			if !taken[id][reference] {
				v.add(Money, "gift %s was paid by %q, and the provider took nothing by it", id, reference)
			}
		}
	}
	made := map[ident.ID]bool{}
	for _, r := range f.refunds {
		made[r.Refund] = true
		g := gifts[r.Donation]
		if g == nil || len(g.returned[r.Refund]) != 1 || g.returned[r.Refund][0].amount != r.Amount {
			var there []returned
			if g != nil {
				there = g.returned[r.Refund]
			}
			v.add(Money, "the provider gave %s of gift %s back by refund %s: the log has %v", r.Amount, r.Donation, r.Refund, there)
		} else if of := g.returned[r.Refund][0].reference; of != "" && of != r.Reference {
			v.add(Money, "the provider gave back of payment %s by refund %s: the log has %s", r.Reference, r.Refund, of)
		}
	}
	for id, g := range gifts {
		for refund := range g.returned {
			if !made[refund] {
				v.add(Money, "refund %s of gift %s is in the log, and the provider made none", refund, id)
			}
		}
	}
}

// checkReceipts compares the mails with the log: one for each gift and each refund, to those who left an address, and one for
// each gift to the organizer.
func (f facts) checkReceipts(v *finder, gifts map[ident.ID]*gift) {
	want := map[string]int{}
	own := map[ident.ID]bool{}                              // gifts of the organizer
	reaches, gone := map[ident.ID]bool{}, map[string]bool{} // gone: mails that went with who was erased, or will not have
	for _, i := range f.intents {
		if i.What != "donate-money" || i.Email == "" {
			continue
		}
		own[i.Donation] = i.Email == organizerEmail
		reaches[i.Donation] = true
		if g := gifts[i.Donation]; g != nil && f.erased[i.Email] {
			gone["gift-completed:"+i.Donation.String()] = true
			gone["gift-received:"+i.Donation.String()] = true
			for refund := range g.returned {
				gone["gift-refunded:"+refund.String()] = true
			}
		}
	}
	for id, g := range gifts {
		if g.completed > 0 && reaches[id] {
			want["gift-completed:"+id.String()] = 1
		}
		if g.completed > 0 && !own[id] {
			want["gift-received:"+id.String()] = 1
		}
		for refund, all := range g.returned {
			if reaches[id] {
				want["gift-refunded:"+refund.String()] = 1
			}
			if all[0].reason == donation.CampaignClosed || all[0].reference != "" {
				want["gift-returned:"+refund.String()] = 1
			}
		}
	}
	there := map[string]int{}
	for key, n := range f.mails {
		if strings.HasPrefix(key, "gift-") {
			there[key] = n
		}
	}
	all := maps.Clone(want)
	maps.Copy(all, there)
	for key := range all {
		if there[key] != want[key] && (!gone[key] || there[key] > 1) {
			v.add(Receipts, "%d mails %s, not %d", there[key], key, want[key])
		}
	}
}

// checkShown compares what pages show with the log.
func (f facts) checkShown(v *finder, gifts map[ident.ID]*gift) {
	want := map[ident.ID]figures{}
	for _, g := range gifts {
		counted, stands := g.left()
		w := want[g.campaign]
		w.Raised += counted
		if stands {
			w.Gifts++
		}
		want[g.campaign] = w
	}
	for id, shown := range f.shown {
		if shown != want[id] {
			v.add(Tables, "the page of campaign %s shows %+v, the log says %+v", id, shown, want[id])
		}
	}
}

// checkWork looks for what waits for nothing, and for what nobody waits for.
func (f facts) checkWork(v *finder, gifts map[ident.ID]*gift) {
	for letter, n := range f.dead {
		v.add(Work, "%d dead letters: %s", n, letter)
	}
	for id, g := range gifts {
		waits := f.timers["reconcile-donation "+id.String()]
		if g.started > 0 && !g.over && waits != 1 {
			v.add(Work, "gift %s waits for its payment and has %d timers", id, waits)
		}
		if g.completed > 0 && waits != 0 {
			v.add(Work, "gift %s is completed and has %d timers", id, waits)
		}
		for refund := range g.asked {
			if !g.refused[refund] && len(g.returned[refund]) == 0 {
				v.add(Work, "refund %s of gift %s is asked for and not settled", refund, id)
			}
		}
	}
	for timer := range f.timers {
		command, subject, _ := strings.Cut(timer, " ")
		if id, err := ident.Parse(subject); strings.HasPrefix(command, "reconcile-") && (err != nil || gifts[id] == nil) {
			v.add(Work, "timer %s waits for nothing", timer)
		}
	}
}
