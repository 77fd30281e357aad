package projector

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/eventstore"
)

// ErrOtherHistory tells that a build was made from another log than the one at hand: a restored backup, another
// database. Nothing is folded; rebuilding the projection mends it.
var ErrOtherHistory = errors.New("the projection was built from another history of the log")

// checkHistory reads again the event a build stands at: another one there means another history.
func checkHistory(ctx context.Context, store eventstore.Store, b Build) error {
	_, head, err := store.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the log's head: %w", err)
	}
	if head.Before(b.Position) {
		return fmt.Errorf("%w: %s stands at %s, beyond the log's end at %s. Restore the log, or run: callup projections rebuild "+
			"%s --accept",
			ErrOtherHistory, b.Projection, b.Position, head, b.Projection)
	}
	if b.Stream == "" {
		return nil
	}
	for r, err := range store.ReadStream(ctx, b.Stream, b.Revision) {
		if err != nil {
			return fmt.Errorf("read the event build %d stands at: %w", b.ID, err)
		}
		if r.ID == b.EventID {
			return nil
		}
		break
	}
	return fmt.Errorf("%w: event %s, which %s was built from, is not in the log. Restore the log, or run: callup projections "+
		"rebuild %s --accept",
		ErrOtherHistory, b.EventID, b.Projection, b.Projection)
}
