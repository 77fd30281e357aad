package apptest

import (
	"time"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/projector"
)

// Times are short ones, for tests that wait for engines and are about something else. All processes on an installation
// must have the same.
func Times() app.Times {
	p := projector.DefaultTimes()
	p.Tick, p.Lease, p.Janitor = 200*time.Millisecond, 2*time.Second, time.Second
	r := reactors.DefaultTimes()
	r.Poll, r.Keep = 100*time.Millisecond, 100*time.Millisecond
	return app.Times{
		Projections: p, Reactors: r,
		Servers: readers.Times{Beat: 500 * time.Millisecond, Lasts: 5 * time.Second, Fresh: 50 * time.Millisecond},
		Keys:    300 * time.Millisecond, Resumed: 100 * time.Millisecond, Probe: 50 * time.Millisecond,
	}
}
