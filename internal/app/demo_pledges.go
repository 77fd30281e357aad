package app

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/demo"
)

// pledgesDemo has members offer time and things, organizers answer, and some of it come about.
func pledgesDemo(p *demo.Plan) (deeds []deed) {
	// who offers what depends on how many there are: another plan of the same seed makes others
	kind := fmt.Sprintf("pledge among %d and %d", p.Members(), len(p.Campaigns()))
	for n, offer := range p.Pledges() {
		id := p.ID(kind, offer.Campaign, n)
		do := pledgeThings
		if offer.Minutes > 0 {
			do = pledgeTime
		}
		deeds = append(deeds, deed{offer.At, id, do(p, offer)})
		for i, next := range answers(offer, id) {
			at := min(p.Now().Sub(offer.At), time.Duration(i+1)*7*time.Hour)
			deeds = append(deeds, deed{offer.At.Add(at), p.ID(kind+", answer", n, i), next})
		}
	}
	return deeds
}

type doing = func(ctx context.Context, w *seeder, key ident.ID) error

func pledgeTime(_ *demo.Plan, o demo.Pledge) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := pledges.PledgeTime.Run(ctx, w.commands, as(w.members[o.Member], key), pledges.PledgeTimeBody{
			CampaignID: w.launched[o.Campaign].campaign, Minutes: o.Minutes, Availability: o.Words.Availability, Skills: o.Words.Skills,
			Message: o.Words.Message, Lang: o.Words.Lang,
		})
		return err
	}
}

func pledgeThings(p *demo.Plan, o demo.Pledge) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		to, _, err := command.Load(ctx, w.commands.Handler, campaign.Decider, w.launched[o.Campaign].campaign)
		if err != nil {
			return err
		}
		if o.Need >= len(to.Needs) {
			return campaign.ErrNoThings
		}
		body := pledges.PledgeMaterialBody{
			CampaignID: to.ID, NeedID: to.Needs[o.Need], Quantity: o.Quantity, Condition: "good", Delivery: materialpledge.DropOff,
			Message: o.Words.Message, Lang: o.Words.Lang,
		}
		if o.Lent {
			body.Lent, body.Until = true, p.Now().AddDate(0, 3, 0).Format(time.DateOnly)
		}
		_, err = pledges.PledgeMaterial.Run(ctx, w.commands, as(w.members[o.Member], key), body)
		return err
	}
}

// answers are what follows a pledge, in order.
func answers(o demo.Pledge, key ident.ID) []doing {
	if o.Minutes > 0 {
		return timeAnswers(o, ident.Thing(timepledge.Category, key))
	}
	return thingAnswers(o, ident.Thing(materialpledge.Category, key))
}

func timeAnswers(o demo.Pledge, id ident.ID) (all []doing) {
	owner := func(w *seeder) ident.ID { return w.launched[o.Campaign].owner }
	accept := carry(pledges.AcceptTime, owner, pledges.AcceptTimeBody{PledgeID: id, Note: o.Answer.Note})
	helper := func(w *seeder) ident.ID { return w.members[o.Member] }
	log := carry(pledges.LogHours, helper, pledges.LogHoursBody{PledgeID: id, Minutes: o.Worked, Note: o.Words.Work})
	switch o.Outcome {
	case demo.PledgeWaits:
	case demo.PledgeAccepted:
		all = append(all, accept)
	case demo.PledgeLogged:
		all = append(all, accept, log)
	case demo.PledgeDone:
		all = append(all, accept, log, carry(pledges.ConfirmHours, owner, pledges.ConfirmHoursBody{PledgeID: id, Minutes: o.Worked}))
	case demo.PledgeMissed:
		all = append(all, accept, carry(pledges.MarkNoShow, owner, pledges.PledgeBody{PledgeID: id}))
	case demo.PledgeDeclined:
		all = append(all, carry(pledges.DeclineTime, owner, pledges.DeclineBody{PledgeID: id, Reason: o.Answer.Reason}))
	case demo.PledgeWithdrawn:
		all = append(all, carry(pledges.WithdrawTime, helper, pledges.PledgeBody{PledgeID: id}))
	}
	return all
}

func thingAnswers(o demo.Pledge, id ident.ID) (all []doing) {
	owner := func(w *seeder) ident.ID { return w.launched[o.Campaign].owner }
	accept := carry(pledges.AcceptMaterial, owner, pledges.AcceptMaterialBody{PledgeID: id, Place: o.Answer.Place,
		Note: o.Answer.Note})
	switch o.Outcome {
	case demo.PledgeWaits:
	case demo.PledgeAccepted, demo.PledgeLogged, demo.PledgeMissed:
		all = append(all, accept)
	case demo.PledgeDone:
		receive := pledges.ReceiveMaterialBody{PledgeID: id, Quantity: o.Quantity, Condition: "good"}
		all = append(all, accept, carry(pledges.ReceiveMaterial, owner, receive))
		if o.Lent && o.Quantity == 1 { // what was lent in larger numbers is still in use
			all = append(all, carry(pledges.ReturnMaterial, owner, pledges.PledgeBody{PledgeID: id}))
		}
	case demo.PledgeDeclined:
		all = append(all, carry(pledges.DeclineMaterial, owner, pledges.DeclineBody{PledgeID: id, Reason: o.Answer.Reason}))
	case demo.PledgeWithdrawn:
		helper := func(w *seeder) ident.ID { return w.members[o.Member] }
		all = append(all, carry(pledges.WithdrawMaterial, helper, pledges.PledgeBody{PledgeID: id}))
	}
	return all
}

// carry has somebody send a command.
func carry[In any](with command.Command[In, command.Done], who func(*seeder) ident.ID, body In) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := with.Run(ctx, w.commands, as(who(w), key), body)
		return err
	}
}
