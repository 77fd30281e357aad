package kurrenttest

import (
	"bytes"
	"sync"
	"time"
)

// record is an event in the log. Like the real thing, its position is where it lies in a file: records of many sizes
// follow each other.
type record struct {
	stream   string
	revision uint64
	id       [16]byte
	kind     string
	content  string // content type
	data     []byte
	metadata []byte
	created  time.Time
	position uint64 // commit and prepare alike, as for every event that was not written in an explicit transaction
}

// Log is a log in memory. Several nodes may serve it.
type Log struct {
	mu      sync.Mutex
	clock   func() time.Time
	records []record
	streams map[string][]int // where in records a stream's events are
	end     uint64           // where the next record goes
	grown   chan struct{}    // closed when records grows
}

// NewLog makes an empty log.
func NewLog() *Log {
	// What a fresh database writes about itself comes before the first event.
	return &Log{clock: time.Now, streams: map[string][]int{}, end: 1317, grown: make(chan struct{})}
}

// SetClock changes the clock that says when an event was created.
func (l *Log) SetClock(now func() time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clock = now
}

const (
	anyRevision  = -2
	streamExists = -4
	noStream     = -1
)

type proposed struct {
	id             [16]byte
	kind, content  string
	data, metadata []byte
}

type verdict struct {
	wrong   bool
	current int64 // the stream's last revision; -1 when there is none
	first   uint64
	last    uint64 // positions of the first and last event
}

// append follows the rules of KurrentDB: with an explicit expectation, events that stand right after it under the same
// ids are taken for a repetition and accepted.
func (l *Log) append(stream string, expected int64, events []proposed) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.streams[stream]
	current := int64(len(at)) - 1
	switch {
	case expected == anyRevision, expected == streamExists && current >= 0, expected == current:
	case expected >= current || expected < noStream || !l.repeats(at, expected, events):
		return verdict{wrong: true, current: current}
	default:
		return verdict{
			current: expected + int64(len(events)), first: l.records[at[expected+1]].position,
			last: l.records[at[expected+int64(len(events))]].position,
		}
	}
	return l.add(stream, events)
}

func (l *Log) repeats(at []int, expected int64, events []proposed) bool {
	for i, e := range events {
		n := int(expected) + 1 + i
		if n >= len(at) || l.records[at[n]].id != e.id {
			return false
		}
	}
	return len(events) > 0
}

func (l *Log) add(stream string, events []proposed) verdict {
	v := verdict{current: int64(len(l.streams[stream])) - 1}
	now := l.clock()
	for i, e := range events {
		r := record{
			stream: stream, revision: uint64(len(l.streams[stream])), id: e.id, kind: e.kind, content: e.content,
			data: bytes.Clone(e.data), metadata: bytes.Clone(e.metadata), created: now, position: l.end,
		}
		l.end += uint64(101 + len(stream) + len(e.kind) + len(e.data) + len(e.metadata))
		l.streams[stream] = append(l.streams[stream], len(l.records))
		l.records = append(l.records, r)
		v.last, v.current = r.position, v.current+1
		if i == 0 {
			v.first = r.position
		}
	}
	close(l.grown)
	l.grown = make(chan struct{})
	return v
}

// Add writes events that are none of Callup's, as the system and other programs do.
func (l *Log) Add(stream, kind string, count int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for range count {
		l.add(stream, []proposed{{kind: kind, content: "application/json", data: []byte(`{"of": "others"}`), metadata: []byte(`{}`)}})
	}
}

// from gives the records at and after a position, at most count, and whether they are the last.
func (l *Log) from(position uint64, count int) ([]record, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.search(position)
	end := min(len(l.records), i+count)
	return append([]record(nil), l.records[i:end]...), end == len(l.records)
}

// before gives the records before a position, the last first, at most count.
func (l *Log) before(position uint64, count int) []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []record
	for i := l.search(position) - 1; i >= 0 && len(found) < count; i-- {
		found = append(found, l.records[i])
	}
	return found
}

// search gives the index of the first record at or after a position.
func (l *Log) search(position uint64) int {
	low, high := 0, len(l.records)
	for low < high {
		if mid := (low + high) / 2; l.records[mid].position < position {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

func (l *Log) stream(name string) []record {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []record
	for _, i := range l.streams[name] {
		found = append(found, l.records[i])
	}
	return found
}

// head gives where the next record will go, and what is closed when one has.
func (l *Log) head() (uint64, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.end, l.grown
}
