package auth

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
)

// staffMin is the least length of a staff member's password, in characters.
const staffMin = 12

// PasswordChange is what a member gives to change their password.
type PasswordChange struct {
	New       string
	UserAgent string
}

var (
	errSamePassword = domain.RefuseField("new_password", "password_unchanged", "This is the password you have already.")
	// errMeanwhile is what replacePassword gives when the password was replaced by somebody else first.
	errMeanwhile = errors.New("the password was replaced meanwhile")
)

// ChangePassword replaces a member's password, or gives them one where they have none, and signs them out of every other browser.
// Errors: those of mayChange; what checkPassword says at "new_password"; password_unchanged.
func (s *Service) ChangePassword(ctx context.Context, p Principal, in PasswordChange) error {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	if err := s.checkPassword(ctx, "new_password", in.New, a); err != nil {
		return err
	}
	if a.PasswordHash != "" {
		switch same, _, err := s.hasher.verify(ctx, in.New, a.PasswordHash); {
		case err != nil:
			return err
		case same:
			return errSamePassword
		}
	}
	hash, err := s.hasher.hash(ctx, in.New)
	if err != nil {
		return err
	}
	err = s.replacePassword(ctx, a, hash, change{kind: didChangePassword, userAgent: in.UserAgent, but: p.Session})
	if errors.Is(err, errMeanwhile) {
		return errInvalidToken // every session of before has ended
	}
	return err
}

// prove refuses with an error who does not give the password of the account in whose session they are, and with no_password
// who has none. Wrong ones are counted by session.
func (s *Service) prove(ctx context.Context, p Principal, a account, password string, wrong error) error {
	if a.PasswordHash == "" {
		return errNoPassword
	}
	bucket := p.Session.String()
	if err := s.limits.change.Take(bucket); err != nil {
		return err
	}
	if utf8.RuneCountInString(password) > maxPassword {
		return wrong
	}
	fits, _, err := s.hasher.verify(ctx, password, a.PasswordHash)
	switch {
	case err != nil:
		return err
	case !fits:
		return wrong
	}
	s.limits.change.Forget(bucket)
	return nil
}

// checkPassword refuses what may not be the new password of an account.
func (s *Service) checkPassword(ctx context.Context, field, password string, a account) error {
	roles, err := s.Roles(ctx, a.Member)
	if err != nil {
		return err
	}
	if r := s.rulesFor(roles).check(field, password, a.Normal, ""); r != nil {
		return r
	}
	return nil
}

// rulesFor is what the new password of somebody with these roles must be.
func (s *Service) rulesFor(roles []string) policy {
	rules := s.policy
	if len(roles) > 0 {
		rules.min = max(rules.min, staffMin)
	}
	return rules
}

// measure notes whether the password that a member has just given is too short for the roles that the member holds: only here
// is its length known. Until it is changed none of the roles can be used.
func (s *Service) measure(ctx context.Context, a account, password string) error {
	short := utf8.RuneCountInString(password) < s.rulesFor([]string{Administrator}).min
	set, err := s.pool.Exec(ctx, `
		UPDATE accounts SET password_short = $2 WHERE id = $1 AND password_hash = $3 AND password_short <> $2
		  AND (NOT $2 OR EXISTS (SELECT FROM account_roles r WHERE r.account_id = accounts.id))`, a.ID, short, a.PasswordHash)
	if err != nil {
		return fmt.Errorf("noting whether a password is too short: %w", err)
	}
	if set.RowsAffected() > 0 {
		s.sessions.dropOf(a.Member)
	}
	return nil
}

// change is how a password comes to be replaced.
type change struct {
	kind      string
	userAgent string
	but       ident.ID // the session that stays; nil: none does
	reset     []byte   // the hash of the reset that is used up; nil: none is, and the account must still have its old password
}

// replacePassword sets a password's hash, ends the sessions and the resets of the account, and tells its owner by mail.
func (s *Service) replacePassword(ctx context.Context, a account, hash string, how change) error {
	var (
		ended []ident.ID
		now   = s.now()
	)
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// the account's row first: a sign-in with the old password waits for it, and finds itself too late
		set, err := tx.Exec(ctx, `
			UPDATE accounts SET password_hash = $2, password_changed_at = $3, password_short = false
			WHERE id = $1 AND closed_at IS NULL AND ($4::bytea IS NOT NULL OR password_hash = $5)`,
			a.ID, hash, now, how.reset, a.PasswordHash)
		if err != nil {
			return err
		}
		if set.RowsAffected() == 0 {
			return errMeanwhile
		}
		// the sign-up that it came from waits for no confirmation: who tries its password is not to be told so
		if _, err := tx.Exec(ctx, `UPDATE account_confirmations SET password_hash = '' WHERE account_id = $1 AND password_hash = $2`,
			a.ID, a.PasswordHash); err != nil {
			return err
		}
		if how.reset != nil {
			used, err := tx.Exec(ctx, `UPDATE account_resets SET used_at = $2 WHERE hash = $1 AND used_at IS NULL`, how.reset, now)
			if err != nil {
				return err
			}
			if used.RowsAffected() == 0 {
				return errMeanwhile
			}
		}
		if _, err := tx.Exec(ctx, `UPDATE account_resets SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL`, a.ID,
			now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM account_challenges WHERE account_id = $1`, a.ID); err != nil {
			return err
		}
		if ended, err = endOthers(ctx, tx, a.ID, how.but, endedByPassword, now); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, how.kind, how.userAgent)
	})
	if errors.Is(err, errMeanwhile) {
		return err
	}
	if err != nil {
		return fmt.Errorf("replacing a password: %w", err)
	}
	s.dropAll(ended)
	s.sessions.dropOf(a.Member) // staff may use their roles again
	s.nudge()
	s.tellOfPassword(ctx, a, now, how.userAgent)
	return nil
}

// tellOfPassword mails that a password was replaced. It is done already: that the mail fails is no reason to say otherwise.
func (s *Service) tellOfPassword(ctx context.Context, a account, at time.Time, userAgent string) {
	err := s.mailer.Send(ctx, mail.Message{
		Key: fmt.Sprintf("password-changed:%s:%d", a.ID, at.UnixMicro()), To: a.Email, Lang: a.Lang,
		Content: mail.PasswordChanged{Occasion: occasion(at, userAgent), Link: s.everywhereLink(a.ID, at)},
	})
	if err != nil {
		s.log.ErrorContext(ctx, "a member was not told that their password was replaced", "account", a.ID, "error", err)
	}
}
