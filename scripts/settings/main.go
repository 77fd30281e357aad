// Command settings writes the table of settings into README.md, or into a copy
// of it that is named, between two comments that mark its place.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/callup/callup/internal/config"
)

const (
	begin = "<!-- settings: written by make generate -->\n"
	end   = "<!-- end of settings -->"
)

func main() {
	file := "README.md"
	if len(os.Args) > 1 {
		file = os.Args[1]
	}
	if err := run(file); err != nil {
		fmt.Fprintln(os.Stderr, "settings:", err)
		os.Exit(1)
	}
}

func run(file string) error {
	text, err := os.ReadFile(file) //nolint:gosec // the caller names it
	if err != nil {
		return fmt.Errorf("read the README: %w", err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no place for the table: it lies between %q and %q", file, strings.TrimSpace(begin), end)
	}
	changed := before + begin + config.Table() + end + after
	if changed == string(text) {
		return nil
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil { //nolint:gosec // a document, for everybody
		return fmt.Errorf("write the README: %w", err)
	}
	return nil
}
