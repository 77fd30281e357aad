package declared

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/notice"
)

// refundAsked tells the owner of a campaign that a giver asks for their gift back. Who asks, and in which words, stands in the
// Gifts tab alone.
var refundAsked = define(notice.RefundAsked, mailed(func(e donation.RefundAsked) []Notice {
	return one(Notice{At: e.At, To: OwnerOf{e.Campaign}, Campaign: e.Campaign, Donation: e.Donation, Amount: e.Left})
}))
