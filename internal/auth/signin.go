package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/ratelimit"
)

// SignIn is what a person offers to be let in.
type SignIn struct {
	Email     string
	Password  string
	UserAgent string
	Previous  string // the refresh token the browser still holds; its session ends
}

var (
	errInvalidCredentials = domain.Refuse(domain.Unauthorized, "invalid_credentials",
		"Invalid email or password. Please check your credentials and try again.")
	errNotConfirmed = domain.Refuse(domain.Forbidden, "email_not_confirmed",
		"Please check your email and click the confirmation link before signing in.")
)

// SignIn opens a session. An unknown address costs the same work as a wrong password and is answered alike; that an
// address waits for its confirmation is told only to who knows the password.
func (s *Service) SignIn(ctx context.Context, in SignIn) (Tokens, error) {
	if err := s.limits.signInAddress.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return Tokens{}, err
	}
	email, refusal := parseAddress(in.Email)
	var refusals domain.Refusals
	if refusal != nil {
		refusals = append(refusals, refusal)
	}
	if in.Password == "" {
		refusals = append(refusals, domain.RefuseField("password", "required", "This is required."))
	}
	if err := refusals.OrNil(); err != nil {
		return Tokens{}, err
	}
	if err := s.limits.signInAccount.Take(email.normal); err != nil {
		return Tokens{}, err
	}
	if len(in.Password) > maxPasswordBytes {
		return Tokens{}, errInvalidCredentials
	}
	a, err := s.find(ctx, "email = $1", email.normal)
	if err != nil && !errors.Is(err, errNoAccount) {
		return Tokens{}, err
	}
	fits, outdated, err := s.hasher.verify(ctx, in.Password, a.PasswordHash)
	if err != nil {
		return Tokens{}, err
	}
	if !fits || a.ClosedAt != nil {
		return Tokens{}, errInvalidCredentials
	}
	s.limits.signInAccount.Forget(email.normal)
	if a.ConfirmedAt == nil {
		return Tokens{}, errNotConfirmed
	}
	if outdated {
		if err := s.rehash(ctx, a, in.Password); err != nil {
			return Tokens{}, err
		}
	}
	if err := s.register(ctx, a); err != nil {
		return Tokens{}, err
	}
	return s.start(ctx, a, in.UserAgent, in.Previous)
}

// rehash brings a password's hash to today's cost, unless it was changed in the meantime.
func (s *Service) rehash(ctx context.Context, a account, password string) error {
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, `UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2`, a.ID,
		a.PasswordHash, hash)
	if err != nil {
		return fmt.Errorf("renewing a password's hash: %w", err)
	}
	return nil
}
