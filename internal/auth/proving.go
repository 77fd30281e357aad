package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
)

// Proof is what shows that whoever is signed in is who they were then.
type Proof struct {
	Password   string // where the account has neither codes nor passkeys
	Code       string // of the second factor: the app's, or a recovery code
	Credential string // the answer of a device to BeginProof, as JSON (AuthenticationResponseJSON)
	Kept       string // of BeginProof
}

// BeginProof gives what the device of a member is asked who shows with a passkey that it is them, as JSON, and what the browser
// keeps meanwhile. Errors: passkeys_off (409); passkey_not_found (404) where the account has none.
func (s *Service) BeginProof(ctx context.Context, p Principal) (options, kept string, err error) {
	if s.rp == nil {
		return "", "", errPasskeysOff
	}
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return "", "", errInvalidToken
	}
	if err != nil {
		return "", "", err
	}
	u, err := s.passkeyUser(ctx, "account_id = $1", a.ID)
	if err != nil {
		return "", "", err
	}
	if len(u.credentials) == 0 {
		return "", "", errPasskeyNotFound
	}
	assertion, asked, err := s.rp.BeginLogin(u, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return "", "", fmt.Errorf("asking for a passkey: %w", err)
	}
	return s.beginCeremony(ctx, ceremonyProve, &a.ID, assertion.Response, asked)
}

// Prove takes a member's word that it is still them, for ProofLasts, by one of the means that the account wants. Whoever finds a
// browser open, and the password saved in it, has no code. It gives an access token that says so; the session goes on.
// Errors: proof_required (403) where what is given is none of the means; wrong_code at "code"; wrong_password at "password";
// passkey_ended (410), passkey_refused (403).
func (s *Service) Prove(ctx context.Context, p Principal, proof Proof, userAgent string) (Tokens, error) {
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return Tokens{}, errInvalidToken
	}
	if err != nil {
		return Tokens{}, err
	}
	w, err := s.waysOf(ctx, s.pool, a.ID)
	if err != nil {
		return Tokens{}, err
	}
	var by Means
	switch {
	case proof.Credential != "" && w.Passkeys:
		by, err = ByPasskey, s.provePasskey(ctx, a, proof, userAgent)
	case proof.Code != "" && w.Codes:
		by = ByCode
	case proof.Password != "" && w.Password && !w.strong():
		by, err = ByPassword, s.prove(ctx, p, a, proof.Password, errNotThePassword)
	case w.Passkeys:
		return Tokens{}, w.proofNeeded()
	case w.Codes:
		return Tokens{}, errCodeNeeded
	case w.Password:
		return Tokens{}, domain.RefuseField("password", "required", "This is required.")
	default:
		return Tokens{}, w.proofNeeded()
	}
	if err == nil && by == ByPassword {
		err = s.measure(ctx, a, proof.Password)
	}
	if err != nil {
		return Tokens{}, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if by == ByCode {
			if err := s.useCode(ctx, tx, a, proof.Code, userAgent); err != nil {
				return err
			}
		}
		return s.show(ctx, tx, p.Session, by)
	})
	if err != nil {
		return Tokens{}, refusalOr(err, "taking a proof")
	}
	if by == ByCode {
		s.limits.codes.Forget(a.ID.String())
		s.nudge()
	}
	s.sessions.drop(p.Session)
	t, err := s.issue(ctx, p.Session, nil)
	if err != nil {
		return Tokens{}, fmt.Errorf("issuing a token for a proof: %w", err)
	}
	return t, nil
}

// provePasskey takes the answer of a device to BeginProof.
func (s *Service) provePasskey(ctx context.Context, a account, proof Proof, userAgent string) error {
	asked, err := s.endCeremony(ctx, ceremonyProve, proof.Kept, &a.ID)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(proof.Credential))
	if err != nil {
		return s.refusePasskey(ctx, err)
	}
	u, err := s.passkeyUser(ctx, "account_id = $1", a.ID)
	if err != nil {
		return err
	}
	used, err := s.rp.ValidateLogin(u, asked, answer)
	if err != nil {
		return s.refusePasskey(ctx, err)
	}
	return s.usePasskey(ctx, a, used, userAgent)
}
