package documents

import (
	"net/http"
	"strconv"
	"strings"

	ics "github.com/arran4/golang-ical"
	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/readapi/shifts"
)

// calendarPath is where a shift lies as a file for calendars.
const calendarPath = "/shift/{id}.ics"

// calendar serves a shift as an iCalendar file (RFC 5545), times in UTC. Its UID stays, and its SEQUENCE rises with every
// change, so that a calendar that takes it again moves or strikes out the entry it has. It says nothing of who comes.
func (s *Documents) calendar(w http.ResponseWriter, r *http.Request) {
	id, err := ident.Parse(chi.URLParam(r, "id"))
	if err != nil {
		s.NotFound(w, r)
		return
	}
	e, err := shifts.Calendar.Answer(r.Context(), s.c.Service, read.Viewer{}, shifts.CalendarOf(id))
	if err != nil {
		s.c.Problems.Write(w, r, err)
		return
	}
	cal := ics.NewCalendarFor("Callup")
	cal.SetMethod(ics.MethodPublish)
	event := cal.AddEvent(id.String() + "@callup")
	event.SetDtStampTime(e.ChangedAt)
	event.SetModifiedAt(e.ChangedAt)
	event.SetStartAt(e.StartsAt)
	event.SetEndAt(e.EndsAt)
	event.SetSequence(int(e.Revision))
	event.SetStatus(ics.ObjectStatusConfirmed)
	if e.Status != "open" || e.Hidden {
		event.SetStatus(ics.ObjectStatusCancelled)
	}
	if !e.Hidden {
		event.SetSummary(titled(e.Title, e.CampaignTitle))
		event.SetLocation(e.Place)
		if words := strings.TrimSpace(e.Note + "\n\n" + e.Reason); words != "" {
			event.SetDescription(words)
		}
		event.SetURL(s.c.PublicURL + "/campaign/" + e.CampaignSlug + "?tab=shifts")
	}
	body := []byte(cal.Serialize(ics.WithNewLineWindows)) // RFC 5545, 3.1
	h := w.Header()
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="shift-`+e.Starts[:len("2006-01-02")]+`.ics"`)
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the client may have gone
}

// titled names a shift and its campaign.
func titled(title, campaign string) string {
	if campaign == "" {
		return title
	}
	return title + " · " + campaign
}

// toShifts leads from the address that shifts are looked for at to the member's own.
func toShifts(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/my/shifts", http.StatusMovedPermanently)
}
