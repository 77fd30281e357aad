package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
)

// Statement is SQL over read tables, which stand in braces in it. A table that holds what people wrote or did stands there with
// the word for the rows that are meant, as in {posts:readable}: those that the viewer may read. {viewer} is the viewer's id, nil
// for a visitor, {staff} whether they are of the staff, {nobody} the nil id. The engine fills them in.
type Statement struct {
	readmodel.Parsed
	replanned bool
	kept      string // how its plan is made before it is kept; empty: it is not
}

// SQL makes a statement.
func SQL(sql string) *Statement { return &Statement{Parsed: readmodel.ParseSQL(sql)} }

// Replanned makes a statement that Postgres plans each time it runs (see readmodel.Replanned).
func Replanned(sql string) *Statement {
	s := SQL(sql)
	s.replanned = true
	return s
}

// Kept makes a statement whose plan Postgres keeps, for whatever values: where making one takes longer than what it saves. Left
// to itself, Postgres makes a new one each time it expects that to run faster, by however little.
func Kept(sql string) *Statement {
	s := SQL(sql)
	s.kept = keepPlan
	return s
}

// KeptInOrder is Kept for a statement that takes the first few of many rows in an index's order. Postgres, which expects fewer
// rows than there may be, would collect and sort them all.
func KeptInOrder(sql string) *Statement {
	s := Kept(sql)
	s.kept += `, set_config('enable_bitmapscan', 'off', true)`
	return s
}

// ErrFaulty tells that a statement reads rows of people without a word, or needs a viewer where there is none.
var ErrFaulty = errors.New("the statement may not run")

// fill adds a viewer to a statement's arguments, if it takes one. Errors: ErrFaulty.
func (s *Statement) fill(args []any, v *Viewer) ([]any, error) {
	if len(s.Faults) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrFaulty, strings.Join(s.Faults, "; "))
	}
	if v == nil && s.ForViewer() {
		return nil, fmt.Errorf("%w without a viewer: %.60s", ErrFaulty, s.SQL)
	}
	args = slices.Clip(args)
	if s.Viewer {
		args = append(args, v.Member)
	}
	if s.Staff {
		args = append(args, len(v.Roles) > 0)
	}
	return args, nil
}

// ForViewer tells whether its rows depend on the viewer.
func (s *Statement) ForViewer() bool { return s.Viewer || s.Staff }

// ErrUndeclared tells that a query runs SQL that its declaration does not name. The tables it reads would be missing from
// those that the answer waits for.
var ErrUndeclared = errors.New("add the statement to the query's SQL: it runs one that is not declared")

// Call is one asking of a query.
type Call struct {
	// Viewer is for whom the answer is made; a visitor where the query answers all alike.
	Viewer  Viewer
	ctx     context.Context
	service *Service
	about   *About
}

// Context is that of the asking.
func (c *Call) Context() context.Context { return c.ctx }

func (c *Call) may(s *Statement) error {
	if !slices.Contains(c.about.Statements, s) {
		return fmt.Errorf("answer %s: %w: %.60s", c.about.ID, ErrUndeclared, s.SQL)
	}
	return nil
}

// Rows runs a statement; its rows are never nil: an answer's lists are [] when empty.
func Rows[T any](c *Call, s *Statement, scan pgx.RowToFunc[T], args ...any) ([]T, error) {
	if err := c.may(s); err != nil {
		return nil, err
	}
	rows, err := run(c.ctx, c.service, s, &c.Viewer, scan, args)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", c.about.ID, err)
	}
	return rows, nil
}

// Row runs a statement that gives exactly one row. Errors: pgx.ErrNoRows where it gives none.
func Row[T any](c *Call, s *Statement, scan pgx.RowToFunc[T], args ...any) (T, error) {
	rows, err := Rows(c, s, scan, args...)
	if err == nil && len(rows) != 1 {
		err = fmt.Errorf("read %s: %w", c.about.ID, pgx.ErrNoRows)
	}
	if err != nil {
		var none T
		return none, err
	}
	return rows[0], nil
}

// Each runs a statement and calls do for each of its rows as they come, read by the names of their columns. An error of do
// ends it.
func Each[T any](c *Call, s *Statement, do func(T) error, args ...any) error {
	if err := c.may(s); err != nil {
		return err
	}
	args, err := s.fill(args, &c.Viewer)
	if err != nil {
		return fmt.Errorf("read %s: %w", c.about.ID, err)
	}
	sql, err := c.service.c.Resolver.Expand(c.ctx, s.SQL)
	if err != nil {
		return fmt.Errorf("read %s: %w", c.about.ID, err)
	}
	rows, err := c.service.c.Pool.Query(c.ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("read %s: %w", c.about.ID, err)
	}
	if err := rowscan.Each(rows, do); err != nil {
		return fmt.Errorf("read %s: %w", c.about.ID, err)
	}
	return nil
}

// Look runs a statement for what no person asks, such as a mail that is to be written. The zero Viewer is a visitor.
func Look[T any](ctx context.Context, s *Service, st *Statement, v Viewer, scan pgx.RowToFunc[T], args ...any) ([]T, error) {
	rows, err := run(ctx, s, st, &v, scan, args)
	if err != nil {
		return nil, fmt.Errorf("look up what nobody asks: %w", err)
	}
	return rows, nil
}

// Behind tells, after a moment of patience, that the tables a statement reads do not reflect a position of the log yet.
func (s *Service) Behind(ctx context.Context, after string, st *Statement) bool {
	_, behind := s.c.Positions.Reflect(ctx, after, st.Tables)
	return behind
}

// run asks again should a build of the tables have been switched away and dropped just now.
func run[T any](
	ctx context.Context, s *Service, st *Statement, v *Viewer, scan pgx.RowToFunc[T], args []any,
) ([]T, error) {
	args, err := st.fill(args, v)
	if err != nil {
		return nil, err
	}
	if st.replanned {
		args = append([]any{readmodel.Replanned}, args...)
	}
	for again := false; ; again = true {
		full, err := s.c.Resolver.Expand(ctx, st.SQL)
		if err != nil {
			return nil, err
		}
		out, err := collect(ctx, s.c.Pool, st.kept, full, scan, args)
		if err == nil || again || !readmodel.Moved(err) {
			return out, err
		}
		if err := s.c.Resolver.Reload(ctx); err != nil {
			return nil, err
		}
	}
}

// keepPlan holds until the end of the transaction, which a batch is.
const keepPlan = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true)`

// collect runs a statement, after another that says how it is planned, if there is one.
func collect[T any](
	ctx context.Context, pool *pgxpool.Pool, planned, sql string, scan pgx.RowToFunc[T], args []any,
) (out []T, err error) {
	if planned == "" {
		rows, err := pool.Query(ctx, sql, args...)
		if err != nil {
			return nil, err
		}
		return pgx.AppendRows([]T{}, rows, scan)
	}
	batch := &pgx.Batch{}
	batch.Queue(planned)
	batch.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		out, err = pgx.AppendRows([]T{}, rows, scan)
		return err
	})
	err = pool.SendBatch(ctx, batch).Close()
	return out, err
}

// Find leads from keys of changed rows to those of what they concern.
func (s *Service) Find(ctx context.Context, lookup *Statement, keys []string) ([]string, error) {
	found, err := run(ctx, s, lookup, nil, pgx.RowTo[string], []any{keys})
	if err != nil {
		return nil, fmt.Errorf("look up whom a change concerns: %w", err)
	}
	return found, nil
}

// Insiders gives the members whom a statement names for a topic's key.
func (s *Service) Insiders(ctx context.Context, who *Statement, key []string) ([]ident.ID, error) {
	args := make([]any, len(key))
	for i, part := range key {
		args[i] = part
	}
	found, err := run(ctx, s, who, nil, pgx.RowTo[ident.ID], args)
	if err != nil {
		return nil, fmt.Errorf("look up who sees more: %w", err)
	}
	return found, nil
}

// Among gives those among some members whom a statement names.
func (s *Service) Among(ctx context.Context, who *Statement, members []ident.ID) ([]ident.ID, error) {
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = m.String()
	}
	found, err := run(ctx, s, who, nil, pgx.RowTo[ident.ID], []any{ids})
	if err != nil {
		return nil, fmt.Errorf("look up who sees something of their own: %w", err)
	}
	return found, nil
}
