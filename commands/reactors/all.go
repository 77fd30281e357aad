package reactors

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

// Config is what the reactors are given.
type Config struct {
	Catalog  *catalog.Catalog
	Keys     catalog.Keys
	Store    eventstore.Store
	Commands *command.Service
	Payments ports.Payments
	Timers   *Timers
	Mailer   mail.Mailer
	SignOut  func(ctx context.Context, member ident.ID) error // everywhere
	// Operator is who runs the installation, as mails to guests name them.
	Operator string
	Public   string                                                           // the address people open, without a trailing slash
	Roles    func(ctx context.Context, member ident.ID, roles []string) error // those are all that the member's account has
	Forget   func(ctx context.Context, member ident.ID) error                 // what they pressed
	// HandUploads has what one member uploaded for a campaign be another's.
	HandUploads func(ctx context.Context, from, to, campaign ident.ID) error
	// MemberWith gives the member whose account has an address; nil where there is none.
	MemberWith func(ctx context.Context, email string) (ident.ID, error)
	// Receipt is where a receipt is shown to who holds its address, absolute.
	Receipt func(receipt ident.ID) string
	// Stop is where a member switches mails of a kind off, absolute.
	Stop func(member ident.ID, kind notice.Kind, lang string) string
	// Occasion tells when, and in which browser, something was done to a member's account, and gives the link that ends all its
	// sessions.
	Occasion func(ctx context.Context, member ident.ID, what string, at time.Time) (mail.Occasion, string, error)
	Support  string // where messages to support are mailed; empty: nowhere
}

// All makes every reactor of this program.
func All(c Config) []Reactor {
	m := newMails(c)
	return []Reactor{
		{
			Name: "refunds",
			Types: []string{
				catalog.TypeName[donation.RefundRequested](c.Catalog), catalog.TypeName[donation.SurplusRefundRequested](c.Catalog),
			},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error { return refund(ctx, c, r, event) },
		},
		{
			Name: "receipts",
			Types: []string{
				catalog.TypeName[donation.Completed](c.Catalog), catalog.TypeName[donation.Refunded](c.Catalog),
				catalog.TypeName[donation.RefundReversed](c.Catalog),
			},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error { return number(ctx, c, r, event) },
		},
		{
			Name: "timers",
			Types: []string{
				catalog.TypeName[campaign.SlugReserved](c.Catalog),
				catalog.TypeName[campaign.Launched](c.Catalog), catalog.TypeName[campaign.Approved](c.Catalog),
				catalog.TypeName[campaign.Revised](c.Catalog),
				catalog.TypeName[campaign.Completed](c.Catalog), catalog.TypeName[campaign.Cancelled](c.Catalog),
				catalog.TypeName[campaign.MarkedUrgent](c.Catalog), catalog.TypeName[campaign.UrgencyRemoved](c.Catalog),
				catalog.TypeName[donation.Started](c.Catalog),
				catalog.TypeName[donation.Completed](c.Catalog), catalog.TypeName[donation.RefundRequested](c.Catalog),
				catalog.TypeName[donation.SurplusRefundRequested](c.Catalog),
				catalog.TypeName[notification.ChannelChosen](c.Catalog),
				catalog.TypeName[shift.Published](c.Catalog), catalog.TypeName[shift.Revised](c.Catalog),
				catalog.TypeName[shift.Joined](c.Catalog), catalog.TypeName[shift.Cancelled](c.Catalog),
			},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error {
				return setTimers(ctx, c.Timers, r, event)
			},
		},
		{
			Name:   "mails",
			Types:  m.events,
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error { return m.handle(ctx, r.ID, event) },
		},
		{
			Name:   "pledges",
			Types:  []string{catalog.TypeName[campaign.Completed](c.Catalog), catalog.TypeName[campaign.Cancelled](c.Catalog)},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return closePledges(ctx, c, event) },
		},
		{
			Name:   "uploads",
			Types:  []string{catalog.TypeName[campaign.HandedOver](c.Catalog)},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return handUploads(ctx, c, event) },
		},
		{
			Name:  "organizers",
			Types: []string{catalog.TypeName[campaign.Launched](c.Catalog), catalog.TypeName[campaign.Approved](c.Catalog)},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error {
				return knowOrganizer(ctx, c, r, event)
			},
		},
		{
			Name: "shifts",
			Types: []string{
				catalog.TypeName[shift.Joined](c.Catalog), catalog.TypeName[shift.Left](c.Catalog),
				catalog.TypeName[shift.Cancelled](c.Catalog), catalog.TypeName[timepledge.Withdrawn](c.Catalog),
				catalog.TypeName[timepledge.Declined](c.Catalog),
			},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return placed(ctx, c, event) },
		},
		{
			Name:   "roles",
			Types:  []string{catalog.TypeName[staff.RoleGranted](c.Catalog), catalog.TypeName[staff.RoleTakenBack](c.Catalog)},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return setRoles(ctx, c, event) },
		},
		{
			Name:   "interactions",
			Types:  []string{catalog.TypeName[member.TrackingChosen](c.Catalog)},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return forgetPressed(ctx, c, event) },
		},
		{
			Name: "erasures",
			Types: []string{
				catalog.TypeName[erasure.Requested](c.Catalog), catalog.TypeName[erasure.Undone](c.Catalog),
				catalog.TypeName[erasure.Began](c.Catalog), catalog.TypeName[erasure.Completed](c.Catalog),
			},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return erase(ctx, c, event) },
		},
	}
}
