package eventstore

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Raw is an event as it is kept, to the byte: what a log consists of when it is copied from store to store.
type Raw struct {
	Stream   string
	Revision Revision
	ID       ident.ID
	Type     string
	Version  int
	Data     []byte
	Metadata []byte
	Time     time.Time
	Position Position // in the log it was read from; not a part of it
}

// Same tells whether two events are the same in everything but their positions.
func (r Raw) Same(o Raw) bool {
	return r.Stream == o.Stream && r.Revision == o.Revision && r.ID == o.ID && r.Type == o.Type && r.Version == o.Version &&
		bytes.Equal(r.Data, o.Data) && bytes.Equal(r.Metadata, o.Metadata) && r.Time.Equal(o.Time)
}

// ErrNotNext refuses an import of an event that does not follow what its stream holds: something else writes there.
var ErrNotNext = errors.New("the event is not the next of its stream")

// Copyable is a store whose log can be copied, and that can be filled from another.
type Copyable interface {
	Store
	// ReadRaw gives up to limit events after a position, in order; none means that there are no more.
	ReadRaw(ctx context.Context, after Position, limit int) ([]Raw, error)
	// Import adds events as they are, in their order, each with the time it was recorded at first. What they hold is not
	// checked. Error: ErrNotNext.
	Import(ctx context.Context, events []Raw) error
}
