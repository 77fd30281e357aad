package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
)

const (
	challengeLife  = 10 * time.Minute
	challengeTries = 5
)

// SecondStep is what a person gives after their password.
type SecondStep struct {
	Challenge string // of the refusal second_step_needed
	Code      string // of the app, or a recovery code
	Browser   BrowserState
	Held      *held // whom a provider says they are, to be linked with the account
}

var (
	errSecondStep     = domain.Refuse(domain.Forbidden, "second_step_needed", "Please enter the code of your second factor.")
	errChallengeEnded = domain.Refuse(domain.Gone, "challenge_ended",
		"This took too long, or too many tries. Please sign in again.")
)

// enter opens a session for an account whose password was just proved, or whom a provider vouches for. Whoever has a second
// factor is refused with second_step_needed (403), whose args name the challenge that SecondStep takes within ten minutes, and
// who deletes their account, and does not say that they keep it, with account_leaving.
func (s *Service) enter(ctx context.Context, a account, from BrowserState, anew bool) (Tokens, error) {
	if a.LeavingAt != nil && !from.Keep {
		return Tokens{}, leavingAt(a)
	}
	secret, err := s.secret()
	if err != nil {
		return Tokens{}, err
	}
	// the password that was checked must still be the account's: challenges end when it is replaced
	asked, err := s.pool.Exec(ctx, `
		INSERT INTO account_challenges (hash, account_id, anew, keep, expires_at)
		SELECT $1, a.id, $3, $6, $4 FROM accounts a JOIN account_factors f ON f.account_id = a.id
		WHERE a.id = $2 AND a.password_hash = $5 AND a.closed_at IS NULL AND f.proved_at IS NOT NULL FOR SHARE`,
		digest(secret), a.ID, anew, s.now().Add(challengeLife), a.PasswordHash, from.Keep)
	if err != nil {
		return Tokens{}, fmt.Errorf("asking for a second factor: %w", err)
	}
	if asked.RowsAffected() == 0 {
		return s.start(ctx, a, from, anew)
	}
	return Tokens{}, errSecondStep.With("challenge", base64.RawURLEncoding.EncodeToString(secret))
}

// SecondStep opens the session for which the password was given before. Errors: wrong_code at "code"; challenge_ended (410)
// after five wrong codes or ten minutes, and when it was used.
func (s *Service) SecondStep(ctx context.Context, in SecondStep) (Tokens, error) {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return Tokens{}, err
	}
	secret, err := parseSecret(in.Challenge)
	if err != nil {
		return Tokens{}, errChallengeEnded
	}
	if in.Code == "" {
		return Tokens{}, errCodeNeeded
	}
	asked, err := s.tryChallenge(ctx, digest(secret))
	if err != nil {
		return Tokens{}, err
	}
	in.Browser.Keep = asked.Keep
	a, err := s.find(ctx, "id = $1", asked.Account)
	if errors.Is(err, errNoAccount) {
		return Tokens{}, errChallengeEnded
	}
	if err != nil {
		return Tokens{}, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.useCode(ctx, tx, a, in.Code, in.Browser.UserAgent); err != nil {
			return err
		}
		// it is gone when the password was replaced since, and when another request was first
		used, err := tx.Exec(ctx, `DELETE FROM account_challenges WHERE hash = $1`, digest(secret))
		if err != nil {
			return err
		}
		if used.RowsAffected() == 0 {
			return errChallengeEnded
		}
		return nil
	})
	if err != nil {
		return Tokens{}, refusalOr(err, "taking the code of a second factor")
	}
	s.limits.codes.Forget(a.ID.String())
	s.nudge()
	in.Browser.by = ByCode
	t, err := s.start(ctx, a, in.Browser, asked.Anew)
	if err != nil || in.Held == nil {
		return t, err
	}
	return t, s.linkHeld(ctx, *in.Held, a.ID, in.Browser.UserAgent)
}

// challenge is a row of account_challenges.
type challenge struct {
	Account    ident.ID
	Anew, Keep bool
}

// tryChallenge counts a try at a challenge, by itself: a wrong code takes back what its transaction did.
func (s *Service) tryChallenge(ctx context.Context, hash []byte) (c challenge, err error) {
	err = s.pool.QueryRow(ctx, `
		UPDATE account_challenges SET tries = tries + 1 WHERE hash = $1 AND expires_at > $2 AND tries < $3
		RETURNING account_id, anew, keep`, hash, s.now(), challengeTries).Scan(&c.Account, &c.Anew, &c.Keep)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, errChallengeEnded
	}
	if err != nil {
		return c, fmt.Errorf("looking up a challenge: %w", err)
	}
	return c, nil
}
