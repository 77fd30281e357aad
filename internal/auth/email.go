package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

const (
	emailChangeLife = 24 * time.Hour     // of the link in the mail to the new address
	emailUndoLife   = 7 * 24 * time.Hour // after the change: for so long the link in the mails to the old address takes it back
	// keepEmailChanges is a little longer than mails stay in the outbox: until then an erasure finds by them whom they went to.
	keepEmailChanges = 32 * 24 * time.Hour

	endedByEmail = "email_changed"
	stopMAC      = sha256.Size / 2
)

// The answers to a change of address. Whoever holds a link may know why it does not work.
var (
	errSameEmail     = domain.RefuseField("email", "email_unchanged", "This is the address you have already.")
	errNoEmailChange = domain.Refuse(domain.NotFound, "email_change_not_found", "No other address waits for its confirmation.")
	errEmailInvalid  = domain.Refuse(domain.NotFound, "email_change_invalid", "This link is not valid.")
	errEmailUsed     = domain.Refuse(domain.Gone, "email_change_used", "This link was used already.")
	errEmailExpired  = domain.Refuse(domain.Gone, "email_change_expired", "This link has expired. Please ask for another.")
	errEmailEnded    = domain.Refuse(domain.Gone, "email_change_cancelled", "The change of the address was called off.")
	errEmailTaken    = domain.Refuse(domain.Conflict, "email_taken", "An account with this email already exists.")
	errUndoTooLate   = domain.Refuse(domain.Gone, "email_undo_too_late", "This can't be taken back by a link any more.")
)

// NewEmail is what a member gives to be reached, and to sign in, at another address.
type NewEmail struct {
	Email     string
	UserAgent string
}

// ChangeEmail asks for another address. It mails a link to that one, and until the link is opened and pressed nothing changes;
// the address that is in use gets a mail that says so, with a link that calls it off. An address that belongs to somebody else
// is answered alike, in words and in work: its owner is mailed that somebody tried. What waited before is called off.
// Errors: required, malformed_email, email_unchanged at "email"; those of mayChange.
func (s *Service) ChangeEmail(ctx context.Context, p Principal, in NewEmail) error {
	email, refusal := parseAddress(in.Email)
	if refusal != nil {
		return refusal
	}
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	if email.normal == a.Normal {
		return errSameEmail
	}
	return s.askEmail(ctx, a, p.Session, email, in.UserAgent)
}

// askEmail asks for an address in the name of an account, from a session or, with none, by a link that was mailed.
func (s *Service) askEmail(ctx context.Context, a account, session ident.ID, email address, userAgent string) error {
	if err := s.limits.emails.Take(a.ID.String()); err != nil {
		return err
	}
	secret, err := s.secret()
	if err != nil {
		return err
	}
	id, err := s.newID()
	if err != nil {
		return err
	}
	typed, _ := parseAddress(a.Email) // the address that an account without one had
	var taken bool
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.now()
		if _, err := endEmailChanges(ctx, tx, a.ID, now); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `
			INSERT INTO account_email_changes (id, account_id, session_id, email, email_typed, old_email, old_typed, hash, mails,
			                                   requested_at, expires_at)
			SELECT $1, a.id, $3, $4, $5, CASE WHEN a.email = $9 THEN $10 ELSE a.email END, a.email_typed, $6, 1, $7, $8
			FROM accounts a WHERE a.id = $2 AND a.closed_at IS NULL
			RETURNING EXISTS (SELECT FROM accounts o WHERE o.email = $4 AND o.confirmed_at IS NOT NULL)`,
			id, a.ID, session, email.normal, email.typed, digest(secret), now, now.Add(emailChangeLife), homelessKey(a.ID),
			typed.normal).Scan(&taken)
		if errors.Is(err, pgx.ErrNoRows) {
			return errInvalidToken
		}
		if err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didAskEmail, userAgent)
	})
	if err != nil {
		return refusalOr(err, "asking for another address")
	}
	if err := s.offerEmail(ctx, id, 1, email, a.Lang, secret, emailChangeLife, taken); err != nil {
		return err
	}
	err = s.mailer.Send(ctx, mail.Message{
		Key: "email-asked:" + id.String(), To: a.Email, Lang: a.Lang,
		Content: mail.EmailAsked{Occasion: occasion(s.now(), userAgent), Link: s.stopLink(id)},
	})
	if err != nil {
		return fmt.Errorf("mailing about another address: %w", err)
	}
	return nil
}

// endEmailChanges calls off what waits for its confirmation, and tells whether anything did.
func endEmailChanges(ctx context.Context, tx pgx.Tx, account ident.ID, now time.Time) (bool, error) {
	ended, err := tx.Exec(ctx, `
		UPDATE account_email_changes SET ended_at = $2 WHERE account_id = $1 AND confirmed_at IS NULL AND ended_at IS NULL`,
		account, now)
	return ended.RowsAffected() > 0, err
}

// offerEmail mails the link to an address that somebody wants, or tells its owner that they do. An address that had too many
// such mails gets none.
func (s *Service) offerEmail(
	ctx context.Context, id ident.ID, nth int, email address, lang string, secret []byte, left time.Duration, taken bool,
) error {
	if !s.mayMail(email.normal, taken) {
		s.log.WarnContext(ctx, "no mail for a change of address: the new one had too many")
		return nil // nobody is to learn that
	}
	m := mail.Message{Key: offerKey(id, nth), To: email.typed, Lang: lang}
	if taken {
		m.Content = mail.EmailTaken{Link: s.baseURL + "/auth"}
	} else {
		token := base64.RawURLEncoding.EncodeToString(secret)
		offered := mail.EmailOffered{Link: s.baseURL + "/auth/email?token=" + url.QueryEscape(token)}
		if left >= 2*time.Hour {
			offered.Hours = int(left / time.Hour)
		} else {
			offered.Minutes = int((left + time.Minute - 1) / time.Minute)
		}
		m.Content = offered
	}
	if err := s.mailer.Send(ctx, m); err != nil {
		return fmt.Errorf("mailing to another address: %w", err)
	}
	return nil
}

// offerKey is that of the nth mail about a change to the new address.
func offerKey(id ident.ID, nth int) string { return fmt.Sprintf("email-offered:%s:%d", id, nth) }

// PendingEmail is an address that waits for its confirmation.
type PendingEmail struct {
	Email   string    `db:"email_typed"`
	Expires time.Time `db:"expires_at"`
}

// PendingEmail gives the address that a member asked for and did not confirm; nil where there is none.
func (s *Service) PendingEmail(ctx context.Context, member ident.ID) (*PendingEmail, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT c.email_typed, c.expires_at FROM account_email_changes c JOIN accounts a ON a.id = c.account_id
		WHERE a.member_id = $1 AND c.confirmed_at IS NULL AND c.ended_at IS NULL AND c.expires_at > $2`, member, s.now())
	if err != nil {
		return nil, fmt.Errorf("reading a change of address: %w", err)
	}
	p, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[PendingEmail])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // none waits
	}
	if err != nil {
		return nil, fmt.Errorf("reading a change of address: %w", err)
	}
	return p, nil
}

// CancelEmailChange calls off what waits for its confirmation; it changes nothing where nothing does.
func (s *Service) CancelEmailChange(ctx context.Context, p Principal, userAgent string) error {
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return errInvalidToken
	}
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ended, err := endEmailChanges(ctx, tx, a.ID, s.now())
		if err != nil || !ended {
			return err
		}
		return s.note(ctx, tx, a.ID, didStopEmail, userAgent)
	})
	if err != nil {
		return fmt.Errorf("calling off a change of address: %w", err)
	}
	return nil
}

// ResendEmailChange mails another link to the address that waits; the link before works no more. It works as long as that one:
// the proof of identity was for a day.
// Errors: email_change_not_found (404).
func (s *Service) ResendEmailChange(ctx context.Context, p Principal) error {
	secret, err := s.secret()
	if err != nil {
		return err
	}
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return errInvalidToken
	}
	if err != nil {
		return err
	}
	if err := s.limits.emails.Take(a.ID.String()); err != nil {
		return err
	}
	now := s.now()
	c, err := rowscan.One[struct {
		ID    ident.ID  `db:"id"`
		Email string    `db:"email"`
		Typed string    `db:"email_typed"`
		Nth   int       `db:"mails"`
		Until time.Time `db:"expires_at"`
		Taken bool      `db:"taken"`
	}](ctx, s.pool, `
		UPDATE account_email_changes c SET hash = $2, mails = c.mails + 1
		WHERE c.account_id = $1 AND c.confirmed_at IS NULL AND c.ended_at IS NULL AND c.expires_at > $3
		RETURNING c.id, c.email, c.email_typed, c.mails, c.expires_at,
		          EXISTS (SELECT FROM accounts o WHERE o.email = c.email AND o.confirmed_at IS NOT NULL) AS taken`,
		a.ID, digest(secret), now)
	if errors.Is(err, pgx.ErrNoRows) {
		return errNoEmailChange
	}
	if err != nil {
		return fmt.Errorf("asking for another mail to an address: %w", err)
	}
	email := address{normal: c.Email, typed: c.Typed}
	return s.offerEmail(ctx, c.ID, c.Nth, email, a.Lang, secret, c.Until.Sub(now).Round(time.Second), c.Taken)
}

// emailChange is a row of account_email_changes, whose account is open.
type emailChange struct {
	ID          ident.ID   `db:"id"`
	Account     ident.ID   `db:"account_id"`
	Session     ident.ID   `db:"session_id"`
	Email       string     `db:"email"`
	EmailTyped  string     `db:"email_typed"`
	OldEmail    string     `db:"old_email"`
	OldTyped    string     `db:"old_typed"`
	ExpiresAt   time.Time  `db:"expires_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
	EndedAt     *time.Time `db:"ended_at"`
	UndoneAt    *time.Time `db:"undone_at"`
	Lang        string     `db:"lang"`
	Member      ident.ID   `db:"member_id"`
	Leaving     bool       `db:"leaving"` // the account is being deleted
	AskedAt     time.Time  `db:"requested_at"`
	Now         string     `db:"now_email"` // of the account
	NowTyped    string     `db:"now_typed"`
}

// lockEmailChange gives a change of an account that is open, and locks the account first, as replacePassword does.
func lockEmailChange(ctx context.Context, tx pgx.Tx, where string, arg any) (c emailChange, err error) {
	// the lock first: what is read by the same statement may be older than what whoever held it wrote
	if _, err := tx.Exec(ctx, `
		SELECT FROM accounts WHERE id = (SELECT account_id FROM account_email_changes WHERE `+where+`) FOR UPDATE`, arg); err != nil {
		return c, err
	}
	rows, err := tx.Query(ctx, `
		SELECT c.id, c.account_id, c.session_id, c.email, c.email_typed, c.old_email, c.old_typed, c.expires_at, c.confirmed_at,
		       c.ended_at, c.undone_at, c.requested_at, a.lang, a.member_id, a.leaving_at IS NOT NULL AS leaving,
		       a.email AS now_email, a.email_typed AS now_typed
		FROM account_email_changes c JOIN accounts a ON a.id = c.account_id
		WHERE c.`+where+` AND a.closed_at IS NULL`, arg)
	if err != nil {
		return c, err
	}
	c, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[emailChange])
	if errors.Is(err, pgx.ErrNoRows) {
		return c, errEmailInvalid
	}
	return c, err
}

// ConfirmEmail gives a member the address to which the link was mailed. Every other session than the one that asked for it
// ends, and so do links that were mailed to the address before, which is told of it.
// Errors: email_change_invalid (404); email_change_used, email_change_expired, email_change_cancelled (410); email_taken (409).
func (s *Service) ConfirmEmail(ctx context.Context, token, userAgent string) error {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return err
	}
	secret, err := parseSecret(token)
	if err != nil {
		return errEmailInvalid
	}
	var (
		c     emailChange
		ended []ident.ID
	)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if c, err = lockEmailChange(ctx, tx, "hash = $1", digest(secret)); err != nil {
			return err
		}
		now := s.now()
		switch {
		case c.Leaving:
			return errEmailInvalid
		case c.ConfirmedAt != nil:
			return errEmailUsed
		case c.EndedAt != nil:
			return errEmailEnded
		case !now.Before(c.ExpiresAt):
			return errEmailExpired
		}
		if err := s.moveTo(ctx, tx, c.Account, address{normal: c.Email, typed: c.EmailTyped}, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE account_email_changes SET confirmed_at = $2 WHERE id = $1`, c.ID, now); err != nil {
			return err
		}
		if ended, err = endOthers(ctx, tx, c.Account, c.Session, endedByEmail, now); err != nil {
			return err
		}
		if c.homeless() { // the undo deleted the password: the way to a new one is mailed at once
			if _, err := tx.Exec(ctx, wishSQL(s.resetWishes()), c.Email, now); err != nil {
				return err
			}
		}
		return s.note(ctx, tx, c.Account, didChangeEmail, userAgent)
	})
	if err != nil {
		return refusalOr(err, "giving a member another address")
	}
	s.afterMove(ctx, c.Account, ended)
	err = s.mailer.Send(ctx, mail.Message{
		Key: "email-changed:" + c.ID.String(), To: c.OldTyped, Lang: c.Lang,
		Content: mail.EmailChanged{
			Occasion: occasion(s.now(), userAgent), Link: s.stopLink(c.ID), Days: int(emailUndoLife / (24 * time.Hour)),
		},
	})
	if err != nil { // it is done already: that the mail fails is no reason to say otherwise
		s.log.ErrorContext(ctx, "a member was not told that their address changed", "account", c.Account, "error", err)
	}
	return nil
}

// moveTo gives an account another address. A sign-up with it that nobody confirmed goes: whoever holds the link has shown whose
// the address is.
func (s *Service) moveTo(ctx context.Context, tx pgx.Tx, account ident.ID, to address, now time.Time) error {
	if _, err := tx.Exec(ctx, `DELETE FROM accounts WHERE email = $1 AND confirmed_at IS NULL AND closed_at IS NULL AND id <> $2`,
		to.normal, account); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE accounts SET email = $2, email_typed = $3, email_unlogged_at = $4 WHERE id = $1`, account,
		to.normal, to.typed, now)
	if broken, ok := errors.AsType[*pgconn.PgError](err); ok && broken.Code == uniqueBroken {
		return errEmailTaken
	}
	if err != nil {
		return err
	}
	// what was mailed to the address before is no proof any more
	if _, err := tx.Exec(ctx, `UPDATE account_resets SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL`, account,
		now); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM account_challenges WHERE account_id = $1`, account)
	return err
}

// afterMove does what follows when an account has another address.
func (s *Service) afterMove(ctx context.Context, account ident.ID, ended []ident.ID) {
	s.dropAll(ended)
	if err := s.logEmail(ctx, account); err != nil { // the row remembers it: Work tells the log again
		s.log.WarnContext(ctx, "a change of address waits for the log", "account", account, "error", err)
	}
	s.nudge()
}

// logEmail has the log say which address an account has now. The row stays locked meanwhile, so that the last address is the
// last that is said.
func (s *Service) logEmail(ctx context.Context, account ident.ID) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var (
			member ident.ID
			email  string
			since  time.Time
		)
		err := tx.QueryRow(ctx, `
			SELECT member_id, email_typed, email_unlogged_at FROM accounts
			WHERE id = $1 AND email_unlogged_at IS NOT NULL AND registered_at IS NOT NULL AND closed_at IS NULL FOR UPDATE`, account).
			Scan(&member, &email, &since)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		err = s.registrar.ChangeEmail(ctx, ChangeEmail{
			CommandKey: fmt.Sprintf("email:%s:%d", account, since.UnixMicro()), Member: member, Email: email,
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE accounts SET email_unlogged_at = NULL WHERE id = $1`, account)
		return err
	})
	if err != nil {
		return fmt.Errorf("telling the log the address of account %s: %w", account, err)
	}
	return nil
}

// logEmails tells the log the addresses of all that it was not told of.
func (s *Service) logEmails(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `
		SELECT id FROM accounts WHERE email_unlogged_at IS NOT NULL AND registered_at IS NOT NULL AND closed_at IS NULL
		ORDER BY random() LIMIT 100`)
	if err != nil {
		return fmt.Errorf("looking for addresses that changed: %w", err)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowTo[ident.ID])
	if err != nil {
		return fmt.Errorf("looking for addresses that changed: %w", err)
	}
	var failures []error
	for _, id := range waiting {
		failures = append(failures, s.logEmail(ctx, id))
	}
	return errors.Join(failures...)
}

// EmailChange is an address that a member asked for, and what became of it.
type EmailChange struct {
	ID        ident.ID   `db:"id"`
	From      string     `db:"old_typed"`
	To        string     `db:"email_typed"`
	Mails     int        `db:"mails"` // to the address that was asked for
	Requested time.Time  `db:"requested_at"`
	Confirmed *time.Time `db:"confirmed_at"` // nil: it was not
	Ended     *time.Time `db:"ended_at"`     // nil: it was not
	Undone    *time.Time `db:"undone_at"`    // nil: it was not
}

// Keys are those of the mails about it.
func (c EmailChange) Keys() []string {
	keys := []string{"email-asked:" + c.ID.String(), "email-changed:" + c.ID.String(), "email-restored:" + c.ID.String()}
	for n := range c.Mails {
		keys = append(keys, offerKey(c.ID, n+1))
	}
	return keys
}

// EmailChanges lists the addresses that a member asked for, the oldest first, for as long as mails to them may be kept.
func (s *Service) EmailChanges(ctx context.Context, member ident.ID) ([]EmailChange, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT c.id, c.old_typed, c.email_typed, c.mails, c.requested_at, c.confirmed_at, c.ended_at, c.undone_at
		FROM account_email_changes c JOIN accounts a ON a.id = c.account_id WHERE a.member_id = $1
		ORDER BY c.requested_at, c.id`, member)
	if err != nil {
		return nil, fmt.Errorf("listing changes of an address: %w", err)
	}
	all, err := pgx.CollectRows(rows, rowscan.Row[EmailChange])
	if err != nil {
		return nil, fmt.Errorf("listing changes of an address: %w", err)
	}
	return all, nil
}
