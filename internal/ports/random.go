package ports

import "time"

// Clock tells the time; tests set it.
type Clock func() time.Time
