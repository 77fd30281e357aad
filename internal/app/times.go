package app

import (
	"cmp"
	"time"
)

// Times are those of the engines that run in a server. Zero stands for what every server has; tests set shorter ones.
type Times struct {
	Probe time.Duration // how long an answer of /readyz is given again
}

// orUsual puts the usual times where none is set.
func (t Times) orUsual() Times {
	t.Probe = cmp.Or(t.Probe, 500*time.Millisecond)
	return t
}
