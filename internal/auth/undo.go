package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

// Stopped is what became of a change of address that its old address called off.
type Stopped string

// What can become of it: nothing had changed yet; the old address is back; or the account is its owner's again and needs another
// address, since the old one has an account of its own by now.
const (
	StoppedBefore       Stopped = "stopped"
	StoppedAfter        Stopped = "undone"
	StoppedNeedsAddress Stopped = "needs_address"
)

// homeless begins what stands as the address of an account whose own one is another account's. It is no address: nobody can sign
// in, sign up or ask for a mail with it. Mails go to email_typed as before.
const homeless = "undone:"

// chooseLife is for how long after an undo another address can be chosen: a little shorter than its row is kept.
const chooseLife = 30 * 24 * time.Hour

func homelessKey(account ident.ID) string { return homeless + account.String() }

// StopEmailChange calls a change of address off for who holds the link that was mailed to the address in use, and ends every
// session: the request came from one. For seven days after the change it gives the account the address that it had before the
// oldest change of these days, whatever followed: every session ends, the password goes, and what opens the account otherwise is
// as it was when that change was asked for. A new password is mailed for. Where another account has that address by now, nothing
// is taken from it: the account gets none, and who reads the mailbox chooses another by ChooseEmail. Doing so again changes
// nothing.
// Errors: email_change_invalid (404), email_undo_too_late (410), email_taken (409) where somebody takes the address at the same
// moment.
func (s *Service) StopEmailChange(ctx context.Context, token, userAgent string) (Stopped, error) {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return "", err
	}
	id, ok := s.parseStop(token)
	if !ok {
		return "", errEmailInvalid
	}
	var (
		c      emailChange
		back   address
		since  time.Time
		ended  []ident.ID
		what   undone
		became = StoppedAfter
		moved  bool
		taken  bool
		first  ident.ID
	)
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if c, err = lockEmailChange(ctx, tx, "id = $1", id); err != nil {
			return err
		}
		if c.homeless() {
			became = StoppedNeedsAddress
		}
		now := s.now()
		// a request that came to nothing may have been followed by one that was confirmed: its link undoes that, too
		laterMoved, err := movedSince(ctx, tx, c.Account, c.AskedAt, now)
		if err != nil {
			return err
		}
		switch {
		case c.UndoneAt != nil:
			return nil
		case c.ConfirmedAt == nil && !laterMoved:
			if !c.homeless() {
				became = StoppedBefore
			}
			pending, err := endEmailChanges(ctx, tx, c.Account, now)
			if err != nil || !pending {
				return err
			}
			if ended, err = endOthers(ctx, tx, c.Account, ident.Nil, endedByEmail, now); err != nil {
				return err
			}
			return s.note(ctx, tx, c.Account, didStopEmail, userAgent)
		case c.ConfirmedAt != nil && !now.Before(c.ConfirmedAt.Add(emailUndoLife)):
			return errUndoTooLate
		}
		earliest, err := rowscan.One[struct {
			ID       ident.ID  `db:"id"`
			Email    string    `db:"old_email"`
			Typed    string    `db:"old_typed"`
			AskedFor time.Time `db:"requested_at"`
		}](ctx, tx, `
			SELECT id, old_email, old_typed, requested_at FROM account_email_changes
			WHERE account_id = $1 AND confirmed_at > $2 AND undone_at IS NULL ORDER BY confirmed_at, id LIMIT 1`,
			c.Account, now.Add(-emailUndoLife))
		if err != nil {
			return err
		}
		first, back, since = earliest.ID, address{normal: earliest.Email, typed: earliest.Typed}, earliest.AskedFor
		to := back
		if taken, err = isTaken(ctx, tx, c.Account, back.normal); err != nil {
			return err
		}
		if taken {
			to.normal = homelessKey(c.Account)
			if c.OldEmail == back.normal { // the link was mailed to that address
				became = StoppedNeedsAddress
			}
		}
		if err := s.moveTo(ctx, tx, c.Account, to, now); err != nil {
			return err
		}
		if what, err = s.undoSince(ctx, tx, c.Account, since); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			UPDATE accounts SET password_hash = '', password_short = false, password_changed_at = $2 WHERE id = $1`,
			c.Account, now); err != nil {
			return err
		}
		if _, err := endEmailChanges(ctx, tx, c.Account, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			UPDATE account_email_changes SET undone_at = $2 WHERE account_id = $1 AND confirmed_at > $3 AND undone_at IS NULL`,
			c.Account, now, now.Add(-emailUndoLife)); err != nil {
			return err
		}
		if ended, err = endOthers(ctx, tx, c.Account, ident.Nil, endedByEmail, now); err != nil {
			return err
		}
		moved = true
		return s.note(ctx, tx, c.Account, didUndoEmail, userAgent)
	})
	if err != nil {
		return "", refusalOr(err, "calling off a change of address")
	}
	s.dropAll(ended)
	if moved {
		s.afterMove(ctx, c.Account, ended)
		var link string
		if taken {
			link = s.stopLink(first)
		}
		s.afterUndo(ctx, c, back, what, link)
	}
	return became, nil
}

// isTaken tells whether another account has an address for good: it was confirmed, or is being erased.
func isTaken(ctx context.Context, tx pgx.Tx, account ident.ID, email string) (taken bool, err error) {
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM accounts WHERE email = $1 AND id <> $2 AND (confirmed_at IS NOT NULL OR closed_at IS NOT NULL))`,
		email, account).Scan(&taken)
	return taken, err
}

// ChooseEmail asks for an address for an account that an undo left without one, as ChangeEmail does. The secret is that of a link
// that was mailed to the account's address of before: only its mailbox may say where the account goes.
// Errors: required, malformed_email at "email"; email_change_invalid (404) where the account needs no address, or the link was
// mailed elsewhere; email_undo_too_late (410).
func (s *Service) ChooseEmail(ctx context.Context, token string, in NewEmail) error {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return err
	}
	id, ok := s.parseStop(token)
	if !ok {
		return errEmailInvalid
	}
	email, refusal := parseAddress(in.Email)
	if refusal != nil {
		return refusal
	}
	var c emailChange
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		c, err = lockEmailChange(ctx, tx, "id = $1", id)
		if err == nil && !c.homeless() {
			err = errEmailInvalid
		}
		if err == nil && c.UndoneAt != nil && !s.now().Before(c.UndoneAt.Add(chooseLife)) {
			err = errUndoTooLate
		}
		return err
	})
	if err != nil {
		return refusalOr(err, "choosing an address")
	}
	a, err := s.find(ctx, "id = $1", c.Account)
	if err != nil {
		return err
	}
	return s.askEmail(ctx, a, ident.Nil, email, in.UserAgent)
}

// homeless tells whether the account needs an address, and the change's link was mailed to the one that it had.
func (c emailChange) homeless() bool {
	before, refusal := parseAddress(c.NowTyped)
	return refusal == nil && c.Now == homelessKey(c.Account) && c.OldEmail == before.normal
}

// afterUndo keeps an account that was deleted since its address changed, and tells its member what the undo did; where the
// account needs another address, with the link to choose it.
func (s *Service) afterUndo(ctx context.Context, c emailChange, back address, what undone, link string) {
	s.sessions.dropOf(c.Member)
	if c.Leaving {
		_, err := s.askErasure(ctx, c.Account)
		if err == nil {
			err = s.registrar.UndoErasure(ctx, c.Member)
		}
		if err != nil { // signing in offers to keep the account
			s.log.WarnContext(ctx, "an account whose address was given back is still being deleted", "account", c.Account, "error", err)
		}
	}
	f, err := s.Factor(ctx, c.Member)
	if err == nil {
		said := mail.EmailRestored{Ended: what.Ended, Back: what.Back, Codes: f.Since != nil, Link: s.baseURL + "/auth/forgot"}
		if link != "" {
			said.Days, said.Link = int(chooseLife/(24*time.Hour)), link
		}
		err = s.mailer.Send(ctx, mail.Message{
			Key: "email-restored:" + c.ID.String(), To: back.typed, Lang: c.Lang, Content: said,
		})
	}
	if err != nil { // it is done already
		s.log.ErrorContext(ctx, "the mail about a restored address failed", "account", c.Account, "error", err)
	}
}

// stopLink is the link by which the address in use calls a change off. It says which, and proves that it was mailed.
func (s *Service) stopLink(id ident.ID) string {
	token := slices.Concat(id[:], s.stopMAC(id))
	return s.baseURL + "/auth/email/stop?token=" + url.QueryEscape(base64.RawURLEncoding.EncodeToString(token))
}

func (s *Service) stopMAC(id ident.ID) []byte {
	mac := hmac.New(sha256.New, s.stopping)
	mac.Write(id[:])
	return mac.Sum(nil)[:stopMAC]
}

func (s *Service) parseStop(token string) (id ident.ID, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != len(id)+stopMAC {
		return id, false
	}
	copy(id[:], raw)
	return id, hmac.Equal(raw[len(id):], s.stopMAC(id))
}
