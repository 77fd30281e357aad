package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/shift"
	"github.com/callup/callup/domain/timepledge"
)

// shiftWords are a shift in so many days.
func shiftWords(now time.Time, days int) string {
	day := now.AddDate(0, 0, days).Format(time.DateOnly)
	return `,"title":"Wiring","place":"14 rue Perrod","note":"Gloves","starts":"` + day + `T09:00","ends":"` + day +
		`T13:00","time_zone":"Europe/Paris","capacity":1,"lang":"en"`
}

// onShift is about a shift.
func onShift(at ident.ID, more string) string {
	return `{"shift_id":"` + at.String() + `"` + more + `}`
}

// published is a shift, with one place, of a campaign of somebody's.
func (l *life) published(by, to ident.ID) ident.ID {
	return l.send(by, "publish-shift", `{"campaign_id":"`+to.String()+`"`+shiftWords(l.now(), 4)+`}`)
}

func publishShiftBodies(m *matrix) (one, other string) {
	one = `{"campaign_id":"` + m.launched().String() + `"` + shiftWords(m.now(), 4) + `}`
	return one, strings.Replace(one, "Wiring", "Paint", 1)
}

// onTwoShifts are about two shifts of the owner's.
func onTwoShifts(more func(*matrix) string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		to, words := m.launched(), more(m)
		return onShift(m.published(m.owner, to), words), onShift(m.published(m.owner, to), words)
	}
}

// elsewhere is a shift of a campaign of somebody who sends nothing else.
func (m *matrix) elsewhere() ident.ID {
	to, err := ident.Parse(m.helped())
	must(m.t, err)
	return m.published(m.nobody(), to)
}

func joinShiftBodies(m *matrix) (one, other string) {
	return onShift(m.elsewhere(), `,"lang":"en"`), onShift(m.elsewhere(), `,"lang":"en"`)
}

func leaveShiftBodies(m *matrix) (one, other string) {
	joined := func() string {
		at := m.elsewhere()
		m.send(m.owner, "join-shift", onShift(at, `,"lang":"en"`))
		return onShift(at, "")
	}
	return joined(), joined()
}

// A shift takes as many as it has places, also when two join in the same instant, and a place and its pledge go together.
func TestShifts_PlacesAndPledges(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	bea, cleo := ident.Pair("member", "bea"), ident.Pair("member", "cleo")
	for _, id := range []ident.ID{ada, bea, cleo} {
		l.register(id)
	}
	n := 0
	refused := func(by ident.ID, name, body, code string) {
		t.Helper()
		n++
		status, got := m.asked(by, name, fmt.Sprintf("a shift that is refused %d", n), body)
		if status < http.StatusBadRequest || got != code {
			t.Errorf("%s %s is answered %d %s, not %s", name, body, status, got, code)
		}
	}
	to := m.launched()
	refused(bea, "publish-shift", `{"campaign_id":"`+to.String()+`"`+shiftWords(l.now(), 4)+`}`, "not_campaign_owner")
	refused(ada, "publish-shift", `{"campaign_id":"`+to.String()+`"`+strings.Replace(shiftWords(l.now(), 4), "T09:00", " nine", 1)+`}`,
		"malformed_time")
	at := l.published(ada, to)
	refused(bea, "revise-shift", onShift(at, shiftWords(l.now(), 5)), "not_campaign_owner")
	refused(bea, "cancel-shift", onShift(at, `,"reason":"Rain"`), "not_campaign_owner")
	refused(ada, "join-shift", onShift(at, `,"lang":"en"`), "own_campaign")
	for name, body := range map[string]string{
		"join-shift": `,"lang":"en"`, "leave-shift": "", "revise-shift": shiftWords(l.now(), 5), "cancel-shift": `,"reason":"Rain"`,
	} {
		if status, _ := m.asked(bea, name, "a shift there is none of "+name, onShift(to, body)); status != http.StatusNotFound {
			t.Errorf("%s of a shift there is none of is answered %d", name, status)
		}
	}

	codes := make([]string, 2)
	var both sync.WaitGroup
	for i, who := range []ident.ID{bea, cleo} {
		both.Go(func() { _, codes[i] = m.asked(who, "join-shift", "in the same instant", onShift(at, `,"lang":"en"`)) })
	}
	both.Wait()
	if (codes[0] == "shift_full") == (codes[1] == "shift_full") {
		t.Fatalf("of two who join in the same instant, one is told that it is full: %q", codes)
	}
	in, out := bea, cleo
	if codes[0] == "shift_full" {
		in, out = cleo, bea
	}
	place := func() shift.State { return stateOf(t, l, shift.Decider, at) }
	first := place().Coming[in].Pledge
	if p := stateOf(t, l, timepledge.Decider, first); p.Status != timepledge.Expected || p.Minutes != 240 ||
		p.Shift != at || p.Member != in {
		t.Errorf("whoever joined has pledged %+v", p)
	}
	refused(in, "join-shift", onShift(at, `,"lang":"en"`), "shift_joined")
	refused(out, "join-shift", onShift(at, `,"lang":"en"`), "shift_full")
	l.send(in, "leave-shift", onShift(at, ""))
	if p := stateOf(t, l, timepledge.Decider, first); p.Status != timepledge.TakenBack || len(place().Coming) != 0 {
		t.Errorf("whoever left still has pledged %+v", p)
	}
	l.send(out, "join-shift", onShift(at, `,"lang":"en","anonymous":true`))
	second := place().Coming[out].Pledge
	// Found32: nothing is worked, and nobody stays away, before the shift begins.
	refused(ada, "confirm-hours", onPledge(second, `,"minutes":240`), "shift_not_begun")
	refused(ada, "mark-no-show", onPledge(second, ""), "shift_not_begun")
	refused(out, "log-hours", onPledge(second, `,"minutes":240`), "shift_not_begun")
	l.moveOn(5 * 24 * time.Hour)
	l.send(ada, "confirm-hours", onPledge(second, `,"minutes":240`))
	refused(out, "leave-shift", onShift(at, ""), "pledge_done")
}
