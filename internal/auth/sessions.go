package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Why a member's sessions end that a member or the operator ends on purpose.
const (
	endedByMember   = "ended_by_member"
	endedByPassword = "password_changed"
	endedByFactor   = "second_factor_on"
	endedByOperator = "revoked_by_operator"
)

// shownSessions is how many sessions a member is shown: far more than anybody has.
const shownSessions = 200

// OpenSession is a browser in which a member is signed in.
type OpenSession struct {
	ID        ident.ID  `db:"id"`
	UserAgent string    `db:"user_agent"`
	Address   string    `db:"address"` // where the browser was when it signed in
	CreatedAt time.Time `db:"created_at"`
	UsedAt    time.Time `db:"used_at"` // last refresh: at most AccessLife before the last request
}

var errNoSession = domain.Refuse(domain.NotFound, "session_not_found", "This session has ended already.")

// Sessions are where a member is signed in, the last one used first.
func (s *Service) Sessions(ctx context.Context, member ident.ID) ([]OpenSession, error) {
	now := s.now()
	rows, err := s.pool.Query(ctx, `
		SELECT s.id, s.user_agent, s.address, s.created_at, s.used_at FROM sessions s JOIN accounts a ON a.id = s.account_id
		WHERE a.member_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.used_at > $3
		ORDER BY s.used_at DESC, s.id LIMIT $4`, member, now, now.Add(-refreshIdle), shownSessions)
	if err != nil {
		return nil, fmt.Errorf("listing a member's sessions: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[OpenSession])
	if err != nil {
		return nil, fmt.Errorf("listing a member's sessions: %w", err)
	}
	return all, nil
}

// EndSession ends one of a member's sessions. It refuses with session_not_found what is none of theirs or has ended.
func (s *Service) EndSession(ctx context.Context, p Principal, session ident.ID, userAgent string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var account ident.ID
		err := tx.QueryRow(ctx, `
			UPDATE sessions s SET ended_at = $3, end_reason = $4 FROM accounts a
			WHERE s.id = $1 AND a.id = s.account_id AND a.member_id = $2 AND s.ended_at IS NULL RETURNING a.id`,
			session, p.Member, s.now(), endedByMember).Scan(&account)
		if err != nil {
			return err
		}
		if err := endChangeOf(ctx, tx, session, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, account, didEndSession, userAgent)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return errNoSession
	}
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	s.nudge()
	s.sessions.drop(session)
	return nil
}

// EndOtherSessions signs a member out of every browser but their own.
func (s *Service) EndOtherSessions(ctx context.Context, p Principal, userAgent string) error {
	return s.endAll(ctx, p.Member, p.Session, endedByMember, didEndOthers, userAgent)
}

// RevokeSessions signs a member out everywhere on behalf of the operator. Error: ErrNoMember.
func (s *Service) RevokeSessions(ctx context.Context, member ident.ID) error {
	return s.endAll(ctx, member, ident.Nil, endedByOperator, operatorRevoked, "")
}

// endAll ends a member's sessions but one, and notes it.
func (s *Service) endAll(ctx context.Context, member, but ident.ID, reason, kind, userAgent string) error {
	var ended []ident.ID
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var account ident.ID
		err := tx.QueryRow(ctx, `SELECT id FROM accounts WHERE member_id = $1`, member).Scan(&account)
		if err != nil {
			return err
		}
		if ended, err = endOthers(ctx, tx, account, but, reason, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, account, kind, userAgent)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoMember
	}
	if err != nil {
		return fmt.Errorf("ending a member's sessions: %w", err)
	}
	s.nudge()
	s.dropAll(ended)
	return nil
}

// endOthers ends the sessions of an account but one, which may be nil, and gives them. What they asked for and was not confirmed,
// another address, is called off: it may be a thief's.
func endOthers(ctx context.Context, tx pgx.Tx, account, but ident.ID, reason string, now time.Time) ([]ident.ID, error) {
	if _, err := tx.Exec(ctx, `
		UPDATE account_email_changes SET ended_at = $3
		WHERE account_id = $1 AND session_id <> $2 AND confirmed_at IS NULL AND ended_at IS NULL`, account, but, now); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		UPDATE sessions SET ended_at = $3, end_reason = $4 WHERE account_id = $1 AND id <> $2 AND ended_at IS NULL RETURNING id`,
		account, but, now, reason)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[ident.ID])
}

// endChangeOf calls off the change of address that a session asked for and that nobody confirmed.
func endChangeOf(ctx context.Context, tx pgx.Tx, session ident.ID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE account_email_changes SET ended_at = $2
		WHERE session_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`, session, now)
	return err
}

func (s *Service) dropAll(sessions []ident.ID) {
	for _, id := range sessions {
		s.sessions.drop(id)
	}
}
