package declared

import (
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/notice"
)

// refundDeclined tells a member that their gift is not given back. A guest is mailed all the same, but is told no notice. The
// owner's words stand on the gift's page alone.
var refundDeclined = define(notice.RefundDeclined, mailed(func(e donation.RefundDeclined) []Notice {
	return one(Notice{At: e.At, To: Member{e.Member}, Campaign: e.Campaign, Donation: e.Donation})
}))
