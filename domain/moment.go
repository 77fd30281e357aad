package domain

import "time"

// IsNewest tells whether whoever changes something has read what it says now: what they read was said when the newest words were.
// Moments are compared to the microsecond, as read tables keep them. Zero is of somebody who does not tell what they read.
func IsNewest(read, said time.Time) bool {
	return read.IsZero() || read.Truncate(time.Microsecond).Equal(said.Truncate(time.Microsecond))
}
