package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/rowscan"
)

const endedByLeaving = "account_leaving"

// errLeaving refuses a session to a member who deletes their account and does not say that they keep it.
var errLeaving = domain.Refuse(domain.Forbidden, "account_leaving", "This account is being deleted.")

// Leave deletes the account of a member who gives their password, or signed in lately where they have none: they are signed out
// everywhere at once, and erased when the time to undo it is over, which it tells. Whoever signs in before may keep the account.
func (s *Service) Leave(ctx context.Context, p Principal, password string, b Browser) (time.Time, error) {
	a, err := s.confirmed(ctx, p, password)
	if err != nil {
		return time.Time{}, err
	}
	now := s.now()
	due := now.Add(s.grace)
	var ended []ident.ID
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// the account's row first, as in replacePassword; what is deleted already keeps its date
		set, err := tx.Exec(ctx, `
			UPDATE accounts SET leaving_at = $2, leaving_asked_at = NULL
			WHERE id = $1 AND closed_at IS NULL AND leaving_at IS NULL AND password_hash = $3`, a.ID, due, a.PasswordHash)
		if err != nil {
			return err
		}
		if set.RowsAffected() == 0 {
			return errInvalidToken
		}
		if ended, err = endOthers(ctx, tx, a.ID, ident.Nil, endedByLeaving, now); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didLeave, b.userAgent)
	})
	if err == errInvalidToken { //nolint:errorlint // the refusal itself, from a few lines above
		return time.Time{}, err
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("deleting an account: %w", err)
	}
	s.dropAll(ended)
	asked, err := s.askErasure(ctx, a.ID)
	if err != nil { // the row remembers it: Work asks again
		s.log.WarnContext(ctx, "an account that is deleted waits for the log", "account", a.ID, "error", err)
		s.nudge()
		return due, nil
	}
	return asked, nil
}

// askErasure has the log say that the member of an account that is deleted is to be erased, and mails them so, once. It gives
// when that begins. The row stays locked meanwhile, so that nobody undoes what is not asked for yet.
func (s *Service) askErasure(ctx context.Context, id ident.ID) (due time.Time, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		a, err := rowscan.One[struct {
			Member  ident.ID   `db:"member_id"`
			To      string     `db:"email_typed"`
			Lang    string     `db:"lang"`
			Leaving *time.Time `db:"leaving_at"`
			Asked   *time.Time `db:"leaving_asked_at"`
		}](ctx, tx, `
			SELECT member_id, email_typed, lang, leaving_at, leaving_asked_at FROM accounts WHERE id = $1 AND closed_at IS NULL
			FOR UPDATE`, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if a.Leaving == nil || a.Asked != nil {
			return nil
		}
		key := fmt.Sprintf("leaving:%s:%d", id, a.Leaving.UnixMicro())
		if due, err = s.registrar.AskErasure(ctx, key, a.Member); err != nil {
			return err
		}
		err = s.mailer.Send(ctx, mail.Message{
			Key: key, To: a.To, Lang: a.Lang, Content: mail.Leaving{Date: due.UTC().Format(time.DateOnly), Link: s.baseURL + "/auth"},
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE accounts SET leaving_at = $2, leaving_asked_at = $3 WHERE id = $1`, id, due, s.now())
		return err
	})
	if err != nil {
		return due, fmt.Errorf("asking for the erasure of account %s: %w", id, err)
	}
	return due, nil
}

// askErasures asks for the erasures of all whose asking was cut off.
func (s *Service) askErasures(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `
		SELECT id FROM accounts WHERE leaving_at IS NOT NULL AND leaving_asked_at IS NULL AND closed_at IS NULL
		ORDER BY random() LIMIT 100`)
	if err != nil {
		return fmt.Errorf("looking for accounts that are deleted: %w", err)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowTo[ident.ID])
	if err != nil {
		return fmt.Errorf("looking for accounts that are deleted: %w", err)
	}
	var failures []error
	for _, id := range waiting {
		_, err := s.askErasure(ctx, id)
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// mayEnter refuses with account_leaving who deletes their account, unless they keep it: then the erasure is undone first. It
// refuses with erasure_begun when that is too late, which the log decides.
func (s *Service) mayEnter(ctx context.Context, a account, from BrowserState) error {
	if a.LeavingAt == nil {
		return nil
	}
	if !from.Keep {
		return leavingAt(a)
	}
	if _, err := s.askErasure(ctx, a.ID); err != nil {
		return err
	}
	if err := s.registrar.UndoErasure(ctx, a.Member); err != nil {
		return err
	}
	return s.note(ctx, s.pool, a.ID, didStay, from.UserAgent)
}

func leavingAt(a account) error { return errLeaving.With("at", a.LeavingAt.UTC().Format(time.RFC3339)) }

// Stay lets a member sign in again whose erasure was undone. It changes nothing for who is not deleting their account.
func (s *Service) Stay(ctx context.Context, member ident.ID) error {
	_, err := s.pool.Exec(ctx, `UPDATE accounts SET leaving_at = NULL, leaving_asked_at = NULL WHERE member_id = $1`, member)
	if err != nil {
		return fmt.Errorf("keeping an account: %w", err)
	}
	return nil
}
