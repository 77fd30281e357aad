package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

const (
	recoveryCodes    = 10        // that a member is given
	recoveryBytes    = 10        // of a recovery code: 16 characters
	factorSecretSize = 20        // bytes (RFC 4226 section 4)
	purposeFactor    = "factor " // of what is sealed of an account
)

var (
	errFactorOn   = domain.Refuse(domain.Conflict, "second_factor_on", "Your second factor is switched on already.")
	errNoFactor   = domain.Refuse(domain.Conflict, "second_factor_off", "There is no second factor.")
	errWrongCode  = domain.RefuseField("code", "wrong_code", "This code is wrong, or was used already.")
	errCodeNeeded = domain.RefuseField("code", "required", "This is required.")
)

// factor is a row of account_factors.
type factor struct {
	secret   string // sealed
	provedAt *time.Time
}

// NewFactor is a secret for the member's app, as a key to type and as an address to scan.
type NewFactor struct{ Secret, URI string }

// FactorState is how far a member's second factor has come.
type FactorState struct {
	Since *time.Time // nil: it is off
	Left  int        // recovery codes that were not used
}

// BeginFactor makes a secret for a member's app. Nothing is asked of them before TurnFactorOn;
// beginning again makes another secret. Errors: second_factor_on (409), those of mayChange.
func (s *Service) BeginFactor(ctx context.Context, p Principal) (NewFactor, error) {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return NewFactor{}, err
	}
	raw := make([]byte, factorSecretSize)
	if _, err := io.ReadFull(s.random, raw); err != nil {
		return NewFactor{}, fmt.Errorf("making a secret: %w", err)
	}
	secret := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw)
	sealed, err := s.seal(purposeFactor+a.ID.String(), secret)
	if err != nil {
		return NewFactor{}, fmt.Errorf("sealing a second factor: %w", err)
	}
	set, err := s.pool.Exec(ctx, `
		INSERT INTO account_factors (account_id, secret, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
		WHERE account_factors.proved_at IS NULL`, a.ID, sealed, s.now())
	if err != nil {
		return NewFactor{}, fmt.Errorf("keeping a second factor: %w", err)
	}
	if set.RowsAffected() == 0 {
		return NewFactor{}, errFactorOn
	}
	return NewFactor{Secret: secret, URI: factorURI(a.Email, secret)}, nil
}

// TurnFactorOn asks for a code at every sign-in from now on, once the member shows that their app makes the right ones. It
// gives the recovery codes, which can't be read again. All other sessions end: they began without a code.
// Errors: second_factor_on, second_factor_off (409), wrong_code, those of mayChange.
func (s *Service) TurnFactorOn(ctx context.Context, p Principal, code, userAgent string) ([]string, error) {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return nil, err
	}
	if code == "" {
		return nil, errCodeNeeded
	}
	if err := s.limits.codes.Take(a.ID.String()); err != nil {
		return nil, err
	}
	codes, err := s.newRecoveryCodes()
	if err != nil {
		return nil, err
	}
	var ended []ident.ID
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		f, err := factorOf(ctx, tx, a.ID)
		switch {
		case err != nil:
			return err
		case f.provedAt != nil:
			return errFactorOn
		}
		if err := s.useAppCode(ctx, tx, a, f, code); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE account_factors SET proved_at = $2 WHERE account_id = $1`, a.ID, s.now()); err != nil {
			return err
		}
		if err := s.replaceRecoveryCodes(ctx, tx, a.ID, codes); err != nil {
			return err
		}
		if err := s.show(ctx, tx, p.Session, ByCode); err != nil {
			return err
		}
		if ended, err = endOthers(ctx, tx, a.ID, p.Session, endedByFactor, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didTurnFactorOn, userAgent)
	})
	if err != nil {
		return nil, refusalOr(err, "switching a second factor on")
	}
	s.limits.codes.Forget(a.ID.String())
	s.dropAll(ended)
	s.sessions.dropOf(a.Member)
	s.nudge()
	return codes, nil
}

// replaceRecoveryCodes has these let a member in without their app, and no others.
func (s *Service) replaceRecoveryCodes(ctx context.Context, tx pgx.Tx, account ident.ID, codes []string) error {
	if _, err := s.setAside(ctx, tx, "account_recovery_codes", account, "true"); err != nil {
		return err
	}
	for _, c := range codes {
		if _, err := tx.Exec(ctx, `INSERT INTO account_recovery_codes (hash, account_id, made_at) VALUES ($1, $2, $3)`,
			s.recoveryHash(account, c), account, s.now()); err != nil {
			return err
		}
	}
	return nil
}

// RenewRecoveryCodes gives a member other recovery codes; those of before work no more.
// Errors: second_factor_off (409), those of mayChange.
func (s *Service) RenewRecoveryCodes(ctx context.Context, p Principal, userAgent string) ([]string, error) {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return nil, err
	}
	codes, err := s.newRecoveryCodes()
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		f, err := factorOf(ctx, tx, a.ID)
		switch {
		case err != nil:
			return err
		case f.provedAt == nil:
			return errNoFactor
		}
		if err := s.replaceRecoveryCodes(ctx, tx, a.ID, codes); err != nil {
			return err
		}
		if err := changed(ctx, tx, a.ID, p.Session); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didRenewCodes, userAgent)
	})
	if err != nil {
		return nil, refusalOr(err, "renewing recovery codes")
	}
	s.sessions.dropOf(a.Member)
	s.nudge()
	return codes, nil
}

// TurnFactorOff asks a member for no codes any more.
// Errors: second_factor_off (409), those of mayChange.
func (s *Service) TurnFactorOff(ctx context.Context, p Principal, userAgent string) error {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := changed(ctx, tx, a.ID, p.Session); err != nil {
			return err
		}
		if _, err := s.setAside(ctx, tx, "account_recovery_codes", a.ID, "true"); err != nil {
			return err
		}
		gone, err := s.setAside(ctx, tx, "account_factors", a.ID, "g.proved_at IS NOT NULL")
		if err != nil {
			return err
		}
		if gone == 0 {
			return errNoFactor
		}
		if _, err := tx.Exec(ctx, `DELETE FROM account_challenges WHERE account_id = $1`, a.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didTurnFactorOff, userAgent)
	})
	if err != nil {
		return refusalOr(err, "switching a second factor off")
	}
	s.sessions.dropOf(a.Member)
	s.nudge()
	return nil
}

// ResetFactor takes a member's second factor and passkeys away on behalf of the operator: the device that has them is lost.
// Errors: ErrNoMember, second_factor_off (409).
func (s *Service) ResetFactor(ctx context.Context, member ident.ID) error {
	a, err := s.find(ctx, "member_id = $1", member)
	if errors.Is(err, errNoAccount) {
		return ErrNoMember
	}
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE sessions SET passkey = false, proved_by = NULL WHERE account_id = $1`, a.ID); err != nil {
			return err
		}
		keys, err := tx.Exec(ctx, `DELETE FROM account_passkeys WHERE account_id = $1`, a.ID)
		if err != nil {
			return err
		}
		// an undo restores nothing that is on a device which may be in other hands
		if _, err := tx.Exec(ctx, `DELETE FROM account_removed WHERE account_id = $1 AND kind <> 'account_identities'`,
			a.ID); err != nil {
			return err
		}
		err = s.removeFactor(ctx, tx, a.ID)
		if errors.Is(err, errNoFactor) && keys.RowsAffected() > 0 {
			err = nil
		}
		if err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, operatorResetFactor, "")
	})
	if err != nil {
		return refusalOr(err, "taking a second factor away")
	}
	s.sessions.dropOf(member)
	s.nudge()
	return nil
}

func (s *Service) removeFactor(ctx context.Context, tx pgx.Tx, account ident.ID) error {
	gone, err := tx.Exec(ctx, `DELETE FROM account_factors WHERE account_id = $1 AND proved_at IS NOT NULL`, account)
	if err != nil {
		return err
	}
	if gone.RowsAffected() == 0 {
		return errNoFactor
	}
	for _, table := range []string{"account_recovery_codes", "account_challenges"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE account_id = $1`, account); err != nil {
			return err
		}
	}
	return nil
}

// Factor tells how far a member's second factor has come.
func (s *Service) Factor(ctx context.Context, member ident.ID) (st FactorState, err error) {
	err = s.pool.QueryRow(ctx, `
		SELECT f.proved_at, (SELECT count(*) FROM account_recovery_codes c WHERE c.account_id = a.id AND c.used_at IS NULL)
		FROM accounts a LEFT JOIN account_factors f ON f.account_id = a.id WHERE a.member_id = $1`, member).
		Scan(&st.Since, &st.Left)
	if errors.Is(err, pgx.ErrNoRows) {
		return FactorState{}, nil
	}
	if err != nil {
		return FactorState{}, fmt.Errorf("reading a second factor: %w", err)
	}
	return st, nil
}

// factorOf locks an account's second factor, so that two who bring the same code come one after the other.
func factorOf(ctx context.Context, tx pgx.Tx, account ident.ID) (f factor, err error) {
	err = tx.QueryRow(ctx, `SELECT secret, proved_at FROM account_factors WHERE account_id = $1 FOR UPDATE`, account).
		Scan(&f.secret, &f.provedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, errNoFactor
	}
	return f, err
}

// useCode takes a code of the app, or a recovery code, of an account whose factor is on. Each is taken once. Tries are counted
// by account, whoever tries. Errors: second_factor_off (409), wrong_code at "code".
func (s *Service) useCode(ctx context.Context, tx pgx.Tx, a account, code, userAgent string) error {
	if err := s.limits.codes.Take(a.ID.String()); err != nil {
		return err
	}
	f, err := factorOf(ctx, tx, a.ID)
	switch {
	case err != nil:
		return err
	case f.provedAt == nil:
		return errNoFactor
	}
	plain := plainCode(code)
	if len(plain) == appDigits {
		return s.useAppCode(ctx, tx, a, f, plain)
	}
	used, err := tx.Exec(ctx, `
		UPDATE account_recovery_codes SET used_at = $3 WHERE hash = $1 AND account_id = $2 AND used_at IS NULL`,
		s.recoveryHash(a.ID, plain), a.ID, s.now())
	if err != nil {
		return err
	}
	if used.RowsAffected() == 0 {
		return errWrongCode
	}
	return s.note(ctx, tx, a.ID, didUseRecoveryCode, userAgent)
}

// useAppCode takes a code of the app: of this half minute, the one before or the one after, and newer than the last one used.
func (s *Service) useAppCode(ctx context.Context, tx pgx.Tx, a account, f factor, code string) error {
	var secret string
	if !s.unseal(purposeFactor+a.ID.String(), f.secret, &secret) {
		return errors.New("a second factor was sealed with another key")
	}
	step, fits, err := stepOf(secret, plainCode(code), s.now())
	switch {
	case err != nil:
		return err
	case !fits:
		return errWrongCode
	}
	used, err := tx.Exec(ctx, `UPDATE account_factors SET last_step = $2 WHERE account_id = $1 AND last_step < $2`, a.ID, step)
	if err != nil {
		return err
	}
	if used.RowsAffected() == 0 {
		return errWrongCode
	}
	return nil
}

// newRecoveryCodes makes codes of four groups of four letters and digits.
func (s *Service) newRecoveryCodes() ([]string, error) {
	out := make([]string, recoveryCodes)
	for i := range out {
		raw := make([]byte, recoveryBytes)
		if _, err := io.ReadFull(s.random, raw); err != nil {
			return nil, fmt.Errorf("making recovery codes: %w", err)
		}
		c := strings.ToLower(base32.StdEncoding.EncodeToString(raw))
		out[i] = c[:4] + "-" + c[4:8] + "-" + c[8:12] + "-" + c[12:]
	}
	return out, nil
}

// recoveryHash is what is kept of a recovery code: 80 random bits need no slow hash.
func (s *Service) recoveryHash(account ident.ID, code string) []byte {
	m := hmac.New(sha256.New, s.recovery)
	m.Write(account[:])
	m.Write([]byte(plainCode(code)))
	return m.Sum(nil)
}

// plainCode is a code without what people type between its groups.
func plainCode(code string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\u00a0' || r == '\u202f' {
			return -1
		}
		return r
	}, code))
}

// refusalOr passes a refusal on, and says of any other error what failed.
func refusalOr(err error, doing string) error {
	if _, ok := errors.AsType[*domain.Refusal](err); ok {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
