package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/rowscan"
)

const (
	workEvery  = 30 * time.Second
	sweepEvery = time.Hour
)

// Run does, until ctx ends, what nobody waits for: mails asked for again or about forgotten passwords, members of accounts
// whose registration was cut off, erasures that were not asked for yet, telling members what happened to their accounts, and
// clearing away what has expired.
// Several processes may run it.
func (s *Service) Run(ctx context.Context) {
	again := time.NewTicker(workEvery)
	defer again.Stop()
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	for {
		if err := s.Work(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "work on accounts is put off", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-again.C:
		case <-sweep.C:
			if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "clearing expired sessions is put off", "error", err)
			}
		}
	}
}

func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Work does once what Run does all the time, except for clearing away. It serves whoever waits in no order, so that one
// who can't be served holds up nobody else.
func (s *Service) Work(ctx context.Context) error {
	var failures []error
	for _, w := range []wishes{s.confirmationWishes(), s.resetWishes()} {
		for {
			more, err := s.grantOne(ctx, w)
			if err != nil {
				failures = append(failures, err)
			}
			if !more || err != nil {
				break
			}
		}
	}
	rows, err := s.pool.Query(ctx, `
		SELECT `+accountColumns+` FROM accounts
		WHERE registered_at IS NULL AND confirmed_at IS NOT NULL AND closed_at IS NULL ORDER BY random() LIMIT 100`)
	if err != nil {
		return errors.Join(append(failures, fmt.Errorf("looking for accounts without a member: %w", err))...)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowToStructByName[account])
	if err != nil {
		return errors.Join(append(failures, fmt.Errorf("looking for accounts without a member: %w", err))...)
	}
	for _, a := range waiting {
		failures = append(failures, s.register(ctx, a))
	}
	failures = append(failures, s.tellNews(ctx), s.askErasures(ctx), s.logEmails(ctx))
	return errors.Join(failures...)
}

// again makes another confirmation for an account that waits for one; false when there is no such account.
func (s *Service) again(ctx context.Context, tx pgx.Tx, email string, secret []byte) (mail.Message, bool, error) {
	a, err := rowscan.One[struct {
		pendingRow

		ID        ident.ID   `db:"id"`
		Confirmed *time.Time `db:"confirmed_at"`
	}](ctx, tx, `
		SELECT id, confirmed_at, email_typed, password_hash, lang, terms_version, terms_at, coalesce(pending_name, '') AS name
		FROM accounts WHERE email = $1 FOR UPDATE`, email)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && a.Confirmed != nil {
		return mail.Message{}, false, nil
	}
	if err != nil {
		return mail.Message{}, false, err
	}
	p := a.pending()
	if err := insertConfirmation(ctx, tx, secret, a.ID, p, s.now(), nil); err != nil {
		return mail.Message{}, false, err
	}
	return s.confirmationMail(secret, p), true, nil
}

// Sweep deletes what has expired: refresh tokens, sessions that ended long ago, resets, confirmations, and accounts whose
// address nobody confirmed.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	longAgo := now.Add(-keepEnded)
	for _, stale := range []struct {
		sql  string
		args []any
	}{
		{`DELETE FROM refresh_tokens WHERE expires_at < $1`, []any{now}},
		{`DELETE FROM sessions WHERE expires_at < $1 OR ended_at < $1`, []any{longAgo}},
		{`DELETE FROM account_resets WHERE expires_at < $1`, []any{longAgo}},
		{`DELETE FROM account_challenges WHERE expires_at < $1`, []any{now}},
		{`DELETE FROM passkey_ceremonies WHERE expires_at < $1`, []any{now}},
		{`DELETE FROM account_removed WHERE removed_at < $1`, []any{now.Add(-keepRemoved)}},
		{`DELETE FROM account_confirmations WHERE expires_at < $1`, []any{longAgo}},
		{`DELETE FROM account_email_changes WHERE coalesce(undone_at, confirmed_at, ended_at, expires_at) < $1`,
			[]any{now.Add(-keepEmailChanges)}},
		// with its last sign-up, so that one who tries its password is answered for as long as for a member's address
		{`DELETE FROM accounts a WHERE a.confirmed_at IS NULL AND a.created_at < $1
		  AND NOT EXISTS (SELECT FROM account_confirmations c WHERE c.account_id = a.id)`, []any{longAgo}},
	} {
		if _, err := s.pool.Exec(ctx, stale.sql, stale.args...); err != nil {
			return fmt.Errorf("clearing away what has expired: %w", err)
		}
	}
	return nil
}
