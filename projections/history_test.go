package projections

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// fact is one event of a history, of the thing whose stream it is in.
type fact struct {
	category string
	id       ident.ID
	event    any
}

// history is what deciders made of random commands, and the states they ended in.
type history struct {
	facts     []fact
	states    map[string]any // of the things of each category, by their ids
	campaigns map[ident.ID]campaign.State
	donations map[ident.ID]donation.State
	begun     map[ident.ID]donation.Started
	order     []ident.ID // donations, as they started
	now       time.Time
}

// draw gives a number from 0 to most; name says in a failure what it was for.
type draw = func(name string, most int) int

// doing is something that happens now and then: weight times as often as what has a weight of 1.
type doing struct {
	weight int
	do     func(*history, draw)
}

// doings are what happens in a history, each beside what it makes in a file history_<area>_test.go. make new-event adds a line
// for a new aggregate.
var doings = []doing{
	{6, (*history).aboutPages},
	{3, (*history).aboutFollows},
	{4, (*history).aboutBlocks},
	{6, (*history).aboutThreads},
	{5, (*history).aboutReport},
	{10, (*history).aboutMember},
	{4, (*history).erase},
	{1, (*history).askErasure},
	{8, (*history).aboutCampaign},
	{5, (*history).aboutTeam},
	{3, (*history).aboutStaff},
	{3, (*history).aboutInquiry},
	{38, (*history).aboutDonation},
	{5, (*history).aboutReceipts},
	{12, (*history).aboutTime},
	{12, (*history).aboutThings},
	{7, (*history).aboutUpdates},
	{24, (*history).aboutShifts},
	{4, (*history).aboutDrafts},
	{4, (*history).aboutPosts},
	{5, (*history).aboutComments},
	{9, (*history).aboutReactions},
	{4, (*history).aboutNotifications},
	{3, (*history).aboutUrgency},
}

// randomHistory lets a few people do what they like with a few campaigns and gifts; the provider says what it likes.
func randomHistory(t *rapid.T, steps int) *history {
	h := &history{
		states: map[string]any{}, begun: map[ident.ID]donation.Started{}, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	h.campaigns, h.donations = statesOf(h, campaign.Decider), statesOf(h, donation.Decider)
	draw := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
	all := 0
	for _, d := range doings {
		all += d.weight
	}
	for range steps {
		h.now = h.now.Add(time.Duration(draw("minutes", 40)) * time.Minute)
		if draw("it is quiet", 9) == 0 {
			h.now = h.now.AddDate(0, 0, draw("days", 40))
		}
		n := draw("what happens", all-1)
		for _, d := range doings {
			if n -= d.weight; n < 0 {
				d.do(h, draw)
				break
			}
		}
	}
	return h
}

// statesOf are the states of the things of a category.
func statesOf[S, E any](h *history, d domain.Decider[S, E]) map[ident.ID]S {
	all, ok := h.states[d.Category].(map[ident.ID]S)
	if !ok {
		all = map[ident.ID]S{}
		h.states[d.Category] = all
	}
	return all
}

// take lets a decision happen to a thing, unless it is refused.
func take[S, E any](h *history, d domain.Decider[S, E], id ident.ID, decide func(S) ([]E, error)) {
	states := statesOf(h, d)
	s, known := states[id]
	if !known {
		s = d.Initial()
	}
	events, err := decide(s)
	if err != nil {
		return // refused: nothing happened
	}
	for _, e := range events {
		s = d.Evolve(s, e)
		h.facts = append(h.facts, fact{d.Category, id, e})
	}
	states[id] = s
}

// someCampaign draws one of the campaigns; there tells whether it was launched.
func (h *history) someCampaign(draw draw) (id ident.ID, there bool) {
	id = thing("campaign", draw("campaign", 2))
	return id, h.campaigns[id].Status != campaign.None
}

// someMember draws one of the members and the subject of what they write.
func someMember(draw draw) (id, subject ident.ID) {
	n := draw("who", 4)
	return thing("member", n), member.SubjectOf(thing("member", n))
}

func text(s string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d é", s, n)
}
