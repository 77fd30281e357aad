package auth

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/ratelimit"
)

// SignIn is what a person offers to be let in.
type SignIn struct {
	Email    string
	Password string
	Browser  BrowserState
	Held     *held // whom a provider says they are, to be linked with the account
}

var (
	errInvalidCredentials = domain.Refuse(domain.Unauthorized, "invalid_credentials",
		"Invalid email or password. Please check your credentials and try again.")
	errLinkByPasskey = domain.Refuse(domain.Forbidden, "link_by_passkey",
		"Your account has a passkey. Please sign in with it to link the other account.")
	errNotConfirmed = domain.Refuse(domain.Forbidden, "email_not_confirmed",
		"Please check your email and click the confirmation link before signing in.")
)

// SignIn opens a session. An unknown address costs the same work as a wrong password and is answered alike. That an address
// waits for its confirmation is told to who knows the password of its newest sign-up, whether the address is new or a
// member's: nobody learns from it which of the two it is.
func (s *Service) SignIn(ctx context.Context, in SignIn) (Tokens, error) {
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
	succeeded, err := s.mayTry(ctx, in.Browser.Known, email.normal)
	if err != nil {
		return Tokens{}, err
	}
	if utf8.RuneCountInString(in.Password) > maxPassword {
		return Tokens{}, errInvalidCredentials
	}
	a, candidate, err := s.findWithCandidate(ctx, email.normal)
	if err != nil && !errors.Is(err, errNoAccount) {
		return Tokens{}, err
	}
	member := ""
	if a.ConfirmedAt != nil && a.ClosedAt == nil {
		member = a.PasswordHash
	}
	fits, outdated, err := s.hasher.verify(ctx, in.Password, member)
	if err != nil {
		return Tokens{}, err
	}
	if !fits {
		waits, _, err := s.hasher.verify(ctx, in.Password, candidate)
		switch {
		case err != nil:
			return Tokens{}, err
		case waits:
			succeeded()
			return Tokens{}, errNotConfirmed
		}
		return Tokens{}, errInvalidCredentials
	}
	succeeded()
	if outdated {
		if a.PasswordHash, err = s.rehash(ctx, a, in.Password); err != nil {
			return Tokens{}, err
		}
	}
	if err := s.measure(ctx, a, in.Password); err != nil {
		return Tokens{}, err
	}
	if err := s.register(ctx, a); err != nil {
		return Tokens{}, err
	}
	if in.Held != nil {
		// to link is to add a way to sign in: the code is asked for next, a passkey has a button of its own
		switch w, err := s.waysOf(ctx, s.pool, a.ID); {
		case err != nil:
			return Tokens{}, err
		case w.Passkeys && !w.Codes:
			return Tokens{}, errLinkByPasskey
		}
	}
	in.Browser.by = ByPassword
	_, known := s.knows(in.Browser.Known, email.normal)
	t, err := s.enter(ctx, a, in.Browser, !known)
	if err != nil || in.Held == nil {
		return t, err
	}
	return t, s.linkHeld(ctx, *in.Held, a.ID, in.Browser.UserAgent)
}

// mayTry counts a try at an account's password. A known browser has a bucket of its own. All others share a tight one with
// whoever tries from the same client, and a wide one with the world: a stranger elsewhere shuts nobody out. succeeded
// takes the count back from the tight ones.
func (s *Service) mayTry(ctx context.Context, known, email string) (succeeded func(), err error) {
	if bucket, ok := s.knows(known, email); ok {
		return func() { s.limits.signInKnown.Forget(bucket) }, s.limits.signInKnown.Take(bucket)
	}
	client := ratelimit.Key(ratelimit.Client(ctx))
	if err := s.limits.signInAddress.Take(client); err != nil {
		return nil, err
	}
	pair := client + " " + email
	if err := s.limits.signInPair.Take(pair); err != nil {
		return nil, err
	}
	return func() { s.limits.signInPair.Forget(pair) }, s.limits.signInAccount.Take(email)
}

// findWithCandidate gives the account of an address, and the password's hash of the newest sign-up with it: of an account
// that waits as of one that is a member's, for as long as sign-ups are kept.
func (s *Service) findWithCandidate(ctx context.Context, email string) (a account, candidate string, err error) {
	rows, err := s.pool.Query(ctx, `
		SELECT `+accountColumns+`, coalesce((
			SELECT c.password_hash FROM account_confirmations c WHERE c.account_id = accounts.id AND c.expires_at > $2
			ORDER BY c.created_at DESC LIMIT 1), '') AS candidate
		FROM accounts WHERE email = $1`, email, s.now().Add(-keepEnded))
	if err != nil {
		return a, "", fmt.Errorf("looking up an account: %w", err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[struct {
		account
		Candidate string `db:"candidate"`
	}])
	if errors.Is(err, pgx.ErrNoRows) {
		return a, "", errNoAccount
	}
	if err != nil {
		return a, "", fmt.Errorf("looking up an account: %w", err)
	}
	return found.account, found.Candidate, nil
}

// rehash brings a password's hash to today's cost, unless it was changed in the meantime, and gives the hash there is now as
// far as it is known.
func (s *Service) rehash(ctx context.Context, a account, password string) (string, error) {
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	set, err := s.pool.Exec(ctx, `UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2`, a.ID,
		a.PasswordHash, hash)
	if err != nil {
		return "", fmt.Errorf("renewing a password's hash: %w", err)
	}
	if set.RowsAffected() == 0 {
		return a.PasswordHash, nil
	}
	return hash, nil
}
