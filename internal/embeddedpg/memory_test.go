package embeddedpg

import (
	"errors"
	"fmt"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

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

func TestMemory(t *testing.T) {
	fails := func(err error) memlimit.Provider { return func() (uint64, error) { return 0, err } }
	machine, unread := memlimit.Limit(64<<30), errors.New("unreadable")
	for name, c := range map[string]struct {
		container, machine memlimit.Provider
		want               uint64
	}{
		"limited":            {memlimit.Limit(1 << 30), machine, 1 << 30},
		"limited to more":    {memlimit.Limit(128 << 30), machine, 64 << 30},
		"not limited":        {fails(memlimit.ErrNoLimit), machine, 64 << 30},
		"in no container":    {fails(fmt.Errorf("look: %w", memlimit.ErrNoCgroup)), machine, 64 << 30},
		"on another system":  {fails(memlimit.ErrCgroupsNotSupported), machine, 64 << 30},
		"the limit unread":   {fails(unread), machine, 0},
		"the machine unread": {memlimit.Limit(1 << 30), fails(unread), 0},
	} {
		if got := memory(c.container, c.machine); got != c.want {
			t.Errorf("%s: %d MiB, not %d", name, got>>20, c.want>>20)
		}
	}
}
