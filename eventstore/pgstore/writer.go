package pgstore

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/rowscan"
)

// The statement is prepared under a name of its own, so that a person who looks at what Postgres runs knows it.
const (
	appendName = "callup_log_append"
	appendSQL  = `SELECT verdict, coalesce(at_revision, -1) AS at_revision, coalesce(at_position, 0) AS at_position, at_time
		FROM log_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	// A server that answers before the log is on disk would break the promise every append makes.
	durableSQL = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`
)

const (
	firstPause = 10 * time.Millisecond
	lastPause  = time.Second
)

// writer owns the connection that appends. Only the batcher uses it.
type writer struct {
	opts    Options
	config  *pgx.ConnConfig
	closing context.Context //nolint:containedctx // its end is what a repeated flush looks at
	conn    *pgx.Conn
	columns columns
	parting sync.WaitGroup        // connections being given up
	lost    atomic.Pointer[error] // why the last attempt failed; nil when it did not
}

// failure is why appends don't get through at the moment, or nil.
func (w *writer) failure() error {
	if err := w.lost.Load(); err != nil {
		return *err
	}
	return nil
}

// flush writes a batch and answers everyone in it, and gives the position of the last event it added or found. A
// batch whose fate is unknown is sent again as it was, which is safe because log_append knows what it has seen; a
// batch that holds something the database refuses is halved until the guilty append is alone. What a server with a full
// disk does not take, or one that stopped because of it, is answered at once: the caller may try again later.
func (w *writer) flush(batch []*request) eventstore.Position {
	var giveUp time.Time // set when the store closes while the database is away
	pause := firstPause
	for {
		batch = stillWaiting(batch)
		if len(batch) == 0 {
			return eventstore.Position{}
		}
		verdicts, err := w.send(batch)
		switch {
		case err == nil:
			if w.lost.Swap(nil) != nil {
				w.opts.Logger.Info("the event store is back")
			}
			return answer(batch, verdicts)
		case !passing(err):
			if len(batch) == 1 {
				r := batch[0]
				w.opts.Logger.Error("append rejected", "stream", r.stream, "events", r.ids(), "error", err)
				r.answer(eventstore.Appended{}, reject(r.stream, err))
				return eventstore.Position{}
			}
			half := len(batch) / 2
			head := w.flush(batch[:half])
			if later := w.flush(batch[half:]); later.Compare(head) > 0 {
				head = later
			}
			return head
		case lacking(err) || w.opts.NoRoom():
			if w.lost.Swap(&err) == nil {
				w.opts.Logger.Warn("the event store takes no appends", "error", err)
			}
			for _, r := range batch {
				r.answer(eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", r.stream, eventstore.ErrUnavailable, err))
			}
			return eventstore.Position{}
		}
		if w.lost.Swap(&err) == nil {
			w.opts.Logger.Warn("the event store is away; appends wait", "waiting", len(batch), "error", err)
		}
		if w.closing.Err() != nil {
			if giveUp.IsZero() {
				giveUp = time.Now().Add(w.opts.Drain)
			}
			if !time.Now().Before(giveUp) {
				for _, r := range batch {
					r.answer(eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w: %w", r.stream, eventstore.ErrUnavailable, errClosed, err))
				}
				return eventstore.Position{}
			}
		}
		w.rest(pause)
		pause = min(2*pause, lastPause)
	}
}

// rest pauses before the next attempt, shorter when the store begins to close meanwhile.
func (w *writer) rest(pause time.Duration) {
	closing := w.closing.Done()
	if w.closing.Err() != nil {
		closing, pause = nil, min(pause, lastPause/10)
	}
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
	case <-closing:
	}
}

func stillWaiting(batch []*request) []*request {
	for i, r := range batch {
		if r.ctx.Err() == nil {
			continue
		}
		waiting := append([]*request(nil), batch[:i]...)
		for _, r := range batch[i:] {
			if err := r.ctx.Err(); err == nil {
				waiting = append(waiting, r)
			} else {
				r.answer(eventstore.Appended{}, fmt.Errorf("append to %s: %w: %w", r.stream, eventstore.ErrUnavailable, err))
			}
		}
		return waiting
	}
	return batch
}

type verdict struct {
	Kind     string     `db:"verdict"`
	Revision int64      `db:"at_revision"`
	Position int64      `db:"at_position"`
	Time     *time.Time `db:"at_time"`
}

func answer(batch []*request, verdicts []verdict) eventstore.Position {
	head := int64(0)
	for i, r := range batch {
		v := verdicts[i]
		if v.Kind == "conflict" {
			r.answer(eventstore.Appended{}, &eventstore.Conflict{
				Stream: r.stream, Expected: r.expected, Actual: eventstore.Revision(v.Revision),
			})
			continue
		}
		head = max(head, v.Position)
		r.answer(eventstore.Appended{
			Position: position(v.Position), Revision: eventstore.Revision(v.Revision),
			Time: v.Time.UTC(), Repeated: v.Kind == "repeated",
		}, nil)
	}
	return position(head)
}

// send calls log_append once. After an error the connection is gone unless the server itself reported it.
func (w *writer) send(batch []*request) ([]verdict, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.closing), w.opts.Flush)
	defer cancel()
	if err := w.connect(ctx); err != nil {
		return nil, err
	}
	c := &w.columns
	c.fill(batch)
	rows, err := w.conn.Query(ctx, appendName, c.streams, c.expected, c.counts,
		c.append, c.stream, c.revision, c.id, c.kind, c.version, c.data, c.metadata)
	if err != nil {
		return nil, w.broken(fmt.Errorf("append %d: %w", len(batch), err))
	}
	verdicts := make([]verdict, 0, len(batch))
	err = rowscan.Each(rows, func(v verdict) error {
		verdicts = append(verdicts, v)
		return nil
	})
	if err != nil {
		return nil, w.broken(fmt.Errorf("append %d: %w", len(batch), err))
	}
	if len(verdicts) != len(batch) {
		w.disconnect()
		return nil, fmt.Errorf("append %d: the database gave %d verdicts", len(batch), len(verdicts))
	}
	return verdicts, nil
}

func (w *writer) connect(ctx context.Context) error {
	if w.conn != nil && !w.conn.IsClosed() {
		return nil
	}
	w.disconnect()
	conn, err := pgx.ConnectConfig(ctx, w.config)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	w.conn = conn
	if _, err := conn.Exec(ctx, durableSQL); err != nil {
		return w.broken(fmt.Errorf("make commits durable: %w", err))
	}
	if _, err := conn.Prepare(ctx, appendName, appendSQL); err != nil {
		w.disconnect()
		return fmt.Errorf("prepare the append: %w", err)
	}
	return nil
}

// broken drops the connection unless the failure is the server's answer on a connection that goes on.
func (w *writer) broken(err error) error {
	if w.conn.IsClosed() || passing(err) {
		w.disconnect()
	}
	return err
}

// disconnect gives the connection up, without waiting for a peer that may be gone.
func (w *writer) disconnect() {
	if conn := w.conn; conn != nil {
		w.conn = nil
		w.parting.Go(func() { hangUp(w.opts.Logger, conn) })
	}
}

// close returns when no connection is left.
func (w *writer) close() {
	w.disconnect()
	w.parting.Wait()
}
