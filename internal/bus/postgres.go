package bus

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Channel is the Postgres channel on which processes tell each other what changed.
const Channel = "callup_changes"

// maxPayload is one less than what Postgres refuses (https://www.postgresql.org/docs/current/sql-notify.html).
const maxPayload = 7999

// PostgresConfig is what a bus over Postgres is given.
type PostgresConfig struct {
	Pool   *pgxpool.Pool
	Holder string // names this process; unique among processes
	Log    *slog.Logger
}

// NewPostgres makes a bus between the processes on one database, by NOTIFY.
func NewPostgres(c PostgresConfig) *Between {
	return newBetween(&postgres{pool: c.Pool, log: c.Log}, c.Holder, c.Log)
}

// postgres is the wire of a database.
type postgres struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

func (p *postgres) most() int { return maxPayload }

// forgets is false: Postgres hands every committed notification to every connection that listens.
func (p *postgres) forgets() bool { return false }

func (p *postgres) send(ctx context.Context, notice []byte) error {
	if _, err := p.pool.Exec(ctx, `SELECT pg_notify($1, $2)`, Channel, string(notice)); err != nil {
		return fmt.Errorf("notify other processes: %w", err)
	}
	return nil
}

func (p *postgres) hear(ctx context.Context, ready func() error, received func([]byte) error) error {
	config := p.pool.Config().ConnConfig.Copy()
	config.ConnectTimeout = lastPause
	config.RuntimeParams["application_name"] = "callup bus"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer p.hangUp(conn)
	if _, err := conn.Exec(ctx, "LISTEN "+Channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if err := ready(); err != nil {
		return err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return fmt.Errorf("wait for a notification: %w", err)
		}
		if err := received([]byte(n.Payload)); err != nil {
			return err
		}
	}
}

// hangUp returns when nothing of the connection runs any more: pgx takes leave of a failed one in the background.
func (p *postgres) hangUp(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := conn.Close(ctx); err != nil {
		p.log.DebugContext(ctx, "hang up", "error", err)
	}
	select {
	case <-conn.PgConn().CleanupDone():
	case <-ctx.Done():
	}
}
