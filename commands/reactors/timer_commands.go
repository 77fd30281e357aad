package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/shifts"
)

// The commands a timer can fire.
const (
	timerComplete  = "complete-campaign"
	timerReconcile = "reconcile-donation"
	timerRefund    = "reconcile-refund" // apart from the former, which goes when the gift completes, whenever that is handled
	timerErase     = "advance-erasure"
	timerSlug      = "settle-slug"
	timerUrgent    = "lapse-urgency"
	timerShiftDay  = "remind-of-shift" // the day before
	timerShiftSoon = "remind-of-shift-soon"
	timerRewrite   = "rewrite-files" // one for all erasures
	timerDaily     = "send-daily"    // one for each member who wants a daily mail
)

// lapsing are the timers that wait for a while, which the database measures: servers whose clocks differ agree on it, and
// none lets a gift expire before its payment page is made because its own clock is ahead. All others wait for a date.
var lapsing = []string{timerReconcile, timerRefund, timerSlug, timerRewrite}

// carryOut gives the command that a timer fires.
func (t *Timers) carryOut(ctx context.Context, m timer) error {
	env := command.Envelope{ID: m.id, Actor: "timer"}
	switch m.command {
	case timerComplete:
		_, err := campaigns.CompleteCampaign.Run(ctx, t.cmd, env, campaigns.CampaignBody{CampaignID: m.subject})
		return err
	case timerReconcile, timerRefund:
		_, err := giving.ReconcileDonation.Run(ctx, t.cmd, env, m.subject)
		return err
	case timerSlug:
		_, err := campaigns.ReleaseSlug.Run(ctx, t.cmd, env, m.subject)
		return err
	case timerUrgent:
		_, err := campaigns.LapseUrgency.Run(ctx, t.cmd, env, m.subject)
		return err
	case timerShiftDay, timerShiftSoon:
		_, err := shifts.RemindOfShift.Run(ctx, t.cmd, env, m.subject)
		return err
	case timerErase:
		return t.Erase(ctx, m.subject)
	case timerRewrite:
		return t.Rewrite(ctx)
	case timerDaily:
		return t.Daily(ctx, m.subject)
	}
	return fmt.Errorf("no command is called %q in this version", m.command)
}
