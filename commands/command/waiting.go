package command

import (
	"errors"
	"time"
)

// NotYet tells that something has to be waited for: ask again at a moment, or in a while.
type NotYet struct {
	At  time.Time     // zero when it is In that counts
	In  time.Duration // no clock need be right for it
	For string        // in words, nothing personal
}

// Error says what for.
func (n *NotYet) Error() string { return "waiting for " + n.For }

// ErrUndecided tells that somebody outside has not decided yet: ask again later. It is no failure.
var ErrUndecided = errors.New("not decided yet")
