package nearest_test

import (
	"testing"

	"github.com/callup/callup/internal/nearest"
)

func TestName(t *testing.T) {
	known := []string{"all", "campaign", "verify", "member", "guest", "database", "CALLUP_ADDR", "CALLUP_DATA"}
	for given, want := range map[string]string{
		"al": "all", "verfy": "verify", "mamber": "member", "geust": "guest", "camp": "campaign", "CALLUP_DTA": "CALLUP_DATA",
		"nonsense": "", "": "", "x": "", "CALLUP_": "", "verify": "verify",
	} {
		if got := nearest.Name(given, known); got != want {
			t.Errorf("%q: %q, not %q", given, got, want)
		}
	}
}
