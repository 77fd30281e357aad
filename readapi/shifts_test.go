package readapi_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/pledges"
	commands "github.com/callup/callup/commands/shifts"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	readcampaigns "github.com/callup/callup/readapi/campaigns"
	readpledges "github.com/callup/callup/readapi/pledges"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/readapi/shifts"
)

func campaignShiftsRow(c *cast) matrixRow {
	c.join(c.people["giver"], c.publish(c.people["owner"], c.campaign, "Wiring", 2))
	return matrixRow{"/api/campaigns/" + c.campaign.String() + "/shifts", []string{"giver"}}
}

func campaignAttendanceRow(c *cast) matrixRow {
	c.join(c.people["giver"], c.publish(c.people["owner"], c.campaign, "Wiring", 2))
	return matrixRow{"/api/campaigns/" + c.campaign.String() + "/attendance", []string{"owner", coOrganizer}}
}

func campaignShiftsPush(c *cast) pushRow {
	at := c.campaign.String()
	return pushRow{topic: "campaign-shifts/" + at, to: everybody, change: func() {
		c.publish(c.people["owner"], c.campaign, "Wiring", 2)
	}}
}

func campaignAttendancePush(c *cast) pushRow {
	at := c.campaign.String()
	return pushRow{topic: "campaign-attendance/" + at, get: "/api/campaigns/" + at + "/attendance",
		to: []string{"owner", coOrganizer},
		change: func() {
			c.publish(c.people["owner"], c.campaign, "Wiring", 2)
		}}
}

func myShiftsPush(c *cast) pushRow {
	at := c.publish(c.people["owner"], c.campaign, "Wiring", 2)
	return pushRow{topic: "shifts", to: []string{"giver"}, change: func() { c.join(c.people["giver"], at) }}
}

// inDays is a shift from nine to one in so many days.
func (w *world) inDays(title string, capacity int64, days int) commands.WritingBody {
	day := w.now().AddDate(0, 0, days).Format(time.DateOnly)
	return commands.WritingBody{
		Title: title, Place: "14 rue Perrod", Note: "Bring gloves", Starts: day + "T09:00", Ends: day + "T13:00",
		TimeZone: "Europe/Paris", Capacity: capacity, Lang: "en",
	}
}

// publish has the organizer of a campaign publish a shift in four days.
func (w *world) publish(by, to ident.ID, title string, capacity int64) ident.ID {
	w.t.Helper()
	made, err := commands.PublishShift.Run(w.t.Context(), w.commands, w.env().For(by),
		commands.PublishShiftBody{CampaignID: to, WritingBody: w.inDays(title, capacity, 4)})
	w.saw(made, err)
	return made.ShiftID
}

// join gives somebody a place in a shift, and tells their pledge.
func (w *world) join(by, at ident.ID) (pledge ident.ID) {
	w.t.Helper()
	w.saw(commands.JoinShift.Run(w.t.Context(), w.commands, w.env().For(by), commands.JoinShiftBody{
		ShiftBody: commands.ShiftBody{ShiftID: at}, Lang: "en",
	}))
	s, _, err := command.Load(w.t.Context(), w.commands.Handler, shift.Decider, at)
	must(w.t, err)
	return s.Coming[by].Pledge
}

// Who comes is known to the organizer by name, to everybody else by number, and counts as hours that are pledged.
func TestShifts_FromPublishedToConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, vera := w.member("Olga", "olga@example.org"), w.member("Vera", "vera@example.org")
	otto := w.member("Otto", "otto@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	path, people := "/api/campaigns/"+to.String()+"/shifts", "/api/campaigns/"+to.String()+"/attendance"
	open := func(who ident.ID) []shifts.OpenShift { return answer[shifts.CampaignShifts](w, who, path).Items }
	own := func(who ident.ID, when string) []shifts.MyShift {
		return answer[shifts.MyShifts](w, who, "/api/me/shifts?when="+when).Items
	}
	if got := open(ident.Nil); got == nil || len(got) != 0 {
		t.Errorf("before a shift is published: %+v", got)
	}
	late := w.publish(owner, to, "Later", 5)
	w.saw(commands.ReviseShift.Run(t.Context(), w.commands, w.env().For(owner), commands.ReviseShiftBody{
		ShiftBody: commands.ShiftBody{ShiftID: late}, WritingBody: w.inDays("Later", 5, 11),
	}))
	at := w.publish(owner, to, "Wiring", 2)
	pledge := w.join(vera, at)
	got := open(vera)
	if len(got) != 2 || got[0].ID != at || got[1].ID != late || !got[0].Mine || got[1].Mine || got[0].Coming != 1 ||
		got[0].Capacity != 2 ||
		got[0].Title != "Wiring" || got[0].Place != "14 rue Perrod" || got[0].TimeZone != "Europe/Paris" ||
		got[0].Starts[11:] != "09:00" ||
		got[0].Ends[11:] != "13:00" || got[0].EndsAt.Sub(got[0].StartsAt) != 4*time.Hour || got[0].Status != "open" {
		t.Errorf("who comes reads %+v", got)
	}
	if got := open(ident.Nil); got[0].Mine || got[0].Coming != 1 {
		t.Errorf("a visitor reads %+v", got)
	}
	if d := answer[readcampaigns.CampaignDetail](w, ident.Nil, "/api/campaigns/well"); d.MinutesPledged != 240 ||
		d.Supporters != 1 ||
		d.Shifts != 2 {
		t.Errorf("the campaign tells of %d shifts, %d minutes, %d supporters", d.Shifts, d.MinutesPledged, d.Supporters)
	}
	w.refused(vera, people, http.StatusNotFound, "campaign_not_found")
	there := answer[shifts.Attendance](w, owner, people).Items
	if len(there) != 2 || len(there[0].People) != 1 || there[0].People[0].Name != "Vera" || there[0].People[0].Pledge != pledge ||
		there[0].People[0].Status != "accepted" || len(there[1].People) != 0 {
		t.Errorf("the organizer reads %+v", there)
	}
	if got := own(vera, ""); len(got) != 1 || got[0].ID != at || got[0].CampaignTitle != "Well" || got[0].Pledge != "accepted" {
		t.Errorf("their own: %+v", got)
	}
	if got := own(otto, ""); len(got) != 0 {
		t.Errorf("somebody else's: %+v", got)
	}
	list := answer[readpledges.MyPledges](w, vera, "/api/me/pledges").Items
	if len(list) != 1 || list[0].ShiftID != at || list[0].ShiftTitle != "Wiring" || list[0].ShiftStartsAt == nil ||
		list[0].Minutes != 240 {
		t.Errorf("their pledge: %+v", list)
	}

	entry, err := shifts.Calendar.Answer(t.Context(), w.service, read.Viewer{}, shifts.CalendarOf(late))
	if err != nil || entry.Revision != 1 || entry.CampaignTitle != "Well" || entry.Hidden {
		t.Errorf("in a calendar: %+v, %v", entry, err)
	}
	if _, err := shifts.Calendar.Answer(t.Context(), w.service, read.Viewer{}, shifts.CalendarOf(to)); err == nil {
		t.Error("a shift there is none of is in a calendar")
	}
	w.saw(commands.CancelShift.Run(t.Context(), w.commands, w.env().For(owner), commands.CancelShiftBody{
		ShiftBody: commands.ShiftBody{ShiftID: late}, Reason: "Rain",
	}))
	if got := open(otto); len(got) != 1 || got[0].ID != at {
		t.Errorf("once one is cancelled: %+v", got)
	}

	w.moveOn(5 * 24 * time.Hour)
	w.saw(pledges.ConfirmHours.Run(t.Context(), w.commands, w.env().For(owner),
		pledges.ConfirmHoursBody{PledgeID: pledge, Minutes: 180}))
	if got := own(vera, ""); len(got) != 0 {
		t.Errorf("to come, afterwards: %+v", got)
	}
	if got := own(vera, "past"); len(got) != 1 || got[0].Confirmed != 180 || got[0].Pledge != "completed" {
		t.Errorf("past, afterwards: %+v", got)
	}
	past := answer[shifts.Attendance](w, owner, people+"?when=past").Items
	if len(past) != 1 || past[0].People[0].Confirmed != 180 {
		t.Errorf("past, to the organizer: %+v", past)
	}
	w.saw(campaigns.CancelCampaign.Run(t.Context(), w.commands, w.env().For(owner), campaigns.CancelCampaignBody{
		CampaignBody: campaigns.CampaignBody{CampaignID: to}, Reason: "Rain",
	}))
	w.refused(vera, path, http.StatusGone, "campaign_cancelled")
	w.refused(vera, "/api/campaigns/"+at.String()+"/shifts", http.StatusNotFound, "campaign_not_found")
}
