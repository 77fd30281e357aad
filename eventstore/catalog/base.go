package catalog

import (
	_ "embed"
	"fmt"
	"strings"
)

// base lists what the last version read that announced nothing (decision 93): types and their versions, one a line. Nothing is
// ever added to it or taken away: what is newer is announced.
//
//go:embed base.txt
var base string

// Base says up to which version every server reads each type of event, also one that announces nothing.
func Base() map[string]int { return versions(base) }

func versions(list string) map[string]int {
	all := map[string]int{}
	for line := range strings.Lines(list) {
		var name string
		var version int
		if _, err := fmt.Sscanf(line, "%s %d\n", &name, &version); err != nil {
			panic(fmt.Sprintf("base.txt says %q: %v", line, err)) // it is built in, and a test reads it
		}
		all[name] = version
	}
	return all
}

// Versions says up to which version this catalogue reads each type of event.
func (c *Catalog) Versions() map[string]int {
	all := make(map[string]int, len(c.byName))
	for name, e := range c.byName {
		all[name] = e.version
	}
	return all
}
