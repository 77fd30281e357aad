package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
)

// everywhereLife is for how long the link in a mail about an account ends all its sessions.
const everywhereLife = 30 * 24 * time.Hour

var (
	errEverywhereInvalid = domain.Refuse(domain.NotFound, "sign_out_link_invalid", "This link is not valid.")
	errEverywhereExpired = domain.Refuse(domain.Gone, "sign_out_link_expired",
		"This link has expired. Please set a new password, which signs everybody out too.")
)

// Occasion tells when, and in which browser, something was done to a member's account, and gives the link that ends all its
// sessions. The link is empty where there is no account.
func (s *Service) Occasion(ctx context.Context, member ident.ID, kind string, at time.Time) (mail.Occasion, string, error) {
	a, err := s.find(ctx, "member_id = $1", member)
	if errors.Is(err, errNoAccount) {
		return mail.Occasion{At: at}, "", nil
	}
	if err != nil {
		return mail.Occasion{}, "", err
	}
	var userAgent string
	err = s.pool.QueryRow(ctx, `
		SELECT user_agent FROM account_history WHERE account_id = $1 AND kind = $2 AND at = $3 ORDER BY id LIMIT 1`, a.ID, kind, at).
		Scan(&userAgent)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return mail.Occasion{}, "", fmt.Errorf("reading an account's history: %w", err)
	}
	return occasion(at, userAgent), s.everywhereLink(a.ID, at), nil
}

// occasion is when something was done, and in which browser; empty where that is not known.
func occasion(at time.Time, userAgent string) mail.Occasion {
	is := mail.Occasion{At: at}
	if userAgent != "" {
		d := deviceOf(userAgent, "")
		is.Browser, is.System = d.Browser, d.System
	}
	return is
}

// everywhereLink is the link by which who reads a mail about an account ends all its sessions. It says which account, and when it
// was mailed.
func (s *Service) everywhereLink(account ident.ID, at time.Time) string {
	said := binary.BigEndian.AppendUint64(slices.Clone(account[:]), uint64(max(at.Unix(), 0)))
	token := base64.RawURLEncoding.EncodeToString(append(said, s.everywhereMAC(said)...))
	return s.baseURL + "/auth/sign-out?token=" + url.QueryEscape(token)
}

func (s *Service) everywhereMAC(said []byte) []byte {
	mac := hmac.New(sha256.New, s.everywhere)
	mac.Write(said)
	return mac.Sum(nil)[:stopMAC]
}

// EndEverywhere ends every session of the account whose member reads the mail with the link. The password stays: a new one is the
// next step. Doing so again ends what was opened since. A link that was mailed before a change of address was undone has expired.
// Errors: sign_out_link_invalid (404), sign_out_link_expired (410).
func (s *Service) EndEverywhere(ctx context.Context, token, userAgent string) error {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return err
	}
	var account ident.ID
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != len(account)+8+stopMAC {
		return errEverywhereInvalid
	}
	said := raw[:len(account)+8]
	if !hmac.Equal(raw[len(said):], s.everywhereMAC(said)) {
		return errEverywhereInvalid
	}
	copy(account[:], said)
	mailed := time.Unix(int64(binary.BigEndian.Uint64(said[len(account):])), 0) //nolint:gosec // ours
	if !s.now().Before(mailed.Add(everywhereLife)) {
		return errEverywhereExpired
	}
	a, err := s.find(ctx, "id = $1", account)
	if errors.Is(err, errNoAccount) || err == nil && a.ClosedAt != nil {
		return errEverywhereInvalid
	}
	if err != nil {
		return err
	}
	// a thief's address got such mails, too: with the undo of the address their links end
	var undone bool
	if err := s.pool.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM account_email_changes WHERE account_id = $1 AND undone_at >= $2)`, a.ID, mailed).
		Scan(&undone); err != nil {
		return fmt.Errorf("looking up changes of an address: %w", err)
	}
	if undone {
		return errEverywhereExpired
	}
	// what was given of a sign-in that waits for its code counts no more either
	if _, err := s.pool.Exec(ctx, `DELETE FROM account_challenges WHERE account_id = $1`, a.ID); err != nil {
		return fmt.Errorf("ending sign-ins: %w", err)
	}
	return s.endAll(ctx, a.Member, ident.Nil, endedByMember, didEndAll, userAgent)
}
