package bus

import "time"

const (
	// silence is how long a process that has told something may then tell nothing before it repeats how far it is.
	silence = 2 * time.Second
	// forgotten is how long a process is remembered that is not heard any more.
	forgotten = 10 * time.Minute
)

// numbers notices what was lost on a wire that loses notices without a word. A process counts those it sends from one
// on, and an empty notice repeats the number of the last one. Of a process not yet heard everything before is missing:
// it may have been told after this process began to listen, and lost.
type numbers struct{ heard map[string]reached }

// reached is how far a process was heard, and when for the last time.
type reached struct {
	number uint64
	at     time.Time
}

func newNumbers() *numbers { return &numbers{heard: map[string]reached{}} }

// missed takes a notice in and tells whether one before it is missing. A name is that of one run of a process, so a
// number that was passed already is a notice that came late.
func (n *numbers) missed(m notice, now time.Time) bool {
	if m.Number == 0 {
		return false // of a wire that loses nothing, or of a version that does not count
	}
	last, known := n.heard[m.From]
	if !known {
		n.forget(now)
	}
	n.heard[m.From] = reached{max(last.number, m.Number), now}
	if len(m.Changes) == 0 {
		return m.Number > last.number
	}
	return m.Number-1 > last.number
}

// forget makes room: what is remembered stays bounded by the processes that were heard lately.
func (n *numbers) forget(now time.Time) {
	for name, r := range n.heard {
		if now.Sub(r.at) > forgotten {
			delete(n.heard, name)
		}
	}
}
