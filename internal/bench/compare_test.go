package bench

import "testing"

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		ratio, reach float64
		want         string
	}{
		{1.3, 1.3, "target 1.30: reached"},
		{0.3, 0.6, "target 0.60: short by 50 %"},
		{0.3, 0, "no target"},
	} {
		if got := verdict(c.ratio, c.reach); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.ratio, c.reach, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	if m := median([]float64{9, 1, 5, 4, 100}); m != 5 {
		t.Errorf("%v, want 5", m)
	}
}
