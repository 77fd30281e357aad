package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
)

// Proof is what shows that whoever is signed in is who they were then.
type Proof struct {
	Password string // of a member without a second factor
	Code     string // of a member who has one: the app's, or a recovery code
}

// Prove takes a member's word that it is still them, for ProofLasts: the code of their second factor, or the password where they
// have none. Whoever finds a browser open, and the password saved in it, has no code. It gives an access token that says so; the
// session goes on. Errors: wrong_code or required at "code"; wrong_password or required at "password"; sign_in_again (403) for
// who has neither.
func (s *Service) Prove(ctx context.Context, p Principal, proof Proof, userAgent string) (Tokens, error) {
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return Tokens{}, errInvalidToken
	}
	if err != nil {
		return Tokens{}, err
	}
	f, err := s.Factor(ctx, p.Member)
	switch {
	case err != nil:
		return Tokens{}, err
	case f.Since != nil && proof.Code == "":
		return Tokens{}, errCodeNeeded
	case f.Since == nil && a.PasswordHash == "":
		return Tokens{}, errSignInAgain // their way in is the proof
	case f.Since == nil && proof.Password == "":
		return Tokens{}, domain.RefuseField("password", "required", "This is required.")
	case f.Since == nil:
		if err := s.prove(ctx, p, a, proof.Password, errNotThePassword); err != nil {
			return Tokens{}, err
		}
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if f.Since != nil {
			if err := s.useCode(ctx, tx, a, proof.Code, userAgent); err != nil {
				return err
			}
		}
		set, err := tx.Exec(ctx, `UPDATE sessions SET proved_at = $2 WHERE id = $1 AND ended_at IS NULL`, p.Session, s.now())
		if err != nil {
			return err
		}
		if set.RowsAffected() == 0 {
			return errInvalidToken
		}
		return nil
	})
	if err != nil {
		return Tokens{}, refusalOr(err, "taking a proof")
	}
	if f.Since != nil {
		s.limits.codes.Forget(a.ID.String())
		s.nudge()
	}
	t, err := s.issue(ctx, p.Session, nil)
	if err != nil {
		return Tokens{}, fmt.Errorf("issuing a token for a proof: %w", err)
	}
	return t, nil
}
