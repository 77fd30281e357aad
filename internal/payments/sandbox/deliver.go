package sandbox

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/internal/rowscan"
)

// How webhooks are sent.
const (
	poll         = time.Second      // between looks at the books when nothing wakes the worker
	answerWithin = 10 * time.Second // by the database: a connection that went silent must not stop what looks at the books
	sendTimeout  = 10 * time.Second // for one answer
	lease        = 20 * time.Second // longer than sendTimeout: after a crash another look takes the delivery over
	batch        = 32
	parallel     = 8
	giveUpAfter  = 72 * time.Hour
	giveUpTries  = 83 // what the slowest back-off makes within giveUpAfter: 13 in 69 minutes, then one an hour
	backOffBase  = time.Second
	backOffMax   = time.Hour
)

// Run sends webhooks and closes pages that ran out, until the context ends. Any number of processes may run it. A
// decision made in this process is told at once, others within a second. The two go on beside each other, so that no
// webhook waits for a page that can't be closed, nor a page for webhooks that keep being due.
func (s *Sandbox) Run(ctx context.Context) error {
	var jobs sync.WaitGroup
	jobs.Go(func() { s.keepOn(ctx, nil, s.expireDue) })
	jobs.Go(func() {
		s.keepOn(ctx, s.wake, func(ctx context.Context) error {
			_, err := s.sendDue(ctx)
			return err
		})
	})
	jobs.Wait()
	return nil
}

// keepOn looks at the books whenever it is woken, and regularly, until the context ends.
func (s *Sandbox) keepOn(ctx context.Context, wake <-chan struct{}, look func(context.Context) error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		if err := look(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "sandbox payments: the books could not be worked through, trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
	}
}

// Deliver closes the pages that ran out and then sends what is due, until nothing more is, whatever became of the pages.
// It tells how many webhooks were tried.
func (s *Sandbox) Deliver(ctx context.Context) (int, error) {
	expired := s.expireDue(ctx)
	tried, err := s.sendDue(ctx)
	return tried, errors.Join(expired, err)
}

func (s *Sandbox) sendDue(ctx context.Context) (int, error) {
	tried := 0
	for {
		claiming, cancel := context.WithTimeout(ctx, answerWithin)
		due, err := s.claim(claiming)
		cancel()
		if err != nil || len(due) == 0 {
			return tried, err
		}
		tried += len(due)
		var group errgroup.Group
		group.SetLimit(parallel)
		for _, d := range due {
			group.Go(func() error { return s.attempt(ctx, d) })
		}
		if err := group.Wait(); err != nil {
			return tried, err
		}
	}
}

// delivery is a webhook claimed for sending.
type delivery struct {
	ID        int64     `db:"id"`
	Statement string    `db:"statement"`
	Body      string    `db:"body"`
	Tries     int       `db:"tries"` // this one included
	CreatedAt time.Time `db:"created_at"`
}

// claim takes deliveries that are due. The lease is committed before anything is sent: no connection is held while a
// receiver takes its time, which may need one of the same pool.
func (s *Sandbox) claim(ctx context.Context) ([]delivery, error) {
	now := s.now()
	rows, err := s.pool.Query(ctx, `UPDATE sandbox_deliveries SET leased_until = $2, tries = tries + 1
		WHERE id IN (
			SELECT d.id FROM sandbox_deliveries d
			WHERE d.outcome IS NULL AND d.due_at <= $1 AND (d.leased_until IS NULL OR d.leased_until <= $1)
			  AND (d.follows IS NULL OR EXISTS (SELECT FROM sandbox_deliveries f WHERE f.id = d.follows AND f.tried_at IS NOT NULL))
			ORDER BY d.due_at, d.id LIMIT $3 FOR UPDATE OF d SKIP LOCKED)
		RETURNING id, statement, body, tries, created_at`, now, now.Add(lease), batch)
	if err != nil {
		return nil, fmt.Errorf("claim webhooks: %w", err)
	}
	due, err := pgx.CollectRows(rows, rowscan.Row[delivery])
	if err != nil {
		return nil, fmt.Errorf("claim webhooks: %w", err)
	}
	return due, nil
}

// attempt sends a delivery and writes down what came of it.
func (s *Sandbox) attempt(ctx context.Context, d delivery) error {
	sent := s.send(ctx, d)
	now := s.now()
	// What is known is written down even while stopping; it would be sent a second time otherwise.
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var err error
	switch {
	case sent == nil:
		_, err = s.pool.Exec(after,
			`UPDATE sandbox_deliveries SET outcome = 'delivered', tried_at = $2, leased_until = NULL, failure = ''
			WHERE id = $1 AND outcome IS NULL`, d.ID, now)
	case ctx.Err() != nil:
		_, err = s.pool.Exec(after, `UPDATE sandbox_deliveries SET leased_until = NULL, tries = tries - 1
			WHERE id = $1 AND outcome IS NULL`, d.ID)
	// Age alone says nothing of how often it was tried: what was restored from an old backup, waited for a server that was
	// stopped, or met a clock that was set forward would be lost by its first failure.
	case now.Sub(d.CreatedAt) >= giveUpAfter && d.Tries >= giveUpTries:
		s.log.WarnContext(ctx, "sandbox payments: webhook given up", "statement", d.Statement, "tries", d.Tries, "error", sent)
		_, err = s.pool.Exec(after,
			`UPDATE sandbox_deliveries SET outcome = 'given_up', tried_at = $2, leased_until = NULL, failure = $3
			WHERE id = $1 AND outcome IS NULL`, d.ID, now, sent.Error())
	default:
		var wait time.Duration
		if wait, err = s.backOff(d.Tries); err != nil {
			break
		}
		s.log.InfoContext(ctx, "sandbox payments: webhook not taken, trying again", "statement", d.Statement, "tries", d.Tries,
			"wait", wait, "error", sent)
		_, err = s.pool.Exec(after, `UPDATE sandbox_deliveries SET tried_at = $2, due_at = $3, leased_until = NULL, failure = $4
			WHERE id = $1 AND outcome IS NULL`, d.ID, now, now.Add(wait), sent.Error())
	}
	if err != nil {
		return fmt.Errorf("write down a webhook's fate: %w", err)
	}
	return nil
}

// send posts a webhook, signed now: a signature made when the payment was decided would be too old at a later try.
func (s *Sandbox) send(ctx context.Context, d delivery) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	body := []byte(d.Body)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.webhook, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("make the request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(SignatureHeader, s.sign(body, s.now()))
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // nothing hangs on it
	// Read to the end, so that the connection can be used again; what stands there does not matter.
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, MaxBody))
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return errors.New("answered " + res.Status)
	}
	return nil
}

// backOff is how long to wait after so many tries: twice as long each time up to an hour, of which half is random, so
// that receivers who come back are not met by all at once.
func (s *Sandbox) backOff(tries int) (time.Duration, error) {
	full := backOffMax
	if shift := max(tries-1, 0); shift < 12 {
		full = min(backOffBase<<shift, backOffMax)
	}
	var b [8]byte
	if _, err := io.ReadFull(s.random, b[:]); err != nil {
		return 0, fmt.Errorf("draw a waiting time: %w", err)
	}
	half := full / 2
	return half + time.Duration(binary.BigEndian.Uint64(b[:])%uint64(half+1)), nil //nolint:gosec // half is positive and small
}
