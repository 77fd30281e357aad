package reactors

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// leading marks the context of what a reactor does with the delivery it handles, whose connection has the lock that makes
// this process the one that runs it.
type leading struct{}

// delivery is one event that is handed over once.
type delivery struct {
	conn     *pgx.Conn     // holds the reactor's lock
	within   time.Duration // bounds each of its statements
	together bool          // what is written waits, to be committed with what other events of the page make
	made     []statement
	err      error // why it was not handled
}

type statement struct {
	sql  string
	args []any
}

// deliveryOf gives the delivery that a context belongs to; nil where no reactor runs.
func deliveryOf(ctx context.Context) *delivery {
	d, _ := ctx.Value(leading{}).(*delivery)
	return d
}

// anew forgets what a try made that is not the last.
func anew(ctx context.Context) {
	if d := deliveryOf(ctx); d != nil {
		d.made = nil
	}
}

// statements is what carries out a reactor's own statement. What it changed is not told: it may be carried out later.
type statements interface {
	Exec(ctx context.Context, sql string, args ...any) error
}

// as gives what a reactor's statements go through: the connection that holds its lock, so that nothing is written any
// more, however late, once the lock may be another process's; the pool where no reactor runs.
func as(ctx context.Context, pool *pgxpool.Pool) statements {
	if d := deliveryOf(ctx); d != nil {
		return d
	}
	return anybody{pool}
}

// Exec carries a statement out, or has it carried out at the page's end.
func (d *delivery) Exec(ctx context.Context, sql string, args ...any) error {
	if d.together {
		d.made = append(d.made, statement{sql, args})
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, d.within)
	defer cancel()
	_, err := d.conn.Exec(ctx, sql, args...)
	if err != nil && d.conn.IsClosed() {
		err = fmt.Errorf("%w: %w", errDeposed, err)
	}
	return err
}

type anybody struct {
	pool interface {
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	}
}

func (a anybody) Exec(ctx context.Context, sql string, args ...any) error {
	_, err := a.pool.Exec(ctx, sql, args...)
	return err
}
