package documents

import (
	"os"
	"strings"
	"testing"
)

// A photograph that the page and the app choose in different sizes is loaded twice.
func TestCover_SizesAreThoseOfTheApp(t *testing.T) {
	app, err := os.ReadFile("../../web/src/ui/Cover.tsx")
	if err != nil {
		t.Fatal(err)
	}
	for name, sizes := range map[string]string{"onCard": onCard, "onPage": onPage} {
		if !strings.Contains(string(app), "const "+name+" = '"+sizes+"';") {
			t.Errorf("Cover.tsx has other sizes for %s than %q", name, sizes)
		}
	}
}
