package pledges

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/textfold"
)

// LogHoursBody says what was worked.
type LogHoursBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
	Minutes  int64    `json:"minutes" doc:"Worked for this pledge all in all, in quarters of an hour"`
	Note     string   `json:"note,omitempty" maxLength:"2000" doc:"What was done; the other side reads it"`
}

// LogHours says how much was worked, by whoever pledged it or whoever runs the campaign. Nothing counts before it is confirmed.
var LogHours = command.Define("log-hours", "Say how many hours were worked, all in all", command.Team,
	func(ctx context.Context, c *command.Call, in LogHoursBody) (command.Done, error) {
		log := timepledge.LogHours{
			By: timepledge.Volunteer, Author: member.SubjectOf(c.Member), Minutes: in.Minutes, Note: textfold.Clean(in.Note), Now: c.Now(),
		}
		p, _, err := command.Recent(ctx, c.Handler, timepledge.Decider, in.PledgeID)
		if err != nil {
			return command.Done{}, err
		}
		if p.Member != c.Member {
			if err := runs(ctx, c, p.Campaign); err != nil {
				return command.Done{}, err
			}
			log.By = timepledge.Organizer
		}
		if log.Begins, err = shiftStart(ctx, c, in.PledgeID); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, timepledge.Decider, in.PledgeID, log.Decide)
	})

// ConfirmHoursBody counts what was worked.
type ConfirmHoursBody struct {
	PledgeID ident.ID `json:"pledge_id" format:"uuid"`
	Minutes  int64    `json:"minutes" doc:"In quarters of an hour; takes the place of what was confirmed before"`
}

// ConfirmHours counts what was worked, or corrects it.
var ConfirmHours = command.Define("confirm-hours", "Confirm the hours that were worked, or correct them", command.Team,
	func(ctx context.Context, c *command.Call, in ConfirmHoursBody) (command.Done, error) {
		begins, err := shiftStart(ctx, c, in.PledgeID)
		if err != nil {
			return command.Done{}, err
		}
		confirm := timepledge.ConfirmHours{Minutes: in.Minutes, Begins: begins, Now: c.Now()}
		return asOrganizer(ctx, c, timepledge.Decider, in.PledgeID, ofTime, confirm.Decide)
	})
