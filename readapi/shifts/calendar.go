package shifts

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// errNoShift refuses a shift that does not exist.
var errNoShift = domain.Refuse(domain.NotFound, "shift_not_found", "There is no such shift.")

// Entry is a shift as a calendar holds it.
type Entry struct {
	Shift
	Revision      int64     `db:"revision"` // how often it was changed or cancelled
	ChangedAt     time.Time `db:"changed_at"`
	CampaignSlug  string    `db:"campaign_slug"`
	CampaignTitle string    `db:"campaign_title"`
	Hidden        bool      `db:"hidden"` // its campaign was cancelled, or its words are gone
}

// CalendarInput names a shift.
type CalendarInput struct{ read.ByID }

// Calendar is one shift for the calendars of those who come, asked for by the address of its file alone. Errors: shift_not_found.
var Calendar = read.Define(read.Query[CalendarInput, Entry]{
	ID: "shift-calendar", Summary: "One shift for calendars", May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{entry}, Answer: calendar,
})

// CalendarOf asks for a shift.
func CalendarOf(id ident.ID) CalendarInput { return CalendarInput{read.ByID{ID: id}} }

var entry = read.SQL(`SELECT ` + shiftColumns + `, s.revision, s.changed_at, coalesce(c.slug, '') AS campaign_slug,
		coalesce(c.title, '') AS campaign_title,
	s.title = '' OR NOT coalesce(` + readmodel.IsPublic + `, false) AS hidden
	FROM {shifts} s LEFT JOIN {campaigns} c ON c.id = s.campaign WHERE s.id = $1`)

func calendar(c *read.Call, in CalendarInput) (Entry, error) {
	e, err := read.Row(c, entry, rowscan.Then(func(e *Entry) {
		e.normalize()
		e.ChangedAt = e.ChangedAt.UTC()
	}), in.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNoShift
	}
	return e, err
}
