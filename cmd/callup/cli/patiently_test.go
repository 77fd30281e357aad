package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/ports"
)

func TestPatience(t *testing.T) {
	t.Parallel()
	away := fmt.Errorf("no route to %s: %w", apptest.RareEmail, ports.ErrPayments)
	refused := fmt.Errorf("a step: %w", erasure.ErrUndone)
	for name, c := range map[string]struct {
		fails  func(n int, after time.Duration) (standing string, err error)
		end    time.Duration // of the context
		tried  int
		took   time.Duration
		reason error
	}{
		"it succeeds": {fails: func(int, time.Duration) (string, error) { return "", nil }, tried: 1},
		"it is refused": {fails: func(int, time.Duration) (string, error) { return "", refused }, tried: 1,
			reason: erasure.ErrUndone},
		"it says when": {fails: func(int, time.Duration) (string, error) { return "", &command.NotYet{For: "keys"} }, tried: 1,
			reason: &command.NotYet{}},
		"it comes back":      {fails: back(away, 3), tried: 4, took: 7 * time.Second},
		"pauses end to grow": {fails: back(away, 9), tried: 10, took: (1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60) * time.Second},
		"it never comes back": {
			fails: func(int, time.Duration) (string, error) { return "", away }, tried: 16, took: (63 + 9*60) * time.Second,
			reason: ports.ErrPayments,
		},
		"it gets on": { // once, after nine minutes
			fails: func(_ int, after time.Duration) (string, error) { return fmt.Sprint(after >= 9*time.Minute), away },
			tried: 15 + 15, took: (63 + 8*60 + 63 + 9*60) * time.Second, reason: ports.ErrPayments,
		},
		"nobody knows where it stands at times": {
			fails: func(n int, _ time.Duration) (string, error) { return []string{"", "begun"}[n%2], away },
			tried: 17, took: (1 + 63 + 9*60) * time.Second, reason: ports.ErrPayments,
		},
		"the operator ends it": {fails: func(int, time.Duration) (string, error) { return "", away }, end: 2 * time.Second, tried: 2,
			took: 2 * time.Second, reason: context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, began, tried := t.Context(), time.Now(), 0
				if c.end > 0 {
					var cancel func()
					ctx, cancel = context.WithTimeout(ctx, c.end)
					defer cancel()
				}
				var said strings.Builder
				p := &Program{Stderr: &said}
				err := p.Patiently(ctx, func() (string, error) {
					tried++
					return c.fails(tried-1, time.Since(began))
				})
				_, waits := errors.AsType[*command.NotYet](c.reason)
				_, waited := errors.AsType[*command.NotYet](err)
				if waits != waited || !waits && !errors.Is(err, c.reason) {
					t.Errorf("ends with %v", err)
				}
				if took := time.Since(began); tried != c.tried || took != c.took {
					t.Errorf("%d times in %s, not %d in %s", tried, took, c.tried, c.took)
				}
				if tried > 1 && !strings.HasPrefix(said.String(),
					"Waiting, since the payment provider does not answer; trying again in 1s\n") || apptest.RareTraces.In(said.String()) != "" {
					t.Errorf("says %s", &said)
				}
			})
		})
	}
}

// back fails some times, and then no more.
func back(err error, times int) func(int, time.Duration) (string, error) {
	return func(n int, _ time.Duration) (string, error) {
		if n < times {
			return "", err
		}
		return "", nil
	}
}

// Whatever fails, its error is not repeated.
func TestWhatIsWaitedForNamesNobody(t *testing.T) {
	t.Parallel()
	for want, fails := range map[string]error{
		"the payment provider does not answer": fmt.Errorf("2 payments could not be ended for %s: %w", apptest.RareEmail,
			ports.ErrPayments),
		"the event store does not answer": fmt.Errorf("append for %s: %w", apptest.RareEmail, eventstore.ErrUnavailable),
		"it failed":                       errors.New("something about " + apptest.RareEmail),
	} {
		synctest.Test(t, func(t *testing.T) {
			var said strings.Builder
			p := &Program{Stderr: &said}
			try := back(fails, 1)
			tried := -1
			if err := p.Patiently(t.Context(), func() (string, error) { tried++; return try(tried, 0) }); err != nil {
				t.Error(err)
			}
			if got := said.String(); got != "Waiting, since "+want+"; trying again in 1s\n" {
				t.Errorf("%v: %s", fails, got)
			}
		})
	}
}
