package projector

import "time"

// When many events arrive, batches are let grow a little: a transaction for every few events would cost more than it
// brings. Nobody waits longer for it when few arrive.
const (
	debounceWindow = 100 * time.Millisecond
	busy           = 100 // events within a window
	fullEnough     = 200 // events of a batch that need not grow
)

// debounce knows whether many events arrive.
type debounce struct {
	grow        time.Duration
	began       time.Time
	count, last int // events of this window and of the one before
}

// passed notes a batch of n events, and says how long to let the next one grow.
func (p *debounce) passed(n int, now time.Time) time.Duration {
	if gone := now.Sub(p.began); gone >= debounceWindow {
		p.last = p.count
		if gone >= 2*debounceWindow {
			p.last = 0
		}
		p.began, p.count = now, 0
	}
	p.count += n
	if n < fullEnough && (p.last >= busy || p.count >= busy) {
		return p.grow
	}
	return 0
}
