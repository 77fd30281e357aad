package config

import (
	"os"
	"strings"
	"testing"
)

// compose.yaml hands every setting on, or gives it a value itself (found, point 6).
func TestCompose_HandsEverySettingOn(t *testing.T) {
	file, err := os.ReadFile("../../compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	written, _, ok := strings.Cut(string(file), "# settings: written by make generate")
	if !ok {
		t.Fatal("compose.yaml has no place for the settings")
	}
	known := map[string]bool{}
	for _, s := range settings {
		known[s.Name] = true
		why, fixed := fixedInCompose[s.Name]
		handed := strings.Contains(Compose(), "      "+s.Name+": ${"+s.Name+":-}\n")
		if fixed == handed {
			t.Errorf("%s: handed on %t, fixed %t", s.Name, handed, fixed)
		}
		if byHand := strings.Contains(written, "\n      "+s.Name+": "); byHand != strings.Contains(why, "by hand") {
			t.Errorf("%s: written by hand %t, and %q", s.Name, byHand, why)
		}
	}
	for name := range fixedInCompose {
		if !known[name] {
			t.Errorf("%s is no setting", name)
		}
	}
}
