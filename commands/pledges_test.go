package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/pledges"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/materialpledge"
	"github.com/callup/callup/domain/timepledge"
)

var offers = map[string]string{
	"pledge-time":     `,"minutes":360,"availability":"Saturdays","skills":"Wiring","message":"Hello","lang":"en"}`,
	"pledge-material": `,"item":"Bench","quantity":2,"condition":"good","delivery":"pickup","address":"Rue 1","lent":true,"until":"2026-12-24","lang":"en"}`,
}

// pledged has somebody offer something to a campaign.
func (l *life) pledged(by, to ident.ID, what string) ident.ID {
	return l.send(by, what, `{"campaign_id":"`+to.String()+`"`+offers[what])
}

// helped is a campaign of somebody who sends nothing else.
func (m *matrix) helped() string {
	return m.send(m.nobody(), "launch-campaign", `{`+wholeCampaign+`}`).String()
}

func pledgeTimeBodies(m *matrix) (one, other string) {
	one = `{"campaign_id":"` + m.helped() + `"` + offers["pledge-time"]
	return one, strings.Replace(one, `"minutes":360`, `"minutes":60`, 1) // an id may hold the digits, too
}

func pledgeMaterialBodies(m *matrix) (one, other string) {
	one = `{"campaign_id":"` + m.helped() + `"` + offers["pledge-material"]
	return one, strings.Replace(one, "Bench", "Vise", 1)
}

func onPledge(id ident.ID, more string) string {
	return `{"pledge_id":"` + id.String() + `"` + more + `}`
}

// onTwoOffers are about offers to a campaign of the owner.
func onTwoOffers(what, more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		to, by := m.launched(), m.nobody()
		return onPledge(m.pledged(by, to, what), more), onPledge(m.pledged(by, to, what), more)
	}
}

// onTwoOwnPledges are about offers of the owner to a campaign of somebody else.
func onTwoOwnPledges(what, more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		to, err := ident.Parse(m.helped())
		must(m.t, err)
		return onPledge(m.pledged(m.owner, to, what), more), onPledge(m.pledged(m.owner, to, what), more)
	}
}

// onTwoAccepted are about offers that the owner has accepted.
func onTwoAccepted(what, accept, more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		to, by := m.launched(), m.nobody()
		accepted := func() string {
			id := m.pledged(by, to, what)
			m.send(m.owner, accept, onPledge(id, ""))
			return onPledge(id, more)
		}
		return accepted(), accepted()
	}
}

func onTwoReceived(m *matrix) (one, other string) {
	to, by := m.launched(), m.nobody()
	received := func() string {
		id := m.pledged(by, to, "pledge-material")
		m.send(m.owner, "accept-material", onPledge(id, ""))
		m.send(m.owner, "receive-material", onPledge(id, `,"quantity":2,"condition":"good"`))
		return onPledge(id, "")
	}
	return received(), received()
}

// TestPledges_OfTimeAndThings goes the whole way of both, and asks at each step who else may take it.
func TestPledges_OfTimeAndThings(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	bea, cleo := ident.Pair("member", "bea"), ident.Pair("member", "cleo")
	for _, id := range []ident.ID{ada, bea, cleo} {
		l.register(id)
	}
	refused := func(by ident.ID, name, body, code string) {
		t.Helper()
		if status, got := m.asked(by, name, fmt.Sprintf("a command that is refused %d", l.n.Add(1)),
			body); status < http.StatusBadRequest || got != code {
			t.Errorf("%s %s is answered %d %s, not %s", name, body, status, got, code)
		}
	}
	to := m.launched()
	refused(ada, "pledge-time", `{"campaign_id":"`+to.String()+`"`+offers["pledge-time"], "own_campaign")
	for minutes, code := range map[string]string{
		"0": "hours_required", "-60": "hours_required", "7": "hours_in_quarters", "60015": "too_many_hours",
	} {
		refused(bea, "pledge-time", `{"campaign_id":"`+to.String()+`","lang":"en","minutes":`+minutes+`}`, code)
	}
	id := l.pledged(bea, to, "pledge-time")
	refused(bea, "accept-time", onPledge(id, ""), "not_campaign_owner")
	refused(cleo, "withdraw-time", onPledge(id, ""), "not_your_pledge")
	refused(ada, "confirm-hours", onPledge(id, `,"minutes":60`), "pledge_not_accepted")
	refused(ada, "decline-time", onPledge(id, `,"reason":" "`), "reason_required")
	l.send(ada, "accept-time", onPledge(id, `,"note":"Come at nine"`))
	refused(cleo, "log-hours", onPledge(id, `,"minutes":60`), "not_campaign_owner")
	l.send(bea, "log-hours", onPledge(id, `,"minutes":270,"note":"The fuse board"`))
	l.send(ada, "log-hours", onPledge(id, `,"minutes":240`))
	refused(bea, "confirm-hours", onPledge(id, `,"minutes":270`), "not_campaign_owner")
	l.send(ada, "confirm-hours", onPledge(id, `,"minutes":240`))
	refused(bea, "withdraw-time", onPledge(id, ""), "pledge_done")
	if s := stateOf(t, l, timepledge.Decider, id); s.Status != timepledge.Done || s.Worked != 240 ||
		s.Logged[timepledge.Volunteer] != 270 {
		t.Errorf("%+v", s)
	}

	things := l.pledged(bea, to, "pledge-material")
	refused(bea, "pledge-material", `{"campaign_id":"`+to.String()+`","need_id":"`+id.String()+`"`+offers["pledge-material"], "need_gone")
	refused(ada, "receive-material", onPledge(things, `,"quantity":1,"condition":"good"`), "pledge_not_accepted")
	refused(ada, "accept-material", onPledge(things, `,"quantity":3`), "more_than_pledged")
	refused(ada, "accept-material", onPledge(things, `,"quantity":0`), "quantity_required") // an empty field is not all of them
	l.send(ada, "accept-material", onPledge(things, `,"quantity":1,"place":"Yard door"`))
	refused(bea, "return-material", onPledge(things, ""), "pledge_not_received")
	l.send(ada, "receive-material", onPledge(things, `,"quantity":3,"condition":"fair"`)) // more than was pledged
	refused(bea, "withdraw-material", onPledge(things, ""), "pledge_done")
	l.send(bea, "return-material", onPledge(things, ""))
	if s := stateOf(t, l, materialpledge.Decider, things); s.Status != materialpledge.GivenBack || s.Taken != 1 || s.Received != 3 {
		t.Errorf("%+v", s)
	}
	gone := ident.Pair("pledge", "none")
	for _, name := range []string{"accept-time", "withdraw-time", "accept-material", "return-material"} {
		if status, _ := m.asked(ada, name, "about a pledge there is none", onPledge(gone, "")); status != http.StatusNotFound {
			t.Errorf("%s of a pledge there is none is answered %d", name, status)
		}
	}
	l.send(ada, "pause-campaign", `{"campaign_id":"`+to.String()+`"}`)
	refused(bea, "pledge-time", `{"campaign_id":"`+to.String()+`"`+offers["pledge-time"], "campaign_paused")
}

// What nobody answered before the campaign ended is declined; what was accepted may still be worked.
func TestPledges_CloseWithTheCampaign(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	bea := ident.Pair("member", "bea")
	l.register(ada)
	l.register(bea)
	m := &matrix{life: l, owner: ada}
	to, another := m.launched(), m.launched()
	waits, things, elsewhere := l.pledged(bea, to, "pledge-time"), l.pledged(bea, to, "pledge-material"), l.pledged(bea,
		another, "pledge-time")
	expected := l.pledged(bea, to, "pledge-time")
	l.send(ada, "accept-time", onPledge(expected, ""))
	l.send(ada, "complete-campaign", `{"campaign_id":"`+to.String()+`"}`)
	for range 2 { // a reactor may see an event again
		must(t, pledges.CloseOf(t.Context(), l.commands, to))
	}
	for id, want := range map[ident.ID]timepledge.Status{
		waits: timepledge.TurnedOff, elsewhere: timepledge.Offered, expected: timepledge.Expected,
	} {
		if s := stateOf(t, l, timepledge.Decider, id); s.Status != want {
			t.Errorf("a pledge is %s, not %s", s.Status, want)
		}
	}
	if s := stateOf(t, l, materialpledge.Decider, things); s.Status != materialpledge.TurnedOff {
		t.Errorf("a pledge of things is %s", s.Status)
	}
	l.send(ada, "confirm-hours", onPledge(expected, `,"minutes":60`))
}

// One member can't fill an organizer's list and mailbox with offers: ten to one campaign may wait for an answer. An answer makes
// room, other campaigns and other people are not concerned, and a repetition of the tenth is answered as before.
func TestPledges_Found21_TenWaitForAnAnswer(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	bea, cem := ident.Pair("member", "bea"), ident.Pair("member", "cem")
	for _, who := range []ident.ID{ada, bea, cem} {
		l.register(who)
	}
	m := &matrix{life: l, owner: ada}
	to, another := m.launched(), m.launched()
	var first ident.ID
	for n := range pledges.MaxWaiting {
		id := l.pledged(bea, to, []string{"pledge-time", "pledge-material"}[n%2])
		if n == 0 {
			first = id
		}
	}
	body := func(to ident.ID, name string) string { return `{"campaign_id":"` + to.String() + `"` + offers[name] }
	for _, name := range []string{"pledge-time", "pledge-material"} {
		status, text := m.asked(bea, name, "one more "+name, body(to, name))
		if status != http.StatusConflict || !strings.Contains(text, "too_many_pledges_wait") {
			t.Errorf("the eleventh, by %s, is answered %d %s", name, status, text)
		}
	}
	l.pledged(bea, another, "pledge-time")
	l.pledged(cem, to, "pledge-time")
	l.send(ada, "decline-time", onPledge(first, `,"reason":"We are enough"`))
	again := func() (int, string) {
		return m.asked(bea, "pledge-time", "the tenth once again", body(to, "pledge-time"))
	}
	if status, text := again(); status != http.StatusOK && status != http.StatusCreated {
		t.Errorf("after an answer one more is answered %d %s", status, text)
	}
	if status, text := again(); status != http.StatusOK && status != http.StatusCreated {
		t.Errorf("its repetition is answered %d %s", status, text)
	}
}

func stateOf[S, E any](t *testing.T, l *life, d domain.Decider[S, E], id ident.ID) S {
	t.Helper()
	s, _, err := command.Load(t.Context(), l.handler(), d, id)
	must(t, err)
	return s
}
