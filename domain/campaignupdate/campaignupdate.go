package campaignupdate

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Limits of an update's words, in characters.
const (
	MaxTitle = 120
	MaxText  = 5000
)

// State is what the rules need to know of a campaign's updates.
type State struct {
	Shown  map[ident.ID]bool // of each update: whether it is on the page, or was removed
	Pinned ident.ID          // nil where none is
}

// Decider folds the events of a campaign's updates into their state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Posted:
		s.Shown = with(s.Shown, e.Update, true)
	case Revised:
	case Pinned:
		s.Pinned = e.Update
	case Unpinned:
		s.Pinned = ident.Nil
	case Removed:
		s.Shown = with(s.Shown, e.Update, false)
		if s.Pinned == e.Update {
			s.Pinned = ident.Nil
		}
	}
	return s
}

// with is a map and one entry more; the map itself stays as it is.
func with(m map[ident.ID]bool, id ident.ID, v bool) map[ident.ID]bool {
	out := make(map[ident.ID]bool, len(m)+1)
	maps.Copy(out, m)
	out[id] = v
	return out
}

// ErrNotFound refuses an update that there is none of, or that was removed.
var ErrNotFound = domain.Refuse(domain.NotFound, "update_not_found", "there is no such update")

// ErrExists refuses to post an update again.
var ErrExists = domain.Refuse(domain.Closed, "update_exists", "the update was posted already")

// Writing is what somebody writes in an update. The caller has checked that they run the campaign.
type Writing struct {
	Author      ident.ID // their subject
	Title, Text string
	Audience    Audience
	Lang        string
}

// words refuses an update without a title or text, words that are too long, and an audience that there is none of, all
// faults at once.
func (w Writing) words() (Words, error) {
	title, text := strings.TrimSpace(w.Title), strings.TrimSpace(w.Text)
	var faults domain.Refusals
	check := func(field, words string, limit int) {
		switch {
		case words == "":
			faults = append(faults, domain.RefuseField(field, "required", "this is needed"))
		case utf8.RuneCountInString(words) > limit:
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	check("title", title, MaxTitle)
	check("text", text, MaxText)
	if !slices.Contains(Audiences, w.Audience) {
		faults = append(faults, domain.RefuseField("audience", "required", "say who may read it"))
	}
	return Words{w.Author, personal.Plain(title), personal.Plain(text), w.Audience, w.Lang}, faults.OrNil()
}

// Post publishes an update, and pins it where that is wished.
type Post struct {
	Campaign, Update, Member ident.ID
	Writing
	Pin bool
	Now time.Time
}

// Decide refuses what Writing does, and an update that was posted before.
func (c Post) Decide(s State) ([]Event, error) {
	if _, before := s.Shown[c.Update]; before {
		return nil, ErrExists
	}
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	out := []Event{Posted{c.Campaign, c.Update, c.Member, words, c.Now}}
	if c.Pin {
		out = append(out, s.pin(c.Campaign, c.Update, c.Now)...)
	}
	return out, nil
}

// pin keeps an update on top, in the place of the one that was.
func (s State) pin(campaign, update ident.ID, now time.Time) (out []Event) {
	if !s.Pinned.IsNil() {
		out = append(out, Unpinned{campaign, s.Pinned, now})
	}
	return append(out, Pinned{campaign, update, now})
}

// Revise replaces what an update says.
type Revise struct {
	Campaign, Update ident.ID
	Writing
	Now time.Time
}

// Decide refuses what Writing does.
func (c Revise) Decide(s State) ([]Event, error) {
	if !s.Shown[c.Update] {
		return nil, ErrNotFound
	}
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	return []Event{Revised{c.Campaign, c.Update, words, c.Now}}, nil
}

// Pin keeps an update on top of the others; whichever was pinned is not any more.
type Pin struct {
	Campaign, Update ident.ID
	Now              time.Time
}

// Decide changes nothing where the update is pinned.
func (c Pin) Decide(s State) ([]Event, error) {
	if !s.Shown[c.Update] {
		return nil, ErrNotFound
	}
	if s.Pinned == c.Update {
		return nil, nil
	}
	return s.pin(c.Campaign, c.Update, c.Now), nil
}

// Unpin puts an update back in its place by date.
type Unpin struct {
	Campaign, Update ident.ID
	Now              time.Time
}

// Decide changes nothing where the update is not pinned.
func (c Unpin) Decide(s State) ([]Event, error) {
	if !s.Shown[c.Update] {
		return nil, ErrNotFound
	}
	if s.Pinned != c.Update {
		return nil, nil
	}
	return []Event{Unpinned{c.Campaign, c.Update, c.Now}}, nil
}

// Remove takes an update off the page for good.
type Remove struct {
	Campaign, Update ident.ID
	Now              time.Time
}

// Decide changes nothing where the update was removed.
func (c Remove) Decide(s State) ([]Event, error) {
	switch shown, known := s.Shown[c.Update]; {
	case !known:
		return nil, ErrNotFound
	case !shown:
		return nil, nil
	}
	return []Event{Removed{c.Campaign, c.Update, c.Now}}, nil
}
