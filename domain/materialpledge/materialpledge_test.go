package materialpledge_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/personal"
)

var (
	now     = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	later   = now.Add(time.Hour)
	pia     = ident.ID{3}
	parties = materialpledge.Parties{
		Pledge: ident.ID{1}, Campaign: ident.ID{2}, Supporter: ident.ID{4}, Member: pia, Need: ident.ID{6}, Quantity: 2,
	}
	runs = ident.ID{5} // the organizer's subject

	pledge = materialpledge.Pledge{
		Parties: parties, Item: " Bench ", Condition: "good", Delivery: materialpledge.Pickup, Lent: true, Until: "2026-12-24",
		Address: "Rue 1", Lang: "en", Now: now,
	}
	accept = materialpledge.Accept{Organizer: runs, Quantity: 1, Place: "Yard", Now: later}

	pledged = materialpledge.Pledged{
		Parties: parties, Item: personal.Plain("Bench"), Condition: "good", Delivery: materialpledge.Pickup, Lent: true,
		Until: "2026-12-24", Address: personal.Plain("Rue 1"), Lang: "en", At: now,
	}
	accepted = materialpledge.Accepted{Parties: parties, Taken: 1, Organizer: runs, Place: personal.Plain("Yard"), At: later}
	received = materialpledge.Received{Parties: parties, Taken: 1, Received: 3, Condition: "fair", At: later}
)

type history = domaintest.History[materialpledge.State, materialpledge.Event]

func given(t *testing.T, events ...materialpledge.Event) history {
	t.Helper()
	return domaintest.Given(t, materialpledge.Decider, events...)
}

func TestPledge(t *testing.T) {
	given(t).When(pledge.Decide).Then(pledged).When(pledge.Decide).ThenRefused("pledge_exists")
	for want, spoil := range map[string]func(*materialpledge.Pledge){
		"item_required item":         func(c *materialpledge.Pledge) { c.Item, c.Need = " ", ident.Nil },
		"quantity_required quantity": func(c *materialpledge.Pledge) { c.Quantity = 0 },
		"quantity_too_large quantity": func(c *materialpledge.Pledge) {
			c.Quantity = materialpledge.MaxQuantity + 1
		},
		"unknown_condition condition": func(c *materialpledge.Pledge) { c.Condition = "fine" },
		"unknown_delivery delivery":   func(c *materialpledge.Pledge) { c.Delivery = "" },
		"return_date_required until":  func(c *materialpledge.Pledge) { c.Until = "soon" },
		"return_date_past until":      func(c *materialpledge.Pledge) { c.Until = "2026-11-19" },
		"return_date_far until":       func(c *materialpledge.Pledge) { c.Until = "2199-01-01" },
	} {
		c := pledge
		spoil(&c)
		given(t).When(c.Decide).ThenRefused(want)
	}
	kept := pledge // a gift has no day on which it goes back
	kept.Lent = false
	gift := pledged
	gift.Lent, gift.Until = false, ""
	given(t).When(kept.Decide).Then(gift)
}

func TestAnswersAndDelivery(t *testing.T) {
	given(t).When(accept.Decide).ThenRefused("pledge_not_found")
	given(t, pledged).When(materialpledge.Accept{Organizer: runs, Quantity: 3}.Decide).ThenRefused("more_than_pledged quantity")
	receive, back := materialpledge.Receive{Quantity: 3, Condition: "fair", Now: later}, materialpledge.Return{Now: later}
	given(t, pledged).When(receive.Decide).ThenRefused("pledge_not_accepted")
	h := given(t, pledged).When(accept.Decide).Then(accepted)
	h.When(accept.Decide).ThenNothing()
	h.When(back.Decide).ThenRefused("pledge_not_received")
	h = h.When(receive.Decide).Then(received) // more than was pledged
	h.When(receive.Decide).ThenNothing()
	h.When(materialpledge.Withdraw{Actor: pia, Now: later}.Decide).ThenRefused("pledge_done")
	corrected := received
	corrected.Received, corrected.Before = 1, 3
	h.When(materialpledge.Receive{Quantity: 1, Condition: "fair", Now: later}.Decide).Then(corrected)
	h.When(back.Decide).Then(materialpledge.Returned{Pledge: parties.Pledge, Campaign: parties.Campaign, At: later}).
		When(back.Decide).ThenNothing()

	gift := pledged
	gift.Lent, gift.Until = false, ""
	given(t, gift, accepted, received).When(back.Decide).ThenRefused("pledge_not_lent")
}

func TestPledgesThatComeToNothing(t *testing.T) {
	withdraw := materialpledge.Withdraw{Actor: pia, Now: later}
	withdrawn := materialpledge.Withdrawn{Parties: parties, At: later}
	h := given(t, pledged)
	h.When(materialpledge.Withdraw{Actor: ident.ID{9}, Now: later}.Decide).ThenRefused("not_your_pledge")
	h.When(withdraw.Decide).Then(withdrawn).When(withdraw.Decide).ThenNothing()
	withdrawn.Taken, withdrawn.AcceptedAt = 1, later
	off := given(t, pledged, accepted).When(withdraw.Decide).Then(withdrawn)
	off.When(accept.Decide).ThenRefused("pledge_over")

	decline := materialpledge.Decline{Organizer: runs, Reason: "Full", Now: later}
	declined := materialpledge.Declined{
		Parties: parties, Organizer: runs, Reason: personal.Plain("Full"), Cause: materialpledge.ByOrganizer, At: later,
	}
	h.When(materialpledge.Decline{Organizer: runs}.Decide).ThenRefused("reason_required reason")
	h.When(decline.Decide).Then(declined).When(decline.Decide).ThenNothing()

	closing := materialpledge.Close{Now: later}
	h.When(closing.Decide).Then(materialpledge.Declined{Parties: parties, Cause: materialpledge.CampaignEnded, At: later})
	given(t, pledged, accepted).When(closing.Decide).ThenNothing()
}
