package projections

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
)

// counted is who a gift counts as wherever people are counted: the member who gave it under their name. A gift that is
// anonymous, or of somebody whose address nobody confirmed, is a person of its own, named by the gift: else a counter that
// stays as it was would tell that its giver had given before. An erasure changes nothing of it.
func counted(e donation.Completed) ident.ID {
	return countedAs(e.Donation, e.Supporter, e.Member, e.Anonymous)
}

// countedAgain is counted of a gift whose refund came to nothing.
func countedAgain(e donation.RefundReversed) ident.ID {
	return countedAs(e.Donation, e.Supporter, e.Member, e.Anonymous)
}

func countedAs(gift, supporter, who ident.ID, anonymous bool) ident.ID {
	if anonymous || who.IsNil() {
		return gift
	}
	return supporter
}

// countedBack is counted of a gift that goes back; known tells whether somebody counts. A refund does not say how its gift
// was given, but nobody else counts under the gift's own id.
func countedBack(e donation.Refunded, known func(person ident.ID) bool) ident.ID {
	if known(e.Donation) {
		return e.Donation
	}
	return e.Supporter
}

// pledgedBy is who a pledge of time counts as, as counted says of gifts.
func pledgedBy(p timepledge.Parties) ident.ID {
	if p.Anonymous {
		return p.Pledge
	}
	return p.Supporter
}

// offeredBy is who a pledge of things counts as, as counted says of gifts.
func offeredBy(p materialpledge.Parties) ident.ID {
	if p.Anonymous {
		return p.Pledge
	}
	return p.Supporter
}
