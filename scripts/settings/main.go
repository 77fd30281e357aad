// Command settings writes what follows from the table of settings into README.md, compose.yaml and .env.example of the
// checkout, or of a folder that is named, each between two comments that mark its place.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/callup/callup/internal/config"
)

// place is a part of a file that is written.
type place struct {
	file, begin, end string
	content          func() string
}

var places = []place{
	{"README.md", "<!-- settings: written by make generate -->\n", "<!-- end of settings -->", config.Table},
	{"compose.yaml", "      # settings: written by make generate\n", "      # end of settings", config.Compose},
	{".env.example", "# settings: written by make generate\n", "\n# end of settings", config.EnvExample},
}

func main() {
	folder := "."
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	for _, p := range places {
		if err := p.write(folder); err != nil {
			fmt.Fprintln(os.Stderr, "settings:", err)
			os.Exit(1)
		}
	}
}

func (p place) write(folder string) error {
	file := filepath.Join(folder, p.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read what holds the settings: %w", err)
	}
	before, rest, ok := strings.Cut(string(text), p.begin)
	_, after, closed := strings.Cut(rest, p.end)
	if !ok || !closed {
		return fmt.Errorf("%s has no place for the settings: it lies between %q and %q", file, strings.TrimSpace(p.begin),
			strings.TrimSpace(p.end))
	}
	changed := before + p.begin + p.content() + p.end + after
	if changed == string(text) {
		return nil
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil { //nolint:gosec // a document, for everybody
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}
