package pgstore

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pinned makes Postgres walk the indexes always: a plan made while the log was empty, and kept, would read the whole
// table when it no longer is.
func pinned(c *pgx.ConnConfig, name string) {
	c.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
	c.RuntimeParams["application_name"] = name
	c.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	c.RuntimeParams["enable_seqscan"] = "off"
	c.RuntimeParams["enable_bitmapscan"] = "off"
	c.RuntimeParams["jit"] = "off"
	// Each statement must see what was committed before it began, above all once the head is locked.
	c.RuntimeParams["default_transaction_isolation"] = "read committed"
}

// connectTimeout bounds one attempt to connect, so that a database that does not answer is tried again.
const connectTimeout = 5 * time.Second

// writerConfig is for the connection that appends. The server gives up before the client does: a flush that the
// client repeats should not find its own former self holding the head.
func writerConfig(base *pgx.ConnConfig, flush time.Duration) *pgx.ConnConfig {
	c := base.Copy()
	pinned(c, "callup log writer")
	c.ConnectTimeout = connectTimeout
	server := strconv.FormatInt(max(1, flush.Milliseconds()*8/10), 10)
	c.RuntimeParams["statement_timeout"] = server
	c.RuntimeParams["lock_timeout"] = server
	c.RuntimeParams["idle_in_transaction_session_timeout"] = server
	return c
}

func listenerConfig(base *pgx.ConnConfig) *pgx.ConnConfig {
	c := base.Copy()
	c.ConnectTimeout = connectTimeout
	c.RuntimeParams["application_name"] = "callup log listener"
	return c
}

// readerPool reads, and sends the notifications, which need not survive a crash.
func readerPool(ctx context.Context, base *pgxpool.Config, opts Options, most int32) (*pgxpool.Pool, error) {
	base.MinConns, base.MinIdleConns, base.MaxConns = 0, 0, most
	base.BeforeConnect, base.AfterConnect, base.PrepareConn, base.AfterRelease, base.ShouldPing = nil, nil, nil, nil, nil
	base.BeforeClose = func(conn *pgx.Conn) { hangUp(opts.Logger, conn) }
	pinned(base.ConnConfig, "callup log reader")
	base.ConnConfig.ConnectTimeout = connectTimeout
	base.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	p, err := pgxpool.NewWithConfig(ctx, base)
	if err != nil {
		return nil, fmt.Errorf("make the reading connections: %w", err)
	}
	return p, nil
}

// hangUp closes a connection and returns when nothing of it runs any more: pgx takes leave of a failed connection in the
// background.
func hangUp(logger *slog.Logger, conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := conn.Close(ctx); err != nil {
		logger.Debug("close a connection of the event store", "error", err)
	}
	select {
	case <-conn.PgConn().CleanupDone():
	case <-ctx.Done():
		_ = conn.PgConn().Conn().Close() // the other end is gone and will not take leave
	}
	<-conn.PgConn().CleanupDone()
}
