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

// Belongings lists candidates: the streams of things that may belong to somebody or to something. The caller decides about each
// by its stream.
type Belongings interface {
	// Streams lists every stream of some categories, or of any, in which an event that was recorded before the call may say that
	// something belongs to one of the owners: a member, a subject, a campaign, a page. Each comes once, in one order. Errors:
	// ErrBelongingsBehind, and failures of the log and of the database.
	Streams(ctx context.Context, owners []ident.ID, categories ...string) ([]Stream, error)
}

// ErrBelongingsBehind tells to try again later.
var ErrBelongingsBehind = errors.New("the index of belongings is too far behind the log")
