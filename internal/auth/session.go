package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
)

// errSessionEnded answers every refresh token that is not, or no longer, good. Where it was, its argument "why" says what ended
// the session.
var errSessionEnded = domain.Refuse(domain.Unauthorized, "session_ended", "Please sign in again.")

// Tokens are what a signed-in browser holds.
type Tokens struct {
	Access    string
	ExpiresIn time.Duration // of Access
	Refresh   string        // for the cookie only
	Known     string        // for the cookie of known browsers; empty: it stays as it is
	Member    ident.ID
	Session   ident.ID
	Roles     []string // sorted, never nil
}

// Why sessions end.
const (
	endedBySignOut = "sign_out"
	endedBySignIn  = "another_sign_in"
	endedByReuse   = "refresh_token_reused"
	endedByTime    = "expired"
)

const maxUserAgent = 300

// BrowserState is what a browser brings along when somebody signs in.
type BrowserState struct {
	UserAgent string
	Previous  string // the refresh token it still holds; its session ends
	Known     string // its cookie of known browsers
	Keep      bool   // who deletes their account keeps it
	by        Means  // what opens the session; a passkey is both factors at once
}

// start opens a session for an account whose password was just proved and, when the same browser still had one, ends that.
// It refuses with invalid_credentials when the password was replaced meanwhile, and as mayEnter does. anew says that the browser
// was not known: that is kept in the account's history.
func (s *Service) start(ctx context.Context, a account, from BrowserState, anew bool) (Tokens, error) {
	if err := s.mayEnter(ctx, a, from); err != nil {
		return Tokens{}, err
	}
	known, err := s.remember(from.Known, a.Normal)
	if err != nil {
		return Tokens{}, err
	}
	id, err := s.newID()
	if err != nil {
		return Tokens{}, err
	}
	secret, err := s.secret()
	if err != nil {
		return Tokens{}, err
	}
	now := s.now()
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// the password that was checked must still be the account's: sessions end when it is replaced
		opened, err := tx.Exec(ctx, `
			INSERT INTO sessions (id, account_id, user_agent, address, created_at, used_at, expires_at, passkey, proved_at, proved_by)
			SELECT $1, a.id, $3, $4, $5, $5, $6, $8 = 'passkey', $5, $8 FROM accounts a
			WHERE a.id = $2 AND a.password_hash = $7 AND a.closed_at IS NULL AND a.leaving_at IS NULL FOR SHARE`,
			id, a.ID, clip(from.UserAgent, maxUserAgent), whereabouts(ctx), now, now.Add(sessionLife), a.PasswordHash,
			from.by)
		if err != nil {
			return err
		}
		if opened.RowsAffected() == 0 {
			return errInvalidCredentials
		}
		if anew {
			if err := s.note(ctx, tx, a.ID, didSignInAnew, from.UserAgent); err != nil {
				return err
			}
		}
		return insertRefresh(ctx, tx, secret, id, now)
	})
	if err == errInvalidCredentials { //nolint:errorlint // the refusal itself, from a few lines above
		return Tokens{}, err
	}
	if err != nil {
		return Tokens{}, fmt.Errorf("starting a session: %w", err)
	}
	if anew {
		s.nudge()
	}
	if err := s.endByRefresh(ctx, from.Previous, endedBySignIn); err != nil {
		return Tokens{}, err
	}
	out, err := s.issue(ctx, id, secret)
	out.Known = known
	return out, err
}

func insertRefresh(ctx context.Context, tx pgx.Tx, secret []byte, session ident.ID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO refresh_tokens (hash, session_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
		digest(secret), session, now, now.Add(refreshIdle))
	return err
}

// issue makes the pair for a session that was just read or written.
func (s *Service) issue(ctx context.Context, session ident.ID, refresh []byte) (Tokens, error) {
	st, err := s.lookUp(ctx, session)
	if err != nil {
		return Tokens{}, err
	}
	access, err := s.tokens.sign(st.member, session, st.roles, st.proved)
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{
		Access: access, ExpiresIn: AccessLife, Refresh: encodeSecret(refresh),
		Member: st.member, Session: session, Roles: st.roles,
	}, nil
}

func (s *Service) lookUp(ctx context.Context, session ident.ID) (standing, error) {
	r, err := rowscan.One[struct {
		ways
		provedRow

		Alive   bool     `db:"alive"`
		Member  ident.ID `db:"member_id"`
		Roles   []string `db:"roles"`
		Passkey bool     `db:"passkey"`
		Short   bool     `db:"password_short"`
	}](ctx, s.pool, `
		SELECT `+waysColumns+`, `+provedColumns+`,
		       s.ended_at IS NULL AND s.expires_at > $2 AND a.closed_at IS NULL AS alive, a.member_id,
		       ARRAY(SELECT r.role FROM account_roles r WHERE r.account_id = a.id ORDER BY r.role) AS roles,
		       s.passkey, a.password_short
		FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.id = $1`,
		session, s.now())
	if errors.Is(err, pgx.ErrNoRows) {
		return standing{roles: []string{}}, nil
	}
	if err != nil {
		return standing{}, fmt.Errorf("looking up a session: %w", err)
	}
	st := standing{alive: r.Alive, member: r.Member, roles: r.Roles, passkey: r.Passkey, short: r.Short, ways: s.usable(r.ways)}
	if r.By != nil && st.ways.accepts(*r.By) {
		st.proved = r.At
	}
	return st, nil
}

// Refresh exchanges a refresh token for its successor and a new access token.
//
// A token has one successor, derived from the token itself, a salt kept beside it and a key: whoever presents the same
// token within refreshGrace gets that same successor, so tabs that refresh at once and answers that were lost on their
// way end nobody's session, and still only one token is alive. Presenting it later means that two parties hold it: the
// whole session ends (RFC 9700 section 4.14.2).
func (s *Service) Refresh(ctx context.Context, raw string) (Tokens, error) {
	secret, err := parseSecret(raw)
	if err != nil {
		return Tokens{}, errSessionEnded
	}
	salt, err := s.secret()
	if err != nil {
		return Tokens{}, err
	}
	var (
		row      refreshRow
		next     []byte
		why      string
		accepted bool
	)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if row, err = lockRefresh(ctx, tx, secret); err != nil {
			return err
		}
		now := s.now()
		switch {
		case row.Ended:
			why = row.Reason
			return nil
		case now.After(row.Expires) || now.After(row.expires):
			why = endedByTime
			return nil
		case row.usedAt == nil:
			accepted = true
			next = s.successor(secret, salt)
			if err := insertRefresh(ctx, tx, next, row.ID, now); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE refresh_tokens SET used_at = $2, successor = $3 WHERE hash = $1`, digest(secret), now, salt)
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `UPDATE sessions SET used_at = $2 WHERE id = $1`, row.ID, now)
			return err
		case now.Before(row.usedAt.Add(refreshGrace)):
			accepted = true
			next = s.successor(secret, row.salt)
			return nil
		}
		why = endedByReuse
		if err := endSession(ctx, tx, row.ID, endedByReuse, now); err != nil {
			return err
		}
		if err := endChangeOf(ctx, tx, row.ID, now); err != nil {
			return err
		}
		return s.note(ctx, tx, row.Account, didReuseToken, "")
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Tokens{}, errSessionEnded
	case err != nil:
		return Tokens{}, fmt.Errorf("refreshing a session: %w", err)
	case why == endedByReuse && !row.Ended:
		s.sessions.drop(row.ID)
		s.nudge()
		s.log.WarnContext(ctx, "an old refresh token was used again; its session is ended", "session", row.ID)
	}
	if !accepted {
		return Tokens{}, errSessionEnded.With("why", why)
	}
	return s.issue(ctx, row.ID, next)
}

type refreshRow struct {
	refreshSession

	expires time.Time
	usedAt  *time.Time
	salt    []byte
}

// refreshSession is the session of a refresh token.
type refreshSession struct {
	ID      ident.ID  `db:"id"`
	Account ident.ID  `db:"account_id"`
	Ended   bool      `db:"ended"`
	Reason  string    `db:"end_reason"` // why it ended
	Expires time.Time `db:"expires_at"`
}

// lockRefresh locks the session before the token, as everything that ends sessions does.
func lockRefresh(ctx context.Context, tx pgx.Tx, secret []byte) (refreshRow, error) {
	session, err := rowscan.One[refreshSession](ctx, tx, `
		SELECT id, account_id, ended_at IS NOT NULL AS ended, coalesce(end_reason, '') AS end_reason, expires_at FROM sessions
		WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = $1) FOR UPDATE`, digest(secret))
	if err != nil {
		return refreshRow{}, err
	}
	r := refreshRow{refreshSession: session}
	err = tx.QueryRow(ctx, `SELECT expires_at, used_at, successor FROM refresh_tokens WHERE hash = $1 FOR UPDATE`,
		digest(secret)).Scan(&r.expires, &r.usedAt, &r.salt)
	if err != nil {
		return refreshRow{}, err
	}
	return r, nil
}

func (s *Service) successor(secret, salt []byte) []byte {
	m := hmac.New(sha256.New, s.refresh)
	m.Write(secret)
	m.Write(salt)
	return m.Sum(nil)
}

func endSession(ctx context.Context, tx pgx.Tx, session ident.ID, reason string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL`, session,
		now, reason)
	return err
}

// SignOut ends the session that a refresh token or a principal belongs to. It succeeds when there is none any more.
func (s *Service) SignOut(ctx context.Context, refresh string, p Principal) error {
	if !p.Session.IsNil() {
		if err := s.end(ctx, p.Session, endedBySignOut); err != nil {
			return err
		}
	}
	return s.endByRefresh(ctx, refresh, endedBySignOut)
}

// endByRefresh ends the session of a refresh token; text that is none is no session.
func (s *Service) endByRefresh(ctx context.Context, raw, reason string) error {
	secret, err := parseSecret(raw)
	if err != nil {
		return nil //nolint:nilerr // nothing to end
	}
	var session ident.ID
	err = s.pool.QueryRow(ctx, `SELECT session_id FROM refresh_tokens WHERE hash = $1`, digest(secret)).Scan(&session)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking up a session: %w", err)
	}
	return s.end(ctx, session, reason)
}

func (s *Service) end(ctx context.Context, session ident.ID, reason string) error {
	_, err := s.pool.Exec(ctx, `UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL`,
		session, s.now(), reason)
	if err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	s.sessions.drop(session)
	return nil
}

// EndSessions signs a member out everywhere. The reason is kept with the sessions.
func (s *Service) EndSessions(ctx context.Context, member ident.ID, reason string) error {
	rows, err := s.pool.Query(ctx, `
		UPDATE sessions SET ended_at = $2, end_reason = $3
		WHERE ended_at IS NULL AND account_id = (SELECT id FROM accounts WHERE member_id = $1) RETURNING id`,
		member, s.now(), reason)
	if err != nil {
		return fmt.Errorf("ending a member's sessions: %w", err)
	}
	ended, err := pgx.CollectRows(rows, pgx.RowTo[ident.ID])
	if err != nil {
		return fmt.Errorf("ending a member's sessions: %w", err)
	}
	for _, id := range ended {
		s.sessions.drop(id)
	}
	return nil
}

func digest(secret []byte) []byte {
	sum := sha256.Sum256(secret)
	return sum[:]
}

var errNoSecret = errors.New("not a secret of ours")

// encodeSecret writes a secret as parseSecret reads it.
func encodeSecret(secret []byte) string { return base64.RawURLEncoding.EncodeToString(secret) }

// parseSecret reads what a person or browser brings back.
func parseSecret(raw string) ([]byte, error) {
	if len(raw) != base64.RawURLEncoding.EncodedLen(sha256.Size) {
		return nil, errNoSecret
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(raw)
	if err != nil || len(b) != sha256.Size { // the decoder skips line breaks
		return nil, errNoSecret
	}
	return b, nil
}

// clip shortens text to what is kept of it, valid UTF-8 without NUL.
func clip(s string, limit int) string {
	if len(s) > limit {
		s = s[:limit]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")
}
