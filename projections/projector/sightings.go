package projector

import (
	"slices"
	"sync"
	"time"

	"github.com/callup/callup/eventstore"
)

// sightings are the ends of the log that this process saw, and when it saw each first, by a clock that nobody sets: what is
// behind can't look younger than it is because a database's clock was ahead when it stamped the events.
type sightings struct {
	mu   sync.Mutex
	seen []sighting // in the order of the log
}

type sighting struct {
	head eventstore.Position
	at   time.Time // with the monotonic clock
}

// sightingsKept bounds memory; of more, every other one goes, its time to the one after it.
const sightingsKept = 4096

// see notes the log's end.
func (s *sightings) see(head eventstore.Position, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.seen); n > 0 && !s.seen[n-1].head.Before(head) {
		return
	}
	if s.seen = append(s.seen, sighting{head, now}); len(s.seen) <= sightingsKept {
		return
	}
	kept := s.seen[:0]
	for i := 1; i < len(s.seen); i += 2 {
		kept = append(kept, sighting{s.seen[i].head, s.seen[i-1].at})
	}
	s.seen = kept
}

// since gives how long ago the log was first seen to reach beyond a position; 0 when it was not seen to.
func (s *sightings) since(at eventstore.Position, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.seen {
		if at.Before(x.head) {
			return now.Sub(x.at)
		}
	}
	return 0
}

// forget lets go of what everybody has folded.
func (s *sightings) forget(upTo eventstore.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = slices.DeleteFunc(s.seen, func(x sighting) bool { return !upTo.Before(x.head) })
}

// Late gives how old the oldest event is that is not folded at a position, where the log's end and the lag are known: by its
// stamp, and by how long this process has seen it unfolded, whichever is more.
func (r *Runner) Late(head, at eventstore.Position, lag eventstore.Lag) time.Duration {
	now := time.Now()
	r.sightings.see(head, now)
	if lag.Oldest.IsZero() {
		return 0
	}
	return max(now.Sub(lag.Oldest), r.sightings.since(at, now), 0)
}
