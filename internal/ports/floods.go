package ports

import "github.com/callup/callup/domain/ident"

// Flood is something that a member may do only so often. What bounds it counts per process.
type Flood string

// What is bounded.
const (
	FloodMessages Flood = "messages" // of a member, to anybody
	FloodThreads  Flood = "threads"  // that a member begins
)

// Floods counts what members do. Take counts one more. Errors: too_many_requests.
type Floods interface {
	Take(what Flood, member ident.ID) error
}
