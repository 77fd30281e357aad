package bus

import (
	"strconv"
	"testing"
	"time"
)

func TestMissedNotices(t *testing.T) {
	type step struct {
		number uint64
		empty  bool
		from   string        // "x" unless told otherwise
		after  time.Duration // since the step before
		missed bool
	}
	tests := map[string][]step{
		"nothing is missing":            {{number: 1}, {number: 2}, {number: 3}},
		"one is missing, once":          {{number: 1}, {number: 3, missed: true}, {number: 4}},
		"many are missing, once":        {{number: 1}, {number: 900, missed: true}, {number: 901}},
		"an empty one repeats the last": {{number: 1}, {number: 1, empty: true}, {number: 1, empty: true}, {number: 2}},
		"an empty one shows what was missed, once": {{number: 1}, {number: 2, empty: true, missed: true}, {number: 2, empty: true},
			{number: 3}},
		"after an empty one the next is missing": {{number: 1}, {number: 1, empty: true}, {number: 3, missed: true}},
		"a newly heard process told before":      {{number: 2, missed: true}, {number: 3}},
		"a newly heard process repeats":          {{number: 1, empty: true, missed: true}, {number: 1, empty: true}, {number: 2}},
		"twice and late are not missing": {{number: 1}, {number: 3, missed: true}, {number: 2}, {number: 3},
			{number: 2, empty: true}, {number: 4}},
		"late does not hide what is missing": {{number: 5, missed: true}, {number: 1}, {number: 6}, {number: 2},
			{number: 8, missed: true}},
		"processes count for themselves": {
			{number: 1}, {number: 1, from: "y"}, {number: 2, from: "y"}, {number: 2}, {number: 4, from: "y", missed: true}, {number: 3},
		},
		"a version that does not count": {{}, {}, {empty: true}, {}},
		"a quiet process is remembered": {{number: 1}, {number: 2, after: forgotten}, {number: 3, after: 2 * forgotten}},
		"who comes makes long unheard ones forgotten": {
			{number: 1}, {number: 1, from: "y", after: forgotten + 1}, {number: 2, missed: true},
		},
		"who comes does not make others forgotten": {{number: 1}, {number: 1, from: "y", after: forgotten}, {number: 2}},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			n, now := newNumbers(), time.Now()
			for i, s := range steps {
				m := notice{From: "x", Number: s.number}
				if s.from != "" {
					m.From = s.from
				}
				if !s.empty {
					m.Changes = []Change{change("1", "money", "totals")}
				}
				now = now.Add(s.after)
				if got := n.missed(m, now); got != s.missed {
					t.Errorf("step %d: missed is %v", i, got)
				}
			}
		})
	}
}

func TestWhatIsRememberedOfOthersIsBounded(t *testing.T) {
	n, now := newNumbers(), time.Now()
	for i := range 1000 {
		n.missed(notice{From: strconv.Itoa(i), Number: 1}, now)
		now = now.Add(forgotten / 10)
	}
	if len(n.heard) > 11 {
		t.Errorf("%d processes are remembered", len(n.heard))
	}
}
