package faults

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// kept is an answer as a screen holds it. What it reflects is its position, or later.
type kept struct {
	position uint64
	data     any
}

// figure gives a number of an answer; false when it has none by that name.
func (k kept) figure(name string) (float64, bool) {
	fields, _ := k.data.(map[string]any)
	n, ok := fields[name].(float64)
	return n, ok
}

// about names an answer: its topic, and its kind within it.
type about struct{ topic, kind string }

// screen is what a browser knows. It takes note of whatever goes back.
//
// An answer reflects its position or more, so a push and an answer got meanwhile can't be compared: whichever came last
// may be the older one, and the screen keeps the one with the later position. But what is pushed never goes back, and
// what is got never does, servers and sockets may change as they will.
type screen struct {
	grows func(topic string) bool // whether a topic's figures only grow: nothing is given back there

	mu      sync.Mutex
	answers map[about]kept
	stands  map[string]standing
	said    map[string]uint64 // the latest position of a topic on the present socket
	before  [2]map[about]kept // the latest answer got, and pushed
	faults  []string
}

// standing is what all of a topic's answers reflect, and the server that pushed so; none when they were asked for.
type standing struct {
	at   uint64
	from string
}

func newScreen(grows func(topic string) bool) *screen {
	return &screen{
		grows: grows, answers: map[about]kept{}, stands: map[string]standing{}, said: map[string]uint64{},
		before: [2]map[about]kept{{}, {}},
	}
}

// The ways an answer comes.
const (
	byAsking = iota
	byPush
)

// growing are the figures that only grow where nothing is given back.
var growing = []string{"raised_amount", "gifts", "supporters", "people", "total"}

// subscribed notes from which position on a topic's pushes are asked for on a new socket. What another server pushed is
// not compared with what this one will push.
func (s *screen) subscribed(topic string, after uint64, server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said[topic] = after
	if s.stands[topic].from == server {
		return
	}
	for of, k := range s.answers {
		if of.topic == topic {
			k.position = min(k.position, s.before[byAsking][of].position)
			s.answers[of] = k
		}
	}
}

// show takes an answer. Within a topic and socket the position of pushes may stay, never fall, and so may that of
// answers that were asked for; no growing figure may fall.
func (s *screen) show(way int, of about, now kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, known := s.before[way][of]
	s.before[way][of] = now
	least := was.position
	if way == byPush {
		least = s.said[of.topic]
		s.said[of.topic] = now.position
	}
	if now.position < least {
		s.faults = append(s.faults, fmt.Sprintf("%v went back from position %d to %d", of, least, now.position))
	}
	if s.grows(of.topic) {
		for _, figure := range growing {
			before, a := was.figure(figure)
			after, b := now.figure(figure)
			if known && a && (!b || after < before) {
				s.faults = append(s.faults, fmt.Sprintf("%s of %v fell from %v to %v at %d", figure, of, before, after, now.position))
			}
		}
	}
	if now.position >= s.answers[of].position {
		s.answers[of] = now
	}
}

// stand notes what all of a topic's answers reflect.
func (s *screen) stand(topic string, now standing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.at >= s.stands[topic].at {
		s.stands[topic] = now
	}
}

// stood gives what stand noted; false before the first time.
func (s *screen) stood(topic string) (stood standing, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stood, ok = s.stands[topic]
	return stood, ok
}

// differs tells whether a screen shows something else than a fresh answer.
func (s *screen) differs(of about, fresh kept) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !reflect.DeepEqual(s.answers[of].data, fresh.data)
}

// shown is the answer a screen holds.
func (s *screen) shown(of about) kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers[of]
}

func (s *screen) found() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}
