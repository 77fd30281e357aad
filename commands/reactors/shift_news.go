package reactors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/internal/mail"
)

// shift tells whoever comes to a shift that it is changed or called off; handled is false for every other event.
func (m mails) shift(ctx context.Context, event any) (handled bool, err error) {
	switch e := event.(type) {
	case shift.Revised:
		told := mail.ShiftChanged{What: string(notification.ShiftRevised), Shift: e.Title.String(), Place: e.Place.String()}
		if e.Moved {
			told.What = string(notification.ShiftMoved)
		}
		return true, m.attending(ctx, e.Shift, e.Author, e.At, told)
	case shift.Cancelled:
		title, err := command.RecentText(ctx, m.c.Commands.Handler, shift.Decider, e.Shift, "title", shift.TitleIn)
		if err != nil {
			return true, err
		}
		told := mail.ShiftChanged{What: string(notification.ShiftCalledOff), Shift: title, Reason: e.Reason.String()}
		return true, m.attending(ctx, e.Shift, e.Author, e.At, told)
	}
	return false, nil
}

// attending mails all who came to a shift when it was changed, but for whoever did that.
func (m mails) attending(ctx context.Context, id, author ident.ID, at time.Time, told mail.ShiftChanged) error {
	s, before, err := m.shiftWhen(ctx, id, at)
	if err != nil {
		return err
	}
	told.Campaign, err = m.titleOf(ctx, s.Campaign)
	if err != nil {
		return err
	}
	told.Starts, told.TimeZone, told.Link = s.Starts, s.TimeZone, m.c.Public+"/my/shifts"
	if told.What == string(notification.ShiftMoved) {
		told.Before = before
	}
	var failed []error // the others are told, even where one can't be
	for who, place := range s.Coming {
		if place.Supporter == author {
			continue
		}
		key := mail.ShiftKey(id.String(), told.What, who.String(), at)
		failed = append(failed, m.news(ctx, who, notification.ShiftChanged, at, key, func(name string) (mail.Content, error) {
			told := told
			told.Name = name
			return told, nil
		}))
	}
	return errors.Join(failed...)
}

// shiftWhen gives a shift as a change left it, since places are freed soon after it is called off, and when it was to start
// before.
func (m mails) shiftWhen(ctx context.Context, id ident.ID, at time.Time) (s shift.State, before time.Time, err error) {
	s = shift.Decider.Initial()
	for r, err := range m.c.Commands.Events(ctx, shift.Category, id) {
		if err != nil {
			return s, before, fmt.Errorf("read who comes to shift %s: %w", id, err)
		}
		e, ok := r.Event.(shift.Event)
		if !ok {
			continue
		}
		before = s.Starts
		s = shift.Decider.Evolve(s, e)
		if changedAt(e).Equal(at) {
			break
		}
	}
	return s, before, nil
}

// changedAt is when an event that is told to whoever comes happened; zero for every other.
func changedAt(e shift.Event) time.Time {
	switch e := e.(type) {
	case shift.Revised:
		return e.At
	case shift.Cancelled:
		return e.At
	case shift.Published, shift.Joined, shift.Left:
	}
	return time.Time{}
}
