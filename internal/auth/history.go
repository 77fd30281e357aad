package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
)

// What can happen to an account. The names are stored.
const (
	didSignUp           = "signed_up"
	didConfirm          = "confirmed"
	didSignInAnew       = "signed_in_anew" // in a browser that was not known
	didChangePassword   = "password_changed"
	didResetPassword    = "password_reset"
	didEndSession       = "session_ended"
	didEndOthers        = "other_sessions_ended"
	didEndAll           = "all_sessions_ended" // by who reads the mails about the account
	didReuseToken       = "refresh_token_reused"
	didTakeArchive      = "data_downloaded"
	didLeave            = "deletion_requested"
	didStay             = "deletion_undone"
	didLink             = "provider_linked"
	didUnlink           = "provider_removed"
	didAskEmail         = "email_change_requested"
	didChangeEmail      = "email_changed"
	didStopEmail        = "email_change_stopped" // before it happened
	didUndoEmail        = "email_change_undone"  // by who reads the mails to the address before
	operatorRevoked     = "sessions_revoked"     // by the operator
	didAddPasskey       = "passkey_added"
	didRemovePasskey    = "passkey_removed"
	didRefusePasskey    = "passkey_refused" // it counted back: somebody may have a copy
	didTurnFactorOn     = "second_factor_on"
	didTurnFactorOff    = "second_factor_off"
	didUseRecoveryCode  = "recovery_code_used"
	didRenewCodes       = "recovery_codes_renewed"
	operatorResetFactor = "second_factor_reset" // by the operator
)

// shownHistory is how much of an account's history its member is shown.
const shownHistory = 100

// Happening is an entry of an account's history.
type Happening struct {
	At        time.Time `db:"at"`
	Kind      string    `db:"kind"`
	UserAgent string    `db:"user_agent"` // of the browser in which the member did it; empty when it was none of theirs
	Address   string    `db:"address"`    // where that browser was
}

type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// note adds to an account's history. userAgent is empty for what no browser of the member did.
func (s *Service) note(ctx context.Context, db execer, account ident.ID, kind, userAgent string) error {
	return s.noteAt(ctx, db, account, s.now(), kind, userAgent)
}

func (s *Service) noteAt(ctx context.Context, db execer, account ident.ID, at time.Time, kind, userAgent string) error {
	id, err := s.newID()
	if err != nil {
		return err
	}
	where := ""
	if userAgent != "" {
		where = whereabouts(ctx)
	}
	_, err = db.Exec(ctx, `
		INSERT INTO account_history (id, account_id, at, kind, user_agent, address) VALUES ($1, $2, $3, $4, $5, $6)`,
		id, account, at, kind, clip(userAgent, maxUserAgent), where)
	if err != nil {
		return fmt.Errorf("adding to an account's history: %w", err)
	}
	return nil
}

// whereabouts is the network address a request came from; empty when it is not known.
func whereabouts(ctx context.Context) string {
	at := ratelimit.Client(ctx)
	if !at.IsValid() {
		return ""
	}
	return at.String()
}

// History is what happened to a member's account, the newest first, at most limit entries; none for who has no account.
func (s *Service) History(ctx context.Context, member ident.ID, limit int) ([]Happening, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT h.at, h.kind, h.user_agent, h.address FROM account_history h JOIN accounts a ON a.id = h.account_id
		WHERE a.member_id = $1 ORDER BY h.at DESC, h.id DESC LIMIT $2`, member, limit)
	if err != nil {
		return nil, fmt.Errorf("reading an account's history: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[Happening])
	if err != nil {
		return nil, fmt.Errorf("reading an account's history: %w", err)
	}
	return all, nil
}
