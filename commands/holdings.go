package commands

import (
	"github.com/callup/callup/commands/blocks"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/follows"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/messages"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/internal/ports"
)

// Holdings is what the areas keep of people in the log, in the order in which it is ended: drafts before campaigns,
// for one may be launched, and campaigns before payments, for an open campaign takes new gifts.
func Holdings(customers ports.Customers) []erasing.Holdings {
	return []erasing.Holdings{
		pages.Holdings(),
		follows.Holdings(), blocks.Holdings(), messages.Holdings(),
		reports.ReportHoldings(),
		members.Holdings(), notifications.Holdings(), campaigns.DraftHoldings(), campaigns.Holdings(),
		campaigns.TeamHoldings(),
		giving.Holdings(customers), giving.AnswerHoldings(), pledges.Holdings(),
		support.Holdings(), staff.Holdings(), campaigns.UpdateHoldings(), shifts.Holdings(), feed.Holdings(), erasing.Own(),
	}
}
