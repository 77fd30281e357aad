package pgstore

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// channel is where processes tell each other the position they have written up to.
const channel = "callup_log"

// announce has other processes told, soon.
func (s *Store) announce() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// Wait returns when the log may hold events after a position, at the latest after the polling interval, or with the
// context's error. It is a hint: what another process wrote may be announced late or not at all.
func (s *Store) Wait(ctx context.Context, after eventstore.Position) error {
	err := s.head.Wait(ctx, after, s.opts.Poll, s.closing.Done())
	if errors.Is(err, reach.ErrClosed) {
		return fmt.Errorf("wait for the log: %w: %w", eventstore.ErrUnavailable, errClosed)
	}
	return err
}

// notify tells other processes how far this one has written, seldom enough not to be felt: each notification locks
// something that all of the database shares.
func (s *Store) notify(ctx context.Context) {
	for {
		select {
		case <-s.news:
		case <-ctx.Done():
			return
		}
		if err := s.tell(ctx); err != nil && ctx.Err() == nil {
			s.opts.Logger.Debug("announce the log's head; others poll", "error", err)
		}
		if !reach.Pause(ctx, s.opts.Debounce) {
			return
		}
	}
}

func (s *Store) tell(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	_, err := s.awaited.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, s.head.At().String())
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
		if !reach.Pause(ctx, wait) {
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
		s.head.Advance(head)
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return true, fmt.Errorf("wait for a notification: %w", err)
		}
		if p, err := strconv.ParseInt(n.Payload, 10, 64); err == nil {
			s.head.Advance(position(p))
		}
	}
}
