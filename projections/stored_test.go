package projections

import (
	"fmt"
	"strings"
	"testing"

	"github.com/callup/callup/internal/testing/golden"
)

// What is stored under these names is read by the program before and after this one: they share a database during an upgrade,
// and analysts have built on the columns.
func TestAll_StoredNames(t *testing.T) {
	golden.Lines(t, "testdata/stored.golden", storedNames(), `
A renamed projection is a new one: it is built from the whole log, the old one's tables stay behind, and whoever waits for its
position by name waits for ever. A renamed table or column breaks what analysts have built on the views, and can't be compared
with what people read before. A changed column, key or index needs a higher version of the projection, which is then built
beside the old one. If that is what you want, raise the version and change the line in testdata/stored.golden.`)
}

func storedNames() (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, p := range every() {
		say("projection %s version %d personal %t", p.Name, p.Version, p.NeedsPersonal())
		for _, table := range p.Describe() {
			say("table %s of %s key (%s)", table.Name, p.Name, strings.Join(table.Key, ", "))
			for _, c := range table.Columns {
				null := ""
				if c.Nullable {
					null = " null"
				}
				say("table %s column %s %s%s", table.Name, c.Name, c.Type, null)
			}
			for _, index := range table.Indexes {
				say("table %s index %s", table.Name, index)
			}
			for _, column := range table.Lookups {
				say("table %s lookup %s", table.Name, column)
			}
		}
	}
	return lines
}
