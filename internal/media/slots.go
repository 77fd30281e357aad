package media

import (
	"context"
	"sync"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

const (
	// decodings happen at once: a picture may take hundreds of megabytes meanwhile.
	decodings = 1
	// checkings of films and recordings happen at once: each takes the space of its file on the disk, and little memory.
	checkings = 2
	// mostDecoding uploads wait for one of these slots. They lie on the disk meanwhile, or in the store.
	mostDecoding = 64
	// mostOfMember uploads of one member wait until the one before is done. Nothing of them is read meanwhile.
	mostOfMember = 12
	// waitWithin is how long an upload waits for its turn.
	waitWithin = time.Minute
)

var errBusy = domain.Refuse(domain.Unavailable, "uploads_busy", "Too many uploads are being worked on. Please try again.")

// slots let so many do something at once, and so many more wait for it in the order in which they came. They are safe for
// concurrent use.
type slots struct {
	free chan struct{} // holds one for each that is taken
	most int

	mu      sync.Mutex
	waiting int
}

func newSlots(atOnce, most int) *slots { return &slots{free: make(chan struct{}, atOnce), most: most} }

// take waits for a slot, which leaving gives back. Errors: uploads_busy, and that of the context.
func (s *slots) take(ctx context.Context) (leave func(), err error) {
	leave = func() { <-s.free }
	select {
	case s.free <- struct{}{}:
		return leave, nil
	default:
	}
	if !s.wait(1) {
		return nil, errBusy
	}
	defer s.wait(-1)
	late := time.NewTimer(waitWithin)
	defer late.Stop()
	select {
	case s.free <- struct{}{}:
		return leave, nil
	case <-late.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *slots) wait(more int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting+more > s.most {
		return false
	}
	s.waiting += more
	return true
}

// lines have one slot for each member. They are safe for concurrent use.
type lines struct {
	mu sync.Mutex
	of map[ident.ID]*line
}

type line struct {
	*slots
	in int // that have the slot or wait for it
}

func newLines() *lines { return &lines{of: map[ident.ID]*line{}} }

// take is take of the member's slot.
func (l *lines) take(ctx context.Context, member ident.ID) (leave func(), err error) {
	l.mu.Lock()
	of := l.of[member]
	if of == nil {
		of = &line{slots: newSlots(1, mostOfMember)}
		l.of[member] = of
	}
	of.in++
	l.mu.Unlock()
	gone := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if of.in--; of.in == 0 {
			delete(l.of, member)
		}
	}
	given, err := of.take(ctx)
	if err != nil {
		gone()
		return nil, err
	}
	return func() { given(); gone() }, nil
}
