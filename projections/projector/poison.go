package projector

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// poison is an event that a projection can't fold.
type poison struct {
	event eventstore.Recorded
	err   error
}

func (p *poison) Error() string {
	if e := p.event; errors.Is(p.err, catalog.ErrUnknown) {
		return fmt.Sprintf("%s%s (schema version %d; event %s at position %s, recorded %s), which this one does not know; start "+
			"the newer callup, and it goes on by itself",
			newerWrote, e.Type, e.Version, e.ID, e.Position, e.Time.UTC().Format(time.RFC3339))
	}
	return fmt.Sprintf("event %s (%s) at position %s: %v", p.event.ID, p.event.Type, p.event.Position, p.err)
}

func (p *poison) Unwrap() error { return p.err }

// newerWrote begins what is said of an event whose type or version this program does not know.
const newerWrote = "a newer callup wrote "

// StoppedByNewer tells whether a build stands still before an event that only a newer program knows.
func (b Build) StoppedByNewer() bool { return strings.HasPrefix(b.Stopped, newerWrote) }
