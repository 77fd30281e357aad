package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/projections/projector"
)

const (
	firstPause   = time.Second
	longestPause = time.Minute
	giveUpAfter  = 10 * time.Minute
)

// Patiently tries what a command would lose much by giving up, until it succeeds or is refused, after pauses that
// double. try tells where it stands, if it can be told: the command gives up after ten minutes of failures at one place.
func (p *Program) Patiently(ctx context.Context, try func() (standing string, err error)) error {
	var since time.Time
	stood, pause := "", firstPause
	for {
		standing, err := try()
		if err == nil || lasting(err) || ctx.Err() != nil {
			return err
		}
		// where it stands is unknown while the log is away: that is no step forward
		if since.IsZero() || standing != "" && standing != stood {
			since, stood, pause = time.Now(), standing, firstPause
		}
		if time.Since(since) >= giveUpAfter {
			return err
		}
		// the error itself is not repeated: a provider may quote addresses
		fmt.Fprintf(p.Stderr, "Waiting, since %s; trying again in %s\n", cmp.Or(reactors.DependencyError(err), "it failed"), pause)
		if !reach.Pause(ctx, pause) {
			return ctx.Err()
		}
		pause = min(2*pause, longestPause)
	}
}

// lasting tells whether an error will be the same however often it is asked again, or says itself when to ask.
func lasting(err error) bool {
	_, refused := errors.AsType[*domain.Refusal](err)
	_, waits := errors.AsType[*command.NotYet](err)
	return refused || waits || errors.Is(err, projector.ErrOtherHistory)
}
