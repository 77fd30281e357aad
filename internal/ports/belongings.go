package ports

import (
	"context"
	"errors"

	"github.com/callup/callup/domain/ident"
)

// Stream names the stream of one thing.
type Stream struct {
	Category string
	ID       ident.ID
}

// Belongings lists candidates: what may belong to somebody or to something. What is found is decided on its own stream.
type Belongings interface {
	// Streams lists every stream of some categories, or of any, in which an event that was recorded before the call may say that
	// something belongs to one of the owners: a member, a subject, a campaign, a page. Each comes once, in one order. Errors:
	// ErrBelongingsBehind, and failures of the log and of the database.
	Streams(ctx context.Context, owners []ident.ID, categories ...string) ([]Stream, error)
}

// ErrBelongingsBehind tells that the index of belongings is too far behind the log to be asked: try again later.
var ErrBelongingsBehind = errors.New("the index of what belongs to whom has not reached the end of the log yet")
