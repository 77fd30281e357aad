package shifts

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/internal/textfold"
)

// wallTime is how a clock at the place of a shift is read: what a datetime-local field of HTML sends.
const wallTime = "2006-01-02T15:04"

// WritingBody is what a shift is about, where and when it is, and for how many people.
type WritingBody struct {
	Title    string `json:"title" maxLength:"2000" doc:"Up to 120 characters"`
	Place    string `json:"place" maxLength:"2000" doc:"Up to 200 characters"`
	Note     string `json:"note,omitempty" maxLength:"10000" doc:"Up to 1000 characters, such as what to bring"`
	Starts   string `json:"starts" maxLength:"40" doc:"By the clocks of the time zone, such as 2026-12-05T09:00"`
	Ends     string `json:"ends" maxLength:"40" doc:"Likewise; a day later at most"`
	TimeZone string `json:"time_zone" maxLength:"100" doc:"IANA name, such as Europe/Paris"`
	Capacity int64  `json:"capacity" doc:"How many people, up to 1000"`
	Lang     string `json:"lang" enum:"en,fr,es" doc:"Of the words"`
}

// by is what a member writes. Error: malformed_time at starts or ends.
func (b WritingBody) by(author ident.ID) (shift.Writing, error) {
	var faults domain.Refusals
	zone, err := time.LoadLocation(b.TimeZone)
	if err != nil {
		zone = time.UTC // the rules refuse it
	}
	read := func(field, wall string) time.Time {
		at, err := time.ParseInLocation(wallTime, wall, zone)
		if err != nil {
			faults = append(faults, domain.RefuseField(field, "malformed_time", "this must be a time such as 2026-12-05T09:00"))
		}
		return at.UTC()
	}
	return shift.Writing{
		Author: member.SubjectOf(author), Title: textfold.Line(b.Title), Place: textfold.Line(b.Place), Note: textfold.Clean(b.Note),
		Lang:  b.Lang,
		Times: shift.Times{Starts: read("starts", b.Starts), Ends: read("ends", b.Ends), TimeZone: b.TimeZone, Capacity: b.Capacity},
	}, faults.OrNil()
}

// PublishShiftBody is a shift of a campaign.
type PublishShiftBody struct {
	CampaignID ident.ID `json:"campaign_id" format:"uuid"`
	WritingBody
}

// PublishShiftAnswer names the shift that was published.
type PublishShiftAnswer struct {
	command.Done
	ShiftID ident.ID `json:"shift_id" format:"uuid"`
}

// ShiftBody names a shift.
type ShiftBody struct {
	ShiftID ident.ID `json:"shift_id" format:"uuid"`
}

// ReviseShiftBody replaces what a shift says.
type ReviseShiftBody struct {
	ShiftBody
	WritingBody
}

// CancelShiftBody says why a shift is called off.
type CancelShiftBody struct {
	ShiftBody
	Reason string `json:"reason" maxLength:"2000" doc:"Shown to everybody who comes; up to 500 characters"`
}

// PublishShift announces a shift of a campaign that takes time now.
var PublishShift = command.Define("publish-shift", "Publish a shift of a campaign, with a place, a time and so many places",
	command.Team, func(ctx context.Context, c *command.Call, in PublishShiftBody) (PublishShiftAnswer, error) {
		at, err := runs(ctx, c, in.CampaignID)
		if err != nil {
			return PublishShiftAnswer{}, err
		}
		if err := at.AdmitsPledge(campaign.Time, ident.Nil, c.Now()); err != nil {
			return PublishShiftAnswer{}, err
		}
		words, err := in.by(c.Member)
		if err != nil {
			return PublishShiftAnswer{}, err
		}
		id := ident.Thing(shift.Category, c.ID)
		done, err := command.On(ctx, c, shift.Decider, id, shift.Publish{
			Shift: id, Campaign: in.CampaignID, Member: c.Member, Writing: words, Now: c.Now(),
		}.Decide)
		return PublishShiftAnswer{done, id}, err
	})

// ReviseShift changes what a shift says and when it is. Everybody who comes is told.
var ReviseShift = command.Define("revise-shift", "Change a shift; everybody who comes is told", command.Team,
	func(ctx context.Context, c *command.Call, in ReviseShiftBody) (command.Done, error) {
		if err := runsShift(ctx, c, in.ShiftID); err != nil {
			return command.Done{}, err
		}
		words, err := in.by(c.Member)
		if err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, shift.Decider, in.ShiftID, shift.Revise{Writing: words, Now: c.Now()}.Decide)
	})

// CancelShift calls a shift off. Everybody who comes is told, and their pledges are declined by a reactor.
var CancelShift = command.Define("cancel-shift", "Cancel a shift, with a reason; everybody who comes is told", command.Team,
	func(ctx context.Context, c *command.Call, in CancelShiftBody) (command.Done, error) {
		if err := runsShift(ctx, c, in.ShiftID); err != nil {
			return command.Done{}, err
		}
		return command.On(ctx, c, shift.Decider, in.ShiftID, shift.Cancel{
			Author: member.SubjectOf(c.Member), Reason: textfold.Clean(in.Reason), Now: c.Now(),
		}.Decide)
	})

// DropShift calls off a shift whose author is being erased.
var DropShift = command.Define("drop-shift", "Cancel a shift whose author is erased", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		return command.On(ctx, c, shift.Decider, id, shift.Drop{Now: c.Now()}.Decide)
	})

// RemindOfShift reminds everybody who comes to a shift, where that is due.
var RemindOfShift = command.Define("remind-of-shift", "Remind everybody who comes to a shift", command.Internal,
	func(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
		return command.On(ctx, c, shift.Decider, id, shift.Remind{Now: c.Now()}.Decide)
	})

// runs gives a campaign to whoever runs it, and refuses everybody else.
func runs(ctx context.Context, c *command.Call, id ident.ID) (campaign.State, error) {
	at, _, err := command.Recent(ctx, c.Handler, campaign.Decider, id)
	if err != nil {
		return at, err
	}
	return at, at.RunBy(c.Member)
}

// runsShift refuses whoever does not run the campaign of a shift.
func runsShift(ctx context.Context, c *command.Call, id ident.ID) error {
	s, _, err := command.Recent(ctx, c.Handler, shift.Decider, id)
	if err != nil {
		return err
	}
	if s.Status == shift.None {
		return shift.ErrNotFound
	}
	_, err = runs(ctx, c, s.Campaign)
	return err
}
