package testdb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Making a database costs a copy of the template, cold catalogs for its first connections and, when it is dropped, a
// checkpoint. So a test hands its database on: what it wrote is truncated, and what it built beside the tables of the
// migrations dropped. Only a database that equals the template then is used again.

// leftWithin is how long the connections of a test may take to end once it has closed them.
const leftWithin = 5 * time.Second

// notOurs leaves Postgres' own schemas out.
const notOurs = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_%'`

// pristine is what a database is like that was just made.
type pristine struct {
	shape     string            // of schemas, tables, columns, indexes, constraints, functions, triggers, settings, statistics
	schemas   []string          // beside Postgres' own
	rows      map[string]string // as JSON, by the quoted name of each table that has any
	sequences map[string]string // how each stands, by its quoted name
}

// recycled says what became of a database that a test gave back.
type recycled struct {
	again bool   // the next test may have it
	why   string // it was not; empty where it may
}

// recycle makes a database what it was. An error says what the test left open.
func (s *session) recycle(ctx context.Context, name string) (recycled, error) {
	if err := s.abandon(ctx, name); err != nil {
		return recycled{}, err
	}
	conn, err := pgx.Connect(ctx, s.urlOf(name))
	if err != nil {
		return recycled{why: err.Error()}, nil // the test dropped it, or forbade connections
	}
	defer func() { _ = conn.Close(ctx) }() // it has answered
	if err := s.blank.restore(ctx, conn); err != nil {
		return recycled{why: err.Error()}, nil
	}
	now, err := look(ctx, conn)
	if err != nil {
		return recycled{why: err.Error()}, nil
	}
	if why := s.blank.differs(now); why != "" {
		return recycled{why: why}, nil
	}
	return recycled{again: true}, nil
}

// abandon waits until nobody is connected to a database any more. Whom a test leaves behind is thrown out and named.
func (s *session) abandon(ctx context.Context, name string) error {
	const others = `SELECT coalesce(string_agg(DISTINCT left(regexp_replace(query, '\s+', ' ', 'g'), 120), '; '), '') ` +
		`FROM pg_stat_activity WHERE datname = $1`
	for end := time.Now().Add(leftWithin); ; {
		var still int
		if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM pg_stat_activity WHERE datname = $1`, name).Scan(&still); err != nil {
			return fmt.Errorf("look for connections that are left: %w", err)
		}
		if still == 0 {
			return nil
		}
		if time.Now().After(end) {
			break
		}
		select {
		case <-time.After(2 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var last string
	if err := s.pool.QueryRow(ctx, others, name).Scan(&last); err != nil {
		return fmt.Errorf("look for connections that are left: %w", err)
	}
	return fmt.Errorf("the test left connections to its database open; they did: %s", last)
}

// look takes down what a database is like.
func look(ctx context.Context, conn *pgx.Conn) (p pristine, err error) {
	shape := `
		SELECT md5(string_agg(line, E'\n' ORDER BY line)) FROM (
			SELECT 'schema ' || n.nspname AS line FROM pg_namespace n WHERE ` + notOurs + `
			UNION ALL SELECT format('%s %I.%I %s %s %s', c.relkind, n.nspname, c.relname, c.relpersistence, c.reloptions,
				CASE WHEN c.relkind = 'v' THEN pg_get_viewdef(c.oid) END)
				FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ` + notOurs + `
			UNION ALL SELECT format('column %s.%s %s %s %s', a.attrelid::regclass, a.attname, a.atttypid::regtype, a.attnotnull,
				pg_get_expr(d.adbin, d.adrelid))
				FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
				LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
				WHERE a.attnum > 0 AND NOT a.attisdropped AND ` + notOurs + `
			UNION ALL SELECT 'index ' || pg_get_indexdef(i.indexrelid) || i.indisvalid FROM pg_index i
				JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ` + notOurs + `
			UNION ALL SELECT format('constraint %s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
				FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace WHERE ` + notOurs + `
			UNION ALL SELECT 'function ' || p.oid::regprocedure || p.prosrc FROM pg_proc p
				JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.prokind <> 'a' AND ` + notOurs + `
			UNION ALL SELECT format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled) FROM pg_trigger t
				JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
				WHERE NOT t.tgisinternal AND ` + notOurs + `
			UNION ALL SELECT 'extension ' || extname FROM pg_extension
			UNION ALL SELECT format('setting %s', setconfig) FROM pg_db_role_setting
				WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
			UNION ALL SELECT format('privileges %I %s', datname, datacl) FROM pg_database
				WHERE datname = current_database() AND datacl IS NOT NULL
			UNION ALL SELECT DISTINCT 'statistics of ' || tablename FROM pg_stats n WHERE ` + strings.ReplaceAll(notOurs, "nspname",
		"schemaname") + `
		) AS lines`
	if err := conn.QueryRow(ctx, shape).Scan(&p.shape); err != nil {
		return p, fmt.Errorf("look at the shape of the database: %w", err)
	}
	if p.schemas, err = column(ctx, conn, `SELECT n.nspname FROM pg_namespace n WHERE `+notOurs+` ORDER BY 1`); err != nil {
		return p, err
	}
	tables, err := filled(ctx, conn)
	if err != nil {
		return p, err
	}
	p.rows = map[string]string{}
	for _, t := range tables {
		var rows string
		if err := conn.QueryRow(ctx, "SELECT json_agg(t ORDER BY t::text) FROM "+t+" t").Scan(&rows); err != nil {
			return p, fmt.Errorf("read %s: %w", t, err)
		}
		p.rows[t] = rows
	}
	p.sequences, err = sequences(ctx, conn)
	return p, err
}

// sequences tells how each sequence stands, by its quoted name: "" where it was not used yet.
func sequences(ctx context.Context, conn *pgx.Conn) (map[string]string, error) {
	stand, err := column(ctx, conn, `SELECT format('%I.%I=%s', schemaname, sequencename, last_value) FROM pg_sequences`)
	all := map[string]string{}
	for _, line := range stand {
		name, value, _ := strings.Cut(line, "=")
		all[name] = value
	}
	return all, err
}

func column(ctx context.Context, conn *pgx.Conn, sql string) ([]string, error) {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, fmt.Errorf("look at the database: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// filled names the tables that hold rows.
func filled(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	tables, err := column(ctx, conn, `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND `+notOurs)
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	parts := make([]string, len(tables))
	for i, t := range tables {
		parts[i] = fmt.Sprintf("SELECT '%s' WHERE EXISTS (SELECT FROM %s)", strings.ReplaceAll(t, "'", "''"), t)
	}
	return column(ctx, conn, strings.Join(parts, " UNION ALL "))
}

// restore removes what a test wrote and built.
func (p pristine) restore(ctx context.Context, conn *pgx.Conn) error {
	there, err := column(ctx, conn, `SELECT n.nspname FROM pg_namespace n WHERE `+notOurs)
	if err != nil {
		return err
	}
	var drop []string
	for _, schema := range there {
		if !slices.Contains(p.schemas, schema) {
			drop = append(drop, pgx.Identifier{schema}.Sanitize())
		}
	}
	if len(drop) > 0 {
		if _, err := conn.Exec(ctx, "DROP SCHEMA "+strings.Join(drop, ", ")+" CASCADE"); err != nil {
			return fmt.Errorf("drop what a test built: %w", err)
		}
	}
	tables, err := filled(ctx, conn)
	if err != nil {
		return err
	}
	var empty []string
	for _, t := range tables {
		want, keeps := p.rows[t]
		if keeps {
			var rows string
			if err := conn.QueryRow(ctx, "SELECT json_agg(t ORDER BY t::text) FROM "+t+" t").Scan(&rows); err != nil {
				return fmt.Errorf("read %s: %w", t, err)
			}
			if rows == want {
				continue
			}
		}
		empty = append(empty, t)
	}
	var sql []string
	if len(empty) > 0 {
		const guarded = `ALTER TABLE events %s TRIGGER events_not_truncated`
		log := slices.Contains(empty, "public.events")
		if log {
			sql = append(sql, fmt.Sprintf(guarded, "DISABLE"))
		}
		sql = append(sql, "TRUNCATE "+strings.Join(empty, ", ")+" RESTART IDENTITY CASCADE")
		if log {
			sql = append(sql, fmt.Sprintf(guarded, "ENABLE ALWAYS"))
		}
	}
	for t, rows := range p.rows {
		if !slices.Contains(tables, t) || slices.Contains(empty, t) {
			sql = append(sql, fmt.Sprintf("INSERT INTO %s OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::%s, '%s')",
				t, t, strings.ReplaceAll(rows, "'", "''")))
		}
	}
	stand, err := sequences(ctx, conn)
	if err != nil {
		return err
	}
	for name, value := range stand {
		switch want := p.sequences[name]; {
		case value == want:
		case want == "":
			sql = append(sql, "ALTER SEQUENCE "+name+" RESTART")
		default:
			sql = append(sql, fmt.Sprintf("SELECT setval('%s', %s)", name, want))
		}
	}
	if len(sql) == 0 {
		return nil
	}
	if _, err := conn.Exec(ctx, strings.Join(sql, "; ")); err != nil {
		return fmt.Errorf("empty what a test filled: %w", err)
	}
	return nil
}

// differs says in what another database is not the same; nothing where it is.
func (p pristine) differs(other pristine) string {
	switch {
	case p.shape != other.shape:
		return "its schemas, tables, functions, settings or statistics were changed"
	case !maps.Equal(p.rows, other.rows):
		return "rows are left, or those of migrations changed"
	case !maps.Equal(p.sequences, other.sequences):
		return "sequences stand elsewhere"
	}
	return ""
}

// giveBack takes a database over from a test that has ended.
func (s *session) giveBack(t testing.TB, name string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // the test's own has ended by now
	became, err := s.recycle(ctx, name)
	if err != nil {
		t.Error(err)
	}
	if became.again {
		s.spare.Lock()
		s.spares = append(s.spares, name)
		s.spare.Unlock()
		return
	}
	if became.why != "" {
		t.Logf("the test's database is not used again: %s", became.why)
	}
	if err := s.drop(ctx, name); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("drop the test database: %v", err)
	}
}
