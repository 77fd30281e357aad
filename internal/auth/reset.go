package auth

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

// resetLife is how long the link of a reset works.
const resetLife = time.Hour

// Reset is what the holder of a reset link gives.
type Reset struct {
	Token    string
	Password string
	Browser  BrowserState
}

// The answers to a reset link that does not work. Whoever holds the link may know why.
var (
	errResetInvalid = domain.Refuse(domain.NotFound, "reset_invalid", "This link is not valid.")
	errResetUsed    = domain.Refuse(domain.Gone, "reset_used", "This link was used already.")
	errResetExpired = domain.Refuse(domain.Gone, "reset_expired", "This link has expired. Please ask for another one.")
)

// ForgotPassword asks for a mail with a link that sets a new password. An address that still waits for its confirmation gets
// that mail again, whose page lets one choose a password too.
func (s *Service) ForgotPassword(ctx context.Context, email string) error {
	return s.wish(ctx, s.resetWishes(), email)
}

// resetMail keeps a reset for an account and gives its mail; false when no open account has the address.
func (s *Service) resetMail(ctx context.Context, tx pgx.Tx, email string, secret []byte) (mail.Message, bool, error) {
	a, err := rowscan.One[struct {
		ID        ident.ID `db:"id"`
		To        string   `db:"email_typed"`
		Lang      string   `db:"lang"`
		Confirmed bool     `db:"confirmed"`
	}](ctx, tx, `
		SELECT id, email_typed, lang, confirmed_at IS NOT NULL AS confirmed FROM accounts
		WHERE email = $1 AND closed_at IS NULL FOR SHARE`, email)
	if errors.Is(err, pgx.ErrNoRows) {
		return mail.Message{}, false, nil
	}
	if err != nil {
		return mail.Message{}, false, err
	}
	if !a.Confirmed {
		return s.again(ctx, tx, email, secret)
	}
	now := s.now()
	_, err = tx.Exec(ctx, `INSERT INTO account_resets (hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
		digest(secret), a.ID, now, now.Add(resetLife))
	if err != nil {
		return mail.Message{}, false, err
	}
	token := base64.RawURLEncoding.EncodeToString(secret)
	return mail.Message{
		Key: "password-reset:" + hex.EncodeToString(digest(secret)), To: a.To, Lang: a.Lang,
		Content: mail.PasswordReset{
			Link: s.baseURL + "/auth/reset?token=" + url.QueryEscape(token), Minutes: int(resetLife / time.Minute),
		},
	}, true, nil
}

// ResetPassword sets a new password for whoever holds the link that was mailed, ends every session, and opens one. The link
// works once; a password that is refused does not use it up.
func (s *Service) ResetPassword(ctx context.Context, in Reset) (Tokens, error) {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return Tokens{}, err
	}
	secret, err := parseSecret(in.Token)
	if err != nil {
		return Tokens{}, errResetInvalid
	}
	a, err := s.resettable(ctx, secret)
	if err != nil {
		return Tokens{}, err
	}
	if err := s.checkPassword(ctx, "password", in.Password, a); err != nil {
		return Tokens{}, err
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return Tokens{}, err
	}
	err = s.replacePassword(ctx, a, hash, change{kind: didResetPassword, userAgent: in.Browser.UserAgent, reset: digest(secret)})
	if errors.Is(err, errMeanwhile) {
		return Tokens{}, errResetUsed
	}
	if err != nil {
		return Tokens{}, err
	}
	a.PasswordHash = hash
	if err := s.register(ctx, a); err != nil {
		return Tokens{}, err
	}
	in.Browser.by = ByPassword
	return s.enter(ctx, a, in.Browser, false)
}

// resettable gives the account that a reset's secret leads to, if the link still works.
func (s *Service) resettable(ctx context.Context, secret []byte) (account, error) {
	var (
		id      ident.ID
		expires time.Time
		used    *time.Time
	)
	err := s.pool.QueryRow(ctx, `SELECT account_id, expires_at, used_at FROM account_resets WHERE hash = $1`, digest(secret)).
		Scan(&id, &expires, &used)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return account{}, errResetInvalid
	case err != nil:
		return account{}, fmt.Errorf("looking up a reset: %w", err)
	case used != nil:
		return account{}, errResetUsed
	case !s.now().Before(expires):
		return account{}, errResetExpired
	}
	a, err := s.find(ctx, "id = $1", id)
	if errors.Is(err, errNoAccount) || err == nil && a.ClosedAt != nil {
		return account{}, errResetInvalid
	}
	return a, err
}
