package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"
)

// Local carries changes within a process. Each subscriber has a bounded queue of its own and gets changes in the order
// they were published; one that falls behind gets fewer, coarser ones. (Watermill's own gochannel starts a goroutine
// for each message, without order and without bound.)
type Local struct {
	log    *slog.Logger
	closed chan struct{}
	done   sync.WaitGroup

	mu          sync.Mutex
	closing     bool
	subscribers map[*queue]struct{}
}

var (
	_ message.Publisher  = (*Local)(nil)
	_ message.Subscriber = (*Local)(nil)
)

// NewLocal makes a bus within this process.
func NewLocal(log *slog.Logger) *Local {
	return &Local{log: log, closed: make(chan struct{}), subscribers: map[*queue]struct{}{}}
}

var errClosed = errors.New("the bus is closed")

// Publish hands changes to the subscribers' queues. It never blocks.
func (l *Local) Publish(topic string, messages ...*message.Message) error {
	changes, err := read(topic, messages)
	if err != nil {
		return err
	}
	return l.deliver(changes...)
}

func read(topic string, messages []*message.Message) ([]Change, error) {
	if topic != Topic {
		return nil, fmt.Errorf("no such topic on the bus: %s", topic)
	}
	changes := make([]Change, len(messages))
	for i, m := range messages {
		var err error
		if changes[i], err = Read(m); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func (l *Local) deliver(changes ...Change) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		return errClosed
	}
	for q := range l.subscribers {
		q.put(changes...)
	}
	return nil
}

// Subscribe gives the changes published from now on. Each is to be acknowledged before the next one comes. The channel
// is closed when the context ends or the bus is closed.
func (l *Local) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	if _, err := read(topic, nil); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		return nil, errClosed
	}
	q := newQueue()
	l.subscribers[q] = struct{}{}
	out := make(chan *message.Message)
	l.done.Go(func() {
		defer close(out)
		defer func() {
			l.mu.Lock()
			delete(l.subscribers, q)
			l.mu.Unlock()
		}()
		l.pump(ctx, q, out)
	})
	return out, nil
}

func (l *Local) pump(ctx context.Context, q *queue, out chan<- *message.Message) {
	for {
		select {
		case <-q.filled:
		case <-ctx.Done():
			return
		case <-l.closed:
			return
		}
		c, ok := q.first()
		if !ok {
			continue
		}
		for acknowledged := false; !acknowledged; {
			m, err := c.Message()
			if err != nil {
				l.log.ErrorContext(ctx, "change not delivered", "error", err)
				break
			}
			m.SetContext(ctx)
			if acknowledged, ok = l.hand(ctx, m, out); !ok {
				return
			}
		}
	}
}

// hand gives a message to the subscriber; ok is false when there is no point in going on.
func (l *Local) hand(ctx context.Context, m *message.Message, out chan<- *message.Message) (acknowledged, ok bool) {
	select {
	case out <- m:
	case <-ctx.Done():
		return false, false
	case <-l.closed:
		return false, false
	}
	select {
	case <-m.Acked():
		return true, true
	case <-m.Nacked():
		return false, true
	case <-ctx.Done():
		return false, false
	case <-l.closed:
		return false, false
	}
}

// Close ends all subscriptions and returns when they have ended.
func (l *Local) Close() error {
	l.mu.Lock()
	if !l.closing {
		l.closing = true
		close(l.closed)
	}
	l.mu.Unlock()
	l.done.Wait()
	return nil
}
