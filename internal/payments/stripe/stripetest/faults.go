package stripetest

import (
	"net/http"
	"strings"
)

// Kind is a way in which Stripe fails.
type Kind int

// The ways.
const (
	Broken      Kind = iota // 500, an answer that is kept for the idempotency key
	RateLimited             // 429, before anything is done; nothing is kept
	Silent                  // no answer until the client gives up
	Nonsense                // a page that is no JSON
)

// Fault is what goes wrong with the next requests of a kind.
type Fault struct {
	What Kind
	// Method and Path say with which requests: GET, and the beginning of /v1/refunds. Empty means any.
	Method, Path string
	Times        int  // with how many of them; 0 means one
	After        bool // what is asked for is done all the same
}

// Break has the next requests of a kind fail. Faults that are added later come after those that are still there.
func (s *Stripe) Break(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, 1)
	s.faults = append(s.faults, &f)
}

// Mend takes back all faults.
func (s *Stripe) Mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// fault gives the fault that a request meets, and counts it; nil without one.
func (s *Stripe) fault(r *http.Request) *Fault {
	for i, f := range s.faults {
		if f.Method != "" && f.Method != r.Method || !strings.HasPrefix(r.URL.Path, f.Path) {
			continue
		}
		if f.Times--; f.Times == 0 {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
		}
		return f
	}
	return nil
}
