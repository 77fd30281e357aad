package app

import (
	"cmp"
	"time"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/projections/projector"
)

// Times are those of the engines that run in a server. Zero stands for what every server has; tests set shorter ones.
type Times struct {
	Projections projector.Times
	Reactors    reactors.Times
	Servers     readers.Times
	// Keys is how long unwrapped keys are kept in memory. All processes on a database must agree, since an erasure waits it
	// out.
	Keys time.Duration
	// Resumed is how often a server that was restored asks whether it may act.
	Resumed time.Duration
	// Probe is how long an answer of /readyz is given again.
	Probe time.Duration
}

// orUsual puts the usual times where none is set.
func (t Times) orUsual() Times {
	if t.Projections == (projector.Times{}) {
		t.Projections = projector.DefaultTimes()
	}
	if t.Reactors == (reactors.Times{}) {
		t.Reactors = reactors.DefaultTimes()
	}
	if t.Servers == (readers.Times{}) {
		t.Servers = readers.DefaultTimes()
	}
	t.Keys = cmp.Or(t.Keys, keyring.MaxAge)
	t.Resumed = cmp.Or(t.Resumed, time.Second)
	t.Probe = cmp.Or(t.Probe, 500*time.Millisecond)
	return t
}
