package erasing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// closeAffairs closes the account, ends the person's campaigns, and brings running payments, theirs and to their campaigns,
// to their end: paid or cancelled.
func (e *Process) closeAffairs(ctx context.Context, s erasure.State) (belongings, error) {
	if !s.Member.IsNil() {
		if err := e.c.Accounts.Close(ctx, s.Member); err != nil {
			return belongings{}, err
		}
	}
	b, err := e.search(ctx, s)
	if err != nil {
		return b, err
	}
	at := look{s.ID, s.Status, len(s.Subjects)}
	ended := e.endedBefore(at)
	var gifts []ident.ID
	for id, g := range b.gifts {
		if !g.paid {
			gifts = append(gifts, id)
		}
	}
	// campaigns first, for an open one takes new gifts; but one that can't be ended leaves no payment open
	err = errors.Join(
		endEach("campaigns", slices.Collect(maps.Keys(b.campaigns)), ended, func(id ident.ID) (bool, error) { return e.endCampaign(ctx, id) }),
		endEach("payments of donations", gifts, ended, func(id ident.ID) (bool, error) { return e.closePayment(ctx, id) }),
	)
	e.keepEnded(at, ended, err)
	return b, err
}

// look is one look at what a person runs: what was ended need not be ended again until it is over. The next one asks about
// everything anew, in whichever process.
type look struct {
	erasure  ident.ID
	status   erasure.Status
	subjects int
}

func (e *Process) endedBefore(at look) map[ident.ID]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if before := e.ended[at]; before != nil {
		return maps.Clone(before)
	}
	return map[ident.ID]bool{}
}

func (e *Process) keepEnded(at look, ended map[ident.ID]bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil {
		delete(e.ended, at)
		return
	}
	e.ended[at] = ended
}

// Reached tells how far an erasure has come within the step that it takes in this process. It says nothing by itself, but
// is another as long as the erasure gets on.
func (e *Process) Reached(id ident.ID) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for at, ended := range e.ended {
		if at.erasure == id {
			n += len(ended)
		}
	}
	return fmt.Sprint(e.found[id].at, n)
}

// failuresInARow is after how many things that could not be ended one after the other the rest is put off: what they
// depend on is away.
const failuresInARow = 3

// endEach ends things, and adds those that are over to a set, by which they are left out. A provider that answers most of
// the time must not hold up a person with many payments: one that can't be ended keeps none of the others waiting, and what
// failed is tried again until nothing of what is left can be ended. The things come in no order: whoever tries next is not
// to begin with the same few that can't be ended.
func endEach(what string, things []ident.ID, ended map[ident.ID]bool, end func(ident.ID) (over bool, _ error)) error {
	left := slices.DeleteFunc(things, func(id ident.ID) bool { return ended[id] })
	for len(left) > 0 {
		failed, err := endRound(left, ended, end)
		if len(failed) == len(left) {
			return fmt.Errorf("end %s: %d are left: %w", what, len(failed), err)
		}
		left = failed
	}
	return nil
}

// endRound is one round of endEach. It gives those that are left, with the first failure: those that were not tried, then
// those that failed.
func endRound(things []ident.ID, ended map[ident.ID]bool, end func(ident.ID) (bool, error)) (left []ident.ID, err error) {
	inARow := 0
	for n, id := range things {
		over, failure := end(id)
		if failure == nil {
			ended[id], inARow = over, 0
			continue
		}
		if left = append(left, id); err == nil {
			err = fmt.Errorf("%s: %w", id, failure)
		}
		if inARow++; inARow == failuresInARow {
			return slices.Concat(things[n+1:], left), err
		}
	}
	return left, err
}

// endCampaign takes no gifts for a campaign any more.
func (e *Process) endCampaign(ctx context.Context, id ident.ID) (over bool, err error) {
	c, _, err := command.Load(ctx, e.s.Handler, campaign.Decider, id)
	if err != nil {
		return false, err
	}
	if c.Status == campaign.Ended {
		return true, nil
	}
	env := command.Envelope{ID: ident.Command(erasingActor, "complete "+id.String()), Member: c.Owner, Actor: erasingActor}
	_, err = campaigns.CompleteCampaign.Run(ctx, e.s, env, campaigns.CampaignBody{CampaignID: id})
	return err == nil, err
}

// closePayment lets nothing be paid for a donation any more, and records what became of it; false while that is not
// decided. A payment that came first counts.
func (e *Process) closePayment(ctx context.Context, id ident.ID) (over bool, err error) {
	d, _, err := command.Load(ctx, e.s.Handler, donation.Decider, id)
	if err != nil {
		return false, err
	}
	switch d.Status {
	case donation.Complete, donation.PartlyReturned, donation.Returned, donation.None:
		return true, nil
	case donation.Pending, donation.Unsuccessful, donation.Withdrawn:
	}
	said, err := e.c.Customers.Close(ctx, id)
	switch {
	case errors.Is(err, ports.ErrNoPayment): // its page was never made
		env := command.Envelope{ID: ident.Command(erasingActor, "cancel "+id.String()), Actor: erasingActor}
		_, err = command.Execute(ctx, e.s.Handler, donation.Decider, id, env, donation.Cancel{ByProvider: true, Now: e.s.Now()}.Decide)
		return err == nil, err
	case err != nil:
		return false, err
	}
	_, err = giving.HearPayment(ctx, e.s, said)
	return err == nil && said.Kind != ports.PaymentPending, err
}
