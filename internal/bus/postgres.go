package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Channel is the Postgres channel on which processes tell each other what changed.
const Channel = "callup_changes"

// maxPayload is one less than what Postgres refuses (https://www.postgresql.org/docs/current/sql-notify.html).
const maxPayload = 7999

const (
	linger         = 2 * time.Millisecond  // within which the projections of one commit have all told
	debounce       = 10 * time.Millisecond // between two notifications: each locks something all of the database shares
	firstPause     = 100 * time.Millisecond
	lastPause      = 5 * time.Second
	notifyPatience = 5 * time.Second
)

// PostgresConfig is what a bus between processes is given.
type PostgresConfig struct {
	Pool   *pgxpool.Pool
	Holder string // names this process; unique among processes
	Log    *slog.Logger
}

// Postgres carries changes within this process at once, and between the processes on one database by NOTIFY. Run moves
// them in and out. After a time in which nothing could be heard, subscribers are told that anything may have changed.
type Postgres struct {
	*Local
	c   PostgresConfig
	out *queue
}

var (
	_ message.Publisher  = (*Postgres)(nil)
	_ message.Subscriber = (*Postgres)(nil)
)

// NewPostgres makes a bus between the processes on one database.
func NewPostgres(c PostgresConfig) *Postgres {
	return &Postgres{Local: NewLocal(c.Log), c: c, out: newQueue()}
}

// notice is what a notification holds.
type notice struct {
	From    string   `json:"from"`
	Changes []Change `json:"changes"`
}

// Publish hands changes to the subscribers in this process, and to Run for the others. It never blocks.
func (p *Postgres) Publish(topic string, messages ...*message.Message) error {
	changes, err := read(topic, messages)
	if err != nil {
		return err
	}
	p.out.put(changes...)
	return p.deliver(changes...)
}

// Run tells other processes and listens to them until the context ends. Failures of the database are waited out.
func (p *Postgres) Run(ctx context.Context) error {
	var both sync.WaitGroup
	both.Go(func() { p.tell(ctx) })
	both.Go(func() { p.listen(ctx) })
	both.Wait()
	return ctx.Err()
}

func (p *Postgres) tell(ctx context.Context) {
	wait := firstPause
	for {
		select {
		case <-p.out.filled:
		case <-ctx.Done():
			return
		}
		if !pause(ctx, linger) {
			return
		}
		changes := squash(p.out.all())
		if len(changes) == 0 {
			continue
		}
		if err := p.notify(ctx, changes); err != nil {
			if ctx.Err() != nil {
				return
			}
			p.c.Log.WarnContext(ctx, "changes not announced to other processes; trying again", "error", err)
			p.out.put(changes...)
			if !pause(ctx, wait) {
				return
			}
			wait = min(2*wait, lastPause)
			continue
		}
		wait = firstPause
		if !pause(ctx, debounce) {
			return
		}
	}
}

func (p *Postgres) notify(ctx context.Context, changes []Change) error {
	payload, err := p.payload(changes)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, notifyPatience)
	defer cancel()
	if _, err := p.c.Pool.Exec(ctx, `SELECT pg_notify($1, $2)`, Channel, payload); err != nil {
		return fmt.Errorf("notify other processes: %w", err)
	}
	return nil
}

// payload leaves keys out when they don't fit, and tables when even these don't.
func (p *Postgres) payload(changes []Change) (string, error) {
	for _, c := range [][]Change{changes, coarse(changes), {All()}} {
		text, err := json.Marshal(notice{From: p.c.Holder, Changes: c})
		if err != nil {
			return "", fmt.Errorf("write a notification: %w", err)
		}
		if len(text) <= maxPayload {
			return string(text), nil
		}
	}
	return "", fmt.Errorf("the name of this process is too long for a notification: %.40q", p.c.Holder)
}

func (p *Postgres) listen(ctx context.Context) {
	wait := firstPause
	for ctx.Err() == nil {
		heard, err := p.listenOnce(ctx)
		if ctx.Err() != nil || errors.Is(err, errClosed) {
			return
		}
		if heard {
			wait = firstPause
		}
		p.c.Log.WarnContext(ctx, "other processes can't be heard; connecting again", "error", err)
		if !pause(ctx, wait) {
			return
		}
		wait = min(2*wait, lastPause)
	}
}

// listenOnce gives whether it came as far as listening, and why it stopped.
func (p *Postgres) listenOnce(ctx context.Context) (bool, error) {
	config := p.c.Pool.Config().ConnConfig.Copy()
	config.ConnectTimeout = lastPause
	config.RuntimeParams["application_name"] = "callup bus"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, fmt.Errorf("connect: %w", err)
	}
	defer p.hangUp(conn)
	if _, err := conn.Exec(ctx, "LISTEN "+Channel); err != nil {
		return false, fmt.Errorf("listen: %w", err)
	}
	// What was told while this process did not listen is lost.
	if err := p.deliver(All()); err != nil {
		return true, err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return true, fmt.Errorf("wait for a notification: %w", err)
		}
		if err := p.receive(ctx, n.Payload); err != nil {
			return true, err
		}
	}
}

func (p *Postgres) receive(ctx context.Context, payload string) error {
	var n notice
	if err := json.Unmarshal([]byte(payload), &n); err != nil {
		p.c.Log.ErrorContext(ctx, "notification not understood: is another version running?", "error", err)
		n = notice{Changes: []Change{All()}}
	}
	if n.From == p.c.Holder {
		return nil
	}
	return p.deliver(n.Changes...)
}

// hangUp returns when nothing of the connection runs any more: pgx takes leave of a failed one in the background.
func (p *Postgres) hangUp(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := conn.Close(ctx); err != nil {
		p.c.Log.DebugContext(ctx, "hang up", "error", err)
	}
	select {
	case <-conn.PgConn().CleanupDone():
	case <-ctx.Done():
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
