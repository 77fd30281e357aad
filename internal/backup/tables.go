package backup

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
)

// table is one that stands beside the read tables, and what a backup does with it.
type table struct {
	name  string
	part  string // Log, Keys, or empty: left out
	order string // the columns its rows are written by, so that two backups of the same rows are the same
	why   string // it is left out
}

// tables lists every table a migration makes, those that others refer to first. A test fails when one is missing.
var tables = []table{
	{name: "events", part: Log, order: "position"},
	{name: "installation", part: Log, order: "one"},

	{name: "subject_keys", part: Keys, order: "subject"},
	{name: "command_keys", part: Keys, order: "command"},
	{name: "timers", part: Keys, order: "id"},
	{name: "reactor_checkpoints", part: Keys, order: "reactor"},
	{name: "dead_letters", part: Keys, order: "id"},
	{name: "audits", part: Keys, order: "at"},
	{name: "accounts", part: Keys, order: "id"},
	{name: "account_roles", part: Keys, order: "account_id, role"},
	{name: "account_confirmations", part: Keys, order: "hash"},
	{name: "account_identities", part: Keys, order: "issuer, subject"},
	{name: "account_passkeys", part: Keys, order: "id"},
	{name: "account_email_changes", part: Keys, order: "id"},
	{name: "account_history", part: Keys, order: "id"},
	{name: "account_factors", part: Keys, order: "account_id"},
	{name: "account_recovery_codes", part: Keys, order: "hash"},
	{name: "account_removed", part: Keys, order: "id"},
	{name: "outbox_mails", part: Keys, order: "id"},
	{name: "mail_dailies", part: Keys, order: "member"},
	{name: "media_uploads", part: Keys, order: "name"},
	{name: "user_interactions", part: Keys, order: "id"},
	{name: "campaign_visits", part: Keys, order: "member, campaign"},
	{name: "sandbox_payments", part: Keys, order: "reference"},
	{name: "sandbox_refunds", part: Keys, order: "refund"},
	{name: "sandbox_disputes", part: Keys, order: "dispute"},
	{name: "sandbox_deliveries", part: Keys, order: "id"},

	{name: "log_head", why: "a restored log is another history from here on, and has a name of its own"},
	{name: "installation_log", why: "it holds that name"},
	{name: "restored", why: "it says what an installation was restored from"},
	{name: "sessions", why: "whoever was signed in signs in again: a session that was ended since must not come back"},
	{name: "refresh_tokens", why: "they belong to sessions"},
	{name: "account_resends", why: "a mail that was asked for is asked for again"},
	{name: "account_resets", why: "a link that was used since must not work again"},
	{name: "account_reset_wishes", why: "a mail that was asked for is asked for again"},
	{name: "media_checks", why: "nothing is being checked where a backup is restored"},
	{name: "media_usage", why: "quotas are counted by the day"},
	{name: "passkey_ceremonies", why: "whoever was using a passkey begins again"},
	{name: "account_challenges", why: "whoever was signing in begins again"},
	{name: "servers", why: "they run on this database, and those on a restored one announce themselves"},
	{name: "files_rewritten", why: "it tells of the files of this database, and a restored one has files of its own"},
	{name: "projection_builds", why: "read tables are built again from the log"},
	{name: "projection_leases", why: "they belong to builds"},
	{name: "projection_poison", why: "they belong to builds"},
	{name: "goose_db_version", why: "the header says it, and restoring migrates"},
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func columnsOf(ctx context.Context, db querier, name string) ([]string, error) {
	rows, err := db.Query(ctx, `SELECT attname FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`, name)
	if err != nil {
		return nil, fmt.Errorf("list the columns of %s: %w", name, err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the columns of %s: %w", name, err)
	}
	return columns, nil
}

func quoted(columns []string) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = pgx.Identifier{c}.Sanitize()
	}
	return strings.Join(out, ", ")
}

// Write adds the tables of one part to an archive, as a transaction sees them. The header's Part says which.
func Write(ctx context.Context, tx pgx.Tx, w io.Writer, h Header) ([]Table, error) {
	a, err := NewWriter(w, h)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if t.part != h.Part {
			continue
		}
		columns, err := columnsOf(ctx, tx, t.name)
		if err != nil {
			return nil, err
		}
		sql := fmt.Sprintf("COPY (SELECT %s FROM %s ORDER BY %s) TO STDOUT", quoted(columns), pgx.Identifier{t.name}.Sanitize(),
			t.order)
		err = a.Table(t.name, columns, func(out io.Writer) (int64, error) {
			tag, err := tx.Conn().PgConn().CopyTo(ctx, out, sql)
			return tag.RowsAffected(), err
		})
		if err != nil {
			return nil, err
		}
	}
	return a.Close()
}

// Read writes the tables of an archive into a transaction. Nothing may be in them.
func Read(ctx context.Context, tx pgx.Tx, a *Reader) ([]Table, error) {
	known := map[string]bool{}
	for _, t := range tables {
		known[t.name] = t.part == a.Header.Part
	}
	err := a.Tables(func(name string, columns []string, rows io.Reader) (int64, error) {
		if !known[name] {
			return 0, fmt.Errorf("%w: a backup of the %s has no table of this name", ErrDamaged, a.Header.Part)
		}
		sql := fmt.Sprintf("COPY %s (%s) FROM STDIN", pgx.Identifier{name}.Sanitize(), quoted(columns))
		tag, err := tx.Conn().PgConn().CopyFrom(ctx, rows, sql)
		if err != nil {
			return 0, err
		}
		return tag.RowsAffected(), nil
	})
	if err != nil {
		return nil, err
	}
	for _, t := range a.seen.Tables {
		if err := restartIdentity(ctx, tx, t.Name); err != nil {
			return nil, err
		}
	}
	return a.seen.Tables, nil
}

// restartIdentity has numbers go on after those that were restored.
func restartIdentity(ctx context.Context, tx pgx.Tx, name string) error {
	rows, err := tx.Query(ctx, `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attidentity <> ''`, name)
	if err != nil {
		return fmt.Errorf("find the numbered column of %s: %w", name, err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find the numbered column of %s: %w", name, err)
	}
	for _, c := range columns {
		_, err := tx.Exec(ctx,
			fmt.Sprintf(`SELECT setval(pg_get_serial_sequence($1, $2), coalesce((SELECT max(%s) FROM %s), 0) + 1, false)`,
				pgx.Identifier{c}.Sanitize(), pgx.Identifier{name}.Sanitize()), name, c)
		if err != nil {
			return fmt.Errorf("set the next number of %s: %w", name, err)
		}
	}
	return nil
}

// Occupied names a table that holds something, of those that a restore fills or that follow from them; empty when none
// does. Tables that are not there hold nothing.
func Occupied(ctx context.Context, db querier) (string, error) {
	for _, t := range tables {
		if t.name == "log_head" || t.name == "goose_db_version" {
			continue // migrations fill them
		}
		var there, full bool
		if err := db.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, t.name).Scan(&there); err != nil {
			return "", fmt.Errorf("look for table %s: %w", t.name, err)
		}
		if !there {
			continue
		}
		if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+pgx.Identifier{t.name}.Sanitize()+`)`).Scan(&full); err != nil {
			return "", fmt.Errorf("look into table %s: %w", t.name, err)
		}
		if full {
			return t.name, nil
		}
	}
	return "", nil
}
