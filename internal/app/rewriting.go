package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/rowscan"
)

const (
	// lockWithin is how long a table is waited for at a time: whoever reads it waits as long at most, behind us.
	lockWithin = "200ms"
	lockTries  = 20
	lockPause  = 300 * time.Millisecond
	// rewriteAgain is how long files are left alone that could not be rewritten now.
	rewriteAgain = 30 * time.Second
	// rewriteLock is held by the one process that rewrites files. The number means nothing else.
	rewriteLock = 0x63616c6c75700059
)

// plaintext are the tables outside the log and the projections from which an erasure removes something.
var plaintext = []string{
	"subject_keys", "command_keys", "timers", "dead_letters", "accounts", "account_roles", "account_confirmations",
	"account_identities", "account_passkeys", "passkey_ceremonies", "account_email_changes",
	"account_resends", "account_resets", "account_reset_wishes", "account_history",
	"account_factors", "account_recovery_codes", "account_challenges", "account_removed",
	"sessions", "refresh_tokens", "outbox_mails", "mail_dailies", "media_uploads", "user_interactions", "campaign_visits",
	"sandbox_payments", "sandbox_refunds", "sandbox_deliveries",
}

// statistics is where the planner keeps those of all tables.
const statistics = "pg_catalog.pg_statistic"

// Files is how far the files of the database were rewritten after erasures.
type Files struct {
	Upto    eventstore.Position // erasures completed up to there
	LeftOut []string            // tables that belong to another role
	WAL     bool                // whether the write-ahead log was renewed too
}

// Files tells how far the database's files were rewritten; nothing when they never were.
func (s *Services) Files(ctx context.Context) (f Files, err error) {
	var upto string
	err = s.Pool.QueryRow(ctx, `SELECT upto, left_out, wal FROM files_rewritten`).Scan(&upto, &f.LeftOut, &f.WAL)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, nil
	}
	if err == nil {
		f.Upto, err = eventstore.ParsePosition(upto)
	}
	if err != nil {
		return f, fmt.Errorf("ask which files were rewritten: %w", err)
	}
	return f, nil
}

// Rewritten tells whether the files were rewritten since an erasure was completed.
func (s *Services) Rewritten(ctx context.Context, f Files, id ident.ID) (bool, error) {
	at, err := s.Erasures.CompletedAt(ctx, id)
	return err == nil && !at.IsZero() && !f.Upto.Before(at), err
}

// RewriteFiles rewrites the tables from which erasures removed something, if one was completed since it was last done, so
// that their files hold nothing of it any more, and renews the write-ahead log of a Postgres of our own. Each table is
// locked while it is rewritten. Cut off anywhere, it begins anew. Error: *command.NotYet while others use what it needs.
func (s *Services) RewriteFiles(ctx context.Context) error {
	conn, err := s.connectToRewrite(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // what was asked for is done; the lock goes with it
	var alone bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, int64(rewriteLock)).Scan(&alone); err != nil {
		return fmt.Errorf("ask who rewrites files: %w", err)
	}
	if !alone {
		return &command.NotYet{In: rewriteAgain, For: "another process, which rewrites the database's files"}
	}
	done, err := s.Files(ctx)
	if err != nil {
		return err
	}
	upto, due, err := s.Erasures.CompletedSince(ctx, done.Upto)
	if err != nil || !due {
		return err
	}
	if err := outlive(ctx, conn); err != nil {
		return err
	}
	leftOut, err := s.rewriteTables(ctx, conn)
	if err != nil {
		return err
	}
	if s.postgres != nil {
		if err := s.postgres.RenewWAL(ctx); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, `INSERT INTO files_rewritten (upto, left_out, wal) VALUES ($1, $2, $3)
		ON CONFLICT (one) DO UPDATE SET upto = excluded.upto, at = excluded.at, left_out = excluded.left_out, wal = excluded.wal`,
		upto.String(), leftOut, s.postgres != nil); err != nil {
		return fmt.Errorf("note that files were rewritten: %w", err)
	}
	s.Log.InfoContext(ctx, "the database's files were rewritten after erasures", "upto", upto.String(), "left_out", leftOut)
	return nil
}

// connectToRewrite makes a connection of its own: rewriting takes long, and must wait for no lock for long.
func (s *Services) connectToRewrite(ctx context.Context) (*pgx.Conn, error) {
	c := s.Pool.Config().ConnConfig.Copy()
	c.RuntimeParams["lock_timeout"] = lockWithin
	c.RuntimeParams["statement_timeout"] = "0"
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("connect to rewrite files: %w", err)
	}
	return conn, nil
}

// outlive waits until no transaction sees the rows any more that erasures removed: rewriting would keep them for it.
func outlive(ctx context.Context, conn *pgx.Conn) error {
	var now string
	if err := conn.QueryRow(ctx, `SELECT pg_current_xact_id()::text`).Scan(&now); err != nil {
		return fmt.Errorf("ask for the present transaction: %w", err)
	}
	for range lockTries {
		var older int
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM (
				SELECT unnest(ARRAY[backend_xmin, backend_xid]) FROM pg_stat_activity
				WHERE pid <> pg_backend_pid() AND (datname = current_database() OR datname IS NULL)
				UNION ALL SELECT unnest(ARRAY[xmin, catalog_xmin]) FROM pg_replication_slots
				UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()
			) AS other(x) WHERE x IS NOT NULL AND age(x) > age($1::text::xid)`, now).Scan(&older); err != nil {
			return fmt.Errorf("ask for older transactions: %w", err)
		}
		if older == 0 {
			return nil
		}
		if !reach.Pause(ctx, lockPause) {
			return ctx.Err()
		}
	}
	return &command.NotYet{In: rewriteAgain, For: "transactions that began before, and would still see what was erased"}
}

// rewriteTables rewrites every table that an erasure may have touched, and the statistics of the planner, which quote the
// columns they are of. It gives those it was not allowed to.
func (s *Services) rewriteTables(ctx context.Context, conn *pgx.Conn) (leftOut []string, err error) {
	tables, err := s.readTables(ctx, conn)
	if err != nil {
		return nil, err
	}
	for _, name := range plaintext {
		tables = append(tables, pgx.Identifier{name}.Sanitize())
	}
	leftOut = []string{}
	for _, table := range tables {
		done, err := rewrite(ctx, conn, table)
		if err != nil {
			return nil, err
		}
		if !done {
			leftOut = append(leftOut, table)
		}
	}
	cleared := true
	for _, table := range tables {
		done, err := renewStatistics(ctx, conn, table)
		if err != nil {
			return nil, err
		}
		cleared = cleared && done
	}
	done, err := rewrite(ctx, conn, statistics)
	if err == nil && (!done || !cleared) {
		leftOut = append(leftOut, statistics)
	}
	return leftOut, err
}

// renewStatistics makes the planner's statistics of a table anew, which quote what it held. Those of an empty table stay as
// they were unless they are cleared, which only Postgres 18 and later can; false where it can't.
func renewStatistics(ctx context.Context, conn *pgx.Conn, table string) (done bool, err error) {
	err = unlocked(ctx, func() error { return execOn(ctx, conn, `ANALYZE `+table) })
	if err == nil {
		err = unlocked(ctx, func() error {
			return execOn(ctx, conn, `SELECT pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
				FROM pg_stats s WHERE to_regclass(format('%I.%I', s.schemaname, s.tablename)) = to_regclass('`+table+`')
				AND NOT EXISTS (SELECT FROM `+table+`)`)
		})
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42883" { // no such function
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("make the statistics of %s anew: %w", table, err)
	}
	return true, nil
}

// readTables are those of all builds but the ones that this program declares to hold no text of anybody.
func (s *Services) readTables(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	nobodys := map[string]bool{}
	for _, p := range s.Projections {
		for _, t := range p.Describe() {
			kept := len(t.Owners) > 0
			for _, o := range t.Owners {
				kept = kept && o.Kept
			}
			nobodys[fmt.Sprint(p.Name, p.Version, t.Name)] = t.Nobodys || kept
		}
	}
	rows, err := conn.Query(ctx, `SELECT b.projection, b.version, b.schema, c.relname FROM projection_builds b
		JOIN pg_namespace n ON n.nspname = b.schema JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'`)
	if err != nil {
		return nil, fmt.Errorf("list read tables: %w", err)
	}
	named := map[string]bool{}
	type built struct {
		Projection string `db:"projection"`
		Version    int    `db:"version"`
		Schema     string `db:"schema"`
		Table      string `db:"relname"`
	}
	if err := rowscan.Each(rows, func(b built) error {
		if !nobodys[fmt.Sprint(b.Projection, b.Version, b.Table)] {
			named[pgx.Identifier{b.Schema, b.Table}.Sanitize()] = true
		}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("list read tables: %w", err)
	}
	return slices.Sorted(maps.Keys(named)), nil
}

// rewrite gives a table new files, with its indexes and what is stored beside it; false when this role may not. One that is
// gone needs none.
func rewrite(ctx context.Context, conn *pgx.Conn, table string) (done bool, err error) {
	file := func() (n uint32, err error) {
		err = conn.QueryRow(ctx, `SELECT coalesce(pg_relation_filenode(to_regclass($1)), 0)`, table).Scan(&n)
		return n, err
	}
	before, err := file()
	if err == nil && before == 0 {
		return true, nil
	}
	if err == nil {
		err = unlocked(ctx, func() error { return execOn(ctx, conn, `VACUUM (FULL) `+table) })
	}
	var after uint32
	if err == nil {
		after, err = file() // who may not is only warned
	}
	if err != nil {
		return false, fmt.Errorf("rewrite %s: %w", table, err)
	}
	return after != before, nil
}

// execOn runs a statement that no transaction may hold.
func execOn(ctx context.Context, conn *pgx.Conn, sql string) error {
	_, err := conn.Exec(ctx, sql)
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "42P01" {
		return nil // dropped meanwhile
	}
	return err
}

// unlocked tries again what finds a table locked.
func unlocked(ctx context.Context, try func() error) error {
	for range lockTries {
		err := try()
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "55P03" {
			return err
		}
		if !reach.Pause(ctx, lockPause) {
			return ctx.Err()
		}
	}
	return &command.NotYet{In: rewriteAgain, For: "a table that somebody reads or writes for long"}
}
