package testdb

import (
	"context"
	"math"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// Statements counts what a program sends to the database: set it as the Tracer of its connections. It leaves out the
// notification that wakes readers of the log, since how many events share one depends on the time between them.
type Statements struct {
	sent atomic.Int64
	last atomic.Pointer[pgx.TraceQueryStartData]
}

var (
	_ pgx.QueryTracer    = (*Statements)(nil)
	_ pgx.BatchTracer    = (*Statements)(nil)
	_ pgx.CopyFromTracer = (*Statements)(nil)
)

// Sent tells how many statements were sent until now, each one of a batch by itself.
func (s *Statements) Sent() int64 { return s.sent.Load() }

// Last gives the query that was sent last; nil before the first.
func (s *Statements) Last() *pgx.TraceQueryStartData { return s.last.Load() }

// Of tells how many statements a piece of work sends: the least of so many times, since what runs beside it, and what is
// read again because time has passed, only adds.
func (s *Statements) Of(times int, work func()) int64 {
	least := int64(math.MaxInt64)
	for range times {
		before := s.Sent()
		work()
		least = min(least, s.Sent()-before)
	}
	return least
}

func (s *Statements) count(sql string) {
	if !strings.Contains(sql, "pg_notify") && !strings.Contains(sql, "'plan_cache_mode'") {
		s.sent.Add(1)
	}
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *Statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	s.count(q.SQL)
	s.last.Store(&q)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *Statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements pgx.BatchTracer.
func (s *Statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, b pgx.TraceBatchStartData) context.Context {
	for _, q := range b.Batch.QueuedQueries {
		s.count(q.SQL)
		s.last.Store(&pgx.TraceQueryStartData{SQL: q.SQL, Args: q.Arguments})
	}
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (s *Statements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *Statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (s *Statements) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, c pgx.TraceCopyFromStartData) context.Context {
	s.count("COPY " + c.TableName.Sanitize())
	return ctx
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s *Statements) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}
