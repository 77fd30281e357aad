package projector

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/eventstore"
)

// decoded is a batch of the log, ready to be folded.
type decoded struct {
	next eventstore.Position
	page page
}

// prefetch reads the log from after a position to its end, or up to another one, and decodes it, while the caller folds and
// writes what came before. At most three batches are on their way. The context must end before wait is called, unless the
// channel was read to its end.
func (b *Builder) prefetch(ctx context.Context, from eventstore.Position, until *eventstore.Position,
	personal bool) (batches <-chan decoded, wait func() error) {
	read, out := make(chan eventstore.Page), make(chan decoded, 1)
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(read)
		for at := from; until == nil || at.Before(*until); {
			batch, err := b.c.Store.ReadAll(ctx, at, b.c.Sizes.Rebuild, eventstore.Filter{})
			if err != nil {
				return fmt.Errorf("read the log after %s: %w", at, err)
			}
			batch = cut(batch, until)
			if !at.Before(batch.Next) {
				return nil
			}
			at = batch.Next
			select {
			case read <- batch:
			case <-ctx.Done():
				return ctx.Err()
			}
			if batch.End && until == nil {
				return nil
			}
		}
		return nil
	})
	work.Go(func() error {
		defer close(out)
		for batch := range read {
			events, err := b.dec.batch(ctx, batch.Events, personal)
			if err != nil {
				return err
			}
			select {
			case out <- decoded{batch.Next, pageOf(events)}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return out, work.Wait
}
