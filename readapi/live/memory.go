package live

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/callup/callup/internal/bus"
)

// mark is what is known of a topic's changes.
type mark struct {
	last bus.Position // of the latest change
	sent bus.Position // what the latest push said
	// late: a change at or before sent came after it, from a projection that lags behind another. Who has seen sent
	// may not have seen that.
	late bool
}

// change notes a change at a position.
func (m *mark) change(at bus.Position) {
	if m.last.Before(at) {
		m.last = at
	}
	m.late = !m.sent.Before(m.last) && (m.late || !m.sent.Before(at))
}

// push gives the position of a push that reflects every change so far, and one position more.
func (m *mark) push(more bus.Position) bus.Position {
	for _, p := range []bus.Position{m.last, more} {
		if m.sent.Before(p) {
			m.sent = p
		}
	}
	return m.sent
}

// missed tells whether a client whose answers reflect a position, or who was pushed it here, may have missed a change.
func (m *mark) missed(after bus.Position) bool {
	return after.Before(m.last) || m.late && !m.sent.Before(after)
}

// remembered is for how many topics of a family the latest change is known.
const remembered = 10_000

// memory knows, for every topic of a family, what changed after its floor. Each family has its own: what nobody watches, and
// changes all the time, makes nothing of the others unknown.
type memory struct {
	known bool // whether there is a floor yet
	floor bus.Position
	marks *simplelru.LRU[topicID, *mark]
}

func newMemory(size int) (*memory, error) {
	m := &memory{}
	var err error
	m.marks, err = simplelru.NewLRU(size, func(_ topicID, old *mark) { m.raise(old.last); m.raise(old.sent) })
	return m, err
}

func (m *memory) raise(to bus.Position) {
	if m.floor.Before(to) {
		m.floor = to
	}
}

// forget makes it unknown what changed up to a position, which lies nowhere before what was heard of or pushed.
func (m *memory) forget(to bus.Position) {
	m.raise(to)
	m.known = true
}

// knows tells whether every change is remembered that a client can have missed. What came late to a position that was
// pushed is forgotten with that position.
func (m *memory) knows(has claim) bool {
	return m.known && (m.floor.Before(has.position) || m.floor == has.position && has.hub == "")
}

// of gives a topic's mark; a new one when nothing is known of it.
func (m *memory) of(t topicID) *mark {
	if k, ok := m.marks.Get(t); ok {
		return k
	}
	return &mark{}
}

// change notes a change of a topic whose mark is at hand.
func (m *memory) change(t topicID, k *mark, at bus.Position) {
	k.change(at)
	m.marks.Add(t, k)
}

// push gives the position for a push of a topic whose mark is at hand.
func (m *memory) push(t topicID, k *mark, since bus.Position) bus.Position {
	m.marks.Add(t, k)
	return k.push(since)
}
