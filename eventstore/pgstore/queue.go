package pgstore

import (
	"sync"
	"time"
)

// Limits of one flush. They bound what is sent again after a lost connection and how long the head stays locked.
const (
	maxBatch      = 512
	maxBatchBytes = 4 << 20
)

// queue holds the appends that wait for the next flush.
type queue struct {
	gather time.Duration
	wake   chan struct{} // capacity 1: the batcher may look again
	timer  *time.Timer

	mu      sync.Mutex
	waiting []*request
	want    int // the batcher sleeps until so many wait
	last    int // size of the flush before
	closed  bool
}

func newQueue(gather time.Duration) *queue {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return &queue{gather: gather, wake: make(chan struct{}, 1), timer: t, want: 1}
}

// put adds an append, or tells that the queue is closed.
func (q *queue) put(r *request) bool {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return false
	}
	q.waiting = append(q.waiting, r)
	enough := len(q.waiting) >= q.want
	q.mu.Unlock()
	if enough {
		q.nudge()
	}
	return true
}

// close refuses further appends; take still gives those that wait.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.nudge()
}

func (q *queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take gives the next batch. It waits for the first append; then, for the gathering time at most, for as many as were
// answered by the flush before and came in during it: those callers are likely to be back at once, and one flush for
// all of them costs little more than one for each half. After the queue is closed and empty it gives false.
func (q *queue) take() ([]*request, bool) {
	expired := false
	q.mu.Lock()
	q.want = max(1, min(maxBatch, q.last+len(q.waiting)))
	for {
		n := len(q.waiting)
		if n >= q.want || n > 0 && (expired || q.closed) {
			batch := q.split()
			q.last = len(batch)
			q.mu.Unlock()
			return batch, true
		}
		if q.closed {
			q.mu.Unlock()
			return nil, false
		}
		if n == 0 {
			// nobody waits: the first to come need not wait for others, who would have been here by now
			if expired {
				q.want = 1
			}
		}
		q.mu.Unlock()
		if expired {
			<-q.wake
		} else {
			q.timer.Reset(q.gather)
			select {
			case <-q.wake:
			case <-q.timer.C:
				expired = true
			}
			q.timer.Stop()
		}
		q.mu.Lock()
	}
}

// split takes from the waiting what fits into one flush: at most one append per stream, in order of arrival, and not
// too much of all together.
func (q *queue) split() []*request {
	batch := make([]*request, 0, min(len(q.waiting), maxBatch))
	rest := q.waiting[:0]
	streams := make(map[string]struct{}, len(q.waiting))
	size := 0
	for i, r := range q.waiting {
		if len(batch) == maxBatch || len(batch) > 0 && size+r.size > maxBatchBytes {
			rest = append(rest, q.waiting[i:]...)
			break
		}
		if _, taken := streams[r.stream]; taken {
			rest = append(rest, r)
			continue
		}
		streams[r.stream] = struct{}{}
		size += r.size
		batch = append(batch, r)
	}
	clear(q.waiting[len(rest):])
	q.waiting = rest
	return batch
}
