package embeddedpg

import (
	"fmt"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	sharedPart  = 8 // of what memory there is; the server, the system's own cache of files and others need the rest
	leastShared = 128 << 20
	mostShared  = 4 << 30
)

// sharedBuffers is how much memory Postgres keeps pages in. What an append adds lies anywhere in the log's indexes: once
// they are larger than this, each append reads pages and writes others out to make room (BenchmarkCommandAtScale).
func sharedBuffers() string {
	memory, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil {
		memory = 0 // not known
	}
	return fmt.Sprintf("%dMB", partOf(memory)>>20)
}

// partOf gives Postgres' part of so many bytes of memory.
func partOf(memory uint64) uint64 {
	return min(max(memory/sharedPart, leastShared), mostShared)
}
