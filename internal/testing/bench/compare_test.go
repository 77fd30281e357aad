package bench

import "testing"

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		ratio float64
		row   Row
		want  string
	}{
		{1.3, Row{Reach: 1.3}, "target 1.30: reached"},
		{0.3, Row{Reach: 0.6}, "target 0.60: short by 50 %"},
		{0.3, Row{}, "no target"},
		{1.2, Row{Most: 1.2}, "at most 1.20: reached"},
		{1.8, Row{Most: 1.2}, "at most 1.20: over by 50 %"},
	} {
		if got := c.row.verdict(c.ratio); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.ratio, c.row, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	if m := median([]float64{9, 1, 5, 4, 100}); m != 5 {
		t.Errorf("%v, want 5", m)
	}
}
