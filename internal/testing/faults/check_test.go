package faults

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// story makes facts that hold, to be spoilt.
type story struct{ facts }

func (s *story) happens(id ident.ID, command ident.ID, kind string, data map[string]any) {
	stream := "donation-" + id.String()
	revision, n := int64(0), 0
	for _, e := range s.events {
		if e.Stream == stream {
			revision = e.Revision + 1
		}
		if e.Command == command {
			n++
		}
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	s.events = append(s.events, happened{uint64(len(s.events)) + 1, stream, revision, ident.Event(command, n), kind, text, command})
}

func given(key, email string, minor int64) *intent {
	e := intention("donate-money", "guest", key)
	e.Donation, e.Gift, e.Email, e.Campaign = ident.Thing(donation.Category, e.Command), money.Of(minor, money.EUR), email,
		campaignInStory
	return &intent{entry: e, acknowledged: true}
}

var campaignInStory = ident.ID{0xca}

// whole is a gift paid twice and partly given back, one that waits, one of another sum than asked, and one of which nobody
// knows whether it was made.
func whole() *story {
	s := &story{facts{
		mails: map[string]int{}, timers: map[string]int{}, dead: map[string]int{},
		shown: map[ident.ID]figures{campaignInStory: {Raised: 400, Gifts: 1}},
	}}
	paid, waits, wrong, lost := given("a", "a@example.org", 500), given("b", "", 700), given("c", "", 900), given("d", "", 100)
	lost.acknowledged = false
	back := &intent{entry: intention("refund-donation", "member:x", "r"), acknowledged: true}
	s.intents = []*intent{paid, waits, wrong, lost, back}
	start := func(i *intent) {
		s.happens(i.Donation, i.Command, "DonationStarted",
			map[string]any{"campaign": i.Campaign, "gift": i.Gift, "fee": money.Of(0, money.EUR)})
	}
	start(paid)
	start(waits)
	start(wrong)
	terms := map[string]any{
		"campaign": campaignInStory, "gift": paid.Gift, "fee": money.Of(0, money.EUR), "counted": paid.Gift, "reference": "pay_1",
	}
	s.happens(paid.Donation, ident.ID{1}, "DonationCompleted", terms)
	refund, wrongBack := ident.ID{0xf1}, ident.ID{0xf2}
	s.happens(paid.Donation, back.Command, "DonationRefundRequested", map[string]any{"refund": refund})
	back.told = []entry{{Position: 5}}
	s.happens(paid.Donation, ident.ID{2}, "DonationRefunded", map[string]any{
		"refund": refund, "amount": money.Of(100, money.EUR), "counted": money.Of(100, money.EUR), "reason": donation.ByOrganizer,
	})
	s.happens(wrong.Donation, ident.ID{3}, "DonationMismatched",
		map[string]any{"paid": money.Of(1000, money.EUR), "reference": "pay_3"})
	s.happens(wrong.Donation, ident.ID{3}, "DonationRefundRequested", map[string]any{"refund": wrongBack})
	s.happens(wrong.Donation, ident.ID{4}, "DonationRefunded",
		map[string]any{"refund": wrongBack, "amount": money.Of(1000, money.EUR), "full": true, "uncounted": true})
	again := ident.ID{0xf3}
	s.happens(paid.Donation, ident.ID{5}, "DonationSurplusPaid", map[string]any{"paid": paid.Gift, "reference": "pay_4"})
	s.happens(paid.Donation, ident.ID{5}, "DonationSurplusRefundRequested", map[string]any{"refund": again, "reference": "pay_4"})
	s.happens(paid.Donation, ident.ID{6}, "DonationSurplusRefunded",
		map[string]any{"refund": again, "amount": paid.Gift, "full": true, "reference": "pay_4"})
	s.wallets = map[accountOf]int64{{campaignInStory, money.EUR}: 400}
	s.payments = []payment{
		{Donation: paid.Donation, Reference: "pay_1", Status: ports.PaymentPaid, Charge: paid.Gift, Taken: paid.Gift},
		{Donation: waits.Donation, Reference: "pay_2", Status: ports.PaymentPending, Charge: waits.Gift},
		{Donation: wrong.Donation, Reference: "pay_3", Status: ports.PaymentPaid, Charge: wrong.Gift, Taken: money.Of(1000, money.EUR),
			Returned: 1000},
		{Donation: paid.Donation, Reference: "pay_4", Status: ports.PaymentPaid, Charge: paid.Gift, Taken: paid.Gift, Returned: 500},
	}
	made := func(donation, id ident.ID, reference string, minor int64) refundMade {
		return refundMade{PaymentEvent: ports.PaymentEvent{
			Donation: donation, Refund: id, Reference: reference, Amount: money.Of(minor, money.EUR),
		}}
	}
	s.refunds = []refundMade{
		made(paid.Donation, refund, "pay_1", 100), made(wrong.Donation, wrongBack, "pay_3", 1000),
		made(paid.Donation, again, "pay_4", 500),
	}
	s.mails["gift-completed:"+paid.Donation.String()] = 1
	s.mails["gift-received:"+paid.Donation.String()] = 1
	s.mails["gift-refunded:"+refund.String()] = 1
	s.mails["gift-refunded:"+again.String()] = 1
	s.mails["gift-returned:"+again.String()] = 1
	s.mails["confirm:somebody"] = 1
	s.timers["reconcile-donation "+waits.Donation.String()] = 1
	s.timers["complete-campaign "+campaignInStory.String()] = 1
	return s
}

func (s *story) renumber() {
	for i := range s.events {
		s.events[i].Position = uint64(i) + 1
	}
}

// A check that cannot fail is none.
func TestViolations(t *testing.T) {
	if found := whole().violations(); len(found) > 0 {
		t.Fatalf("a good one: %q", found)
	}
	forgotten := whole()
	forgotten.erased = map[string]bool{"a@example.org": true}
	for key := range forgotten.mails { // the organizer's stays
		if !strings.HasPrefix(key, "gift-returned:") {
			delete(forgotten.mails, key)
		}
	}
	if found := forgotten.violations(); len(found) > 0 {
		t.Fatalf("the mails of who was erased may be gone: %q", found)
	}
	paid := func(s *story) string { return s.intents[0].Donation.String() }
	for name, c := range map[string]struct {
		spoil     func(*story)
		invariant string
		want      string
	}{
		"a lost gift": {func(s *story) { s.events = slices.Delete(s.events, 1, 2); s.renumber() }, ExactlyOnce,
			"stands 0 times in the log (acknowledged: true)"},
		"a doubled gift": {func(s *story) { s.happens(s.intents[1].Donation, ident.ID{9}, "DonationStarted", nil) },
			ExactlyOnce, "stands 2 times"},
		"a lost gift is made": {func(s *story) { s.happens(s.intents[3].Donation, ident.ID{9}, "DonationStarted", nil) },
			ExactlyOnce, "was begun by command"},
		"another sum":       {func(s *story) { s.intents[1].Gift.Minor++ }, ExactlyOnce, "stands in the log as one of"},
		"a stranger's gift": {func(s *story) { s.intents = s.intents[1:] }, ExactlyOnce, "was never given"},
		"a command twice": {func(s *story) { s.events = append(s.events, s.events[4]); s.renumber() }, ExactlyOnce,
			"refund-donation"},
		"an event twice": {func(s *story) { s.events = append(s.events, s.events[3]); s.renumber() }, ExactlyOnce,
			"stands twice in the log"},
		"a command that is gone": {func(s *story) { s.intents[4].told[0].Position = 6 }, ExactlyOnce,
			"was acknowledged at position 6 and is not there"},
		"a gap":               {func(s *story) { s.events[8].Position = 10 }, NoGap, "after position 8 has position 10"},
		"a position twice":    {func(s *story) { s.events[3].Position = 3 }, NoGap, "after position 3 has position 3"},
		"a revision left out": {func(s *story) { s.events[5].Revision = 4 }, NoGap, "from revision 2 to 4"},
		"a completion twice":  {func(s *story) { s.events = append(s.events, s.events[3]) }, Money, "completed 2 times"},
		"a lost completion":   {func(s *story) { s.events = slices.Delete(s.events, 3, 4) }, Money, "completed 0 times"},
		"a surplus is kept":   {func(s *story) { s.payments[3].Returned = 499 }, Money, "was not given back: 499 of 5.00 EUR"},
		"a wrong sum is kept": {func(s *story) { s.payments[2].Returned = 0 }, Money, "was not given back: 0 of 10.00 EUR"},
		"never paid":          {func(s *story) { s.payments = s.payments[1:] }, Money, "and the provider took nothing"},
		"paid and forgotten": {func(s *story) {
			s.payments[1].Status, s.payments[1].Taken = ports.PaymentPaid,
				s.payments[1].Charge
		}, Money, "completed 0 times"},
		"another charge": {func(s *story) { s.payments[0].Taken.Minor, s.payments[0].Charge.Minor = 501, 501 }, Money,
			"took 5.01"},
		"paid twice and told once": {func(s *story) {
			s.payments = append(s.payments, s.payments[0])
			s.payments[4].Reference = "pay_5"
		}, Money, "by pay_5: the log has []"},
		"a second payment twice in the log": {func(s *story) {
			s.happens(s.intents[0].Donation, ident.ID{9}, "DonationSurplusPaid",
				map[string]any{"paid": s.intents[0].Gift, "reference": "pay_4"})
		}, Money, "by pay_4: the log has [5.00 EUR 5.00 EUR]"},
		"a second payment that nobody made": {func(s *story) { s.payments = s.payments[:3] }, Money, `was paid by "pay_4"`},
		"a second payment that is kept": {func(s *story) { s.refunds = s.refunds[:2]; s.events = s.events[:len(s.events)-1] }, Money,
			"hold 4.00 EUR, and the provider has kept 9.00 EUR"},
		"a refund of the other payment": {func(s *story) { s.refunds[2].Reference = "pay_1" }, Money, "the log has pay_4"},
		"a table that lost a refund": {func(s *story) { s.wallets[accountOf{campaignInStory, money.EUR}] = 500 }, Tables,
			"hold 4.00 EUR, the read tables 5.00 EUR"},
		"an organizer who was not told": {func(s *story) { delete(s.mails, "gift-returned:"+ident.ID{0xf3}.String()) }, Receipts,
			"0 mails gift-returned"},
		"too little is counted": {func(s *story) {
			s.payments[0].Taken.Minor, s.payments[3].Taken.Minor = 499, 499
		}, Money, "never took what was asked"},
		"a wrong sum is counted": {func(s *story) {
			s.payments[0].Taken.Minor, s.payments[3].Taken.Minor = 501, 501
		}, Money, "never took what was asked"},
		"a refund forgotten":  {func(s *story) { s.events = slices.Delete(s.events, 5, 6) }, Money, "the log has []"},
		"a refund twice":      {func(s *story) { s.events = append(s.events, s.events[5]) }, Money, "gave"},
		"a refund never made": {func(s *story) { s.refunds = s.refunds[1:] }, Money, "the provider made none"},
		"no receipt":          {func(s *story) { delete(s.mails, "gift-completed:"+paid(s)) }, Receipts, "0 mails gift-completed"},
		"an organizer who did not hear": {func(s *story) { delete(s.mails, "gift-received:"+paid(s)) }, Receipts,
			"0 mails gift-received"},
		"two receipts": {func(s *story) { s.mails["gift-completed:"+paid(s)] = 2 }, Receipts, "2 mails"},
		"a receipt for nobody": {func(s *story) { s.mails["gift-completed:"+s.intents[1].Donation.String()] = 1 }, Receipts,
			"1 mails"},
		"two to who was erased": {func(s *story) {
			s.erased = map[string]bool{"a@example.org": true}
			s.mails["gift-completed:"+paid(s)] = 2
		}, Receipts, "2 mails"},
		"a page behind":      {func(s *story) { s.shown[campaignInStory] = figures{500, 1} }, Tables, "shows {Raised:500"},
		"a gift not counted": {func(s *story) { s.shown[campaignInStory] = figures{400, 0} }, Tables, "Gifts:0"},
		"a dead letter":      {func(s *story) { s.dead["mails: DonationCompleted: full"] = 1 }, Work, "dead letters: mails"},
		"a forgotten timer":  {func(s *story) { clear(s.timers) }, Work, "has 0 timers"},
		"a timer too many": {func(s *story) {
			s.events = slices.Delete(s.events, 4,
				6)
			s.timers["reconcile-donation "+paid(s)] = 1
		}, Work, "is completed and has 1 timers"},
		"a timer of nothing": {func(s *story) { s.timers["reconcile-donation "+ident.ID{7}.String()] = 1 }, Work,
			"waits for nothing"},
		"a refund not settled": {func(s *story) { s.events = slices.Delete(s.events, 5, 6) }, Work, "is asked for and not settled"},
	} {
		t.Run(name, func(t *testing.T) {
			s := whole()
			c.spoil(s)
			found := s.violations()
			if !slices.ContainsFunc(found, func(v Violation) bool {
				return v.Invariant == c.invariant &&
					strings.Contains(v.Detail, c.want)
			}) {
				t.Errorf("found %q, want %s: %q", found, c.invariant, c.want)
			}
		})
	}
}

func TestJournal(t *testing.T) {
	path := t.TempDir() + "/journal"
	j, err := openJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	kept, left := intention("donate-money", "guest", "a"), intention("donate-money", "guest", "b")
	told := kept
	told.Said, told.Position = acknowledged, 7
	for _, e := range []entry{kept, left, told} {
		if err := j.write(e); err != nil {
			t.Fatal(err)
		}
	}
	all, err := j.read()
	if err != nil || len(all) != 2 || !all[0].acknowledged || all[0].told[0].Position != 7 || all[1].acknowledged {
		t.Errorf("%+v, %v", all, err)
	}
	if err := j.write(told); err != nil { // reading does not move where writing goes on
		t.Fatal(err)
	}
	if all, err = j.read(); err != nil || len(all[0].told) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
}

func TestPlansFollowFromTheirSeed(t *testing.T) {
	kinds := map[string]bool{}
	for seed := range uint64(200) {
		p := NewPlan(seed, 25)
		if again := NewPlan(seed, 25); fmt.Sprint(p) != fmt.Sprint(again) {
			t.Fatalf("seed %d gives %s and %s", seed, p, again)
		}
		for _, s := range p.Steps {
			kinds[s.Kind] = true
			if s.Server >= p.Servers {
				t.Errorf("seed %d breaks server %d of %d", seed, s.Server, p.Servers)
			}
		}
	}
	for _, w := range weights {
		if !kinds[w.kind] {
			t.Errorf("no seed draws %q", w.kind)
		}
	}
}
