package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
)

// News is what happened to a member's account, and is told them. Where, and in which browser, stands in the account's history
// alone.
type News struct {
	CommandKey string // the same for every retry
	Member     ident.ID
	What       string // as the account's history names it
	At         time.Time
}

// untold are the kinds of an account's history that are not told in the app: the member knows of their own sign-up, and who
// deletes their account, or asks for another address, is mailed.
var untold = []string{didSignUp, didConfirm, didLeave, didStay, didAskEmail, didStopEmail}

// newsAtOnce is how many news are read at a time.
const newsAtOnce = 100

// tellNews tells members what happened to their accounts, once. The history's row remembers whether it was told, so that no
// crash loses it; whatever is told twice has the same key.
func (s *Service) tellNews(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `
		SELECT h.id, a.member_id, h.kind, h.at FROM account_history h JOIN accounts a ON a.id = h.account_id
		WHERE h.told_at IS NULL AND h.kind <> ALL ($1) AND a.registered_at IS NOT NULL AND a.closed_at IS NULL
		ORDER BY h.at LIMIT $2`, untold, newsAtOnce)
	if err != nil {
		return fmt.Errorf("looking for what happened to accounts: %w", err)
	}
	type news struct {
		ID     ident.ID  `db:"id"`
		Member ident.ID  `db:"member_id"`
		Kind   string    `db:"kind"`
		At     time.Time `db:"at"`
	}
	all, err := pgx.CollectRows(rows, rowscan.Row[news])
	if err != nil {
		return fmt.Errorf("looking for what happened to accounts: %w", err)
	}
	var failures []error
	for _, n := range all {
		err := s.registrar.TellMember(ctx, News{CommandKey: "history:" + n.ID.String(), Member: n.Member, What: n.Kind, At: n.At})
		if err == nil {
			_, err = s.pool.Exec(ctx, `UPDATE account_history SET told_at = $2 WHERE id = $1`, n.ID, s.now())
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("telling a member what happened to their account: %w", err))
		}
	}
	return errors.Join(failures...)
}
