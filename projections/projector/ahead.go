package projector

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/eventstore"
)

// decoded is a page of the log, ready to be folded.
type decoded struct {
	page   eventstore.Page
	events []Event
}

// ahead reads the log from after a position to its end, or up to another one, and decodes it, while the caller folds and writes
// what came before. At most three pages are on their way. The context must end before wait is called, unless the
// channel was read to its end.
func (b *Builder) ahead(ctx context.Context, from eventstore.Position, until *eventstore.Position, personal bool) (pages <-chan decoded, wait func() error) {
	read, out := make(chan eventstore.Page), make(chan decoded, 1)
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(read)
		for at := from; until == nil || at.Before(*until); {
			page, err := b.c.Store.ReadAll(ctx, at, b.sizes.Rebuild, eventstore.Filter{})
			if err != nil {
				return fmt.Errorf("read the log after %s: %w", at, err)
			}
			page = cut(page, until)
			if !at.Before(page.Next) {
				return nil
			}
			at = page.Next
			select {
			case read <- page:
			case <-ctx.Done():
				return ctx.Err()
			}
			if page.End && until == nil {
				return nil
			}
		}
		return nil
	})
	work.Go(func() error {
		defer close(out)
		for page := range read {
			events, err := b.dec.page(ctx, page.Events, personal)
			if err != nil {
				return err
			}
			select {
			case out <- decoded{page, events}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return out, work.Wait
}
