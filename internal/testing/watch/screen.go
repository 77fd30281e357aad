// Package watch is a browser without a screen: it keeps the page of a campaign and the landing page open over websockets,
// fetches what it is told to, and takes note of whatever goes back. Tests and fault runs ask it what it shows in the end.
package watch

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/callup/callup/internal/bus"
)

// Kept is an answer as a screen holds it. What it reflects is its position, or later.
type Kept struct {
	Position bus.Position
	Data     any
}

// Figure gives a number of an answer; false when it has none by that name.
func (k Kept) Figure(name string) (float64, bool) {
	fields, _ := k.Data.(map[string]any)
	n, ok := fields[name].(float64)
	return n, ok
}

// figures are the numbers of an answer that only grow where nothing is given back, each under its path: its own by their
// names, those of a thing in a list by what the thing is called and their names.
func (k Kept) figures() map[string]float64 {
	out := map[string]float64{}
	addFigures(out, "", k.Data)
	return out
}

func addFigures(to map[string]float64, path string, data any) {
	switch data := data.(type) {
	case map[string]any:
		for name, value := range data {
			if n, ok := value.(float64); ok && slices.Contains(growing, name) {
				to[path+name] = n
			}
			addFigures(to, path+name+"/", value)
		}
	case []any:
		for _, item := range data {
			fields, _ := item.(map[string]any)
			for _, called := range names {
				if name, ok := fields[called].(string); ok {
					addFigures(to, path+name+"/", item)
					break
				}
			}
		}
	}
}

// About names an answer: its topic, and its kind within it.
type About struct{ Topic, Kind string }

// Screen is what a browser knows. It takes note of whatever goes back.
//
// An answer reflects its position or more, so a push and an answer got meanwhile can't be compared: whichever came last
// may be the older one, and the screen keeps the one with the later position. But what is pushed never goes back, and
// what is got never does, servers and sockets may change as they will.
type Screen struct {
	grows func(topic string) bool // whether a topic's figures only grow: nothing is given back there

	mu      sync.Mutex
	answers map[About]Kept
	stands  map[string]standing
	said    map[string]bus.Position // the latest position of a topic on the present socket
	before  [2]map[About]Kept       // the latest answer got, and pushed
	faults  []string
}

// standing is what all of a topic's answers reflect, and the server that pushed so; none when they were asked for.
type standing struct {
	at   bus.Position
	from string
}

// NewScreen is empty. Grows tells of which topics no figure may ever fall.
func NewScreen(grows func(topic string) bool) *Screen {
	return &Screen{
		grows: grows, answers: map[About]Kept{}, stands: map[string]standing{}, said: map[string]bus.Position{},
		before: [2]map[About]Kept{{}, {}},
	}
}

// Way is how an answer comes.
type Way int

// The ways an answer comes.
const (
	Asked Way = iota
	Pushed
)

var (
	// growing are the figures that only grow where nothing is given back.
	growing = []string{"raised_amount", "amount", "gifts", "supporters", "people", "campaigns", "total"}
	// names are what a thing in a list is called by, the best first.
	names = []string{"id", "currency", "category"}
)

// subscribed notes from which position on a topic's pushes are asked for on a new socket. What another server pushed is
// not compared with what this one will push.
func (s *Screen) subscribed(topic string, after bus.Position, server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said[topic] = after
	if s.stands[topic].from == server {
		return
	}
	for of, k := range s.answers {
		if asked := s.before[Asked][of].Position; of.Topic == topic && asked.Before(k.Position) {
			k.Position = asked
			s.answers[of] = k
		}
	}
}

// Show takes an answer. Within a topic and socket the position of pushes may stay, never fall, and so may that of
// answers that were asked for; no growing figure may fall.
func (s *Screen) Show(way Way, of About, now Kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.before[way][of]
	s.before[way][of] = now
	least := was.Position
	if way == Pushed {
		least = s.said[of.Topic]
		s.said[of.Topic] = now.Position
	}
	if now.Position.Before(least) {
		s.faults = append(s.faults, fmt.Sprintf("%v went back from position %s to %s", of, least, now.Position))
	}
	if s.grows(of.Topic) {
		after := now.figures()
		for figure, n := range was.figures() {
			if m, there := after[figure]; m < n && (there || !strings.Contains(figure, "/")) { // what a list holds may leave it
				s.faults = append(s.faults, fmt.Sprintf("%s of %v fell from %v to %v at %s", figure, of, n, m, now.Position))
			}
		}
	}
	if !now.Position.Before(s.answers[of].Position) {
		s.answers[of] = now
	}
}

// stand notes what all of a topic's answers reflect.
func (s *Screen) stand(topic string, now standing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !now.at.Before(s.stands[topic].at) {
		s.stands[topic] = now
	}
}

// stood gives what stand noted; false before the first time.
func (s *Screen) stood(topic string) (stood standing, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stood, ok = s.stands[topic]
	return stood, ok
}

// Differs tells whether the screen shows something else than a fresh answer.
func (s *Screen) Differs(of About, fresh Kept) bool {
	return !reflect.DeepEqual(s.shown(of).Data, fresh.Data)
}

func (s *Screen) shown(of About) Kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers[of]
}

// Faults are what went back, one sentence each.
func (s *Screen) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}
