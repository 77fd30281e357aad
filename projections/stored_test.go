package projections

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What is stored under these names is read by the program before and after this one: they share a database during an upgrade,
// and analysts have built on the columns.
func TestAll_StoredNames(t *testing.T) {
	const golden = "testdata/stored.golden"
	want, err := os.ReadFile(golden)
	must(t, err)
	got := storedNames()
	if got == string(want) {
		return
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(was), len(is)) {
		if a, b := lineAt(was, i), lineAt(is, i); a != b {
			t.Fatalf(`%s:%d says %q, and the code says %q.
A renamed projection is a new one: it is built from the whole log, the old one's tables stay behind, and whoever waits for its
position by name waits for ever. A renamed table or column breaks what analysts have built on the views, and can't be compared
with what people read before. A changed column, key or index needs a higher version of the projection, which is then built
beside the old one. If that is what you want, raise the version and change the line in %s.`, golden, i+1, a, b, golden)
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

func storedNames() string {
	var b strings.Builder
	for _, p := range All() {
		fmt.Fprintf(&b, "projection %s version %d personal %t\n", p.Name, p.Version, p.NeedsPersonal())
		for _, table := range p.Describe() {
			fmt.Fprintf(&b, "\ttable %s key (%s)\n", table.Name, strings.Join(table.Key, ", "))
			for _, c := range table.Columns {
				null := ""
				if c.Nullable {
					null = " null"
				}
				fmt.Fprintf(&b, "\t\tcolumn %s %s%s\n", c.Name, c.Type, null)
			}
			for _, index := range table.Indexes {
				fmt.Fprintf(&b, "\t\tindex %s\n", index)
			}
			if len(table.Lookups) > 0 {
				fmt.Fprintf(&b, "\t\tlookups %s\n", strings.Join(table.Lookups, ", "))
			}
		}
	}
	return b.String()
}
