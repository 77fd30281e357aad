//go:build faults

// Package faultpoint names the moments at which fault runs end the process, and lets them step its clock.
package faultpoint

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// What a fault run sets. DieAt is "name" or "name:n": the process ends when it comes to the named point for the n-th
// time. Clock names a file with a duration such as -1h30m, by which the clock is off; it is read at each look. Bugs lists
// the planted bugs, separated by commas, that the program is to have.
const (
	DieAt = "FAULTS_DIE_AT"
	Clock = "FAULTS_CLOCK"
	Bugs  = "FAULTS_BUGS"
)

// bugCheckpoint is a planted bug: checkpoints are committed before the rows, so that whoever dies in between has passed
// events that no table ever shows.
const bugCheckpoint = "checkpoint"

// planted tells whether the program is to have a planted bug.
func planted(bug string) bool { return slices.Contains(strings.Split(os.Getenv(Bugs), ","), bug) }

var passed atomic.Int64

// chosen compares the present moment with the chosen one: -1 before it, 0 at it, 1 after it.
func chosen(point string) int64 {
	name, nth, counted := strings.Cut(os.Getenv(DieAt), ":")
	if name != point {
		return -1
	}
	n := int64(1)
	if counted {
		n, _ = strconv.ParseInt(nth, 10, 64) // a number that is none means the first time
	}
	return passed.Add(1) - max(n, 1)
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // nothing more happens until the signal arrives
}

// Hit may end the process here, as kill -9 would.
func Hit(point string) {
	if chosen(point) == 0 {
		die()
	}
}

// Cut may break the transaction that a batch is at this place: what was queued before it is undone, what is queued
// after it never runs. The process ends when it comes here again. With the bug "checkpoint" it commits what was queued
// before it.
func Cut(b *pgx.Batch, point string) {
	if planted(bugCheckpoint) {
		b.Queue(`COMMIT`)
	}
	switch n := chosen(point); {
	case n == 0:
		b.Queue(`SELECT pg_terminate_backend(pg_backend_pid())`)
	case n > 0:
		die()
	}
}

// Now is the wall clock, stepped.
func Now() time.Time {
	text, err := os.ReadFile(os.Getenv(Clock))
	if err != nil {
		return time.Now()
	}
	off, err := time.ParseDuration(strings.TrimSpace(string(text)))
	if err != nil {
		return time.Now()
	}
	return time.Now().Add(off)
}
