package declared

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// paymentProblem tells the owner of a campaign what happens to gifts after they were paid: a bank disputes one, or decides about
// it, or a refund fails. Who gave is not named: it is a matter between them and their bank.
var paymentProblem = define(notice.PaymentProblem,
	mailed(func(e donation.DisputeOpened) []Notice {
		return one(Notice{
			At: e.At, To: OwnerOf{e.Campaign}, Step: string(notification.GiftDisputed), Campaign: e.Campaign, Donation: e.Donation,
			Amount: e.Amount,
		})
	}),
	mailed(func(e donation.DisputeClosed) []Notice {
		step := notification.DisputeWon
		if e.Outcome == donation.DisputeLost {
			step = notification.DisputeLost
		}
		return one(Notice{At: e.At, To: OwnerOf{e.Campaign}, Step: string(step), Campaign: e.Campaign, Donation: e.Donation})
	}),
	mailed(func(e donation.RefundReversed) []Notice {
		if e.Reason == donation.ByDispute { // its end is told
			return nil
		}
		return one(Notice{
			At: e.At, To: OwnerOf{e.Campaign}, Step: string(notification.RefundFailed), Campaign: e.Campaign, Donation: e.Donation,
			Amount: e.Amount,
		})
	}))
