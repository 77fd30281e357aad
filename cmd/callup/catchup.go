package main

import (
	"context"
	"errors"
	"time"

	"github.com/callup/callup/projections/projector"
)

// catchUp brings the read tables to the end of the log: this process folds them unless a server does.
func (b *base) catchUp(ctx context.Context) error {
	_, head, err := b.store.Head(ctx)
	if err != nil {
		return err
	}
	runner := projector.NewRunner(b.projectionConfig(nil))
	if err := runner.Ready(ctx); err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(running) }()
	patient, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err = b.tracker.Wait(patient, head)
	stop()
	if rerr := <-ended; rerr != nil && !errors.Is(rerr, context.Canceled) {
		return rerr
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the read tables do not reach the end of the log; see: callup projections status")
	}
	return err
}
