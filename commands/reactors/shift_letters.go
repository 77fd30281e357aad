package reactors

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/internal/mail"
)

// soonStarts is how long before a shift a change of it is mailed at once.
const soonStarts = 2 * time.Hour

func revised(moved bool) notification.Step {
	if moved {
		return notification.ShiftMoved
	}
	return notification.ShiftRevised
}

// shiftChanged mails those who came to a shift when it was changed. Changes within mail.GatherLasts are one mail to each, unless
// the shift begins soon: it says how the shift is after the last of them, and when it was to start before the first.
func (m *mails) shiftChanged(ctx context.Context, n declared.Notice, _ any) (writeTo, error) {
	past, err := m.changesOf(ctx, n.About, n.At)
	if err != nil {
		return nil, err
	}
	title, err := m.titleOf(ctx, past.campaign)
	return func(_ context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		known := past.coming[to]
		last := past.last(known)
		said := last.said
		if said.What != string(notification.ShiftCalledOff) {
			moved := !last.times.Starts.Equal(known.Starts) || !last.times.Ends.Equal(known.Ends)
			said.What = string(revised(moved))
			if moved {
				said.Before = known.Starts
			}
		}
		said.Name, said.Campaign, said.Link = reader.name, title, m.c.Public+"/my/shifts"
		return mail.Message{
			Key: mail.ShiftKey(n.About.String(), n.Step, to.String(), n.At), At: last.at, Content: said,
			Gather: ident.Pair("shift", n.About.String(), to.String(), known.since.UTC().Format(time.RFC3339Nano)).String(),
			Urgent: min(known.Starts.Sub(last.at), last.times.Starts.Sub(last.at)) < soonStarts,
		}, nil
	}, err
}

// shiftReminder reminds somebody of a shift, as it is by then.
func (m *mails) shiftReminder(ctx context.Context, n declared.Notice, _ any) (writeTo, error) {
	said := mail.ShiftChanged{What: "reminder", Link: m.c.Public + "/my/shifts"}
	for r, err := range m.c.Commands.OpenedEvents(ctx, shift.Category, n.About) {
		if err != nil {
			return nil, fmt.Errorf("read shift %s: %w", n.About, err)
		}
		switch e := r.Event.(type) {
		case shift.Published:
			said.Shift, said.Place, said.Starts, said.TimeZone = e.Title.String(), e.Place.String(), e.Starts, e.TimeZone
		case shift.Revised:
			said.Shift, said.Place, said.Starts, said.TimeZone = e.Title.String(), e.Place.String(), e.Starts, e.TimeZone
		}
	}
	title, err := m.titleOf(ctx, n.Campaign)
	said.Campaign = title
	return func(_ context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		said := said
		said.Name = reader.name
		return mail.Message{
			Key: mail.ShiftKey(n.About.String(), "reminder "+n.Step, to.String(), n.At), At: n.At, Content: said,
		}, nil
	}, err
}

// knownShift is what somebody who comes knew of a shift before the changes of which they are told together.
type knownShift struct {
	since time.Time // of the first of them
	shift.Times
}

// shiftChange is a change of a shift as it is mailed.
type shiftChange struct {
	at    time.Time
	times shift.Times
	said  mail.ShiftChanged
}

// shiftPast is who came to a shift when it was changed, and that change with those that followed.
type shiftPast struct {
	campaign ident.ID
	coming   map[ident.ID]knownShift
	changes  []shiftChange
}

// last is the last change of which somebody is told together with the first.
func (p shiftPast) last(known knownShift) shiftChange {
	last := p.changes[0]
	for _, c := range p.changes[1:] {
		if c.at.Before(known.since.Add(mail.GatherLasts)) {
			last = c
		}
	}
	return last
}

// changesOf reads a shift up to a change and beyond, since places are freed soon after it is called off.
func (m *mails) changesOf(ctx context.Context, id ident.ID, at time.Time) (p shiftPast, err error) {
	s, title := shift.Decider.Initial(), ""
	known := map[ident.ID]knownShift{}
	for r, err := range m.c.Commands.OpenedEvents(ctx, shift.Category, id) {
		if err != nil {
			return p, fmt.Errorf("read who comes to shift %s: %w", id, err)
		}
		e, ok := r.Event.(shift.Event)
		if !ok {
			continue
		}
		before := s.Times
		if _, in, sets := shift.TitleIn(e); sets {
			title = in.String()
		}
		s = shift.Decider.Evolve(s, e)
		changed := changedAt(e)
		if changed.IsZero() {
			maps.DeleteFunc(known, func(who ident.ID, _ knownShift) bool { _, comes := s.Coming[who]; return !comes })
			continue
		}
		for who := range s.Coming {
			if k, ok := known[who]; !ok || !changed.Before(k.since.Add(mail.GatherLasts)) {
				known[who] = knownShift{changed, before}
			}
		}
		if changed.Equal(at) && len(p.changes) == 0 {
			p.campaign, p.coming = s.Campaign, maps.Clone(known)
		}
		if p.coming != nil {
			p.changes = append(p.changes, shiftChange{changed, s.Times, saidOf(s, e, title)})
		}
	}
	if p.coming == nil {
		return p, fmt.Errorf("shift %s was not changed at %s", id, at)
	}
	return p, nil
}

func saidOf(s shift.State, e shift.Event, title string) mail.ShiftChanged {
	said := mail.ShiftChanged{Shift: title, Starts: s.Starts, TimeZone: s.TimeZone}
	switch e := e.(type) {
	case shift.Revised:
		said.Place = e.Place.String()
	case shift.Cancelled:
		said.What, said.Reason = string(notification.ShiftCalledOff), e.Reason.String()
	case shift.Published, shift.Joined, shift.Left, shift.Reminded:
	}
	return said
}

// changedAt is when a change happened that members with a place are told of; zero for every other event.
func changedAt(e shift.Event) time.Time {
	switch e := e.(type) {
	case shift.Revised:
		return e.At
	case shift.Cancelled:
		return e.At
	case shift.Published, shift.Joined, shift.Left, shift.Reminded:
	}
	return time.Time{}
}
