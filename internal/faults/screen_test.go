package faults

import (
	"strings"
	"testing"
)

// A check that cannot fail is none.
func TestScreenFaults(t *testing.T) {
	at := func(n uint64, raised float64) kept { return kept{n, map[string]any{"raised_amount": raised}} }
	of := about{"x", "y"}
	grows := func(topic string) bool { return topic == "x" }
	for name, c := range map[string]struct {
		got, pushed []kept
		after       uint64
		want        string
	}{
		"forward":                   {pushed: []kept{at(1, 5), at(1, 5), at(3, 7)}},
		"a push that was overtaken": {got: []kept{at(9, 9)}, pushed: []kept{at(8, 8), at(9, 9)}},
		"a position back":           {pushed: []kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"a position back, asked":    {got: []kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"less than subscribed":      {after: 7, pushed: []kept{at(6, 5)}, want: "back from position 7 to 6"},
		"a figure back":             {pushed: []kept{at(4, 5), at(5, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"a figure back, asked":      {got: []kept{at(4, 5), at(4, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"a figure is gone":          {pushed: []kept{at(4, 5), {5, map[string]any{}}}, want: "fell from 5 to 0"},
	} {
		s := newScreen(grows)
		s.subscribed("x", c.after, "")
		for _, k := range c.got {
			s.show(byAsking, of, k)
		}
		for _, k := range c.pushed {
			s.show(byPush, of, k)
		}
		found := strings.Join(s.found(), "; ")
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: %q, want %q", name, found, c.want)
		}
	}
	s := newScreen(grows)
	s.show(byPush, about{"given back", "y"}, at(4, 5))
	s.show(byPush, about{"given back", "y"}, at(5, 4))
	if found := s.found(); len(found) > 0 {
		t.Errorf("a figure may fall where gifts are given back: %q", found)
	}
	s = newScreen(grows)
	s.show(byAsking, of, at(9, 9))
	s.show(byPush, of, at(8, 8))
	if s.differs(of, at(10, 9)) || !s.differs(of, at(9, 8)) || !s.differs(about{"x", "z"}, at(9, 9)) {
		t.Error("a screen keeps the latest answer, and is compared by what it shows")
	}
}
