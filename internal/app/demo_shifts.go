package app

import (
	"context"

	"github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/internal/demo"
)

// shiftsDemo has organizers publish shifts that are yet to come, and members join some.
func shiftsDemo(p *demo.Plan) (deeds []deed) {
	for n, s := range p.Shifts() {
		key := p.ID("shift", s.Campaign, n)
		deeds = append(deeds, deed{s.At, key, publishShift(s)})
		for i := range s.Comers {
			deeds = append(deeds, deed{s.At, p.ID("shift joined", n, i), joinShift(s, i, ident.Thing(shift.Category, key))})
		}
	}
	return deeds
}

func publishShift(s demo.Shift) doing {
	body := shifts.PublishShiftBody{WritingBody: shifts.WritingBody{
		Title: s.Title, Place: s.Place, Note: s.Note, Starts: s.Starts, Ends: s.Ends, TimeZone: s.Zone,
		Capacity: s.Capacity, Lang: s.Lang,
	}}
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		to := w.launched[s.Campaign]
		body.CampaignID = to.campaign
		_, err := shifts.PublishShift.Run(ctx, w.commands, as(to.owner, key), body)
		return err
	}
}

// joinShift has the members beside the organizer join, one after another.
func joinShift(s demo.Shift, n int, at ident.ID) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		owner := w.launched[s.Campaign].owner
		for _, who := range w.members {
			if who == owner {
				continue
			}
			if n--; n < 0 {
				body := shifts.JoinShiftBody{ShiftBody: shifts.ShiftBody{ShiftID: at}, Lang: s.Lang}
				_, err := shifts.JoinShift.Run(ctx, w.commands, as(who, key), body)
				return err
			}
		}
		return nil // a demonstration of very few
	}
}
