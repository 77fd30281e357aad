package embeddedpg

import "testing"

func TestPartOfMemory(t *testing.T) {
	for _, c := range []struct{ memory, want uint64 }{
		{0, 128 << 20},         // not known
		{512 << 20, 128 << 20}, // what Postgres itself takes
		{4 << 30, 512 << 20},
		{24 << 30, 3 << 30},
		{256 << 30, 4 << 30},
	} {
		if got := partOf(c.memory); got != c.want {
			t.Errorf("of %d MiB: %d MiB, not %d", c.memory>>20, got>>20, c.want>>20)
		}
	}
}
