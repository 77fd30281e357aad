package watch

import (
	"strconv"
	"strings"
	"testing"

	"github.com/callup/callup/internal/bus"
)

// A check that cannot fail is none.
func TestScreenFaults(t *testing.T) {
	position := func(n int) bus.Position {
		p, err := bus.ParsePosition(strconv.Itoa(n))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	at := func(n int, raised float64) Kept { return Kept{position(n), map[string]any{"raised_amount": raised}} }
	list := func(n int, amounts map[string]float64) Kept {
		var items []any
		for id, amount := range amounts {
			items = append(items, map[string]any{"id": id, "raised_amount": amount})
		}
		return Kept{position(n), map[string]any{"items": items}}
	}
	of := About{"x", "y"}
	grows := func(topic string) bool { return topic == "x" }
	for name, c := range map[string]struct {
		got, pushed []Kept
		after       int
		want        string
	}{
		"forward":                   {pushed: []Kept{at(1, 5), at(1, 5), at(3, 7)}},
		"a push that was overtaken": {got: []Kept{at(9, 9)}, pushed: []Kept{at(8, 8), at(9, 9)}},
		"a position back":           {pushed: []Kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"a position back, asked":    {got: []Kept{at(4, 5), at(3, 5)}, want: "back from position 4 to 3"},
		"less than subscribed":      {after: 7, pushed: []Kept{at(6, 5)}, want: "back from position 7 to 6"},
		"a figure back":             {pushed: []Kept{at(4, 5), at(5, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"a figure back, asked":      {got: []Kept{at(4, 5), at(4, 4)}, want: "raised_amount of {x y} fell from 5 to 4"},
		"what a list holds leaves": {got: []Kept{list(4, map[string]float64{"a": 5, "b": 5}),
			list(5, map[string]float64{"c": 1, "b": 6})}},
		"a figure of one in a list": {got: []Kept{list(4, map[string]float64{"a": 5, "b": 5}),
			list(5, map[string]float64{"b": 4, "a": 6})}, want: "items/b/raised_amount of {x y} fell from 5 to 4"},
		"a figure is gone": {pushed: []Kept{at(4, 5), {position(5), map[string]any{}}}, want: "fell from 5 to 0"},
	} {
		s := NewScreen(grows)
		s.subscribed("x", position(c.after), "")
		for _, k := range c.got {
			s.Show(Asked, of, k)
		}
		for _, k := range c.pushed {
			s.Show(Pushed, of, k)
		}
		found := strings.Join(s.Faults(), "; ")
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: %q, want %q", name, found, c.want)
		}
	}
	s := NewScreen(grows)
	s.Show(Pushed, About{"given back", "y"}, at(4, 5))
	s.Show(Pushed, About{"given back", "y"}, at(5, 4))
	if found := s.Faults(); len(found) > 0 {
		t.Errorf("a figure may fall where gifts are given back: %q", found)
	}
	s = NewScreen(grows)
	s.Show(Asked, of, at(9, 9))
	s.Show(Pushed, of, at(8, 8))
	if s.Differs(of, at(10, 9)) || !s.Differs(of, at(9, 8)) || !s.Differs(About{"x", "z"}, at(9, 9)) {
		t.Error("a screen keeps the latest answer, and is compared by what it shows")
	}
}
