package auth

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
)

// keepRemoved is a little longer than what an undo reaches back: an address that was asked for a day before it was confirmed.
const keepRemoved = emailUndoLife + emailChangeLife + time.Hour

// setAside takes rows of an account from a table, and keeps them for an undo. It gives how many.
func (s *Service) setAside(ctx context.Context, tx pgx.Tx, table string, account ident.ID, where string, args ...any) (
	int64, error,
) {
	set, err := tx.Exec(ctx, `
		WITH gone AS (DELETE FROM `+table+` g WHERE g.account_id = $1 AND (`+where+`) RETURNING g.*)
		INSERT INTO account_removed (account_id, kind, was, removed_at) SELECT gone.account_id, $2, to_jsonb(gone), $3 FROM gone`,
		append([]any{account, table, s.now()}, args...)...)
	return set.RowsAffected(), err
}

// undone is what an undo ended, and gave back.
type undone struct{ Ended, Back []mail.Way }

// madeBefore tells, of each table, whether a row that was set aside opened the account before $2 already.
var madeBefore = []struct{ table, made string }{
	{"account_passkeys", "created_at"},
	{"account_identities", "created_at"},
	{"account_factors", "proved_at"},
	{"account_recovery_codes", "made_at"},
}

// undoSince ends what was set or added to what opens an account since a moment and in the seven days before it, and gives back
// what was taken away since. Somebody who knows the password may have added a way in before they asked for the address. What the
// operator took away stays away.
func (s *Service) undoSince(ctx context.Context, tx pgx.Tx, account ident.ID, since time.Time) (u undone, err error) {
	added := since.Add(-emailUndoLife)
	before, err := countWays(ctx, tx, account)
	if err != nil {
		return u, err
	}
	for _, sql := range []string{
		`DELETE FROM account_passkeys WHERE account_id = $1 AND created_at >= $2`,
		`DELETE FROM account_identities WHERE account_id = $1 AND created_at >= $2`,
		`DELETE FROM account_recovery_codes WHERE account_id = $1 AND made_at >= $2`,
		// one that was begun and never proved is no way in, and its secret may be known
		`DELETE FROM account_factors WHERE account_id = $1 AND coalesce(proved_at, 'infinity') >= $2`,
	} {
		if _, err := tx.Exec(ctx, sql, account, added); err != nil {
			return u, err
		}
	}
	left, err := countWays(ctx, tx, account)
	if err != nil {
		return u, err
	}
	for _, m := range madeBefore {
		_, err := tx.Exec(ctx, `
			INSERT INTO `+m.table+` SELECT (jsonb_populate_record(NULL::`+m.table+`, r.was)).* FROM account_removed r
			WHERE r.account_id = $1 AND r.kind = '`+m.table+`' AND r.removed_at >= $2
			  AND coalesce((r.was ->> '`+m.made+`')::timestamptz, '-infinity') < $3
			ON CONFLICT DO NOTHING`, account, since, added)
		if err != nil {
			return u, err
		}
	}
	after, err := countWays(ctx, tx, account)
	if err != nil {
		return u, err
	}
	// a sign-in with the password of the sign-up is refused without saying that a confirmation is missing
	if _, err := tx.Exec(ctx, `UPDATE account_confirmations SET password_hash = '' WHERE account_id = $1`, account); err != nil {
		return u, err
	}
	for _, table := range []string{"account_removed", "passkey_ceremonies"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE account_id = $1`, account); err != nil {
			return u, err
		}
	}
	return undone{Ended: less(before, left), Back: less(after, left)}, nil
}

// movedSince tells whether a change of address that was asked for since a moment was confirmed within the last seven days.
func movedSince(ctx context.Context, tx pgx.Tx, account ident.ID, asked, now time.Time) (moved bool, err error) {
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM account_email_changes WHERE account_id = $1 AND requested_at >= $2 AND confirmed_at > $3
			AND undone_at IS NULL)`, account, asked, now.Add(-emailUndoLife)).Scan(&moved)
	return moved, err
}

// countWays counts what opens an account besides its password, by what the mail calls it.
func countWays(ctx context.Context, tx pgx.Tx, account ident.ID) ([]mail.Way, error) {
	rows, err := tx.Query(ctx, `
		SELECT 'passkeys', '', count(*) FROM account_passkeys WHERE account_id = $1
		UNION ALL SELECT 'provider', provider, count(*) FROM account_identities WHERE account_id = $1 GROUP BY provider
		UNION ALL SELECT 'factor', '', count(*) FROM account_factors WHERE account_id = $1 AND proved_at IS NOT NULL
		UNION ALL SELECT 'codes', '', count(*) FROM account_recovery_codes WHERE account_id = $1 ORDER BY 1, 2`, account)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[mail.Way])
}

// less gives of what there is more in one list than in another.
func less(more, fewer []mail.Way) []mail.Way {
	var all []mail.Way
	for _, w := range more {
		at := slices.IndexFunc(fewer, func(f mail.Way) bool { return f.Kind == w.Kind && f.Name == w.Name })
		if at >= 0 {
			w.Count -= fewer[at].Count
		}
		if w.Count > 0 {
			all = append(all, w)
		}
	}
	return all
}
