package arch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A decision is known by its number: no two records share one, and a record's title says that of its file.
func TestDecisions_HaveANumberEach(t *testing.T) {
	folder := filepath.Join(moduleRoot(t), "docs", "decisions")
	files, err := filepath.Glob(filepath.Join(folder, "[0-9]*.md"))
	if err != nil || len(files) < 20 {
		t.Fatalf("found only %d records in docs/decisions (%v)", len(files), err)
	}
	taken := map[string]string{}
	for _, path := range files {
		name := filepath.Base(path)
		number, _, _ := strings.Cut(name, "-")
		if other, ok := taken[number]; ok {
			t.Errorf("%s and %s have one number: give the newer the next that is free", other, name)
		}
		taken[number] = name
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var titled int
		if _, err := fmt.Sscanf(string(text), "# %d.", &titled); err != nil || fmt.Sprintf("%04d", titled) != number {
			t.Errorf("%s: its title must begin with its number, as in \"# %s.\"", name, strings.TrimLeft(number, "0"))
		}
	}
}
