package bus

import "sync"

// maxQueued is how many changes wait one by one; more are told in fewer words.
const maxQueued = 256

// queue holds changes that wait to be told. Putting never blocks, and its memory is bounded.
type queue struct {
	filled chan struct{} // capacity 1

	mu      sync.Mutex
	changes []Change
}

func newQueue() *queue { return &queue{filled: make(chan struct{}, 1)} }

func (q *queue) put(changes ...Change) {
	q.mu.Lock()
	q.changes = append(q.changes, changes...)
	if len(q.changes) > maxQueued {
		q.changes = squash(q.changes)
	}
	if len(q.changes) > maxQueued {
		q.changes = []Change{All()}
	}
	q.mu.Unlock()
	q.signal()
}

// first takes the oldest change.
func (q *queue) first() (Change, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.changes) == 0 {
		return Change{}, false
	}
	c := q.changes[0]
	q.changes = q.changes[1:]
	if len(q.changes) > 0 {
		q.signal()
	}
	return c, true
}

// all takes every change.
func (q *queue) all() []Change {
	q.mu.Lock()
	defer q.mu.Unlock()
	changes := q.changes
	q.changes = nil
	return changes
}

func (q *queue) signal() {
	select {
	case q.filled <- struct{}{}:
	default:
	}
}
