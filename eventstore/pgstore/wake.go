package pgstore

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
)

// channel is where processes tell each other the position they have written up to.
const channel = "callup_log"

// wake knows how far the log reaches, as far as this process has heard.
type wake struct {
	news chan struct{} // capacity 1: other processes are to be told

	mu    sync.Mutex
	head  eventstore.Position
	moved chan struct{} // closed when head moves
}

func newWake(head eventstore.Position) *wake {
	return &wake{head: head, news: make(chan struct{}, 1), moved: make(chan struct{})}
}

// advance lets those go on who wait for what now is there.
func (w *wake) advance(head eventstore.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.head.Before(head) {
		w.head = head
		close(w.moved)
		w.moved = make(chan struct{})
	}
}

func (w *wake) state() (eventstore.Position, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.head, w.moved
}

func (w *wake) announce() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// Wait returns when the log may hold events after a position, at the latest after the polling interval, or with the
// context's error. It is a hint: what another process wrote may be announced late or not at all.
func (s *Store) Wait(ctx context.Context, after eventstore.Position) error {
	poll := time.NewTimer(s.opts.Poll)
	defer poll.Stop()
	for {
		head, moved := s.wake.state()
		if err := ctx.Err(); err != nil {
			return err
		}
		if after.Before(head) {
			return nil
		}
		select {
		case <-moved:
		case <-poll.C:
			return nil
		case <-ctx.Done():
		case <-s.closing.Done():
			return fmt.Errorf("wait for the log: %w: %w", eventstore.ErrUnavailable, errClosed)
		}
	}
}

// notify tells other processes how far this one has written, seldom enough not to be felt: each notification locks
// something that all of the database shares.
func (s *Store) notify(ctx context.Context) {
	for {
		select {
		case <-s.wake.news:
		case <-ctx.Done():
			return
		}
		if err := s.tell(ctx); err != nil && ctx.Err() == nil {
			s.opts.Logger.Debug("announce the log's head; others poll", "error", err)
		}
		if !pause(ctx, s.opts.Debounce) {
			return
		}
	}
}

func (s *Store) tell(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	head, _ := s.wake.state()
	_, err := s.readers.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, head.String())
	return err
}

// listen hears what other processes announce, and connects again for as long as the store is open.
func (s *Store) listen(ctx context.Context, base *pgx.ConnConfig) {
	wait := firstPause
	for ctx.Err() == nil {
		heard, err := s.listenOnce(ctx, listenerConfig(base))
		if ctx.Err() != nil {
			return
		}
		if heard {
			wait = firstPause
		}
		s.opts.Logger.Debug("listen for other processes; connecting again", "error", err)
		if !pause(ctx, wait) {
			return
		}
		wait = min(2*wait, lastPause)
	}
}

// listenOnce gives whether it came as far as listening, and why it stopped.
func (s *Store) listenOnce(ctx context.Context, config *pgx.ConnConfig) (bool, error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, fmt.Errorf("connect: %w", err)
	}
	defer hangUp(s.opts.Logger, conn)
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false, fmt.Errorf("listen: %w", err)
	}
	// What was announced while nobody listened.
	if _, head, err := s.Head(ctx); err == nil {
		s.wake.advance(head)
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return true, fmt.Errorf("wait for a notification: %w", err)
		}
		if p, err := strconv.ParseInt(n.Payload, 10, 64); err == nil {
			s.wake.advance(position(p))
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
