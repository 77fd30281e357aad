package embeddedpg

import (
	"errors"
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
	return fmt.Sprintf("%dMB", partOf(memory(memlimit.FromCgroup, memlimit.FromSystem))>>20)
}

// memory is how many bytes a machine has, or its container if that has fewer; 0 when it is not known. A container whose
// limit can't be read may have any.
func memory(container, machine memlimit.Provider) uint64 {
	has, err := machine()
	if err != nil {
		return 0
	}
	limit, err := container()
	switch {
	case err == nil:
		return min(limit, has)
	case errors.Is(err, memlimit.ErrNoLimit), errors.Is(err, memlimit.ErrNoCgroup), errors.Is(err, memlimit.ErrCgroupsNotSupported):
		return has
	}
	return 0
}

// partOf gives Postgres' part of so many bytes of memory.
func partOf(memory uint64) uint64 {
	return min(max(memory/sharedPart, leastShared), mostShared)
}
