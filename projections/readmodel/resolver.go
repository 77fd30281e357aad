package readmodel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// How fresh the registry is kept. A retired build's tables stay far longer than maxAge.
const (
	refreshEvery = 2 * time.Second
	maxAge       = 5 * time.Second // no entry older than this is served
	retryAfter   = 200 * time.Millisecond
	// Without the comment it would be that of a server which announces nothing (eventstore/readers).
	listenSQL = "LISTEN callup_projections /* and announces which events it reads */"
)

// ErrNotBuilt tells that a projection of this program's version has no live build yet: it is being made.
var ErrNotBuilt = errors.New("the read tables are being built")

// Resolver knows the schema of the live build of each projection of this program's versions, and fills it into
// queries. It is safe for concurrent use.
type Resolver struct {
	pool     *pgxpool.Pool
	tables   map[string]string
	versions map[string]int
	now      func() time.Time
	log      *slog.Logger

	one     sync.Mutex // one reload at a time
	current atomic.Pointer[generation]
}

// generation is the registry as it was read at one moment.
type generation struct {
	began    time.Time         // before it was read
	schemas  map[string]string // projection → schema
	expanded *sync.Map         // query → query with tables
}

// NewResolver makes a resolver. tables names each table's projection, versions each projection's version.
func NewResolver(pool *pgxpool.Pool, tables map[string]string, versions map[string]int, now func() time.Time,
	log *slog.Logger) *Resolver {
	return &Resolver{pool: pool, tables: tables, versions: versions, now: now, log: log}
}

// Run keeps the registry fresh until the context ends: at each notification, and every two seconds.
func (r *Resolver) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := r.listen(ctx); err != nil && ctx.Err() == nil {
			r.log.WarnContext(ctx, "changes of the read tables can't be heard", "error", err)
			pause := time.NewTimer(retryAfter)
			select {
			case <-pause.C:
			case <-ctx.Done():
				pause.Stop()
			}
		}
	}
	return ctx.Err()
}

func (r *Resolver) listen(ctx context.Context) (err error) {
	conn, err := pgx.ConnectConfig(ctx, r.pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("connect to listen: %w", err)
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, conn.Close(bye))
	}()
	if _, err := conn.Exec(ctx, listenSQL); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		if err := r.Reload(ctx); err != nil {
			return err
		}
		wait, cancel := context.WithTimeout(ctx, refreshEvery)
		_, err := conn.WaitForNotification(wait)
		quiet := wait.Err() != nil
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && !quiet {
			return fmt.Errorf("wait for a change: %w", err)
		}
	}
}

// Reload reads the registry now.
func (r *Resolver) Reload(ctx context.Context) error {
	r.one.Lock()
	defer r.one.Unlock()
	return r.reload(ctx)
}

func (r *Resolver) reload(ctx context.Context) error {
	began := r.now()
	rows, err := r.pool.Query(ctx, `SELECT projection, version, schema FROM projection_builds WHERE state = 'live'`)
	if err != nil {
		return fmt.Errorf("read which builds are live: %w", err)
	}
	schemas := map[string]string{}
	var projection, schema string
	var version int
	_, err = pgx.ForEachRow(rows, []any{&projection, &version, &schema}, func() error {
		if want, ok := r.versions[projection]; ok && want == version {
			schemas[projection] = schema
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read which builds are live: %w", err)
	}
	g := &generation{began: began, schemas: schemas, expanded: &sync.Map{}}
	if was := r.current.Load(); was != nil && maps.Equal(was.schemas, schemas) {
		g.expanded = was.expanded
	}
	r.current.Store(g)
	return nil
}

// fresh gives a generation that is young enough, reading the registry if the one known is not.
func (r *Resolver) fresh(ctx context.Context) (*generation, error) {
	if g := r.current.Load(); g != nil && r.now().Sub(g.began) < maxAge {
		return g, nil
	}
	r.one.Lock()
	defer r.one.Unlock()
	if g := r.current.Load(); g != nil && r.now().Sub(g.began) < maxAge {
		return g, nil
	}
	if err := r.reload(ctx); err != nil {
		return nil, err
	}
	return r.current.Load(), nil
}

var braces = regexp.MustCompile(`\{([a-z_]+)\}`)

// Expand replaces each {table} of a query by the table in the schema of its projection's live build. Errors:
// ErrNotBuilt; a table nobody declares; failures of the database where the registry had to be read.
func (r *Resolver) Expand(ctx context.Context, sql string) (string, error) {
	g, err := r.fresh(ctx)
	if err != nil {
		return "", err
	}
	if known, ok := g.expanded.Load(sql); ok {
		if s, ok := known.(string); ok {
			return s, nil
		}
	}
	var wrong error
	out := braces.ReplaceAllStringFunc(sql, func(name string) string {
		table := name[1 : len(name)-1]
		projection, ok := r.tables[table]
		if !ok {
			wrong = errors.Join(wrong, fmt.Errorf("no projection declares the table %s", table))
			return name
		}
		schema, ok := g.schemas[projection]
		if !ok {
			wrong = errors.Join(wrong, fmt.Errorf("%w: %s", ErrNotBuilt, projection))
			return name
		}
		return pgx.Identifier{schema, table}.Sanitize()
	})
	if wrong != nil {
		return "", wrong
	}
	g.expanded.Store(sql, out)
	return out, nil
}

// Moved tells whether a query failed because its tables are gone: a switch was not heard of in time. Reload, expand
// and ask again.
func Moved(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "42P01" || pg.Code == "3F000")
}
