package projector

import "time"

// When many events arrive, pages are let grow a little: a transaction for every few events would cost more than it
// brings. Nobody waits longer for it when few arrive.
const (
	paceWindow = 100 * time.Millisecond
	busy       = 100 // events within a window
	fullEnough = 200 // events of a page that need not grow
	gather     = 10 * time.Millisecond
)

// pace knows whether many events arrive.
type pace struct {
	began       time.Time
	count, last int // events of this window and of the one before
}

// passed notes a page of n events, and says how long to let the next one grow.
func (p *pace) passed(n int, now time.Time) time.Duration {
	if gone := now.Sub(p.began); gone >= paceWindow {
		p.last = p.count
		if gone >= 2*paceWindow {
			p.last = 0
		}
		p.began, p.count = now, 0
	}
	p.count += n
	if n < fullEnough && (p.last >= busy || p.count >= busy) {
		return gather
	}
	return 0
}
