package donation

import (
	"testing"
)

func TestMinorUnits(t *testing.T) {
	for text, want := range map[string]int64{"": 0, "12.50": 1250, "12.5": 1250, "12": 1200, "0.01": 1, "999999.99": 99_999_999} {
		if got, err := minorUnits(text); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "1,50", "1.505", ".5", "1e3", "99999999999999999999", "a"} {
		if got, err := minorUnits(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}
