package projector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
)

// views are the schemas whose tables the views of readmodel show, by view.
type views map[string]string

// shows tells whether a view would go with a build's tables. Those of a past moment are shown by none but people's own.
func (v views) shows(b Build) bool {
	if b.AsOf != "" {
		return false
	}
	for _, schema := range v {
		if schema == b.Schema {
			return true
		}
	}
	return false
}

// viewed looks what each view of readmodel shows. (The text of a view, as pg_views has it, can't be asked for while another
// process replaces the view.)
func viewed(ctx context.Context, db querier) (views, error) {
	rows, err := db.Query(ctx, `
		SELECT DISTINCT v.relname, o.nspname
		FROM pg_namespace n JOIN pg_class v ON v.relnamespace = n.oid AND v.relkind = 'v'
		JOIN pg_rewrite r ON r.ev_class = v.oid
		JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
		JOIN pg_class t ON t.oid = d.refobjid AND t.oid <> v.oid JOIN pg_namespace o ON o.oid = t.relnamespace
		WHERE n.nspname = 'readmodel'`)
	if err != nil {
		return nil, fmt.Errorf("list the views: %w", err)
	}
	out := views{}
	var name, schema string
	if _, err = pgx.ForEachRow(rows, []any{&name, &schema}, func() error { out[name] = schema; return nil }); err != nil {
		return nil, fmt.Errorf("list the views: %w", err)
	}
	return out, nil
}

// makeViews keeps one view a table in the schema readmodel, over the live builds of the newest version, if this program
// knows it, and gives what they show; nil when that can't be told. A view that somebody reads right now is left for the next
// time.
func makeViews(ctx context.Context, pool *pgxpool.Pool, all []*Projection) (views, error) {
	builds, err := Builds(ctx, pool)
	if err != nil {
		return nil, err
	}
	live := map[string]Build{}
	for _, o := range builds { // the newest version first
		if _, ok := live[o.Projection]; !ok && o.State == Live {
			live[o.Projection] = o
		}
	}
	shown, err := viewed(ctx, pool)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, p := range all {
		for _, t := range p.tables {
			known[t.name] = true
		}
	}
	maps.DeleteFunc(shown, func(view, _ string) bool { return !known[view] }) // of another version, or people's own
	var errs []error
	for _, p := range all {
		o, ok := live[p.Name]
		if !ok || o.Version != p.Version {
			continue
		}
		for _, t := range p.tables {
			if shown[t.name] == o.Schema {
				continue
			}
			if err := makeView(ctx, pool, t, o.Schema); err != nil {
				errs = append(errs, err)
				continue
			}
			shown[t.name] = o.Schema
		}
	}
	return shown, errors.Join(errs...)
}

// otherColumns is how Postgres refuses to replace a view by one that lacks some of its columns (invalid_table_definition).
const otherColumns = "42P16"

// makeView lets a view show the table of a build. What was granted on it and what people have built on it stays, but where
// the columns are others: then it is made anew, which fails as long as something is built on it. Errors: errBehind.
func makeView(ctx context.Context, pool *pgxpool.Pool, t *table, schema string) error {
	view := "readmodel." + quote(t.name)
	as := "VIEW " + view + " AS SELECT * FROM " + t.in(schema)
	err := inView(ctx, pool, t, schema, "CREATE OR REPLACE "+as)
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.Code == otherColumns {
		err = inView(ctx, pool, t, schema, "DROP VIEW IF EXISTS "+view, "CREATE "+as)
	}
	if err != nil {
		return fmt.Errorf("make the view %s: %w", view, err)
	}
	return nil
}

// viewWait is how long a view is waited for: while somebody reads it, and while what it shows stands ahead.
const viewWait = 500 * time.Millisecond

func inView(ctx context.Context, pool *pgxpool.Pool, t *table, schema string, statements ...string) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// whoever makes views waits for the others however long, and for a view that is read half a second
		for _, sql := range []string{
			`SELECT pg_advisory_xact_lock(hashtext('callup views'))`, fmt.Sprintf(`SET LOCAL lock_timeout = %d`, viewWait.Milliseconds()),
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		if err := holdShown(ctx, tx, t, schema); err != nil {
			return err
		}
		for _, sql := range statements {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
}

// errBehind tells that what a view shows stands ahead of what it is to show: for now it stays, so that nobody's figures go back.
var errBehind = errors.New("the build it is to show has not caught up with the one it shows")

// holdShown holds the build that a view shows now still until the transaction ends, and waits until the one it is to show
// stands at least there. The build that people read before a switch is folded on, and may be ahead by a page; and whoever
// waited for others to make their views may not know yet what was switched to since.
func holdShown(ctx context.Context, tx pgx.Tx, t *table, schema string) error {
	shown, err := viewed(ctx, tx)
	if err != nil || shown[t.name] == "" || shown[t.name] == schema {
		return err
	}
	var text string
	err = tx.QueryRow(ctx, `SELECT position FROM projection_builds WHERE schema = $1 FOR UPDATE`, shown[t.name]).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) { // people's own, or one that is dropped
		return nil
	}
	if err != nil {
		return fmt.Errorf("hold what it shows still: %w", err)
	}
	from, err := eventstore.ParsePosition(text)
	if err != nil {
		return err
	}
	for until := time.Now().Add(viewWait); ; {
		if err := tx.QueryRow(ctx, `SELECT position FROM projection_builds WHERE schema = $1`, schema).Scan(&text); err != nil {
			return fmt.Errorf("find the build it is to show: %w", err)
		}
		to, err := eventstore.ParsePosition(text)
		if err != nil {
			return err
		}
		if !to.Before(from) {
			return nil
		}
		if time.Now().After(until) {
			return errBehind
		}
		if err := pause(ctx, viewWait/50); err != nil {
			return err
		}
	}
}
