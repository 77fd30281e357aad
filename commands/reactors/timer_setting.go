package reactors

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/eventstore"
)

// paymentWait is how long a gift waits before the provider is asked what became of it: longer than a payment page
// stays open. A gift that failed or was cancelled here is asked about too: its page may have been paid all the same.
const paymentWait = 35 * time.Minute

// refundWait is how long a refund waits before the provider is asked what became of it.
const refundWait = 10 * time.Minute

// launchWait is how long a launch may take from its slug on, every repetition by its client included. Whatever is
// under way after that begins again, so it only has to be rare.
const launchWait = time.Hour

// setTimers sets and clears the timers that wait for a campaign's end, the end of what is urgent, a payment, a refund, a launch
// or a shift.
func setTimers(ctx context.Context, t *Timers, r eventstore.Recorded, event any) error {
	ends := func(id ident.ID, at time.Time) error {
		if at.IsZero() {
			return t.Clear(ctx, timerComplete, id)
		}
		return t.Set(ctx, timerComplete, id, at)
	}
	switch e := event.(type) {
	case campaign.SlugReserved:
		slug, err := streamID(r.Stream)
		if err != nil {
			return err
		}
		return t.After(ctx, timerSlug, slug, launchWait)
	case campaign.Launched:
		return ends(e.Campaign, e.EndsAt)
	case campaign.Approved:
		return ends(e.Campaign, e.EndsAt)
	case campaign.Revised:
		return ends(e.Campaign, e.EndsAt)
	case campaign.Completed:
		return t.Clear(ctx, timerComplete, e.Campaign)
	case campaign.Cancelled:
		return t.Clear(ctx, timerComplete, e.Campaign)
	case campaign.MarkedUrgent:
		return t.Set(ctx, timerUrgent, e.Campaign, e.Until)
	case campaign.UrgencyRemoved:
		return t.Clear(ctx, timerUrgent, e.Campaign)
	case donation.Started:
		return t.After(ctx, timerReconcile, e.Donation, paymentWait)
	case donation.Completed:
		return t.Clear(ctx, timerReconcile, e.Donation)
	case donation.RefundRequested:
		return t.After(ctx, timerRefund, e.Donation, refundWait)
	case donation.SurplusRefundRequested:
		return t.After(ctx, timerRefund, e.Donation, refundWait)
	}
	switch e := event.(type) {
	case notification.ChannelChosen:
		return t.setDaily(ctx, e)
	case shift.Published:
		return t.remind(ctx, e.Shift, e.Times, e.At)
	case shift.Revised:
		return t.remind(ctx, e.Shift, e.Times, e.At)
	case shift.Joined: // to a shift that was published before there were reminders, too
		s, _, err := command.Recent(ctx, t.cmd.Handler, shift.Decider, e.Shift)
		if err != nil || s.Status != shift.Open {
			return err
		}
		return t.remind(ctx, e.Shift, s.Times, e.At)
	case shift.Cancelled:
		return t.remind(ctx, e.Shift, shift.Times{}, e.At)
	}
	return fmt.Errorf("timers can't handle %T", event)
}

// remind sets when those who come to a shift are reminded of it, and clears what is over.
func (t *Timers) remind(ctx context.Context, id ident.ID, at shift.Times, now time.Time) error {
	due := at.RemindersAfter(now)
	for r, timer := range map[shift.Reminder]string{shift.DayBefore: timerShiftDay, shift.HoursBefore: timerShiftSoon} {
		err := t.Clear(ctx, timer, id)
		if when, wanted := due[r]; wanted {
			err = t.Set(ctx, timer, id, when)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setDaily has a member mailed daily while anything waits for that. Who wants no such mail has no timer.
func (t *Timers) setDaily(ctx context.Context, e notification.ChannelChosen) error {
	if e.Channel != notice.ByMail {
		return nil
	}
	wants, err := notifications.Chosen(ctx, t.cmd, e.Member)
	if err != nil {
		return err
	}
	if len(wants.Daily) == 0 {
		return t.Clear(ctx, timerDaily, e.Member)
	}
	return t.Set(ctx, timerDaily, e.Member, wants.NextDaily(e.Member, e.At))
}

// streamID is the id in a stream's name.
func streamID(stream string) (ident.ID, error) {
	_, name, _ := strings.Cut(stream, "-")
	id, err := ident.Parse(name)
	if err != nil {
		return id, fmt.Errorf("read the name of stream %s: %w", stream, err)
	}
	return id, nil
}
