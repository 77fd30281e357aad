package shifts

import (
	"context"
	"slices"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
)

// joined are the shifts in which a person has, or had, a place.
const joined = "shift joined"

// Holdings are the shifts that a person wrote of, and those in which they had a place. What they wrote is sealed with the key of
// what they wrote of themselves; a shift that is yet to come goes with it, for nobody would know where it is. Their places are
// freed with their pledges.
func Holdings() erasing.Holdings {
	written := func(b *erasing.Belongings) []ident.ID { return b.All(shift.Category) }
	return erasing.Holdings{
		Area:   "shifts",
		Events: []any{shift.Published{}, shift.Revised{}, shift.Cancelled{}, shift.Joined{}, shift.Left{}, shift.Reminded{}},
		See: func(b *erasing.Belongings, event any) {
			wrote := func(author, id ident.ID) {
				if b.Wrote(author) {
					b.Add(shift.Category, id)
				}
			}
			had := func(p shift.Place) {
				if b.Wrote(p.Supporter) {
					b.Add(joined, p.Shift)
				}
			}
			switch e := event.(type) {
			case shift.Published:
				wrote(e.Author, e.Shift)
			case shift.Revised:
				wrote(e.Author, e.Shift)
			case shift.Cancelled:
				wrote(e.Author, e.Shift)
			case shift.Joined:
				had(e.Place)
			case shift.Left:
				had(e.Place)
			case shift.Reminded:
				had(e.Place)
			}
		},
		Ends: []erasing.Ending{{What: "shifts", Things: written, End: end}},
		Named: func(b *erasing.Belongings) []ident.ID {
			return slices.Concat(b.All(shift.Category), b.All(joined))
		},
		Export: export,
	}
}

func end(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error) {
	at, _, err := command.Load(ctx, s.Handler, shift.Decider, id)
	if err != nil || at.Status != shift.Open || !s.Now().Before(at.Starts) {
		return err == nil, err
	}
	_, err = DropShift.Run(ctx, s, erasing.Envelope("drop", id), id)
	return err == nil, err
}

// Exported is what a person is given of shifts.
type Exported struct {
	Written []ExportedShift `json:"written"`
	Joined  []ExportedPlace `json:"joined"`
}

// ExportedShift is what a shift said from a moment on, as its author is given it, or why it was cancelled.
type ExportedShift struct {
	Campaign ident.ID  `json:"campaign"`
	Shift    ident.ID  `json:"shift"`
	From     time.Time `json:"from"`
	Title    string    `json:"title,omitempty"`
	Place    string    `json:"place,omitempty"`
	Note     string    `json:"note,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Starts   time.Time `json:"starts,omitzero"`
	Ends     time.Time `json:"ends,omitzero"`
}

// ExportedPlace is that the person took a place in a shift, or left it.
type ExportedPlace struct {
	Campaign ident.ID  `json:"campaign"`
	Shift    ident.ID  `json:"shift"`
	Minutes  int64     `json:"minutes,omitempty"`
	Left     bool      `json:"left,omitempty"`
	At       time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{Written: []ExportedShift{}, Joined: []ExportedPlace{}}
	words := func(to, id ident.ID, w shift.Words, t shift.Times, at time.Time) {
		if p.Wrote(w.Author) {
			out.Written = append(out.Written, ExportedShift{
				to, id, at, w.Title.String(), w.Place.String(), w.Note.String(), "", t.Starts, t.Ends,
			})
		}
	}
	all := slices.Concat(p.All(shift.Category), p.All(joined))
	slices.SortFunc(all, func(a, b ident.ID) int { return slices.Compare(a[:], b[:]) })
	for _, id := range slices.Compact(all) {
		for r, err := range s.OpenedEvents(ctx, shift.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case shift.Published:
				words(e.Campaign, e.Shift, e.Words, e.Times, e.At)
			case shift.Revised:
				words(e.Campaign, e.Shift, e.Words, e.Times, e.At)
			case shift.Cancelled:
				if p.Wrote(e.Author) {
					out.Written = append(out.Written, ExportedShift{Campaign: e.Campaign, Shift: e.Shift, From: e.At, Reason: e.Reason.String()})
				}
			case shift.Joined:
				if p.Wrote(e.Supporter) {
					out.Joined = append(out.Joined, ExportedPlace{e.Campaign, e.Shift, e.Minutes, false, e.At})
				}
			case shift.Left:
				if p.Wrote(e.Supporter) {
					out.Joined = append(out.Joined, ExportedPlace{Campaign: e.Campaign, Shift: e.Shift, Left: true, At: e.At})
				}
			}
		}
	}
	return out, nil
}
