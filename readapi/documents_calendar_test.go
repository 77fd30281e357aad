package readapi_test

import (
	"net/http"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"

	commands "github.com/callup/callup/commands/shifts"
)

// A shift is a file that calendars take, and take again when it was moved or cancelled.
func TestDocuments_ShiftsForCalendars(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	to := w.launch(owner, andTime(content("Well"))).CampaignID
	at := w.publish(owner, to, "Wiring; lights, all", 2)
	w.caughtUp()
	site := w.site()
	entry := func() map[string]string {
		t.Helper()
		a := visit(t, site, "/shift/"+at.String()+".ics")
		if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "text/calendar") {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if body := string(a.body); strings.Count(body, "\n") != strings.Count(body, "\r\n") {
			t.Errorf("Found42: lines end with LF alone: %q", body)
		}
		cal, err := ics.ParseCalendar(strings.NewReader(string(a.body)))
		must(t, err)
		if len(cal.Events()) != 1 {
			t.Fatalf("%d events", len(cal.Events()))
		}
		out := map[string]string{}
		for _, p := range cal.Events()[0].Properties {
			out[p.IANAToken] = p.Value
		}
		return out
	}
	first := entry()
	if first["UID"] != at.String()+"@callup" || first["SUMMARY"] != "Wiring; lights, all · Well" || first["SEQUENCE"] != "0" ||
		first["STATUS"] != "CONFIRMED" || first["LOCATION"] != "14 rue Perrod" || !strings.HasSuffix(first["DTSTART"], "Z") {
		t.Errorf("published: %v", first)
	}
	w.saw(commands.ReviseShift.Run(t.Context(), w.commands, w.env().For(owner), commands.ReviseShiftBody{
		ShiftBody: commands.ShiftBody{ShiftID: at}, WritingBody: w.inDays("Wiring", 2, 11),
	}))
	w.caughtUp()
	if moved := entry(); moved["UID"] != first["UID"] || moved["SEQUENCE"] != "1" || moved["DTSTART"] <= first["DTSTART"] {
		t.Errorf("moved: %v", moved)
	}
	w.saw(commands.CancelShift.Run(t.Context(), w.commands, w.env().For(owner), commands.CancelShiftBody{
		ShiftBody: commands.ShiftBody{ShiftID: at}, Reason: "Rain",
	}))
	w.caughtUp()
	if off := entry(); off["SEQUENCE"] != "2" || off["STATUS"] != "CANCELLED" || !strings.Contains(off["DESCRIPTION"], "Rain") {
		t.Errorf("cancelled: %v", off)
	}
	if a := visit(t, site, "/shift/"+to.String()+".ics"); a.status != http.StatusNotFound {
		t.Errorf("a shift there is none of: %d", a.status)
	}
	if a := visit(t, site, "/events"); a.status != http.StatusMovedPermanently || a.header.Get("Location") != "/my/shifts" {
		t.Errorf("/events: %d to %q", a.status, a.header.Get("Location"))
	}
}
