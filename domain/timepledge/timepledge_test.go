package timepledge_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/timepledge"
)

var (
	now     = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	later   = now.Add(time.Hour)
	vera    = ident.ID{3}
	parties = timepledge.Parties{Pledge: ident.ID{1}, Campaign: ident.ID{2}, Supporter: ident.ID{4}, Member: vera, Minutes: 360}
	runs    = ident.ID{5} // the organizer's subject

	pledge = timepledge.Pledge{Parties: parties, Skills: " Wiring ", Lang: "en", Now: now}
	accept = timepledge.Accept{Organizer: runs, Note: "At nine", Now: later}

	pledged  = timepledge.Pledged{Parties: parties, Skills: personal.Plain("Wiring"), Lang: "en", At: now}
	accepted = timepledge.Accepted{Parties: parties, Organizer: runs, Note: personal.Plain("At nine"), At: later}
	done     = timepledge.HoursConfirmed{Parties: parties, Worked: 240, At: later}
	declined = timepledge.Declined{
		Parties: parties, Organizer: runs, Reason: personal.Plain("Full"), Cause: timepledge.ByOrganizer, AcceptedAt: later, At: later,
	}
)

type history = domaintest.History[timepledge.State, timepledge.Event]

func given(t *testing.T, events ...timepledge.Event) history {
	t.Helper()
	return domaintest.Given(t, timepledge.Decider, events...)
}

func TestPledge(t *testing.T) {
	given(t).When(pledge.Decide).Then(pledged).When(pledge.Decide).ThenRefused("pledge_exists")
	for minutes, want := range map[int64]string{
		0: "hours_required minutes", -60: "hours_required minutes", 20: "hours_in_quarters minutes",
		timepledge.MaxMinutes + timepledge.Step: "too_many_hours minutes",
	} {
		c := pledge
		c.Minutes = minutes
		given(t).When(c.Decide).ThenRefused(want)
	}
}

func TestAnswers(t *testing.T) {
	given(t).When(accept.Decide).ThenRefused("pledge_not_found")
	h := given(t, pledged).When(accept.Decide).Then(accepted)
	h.When(accept.Decide).ThenNothing()
	decline := timepledge.Decline{Organizer: runs, Reason: "Full", Now: later}
	h.When(timepledge.Decline{Organizer: runs, Reason: " "}.Decide).ThenRefused("reason_required reason")
	off := h.When(decline.Decide).Then(declined)
	off.When(decline.Decide).ThenNothing()
	off.When(accept.Decide).ThenRefused("pledge_over")
	off.When(timepledge.Withdraw{Actor: vera, Now: later}.Decide).ThenRefused("pledge_over")

	withdraw := timepledge.Withdraw{Actor: vera, Now: later}
	withdrawn := timepledge.Withdrawn{Parties: parties, AcceptedAt: later, At: later}
	h.When(timepledge.Withdraw{Actor: ident.ID{9}, Now: later}.Decide).ThenRefused("not_your_pledge")
	h.When(withdraw.Decide).Then(withdrawn).When(withdraw.Decide).ThenNothing()

	missed := timepledge.NoShow{Parties: parties, AcceptedAt: later, At: later}
	given(t, pledged).When(timepledge.Miss{Now: later}.Decide).ThenRefused("pledge_not_accepted")
	h.When(timepledge.Miss{Now: later}.Decide).Then(missed).When(timepledge.Miss{Now: later}.Decide).ThenNothing()
}

func TestHours(t *testing.T) {
	log := timepledge.LogHours{By: timepledge.Volunteer, Author: parties.Supporter, Minutes: 270, Note: "Fuses", Now: later}
	logged := timepledge.HoursLogged{
		Pledge: parties.Pledge, Campaign: parties.Campaign, By: timepledge.Volunteer, Author: parties.Supporter, Worked: 270,
		Note: personal.Plain("Fuses"), At: later,
	}
	confirm := timepledge.ConfirmHours{Minutes: 240, Now: later}
	given(t).When(confirm.Decide).ThenRefused("pledge_not_found")
	given(t, pledged).When(confirm.Decide).ThenRefused("pledge_not_accepted")
	given(t, pledged).When(log.Decide).ThenRefused("pledge_not_accepted")
	h := given(t, pledged, accepted).When(log.Decide).Then(logged)
	soon := later.Add(time.Minute) // Found32: when its shift begins
	h.When(timepledge.ConfirmHours{Minutes: 240, Begins: soon, Now: later}.Decide).ThenRefused("shift_not_begun")
	h.When(timepledge.Miss{Begins: soon, Now: later}.Decide).ThenRefused("shift_not_begun")
	early := log
	early.Begins = soon
	h.When(early.Decide).ThenRefused("shift_not_begun")
	h.When(timepledge.ConfirmHours{Minutes: 240, Begins: later, Now: later}.Decide).Then(done)
	h = h.When(confirm.Decide).Then(done)
	h.When(confirm.Decide).ThenNothing()
	h.When(log.Decide).ThenRefused("pledge_done")
	h.When(timepledge.Decline{Organizer: runs, Reason: "Full", Now: later}.Decide).ThenRefused("pledge_done")
	corrected := done
	corrected.Worked, corrected.Before = 300, 240
	h.When(timepledge.ConfirmHours{Minutes: 300, Now: later}.Decide).Then(corrected)
}

// What nobody answered goes with the campaign; everything else stays.
func TestClose(t *testing.T) {
	closing := timepledge.Close{Now: later}
	given(t, pledged).When(closing.Decide).Then(timepledge.Declined{Parties: parties, Cause: timepledge.CampaignEnded, At: later})
	given(t, pledged, accepted).When(closing.Decide).ThenNothing()
	given(t).When(closing.Decide).ThenNothing()
}

// The pledge of a shift is accepted at once, is worked and confirmed like any other, and goes with its place.
func TestShift(t *testing.T) {
	shift := ident.ID{7}
	join := timepledge.PledgeShift{Parties: parties, Shift: shift, Organizer: runs, Lang: "en", Now: now}
	taken := timepledge.Accepted{Parties: parties, Organizer: runs, At: now}
	h := given(t).When(join.Decide).Then(timepledge.Pledged{Parties: parties, Lang: "en", At: now},
		timepledge.OfShift{Pledge: parties.Pledge, Campaign: parties.Campaign, Shift: shift, At: now}, taken)
	h.When(join.Decide).ThenNothing()
	leave, off := timepledge.LeaveShift{Now: later}.Decide, timepledge.CallShiftOff{Now: later}.Decide
	given(t).When(leave).ThenNothing()
	given(t).When(off).ThenNothing()
	h.When(leave).Then(timepledge.Withdrawn{Parties: parties, AcceptedAt: now, At: later}).When(off).ThenNothing()
	h.When(off).Then(timepledge.Declined{Parties: parties, Cause: timepledge.ShiftOff, AcceptedAt: now, At: later}).
		When(leave).ThenNothing()
	confirmed := h.When(timepledge.ConfirmHours{Minutes: 240, Now: later}.Decide).Then(done)
	confirmed.When(leave).ThenNothing()
	confirmed.When(off).ThenNothing()

	s := timepledge.Decider.Initial()
	events, err := join.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s = timepledge.Decider.Evolve(s, e)
	}
	if s.Shift != shift || s.Status != timepledge.Expected {
		t.Errorf("the pledge of a shift is %+v", s)
	}
}
