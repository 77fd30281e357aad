package app

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/projections/projector"
)

// CatchUp brings the read tables to the end of the log: this process folds them unless a server does.
func (b *Base) CatchUp(ctx context.Context) error {
	_, head, err := b.Store.Head(ctx)
	if err != nil {
		return err
	}
	runner := projector.NewRunner(b.ProjectionConfig(nil))
	if err := runner.Ready(ctx); err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(running) }()
	patient, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err = b.Tracker.Wait(patient, head)
	stop()
	if rerr := <-ended; rerr != nil && !errors.Is(rerr, context.Canceled) {
		return rerr
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the read tables do not reach the end of the log; see: callup projections status")
	}
	if err != nil {
		return err
	}
	// The views of analysts too: the runner may have ended before it came to them.
	if err := projector.NewBuilder(b.ProjectionConfig(nil)).MakeViews(ctx); err != nil {
		b.Log.WarnContext(ctx, "the views in the schema readmodel may be those of before", "error", err)
	}
	return nil
}
