package readapi

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/readmodel"
)

// Positions knows which position of the log the read tables reflect.
type Positions interface {
	// Reflect waits a moment until tables reflect a position of the log and gives the position they do reflect;
	// behind when that is an earlier one.
	Reflect(ctx context.Context, after string, tables []string) (position string, behind bool)
}

// Fees tells what a card payment costs.
type Fees interface {
	Fee(c money.Currency) ports.Fee
}

// Config is what the read API is given.
type Config struct {
	Pool      *pgxpool.Pool
	Resolver  *readmodel.Resolver
	Positions Positions
	Rates     ports.Rates
	Fees      Fees
	Clock     ports.Clock
	Log       *slog.Logger
	Metrics   prometheus.Registerer // may be nil

	Environment  string // "development" or "production"
	Sandbox      bool   // payments are simulated
	Outbox       bool   // mail is kept and can be read in the browser
	MainCurrency money.Currency
	PasswordMin  int    // characters
	Terms        string // the version of the terms in force
}

// Service answers what people read. It is safe for concurrent use.
type Service struct {
	c       Config
	seconds *prometheus.HistogramVec
	demo    atomic.Bool // once true, true for ever
}

// New makes the service.
func New(c Config) *Service {
	s := &Service{c: c, seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "callup_read_seconds", Help: "Time an answer of the read API took, waiting for projections included.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
	}, []string{"answer", "outcome"})}
	if c.Metrics != nil {
		c.Metrics.MustRegister(s.seconds)
	}
	return s
}

// Viewer is for whom an answer is made. The zero Viewer is a visitor.
type Viewer struct {
	Member ident.ID
	Roles  []string
}

// ViewerOf gives who asks.
func ViewerOf(ctx context.Context) Viewer {
	p, ok := auth.FromContext(ctx)
	if !ok {
		return Viewer{}
	}
	return Viewer{Member: p.Member, Roles: p.Roles}
}

// Position gives the position that the tables of an answer reflect. Taken before the answer is made it never claims
// too much.
func (s *Service) Position(ctx context.Context, tables []string) string {
	at, _ := s.c.Positions.Reflect(ctx, "", tables)
	return at
}

// The Cache-Control of answers: nobody keeps what was made for one person, and anybody asks again before showing what
// was made for all.
const (
	forEveryone = "no-cache"
	forOne      = "private, no-store"
)

// answer waits until the tables reflect what the client has seen, and makes the answer.
func answer[T any](
	ctx context.Context, s *Service, name string, in ReadAfter, tables []string, cache string, build func(context.Context) (T, error),
) (*Answer[T], error) {
	began := time.Now()
	outcome := "done"
	defer func() { s.seconds.WithLabelValues(name, outcome).Observe(time.Since(began).Seconds()) }()
	out := &Answer[T]{Cache: cache}
	var behind bool
	if out.Position, behind = s.c.Positions.Reflect(ctx, in.After, tables); behind {
		out.Behind, outcome = "true", "behind"
	}
	var err error
	if out.Body, err = build(ctx); err != nil {
		outcome = "failed"
		return nil, err
	}
	return out, nil
}

// query runs a query over read tables, named in braces. Should their build have been switched away and dropped just
// now, it asks again.
func query[T any](ctx context.Context, s *Service, what, sql string, scan pgx.RowToFunc[T], args ...any) ([]T, error) {
	for again := false; ; again = true {
		full, err := s.c.Resolver.Expand(ctx, sql)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", what, err)
		}
		out, err := collect(ctx, s.c.Pool, full, scan, args)
		if err == nil {
			return out, nil
		}
		if again || !readmodel.Moved(err) {
			return nil, fmt.Errorf("read %s: %w", what, err)
		}
		if err := s.c.Resolver.Reload(ctx); err != nil {
			return nil, fmt.Errorf("read %s: %w", what, err)
		}
	}
}

// collect never gives nil: an answer's lists are [] when empty.
func collect[T any](ctx context.Context, pool *pgxpool.Pool, sql string, scan pgx.RowToFunc[T], args []any) ([]T, error) {
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.AppendRows([]T{}, rows, scan)
}

// one runs a query that gives exactly one row. Errors: pgx.ErrNoRows where it gives none.
func one[T any](ctx context.Context, s *Service, what, sql string, scan pgx.RowToFunc[T], args ...any) (T, error) {
	rows, err := query(ctx, s, what, sql, scan, args...)
	if err == nil && len(rows) != 1 {
		err = fmt.Errorf("read %s: %w", what, pgx.ErrNoRows)
	}
	if err != nil {
		var none T
		return none, err
	}
	return rows[0], nil
}
