package reactors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// errDeposed tells that another process may run the reactor by now.
var errDeposed = errors.New("the reactor's lock is lost")

// place is where a reactor stands while this process runs it. What it writes of the events of a page is gathered and
// committed together with the place; where that fails, each of them is handled by itself.
type place struct {
	*logSubscriber
	conn  *pgx.Conn // holds the reactor's lock
	topic string

	at      eventstore.Position // everything up to here was handled
	handled []eventstore.Recorded
	made    []statement // of the events in handled
	began   time.Time   // when the first of them was handed over

	kept   eventstore.Position // the place that is committed
	keptAt time.Time
	proved time.Time // when the connection was last known to hold the lock
}

func newPlace(s *logSubscriber, conn *pgx.Conn, topic string, at eventstore.Position) *place {
	return &place{logSubscriber: s, conn: conn, topic: topic, at: at, kept: at, proved: time.Now()} // the first page is committed
}

// handle hands over what a reactor wants of a page. Its place is committed with the page's last event or, if there was
// nothing for it, once in a while.
func (p *place) handle(ctx context.Context, page eventstore.Page, wanted map[string]bool, out chan<- *message.Message) error {
	for _, r := range page.Events {
		if wanted[r.Type] {
			if err := p.take(ctx, r, out); err != nil {
				return err
			}
			if len(p.handled) > 0 && time.Since(p.began) >= p.times.Keep { // a crash repeats no more than this
				if err := p.commit(ctx, out); err != nil {
					return err
				}
			}
		}
		p.at = r.Position
	}
	if p.at.Before(page.Next) {
		p.at = page.Next
	}
	if len(p.handled) > 0 || p.keepDue() <= 0 {
		return p.commit(ctx, out)
	}
	return nil
}

// keepDue is how long the place may stay as it was committed, although nothing is to be written but the place.
func (p *place) keepDue() time.Duration {
	if p.at == p.kept {
		return p.times.News
	}
	return p.times.Keep - time.Since(p.keptAt)
}

// wait waits for news of the log. The connection, and with it the lock, is proved alive every so often.
func (p *place) wait(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, max(0, min(p.times.News, p.keepDue())))
	_ = p.store.Wait(waiting, p.at) // a hint only
	cancel()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if p.keepDue() <= 0 {
		return p.commit(ctx, nil)
	}
	return p.prove(ctx)
}

// prove makes sure that this process still runs the reactor, unless that was seen a moment ago.
func (p *place) prove(ctx context.Context) error {
	if time.Since(p.proved) < p.times.News && !p.conn.IsClosed() {
		return nil
	}
	alive, cancel := context.WithTimeout(ctx, p.times.Statement)
	defer cancel()
	if err := p.conn.Ping(alive); err != nil {
		return fmt.Errorf("%w: %w", errDeposed, err)
	}
	p.proved = time.Now()
	return nil
}

// take hands an event over. What the reactor writes of it waits for the page's end; if it fails, what came before is
// committed, and it is handed over by itself.
func (p *place) take(ctx context.Context, r eventstore.Recorded, out chan<- *message.Message) error {
	if err := p.prove(ctx); err != nil {
		return err
	}
	d := &delivery{conn: p.conn, within: p.times.Statement, together: true}
	acked, err := p.hand(ctx, r, d, out)
	if err != nil {
		return err
	}
	if acked {
		p.pauses.end(ctx, p.topic)
		if len(p.handled) == 0 {
			p.began = time.Now()
		}
		p.handled, p.made = append(p.handled, r), append(p.made, d.made...)
		return nil
	}
	if err := p.commit(ctx, out); err != nil {
		return err
	}
	return p.alone(ctx, r, d.err, out)
}

// alone hands an event over until it is acknowledged, or the lock's connection is gone. What the reactor writes of it is
// written at once, and then the place. cause is why it was not handled before; nil if that is not known.
func (p *place) alone(ctx context.Context, r eventstore.Recorded, cause error, out chan<- *message.Message) error {
	for try := 0; ; try++ {
		if try > 0 || cause != nil {
			if err := p.pause(ctx, p.conn, p.topic, r, cause, try); err != nil {
				return err
			}
		}
		d := &delivery{conn: p.conn, within: p.times.Statement}
		acked, err := p.hand(ctx, r, d, out)
		if err != nil {
			return err
		}
		if acked {
			p.pauses.end(ctx, p.topic)
			return p.write(ctx, nil, r.Position, r.ID)
		}
		cause = d.err
	}
}

// hand hands an event over once, and tells whether it was acknowledged.
func (p *place) hand(ctx context.Context, r eventstore.Recorded, d *delivery, out chan<- *message.Message) (bool, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return false, fmt.Errorf("hand over event %s: %w", r.ID, err)
	}
	m := message.NewMessage(r.ID.String(), body)
	mctx, cancel := context.WithCancel(context.WithValue(ctx, leading{}, d))
	defer cancel()
	m.SetContext(mctx)
	select {
	case out <- m:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	select {
	case <-m.Acked():
		return true, nil
	case <-m.Nacked():
		return false, ctx.Err()
	case <-ctx.Done():
		cancel()
		// the connection is not taken from under what still uses it
		select {
		case <-m.Acked():
		case <-m.Nacked():
		case <-time.After(p.times.Statement):
		}
		return false, ctx.Err()
	}
}

// commit writes what was made of the events handled since the last time, and the place. Where one of the statements fails,
// none is carried out, and each event is handed over again by itself: its failure is its own.
func (p *place) commit(ctx context.Context, out chan<- *message.Message) error {
	var last ident.ID
	if n := len(p.handled); n > 0 {
		last = p.handled[n-1].ID
	}
	to, handled, made := p.at, p.handled, p.made
	if n := len(handled); n > 0 && to.Before(handled[n-1].Position) {
		to = handled[n-1].Position
	}
	p.handled, p.made = nil, nil
	err := p.write(ctx, made, to, last)
	if err == nil || p.conn.IsClosed() || len(made) == 0 || ctx.Err() != nil {
		return err
	}
	for _, r := range handled {
		if err := p.alone(ctx, r, nil, out); err != nil {
			return err
		}
	}
	if p.kept.Before(to) {
		return p.write(ctx, nil, to, ident.Nil)
	}
	return nil
}

// write carries statements out, and keeps the place, in one transaction.
func (p *place) write(ctx context.Context, made []statement, at eventstore.Position, event ident.ID) error {
	var id any
	if !event.IsNil() {
		id = event
	}
	ctx, cancel := context.WithTimeout(ctx, p.times.Statement)
	defer cancel()
	batch := &pgx.Batch{}
	for _, s := range made {
		batch.Queue(s.sql, s.args...)
	}
	batch.Queue(`INSERT INTO reactor_checkpoints (reactor, position, event_id) VALUES ($1, $2, $3)
		ON CONFLICT (reactor) DO UPDATE SET position = excluded.position, event_id =
		coalesce(excluded.event_id, reactor_checkpoints.event_id),
			updated_at = now(), held_since = NULL, held_event = NULL, held_why = '', log_end = NULL`, p.topic, at.String(), id)
	if err := p.conn.SendBatch(ctx, batch).Close(); err != nil {
		err = fmt.Errorf("store the checkpoint: %w", err)
		if p.conn.IsClosed() {
			err = fmt.Errorf("%w: %w", errDeposed, err)
		}
		return err
	}
	now := time.Now()
	p.kept, p.keptAt, p.proved = at, now, now
	return nil
}
