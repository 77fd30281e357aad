package live

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/callup/callup/internal/bus"
)

// changed says that a row of a table changed.
func changed(position int, table string, row int) bus.Change {
	return bus.Change{Position: strconv.Itoa(position), Tables: map[string][]string{table: {id(row).String()}}}
}

// Nobody watches a room: the database is not asked whose guest came. Who comes with an answer from before makes sure.
func TestHub_LooksUpOnlyWhatSomebodyWatches(t *testing.T) {
	t.Parallel()
	a := newToys()
	a.room[id(50).String()] = id(1).String()
	h := stillHub(t, a.topics(), func() string { return "100" })
	h.everything(t.Context())
	guest := func(position int) {
		h.apply(t.Context(), changed(position, tableGuests, 50))
		answerAll(h)
	}
	elsewhere := &listener{}
	h.subscribe(elsewhere, topicNamed(h, "tiles"), read(100))
	guest(105)
	if n := a.count("rooms of guests"); n != 0 {
		t.Errorf("looked up %d times for nobody", n)
	}
	if all := elsewhere.take(); len(all) != 0 {
		t.Errorf("who watches something else got %+v", all)
	}
	watch := func(topic string, has *claim) (*listener, []got) {
		l := &listener{}
		h.subscribe(l, topicNamed(h, topic), has)
		answerAll(h)
		all := l.take()
		return l, all
	}
	if _, all := watch("house", read(104)); len(all) != 2 { // its latest guests need no lookup
		t.Errorf("who has an older answer of the house got %+v", all)
	}
	if _, all := watch("shelf/"+id(1).String()+"/wide", read(104)); len(all) != 0 {
		t.Errorf("who watches what no guest concerns got %+v", all)
	}
	before, all := watch("room/"+id(1).String(), read(104))
	if len(all) != 1 || all[0].Type != typeRefetch {
		t.Errorf("who has an older answer got %+v", all)
	}
	after, all := watch("room/"+id(1).String(), read(105))
	if len(all) != 0 {
		t.Errorf("who has read what came got %+v", all)
	}
	guest(106)
	for _, l := range []*listener{before, after} {
		if all := l.take(); len(all) != 1 || all[0].Kind != kindGuests || all[0].Position != "106" {
			t.Errorf("who watches got %+v", all)
		}
	}
	if n := a.count("rooms of guests"); n != 1 {
		t.Errorf("looked up %d times for those who watch", n)
	}
}

// Everybody left before the database was asked: it is not asked, and who comes back makes sure.
func TestHub_LooksUpNothingForThoseWhoLeft(t *testing.T) {
	t.Parallel()
	a := newToys()
	h := stillHub(t, a.topics(), func() string { return "100" })
	h.everything(t.Context())
	l := &listener{}
	h.subscribe(l, roomTopic(h, 1), read(100))
	h.apply(t.Context(), changed(105, tableGuests, 50))
	h.unsubscribe(l, roomTopic(h, 1))
	answerAll(h)
	if n := a.count("rooms of guests"); n != 0 {
		t.Errorf("looked up %d times", n)
	}
	h.subscribe(l, roomTopic(h, 1), read(104))
	if all := l.take(); len(all) != 1 || all[0].Type != typeRefetch {
		t.Errorf("who comes back got %+v", all)
	}
}

// The database takes its time to say whose guest came. What else happens is pushed meanwhile, that of the same room and what
// another lookup leads to too; what comes while it is asked is looked up at once afterwards.
func TestLive_ASlowLookupHoldsUpNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	slow := make(chan struct{})
	w.toys.set(func() {
		w.toys.room[id(50).String()], w.toys.room[id(60).String()] = id(1).String(), id(2).String()
		w.toys.naming[other.String()] = id(2).String()
		w.toys.block["rooms of guests"] = slow
	})
	c := w.connect("")
	first, second := "room/"+id(1).String(), "room/"+id(2).String()
	c.subscribe(first)
	c.subscribe(second)
	w.change(101, tableGuests, id(50))
	waitUntil(t, func() bool { return w.toys.count("rooms of guests") == 1 })
	w.change(102, tableCounts, id(1))
	c.push(first, kindRoom, 102)
	w.change(103, tableMembers, other)
	c.push(second, kindGuests, 103)
	for n := range 50 {
		w.change(104+n, tableGuests, id(60))
	}
	w.change(160, tableCounts, id(1))
	c.push(first, kindRoom, 160)
	close(slow)
	came := map[string]string{}
	for range 2 { // in either order: these are two topics
		m := c.next()
		came[m.Topic] = m.Kind + " at " + m.Position
	}
	if came[first] != kindGuests+" at 160" || came[second] != kindGuests+" at 153" {
		t.Errorf("after the lookup came %v", came)
	}
	if n := w.toys.count("rooms of guests"); n != 2 {
		t.Errorf("looked up %d times, not once and then once for all that came meanwhile", n)
	}
}

// News was lost, and the database takes its time to say where the log ends: what is heard of meanwhile is pushed. Afterwards
// everything is.
func TestLive_ASlowHeadHoldsUpNothing(t *testing.T) {
	t.Parallel()
	var slow atomic.Bool
	asked, answer := make(chan struct{}), make(chan struct{})
	w := newWorld(t, func(c *Config) {
		c.Head = func(context.Context) (string, error) {
			if slow.Load() {
				asked <- struct{}{}
				<-answer
			}
			return "110", nil
		}
	})
	c := w.connect("")
	room := "room/" + id(1).String()
	c.subscribe(room)
	slow.Store(true)
	w.publish(bus.All())
	<-asked
	slow.Store(false)
	w.change(112, tableCounts, id(1))
	c.push(room, kindRoom, 112)
	close(answer)
	c.push(room, kindRoom, 112)
	c.push(room, kindGuests, 112)
}

// So much waits to be looked up that all rooms are taken instead.
func TestHub_TakesAllRoomsInPlaceOfLookingUpTooMuch(t *testing.T) {
	t.Parallel()
	a := newToys()
	h := stillHub(t, a.topics(), func() string { return "100" })
	h.everything(t.Context())
	l := &listener{}
	h.subscribe(l, roomTopic(h, 1), read(100))
	for n := range maxSought + 1 {
		h.apply(t.Context(), changed(101+n, tableGuests, n+1))
	}
	answerAll(h)
	want := strconv.Itoa(101 + maxSought)
	if all := l.take(); len(all) != 1 || all[0].Kind != kindGuests || all[0].Position != want {
		t.Errorf("got %+v, want the guests at %s", all, want)
	}
	if n := a.count("rooms of guests"); n != 0 {
		t.Errorf("looked up %d times", n)
	}
}

// A great many tickets change that nobody watches: of rooms everything is known as before.
func TestHub_RemembersAFamilyBesideABusyOne(t *testing.T) {
	t.Parallel()
	h := stillHub(t, newToys().topics(), func() string { return "100" })
	h.everything(t.Context())
	h.apply(t.Context(), changed(105, tableCounts, 1))
	const many = 2 * remembered
	for n := range many {
		h.apply(t.Context(), changed(106+n, tableTickets, n+1))
	}
	for n, want := range map[int]int{1: 2, 2: 0} {
		l := &listener{}
		h.subscribe(l, roomTopic(h, n), read(104))
		answerAll(h)
		all := l.take()
		if len(all) != want {
			t.Errorf("room %d: got %+v, want %d answers", n, all, want)
		}
		for _, m := range all {
			if m.Type != typeData {
				t.Errorf("room %d: got %+v", n, m)
			}
		}
	}
}
