package projector

import (
	"context"
	"time"
)

// Times is how long the engine waits for what.
type Times struct {
	// Tick is how often leases are renewed, the registry is read and lags are measured.
	Tick time.Duration
	// Lease is how long a lease lasts without being renewed. With Tick it bounds how long nobody leads a build whose leader
	// was killed: less than five seconds by default.
	Lease time.Duration
	// Round bounds one refresh or one step: a connection that went silent must not hold the projections up for longer.
	Round time.Duration
	// Retry is the pause after the database failed.
	Retry time.Duration
	// Poison is how long a process leaves a build alone whose next event it can't fold. Another process may know how: during
	// an upgrade the newer one knows events that the older one does not.
	Poison time.Duration
	// LockWait is how long folding waits for a lock that somebody else holds on a read table. Whoever locks one for long, as
	// CREATE INDEX does, holds up its projection alone: the others stand still for twice this long when it begins, and then
	// this long each tick, while the build is tried again.
	LockWait time.Duration
	// Debounce is how long a batch is let grow while many events arrive.
	Debounce time.Duration
	// Janitor is how often previous builds are folded on and what is due is removed.
	Janitor time.Duration
	// Restore bounds the pause between two tries to build anew what was dropped.
	Restore time.Duration
	// Follow is the least time between two looks at what other processes have folded.
	Follow time.Duration
	// Save is how much of a long build a crash costs at most.
	Save time.Duration
	// CompareAgain is the pause before a comparison is made again while somebody is erased; later pauses are longer, up to
	// ComparePause, until CompareUntil is over.
	CompareAgain, ComparePause, CompareUntil time.Duration
	// Patience is how long a read waits for the projections it needs, and Ask how often it says so meanwhile: a process that
	// follows another has to look.
	Patience, Ask time.Duration
}

// DefaultTimes are the times to run with.
func DefaultTimes() Times {
	return Times{
		Tick: time.Second, Lease: 3500 * time.Millisecond, Round: 10 * time.Second, Retry: 200 * time.Millisecond,
		Poison: 30 * time.Second, LockWait: 250 * time.Millisecond, Debounce: 10 * time.Millisecond,
		Janitor: 5 * time.Second, Restore: 5 * time.Minute, Follow: 10 * time.Millisecond, Save: 10 * time.Second,
		CompareAgain: 2 * time.Second, ComparePause: 15 * time.Second, CompareUntil: 5 * time.Minute,
		Patience: 3 * time.Second, Ask: 20 * time.Millisecond,
	}
}

func (t Times) orDefault() Times {
	if t == (Times{}) {
		return DefaultTimes()
	}
	return t
}

// pause waits before another try.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
