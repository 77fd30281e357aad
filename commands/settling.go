package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// settle closes the account, ends the person's campaigns, and brings running payments, theirs and to their campaigns,
// to their end: paid or cancelled.
func (e *Erasures) settle(ctx context.Context, s erasure.State) (belongings, error) {
	if !s.Member.IsNil() {
		if err := e.c.Accounts.Close(ctx, s.Member); err != nil {
			return belongings{}, err
		}
	}
	b, err := e.search(ctx, s)
	if err != nil {
		return b, err
	}
	for id := range b.campaigns {
		c, _, err := Load(ctx, e.s.h, campaign.Decider, id)
		if err != nil {
			return b, err
		}
		if c.Status == campaign.Ended {
			continue
		}
		env := Envelope{ID: ident.Command(erasingActor, "complete "+id.String()), Actor: erasingActor}
		if _, err := e.s.CompleteCampaign(ctx, env, ChangeCampaign{Campaign: id, Actor: c.Owner}); err != nil {
			return b, fmt.Errorf("end campaign %s: %w", id, err)
		}
	}
	return b, e.closePayments(ctx, s.ID, b)
}

// failuresInARow is after how many payments that could not be ended one after the other the rest is put off: what they
// depend on is away.
const failuresInARow = 3

// closePayments ends every payment of a person that may still be made. One that could not be ended keeps none of the
// others waiting: those that were not tried yet come first the next time, and those that were ended are not asked about
// again. Else a person with many payments would never get past a provider that answers most of the time.
func (e *Erasures) closePayments(ctx context.Context, id ident.ID, b belongings) error {
	ended := e.endedBefore(id)
	var open, again []ident.ID
	for _, gift := range sorted(b.gifts) {
		over, tried := ended[gift]
		switch {
		case b.gifts[gift].paid || over:
		case tried:
			again = append(again, gift)
		default:
			open = append(open, gift)
		}
	}
	var first error
	failures, inARow := 0, 0
	for _, gift := range append(open, again...) {
		over, err := e.closePayment(ctx, gift)
		ended[gift] = over
		if err == nil {
			inARow = 0
			continue
		}
		failures++
		if inARow++; first == nil {
			first = fmt.Errorf("end the payment of donation %s: %w", gift, err)
		}
		if inARow == failuresInARow {
			break
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if first != nil {
		e.ended[id] = ended
		return fmt.Errorf("%d payments could not be ended: %w", failures, first)
	}
	delete(e.ended, id) // who looks again asks about all of them again
	return nil
}

// endedBefore are the payments of a person that were tried before in this process, and whether they were ended.
func (e *Erasures) endedBefore(id ident.ID) map[ident.ID]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if before := e.ended[id]; before != nil {
		return maps.Clone(before)
	}
	return map[ident.ID]bool{}
}

// closePayment lets nothing be paid for a donation any more, and records what became of it; false while that is not
// decided. A payment that came first counts.
func (e *Erasures) closePayment(ctx context.Context, id ident.ID) (over bool, err error) {
	d, _, err := Load(ctx, e.s.h, donation.Decider, id)
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
		env := Envelope{ID: ident.Command(erasingActor, "cancel "+id.String()), Actor: erasingActor}
		_, err = Execute(ctx, e.s.h, donation.Decider, id, env, donation.Cancel{ByProvider: true, Now: e.s.now()}.Decide)
		return err == nil, err
	case err != nil:
		return false, err
	}
	_, err = e.s.Payment(ctx, said)
	return err == nil && said.Kind != ports.PaymentPending, err
}
