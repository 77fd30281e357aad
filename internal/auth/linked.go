package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/rowscan"
)

var (
	errNoIdentity = domain.Refuse(domain.NotFound, "identity_not_found", "This account is not linked any more.")
	errLastWay    = domain.Refuse(domain.Conflict, "last_way_in", "This is your only way to sign in. Set a password first.")
	errNoPassword = domain.Refuse(domain.Conflict, "no_password", "Your account has no password yet. Set one first.")
	errLost       = domain.Refuse(domain.Gone, "provider_lost", "This took too long. Please begin again.")
	errNoProvider = domain.Refuse(domain.NotFound, "unknown_provider", "Nobody signs in with this here.")
	errUnreached  = domain.Refuse(domain.Unavailable, "provider_unavailable", "The other site can't be reached just now.")
)

// Identity is how a member signs in besides their password.
type Identity struct {
	ID       string    `db:"-"` // names it for who has it; it says nothing to anybody else
	Provider string    `db:"provider"`
	Email    string    `db:"email"`
	At       time.Time `db:"created_at"` // linked

	issuer, subject string
}

// identityID tells the identities of a member apart without showing what the provider calls them.
func identityID(issuer, subject string) string {
	sum := sha256.Sum256([]byte(issuer + "\n" + subject))
	return hex.EncodeToString(sum[:16])
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Identities lists how a member may sign in besides their password, the oldest first.
func (s *Service) Identities(ctx context.Context, member ident.ID) ([]Identity, error) {
	return identitiesOf(ctx, s.pool, member)
}

func identitiesOf(ctx context.Context, db querier, member ident.ID) ([]Identity, error) {
	rows, err := db.Query(ctx, `
		SELECT i.provider, i.email, i.created_at, i.issuer, i.subject
		FROM account_identities i JOIN accounts a ON a.id = i.account_id
		WHERE a.member_id = $1 ORDER BY i.created_at, i.issuer, i.subject`, member)
	if err != nil {
		return nil, fmt.Errorf("listing identities: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Identity, error) {
		r, err := rowscan.Row[struct {
			Identity

			Issuer  string `db:"issuer"`
			Subject string `db:"subject"`
		}](row)
		i := r.Identity
		i.ID, i.issuer, i.subject = identityID(r.Issuer, r.Subject), r.Issuer, r.Subject
		return i, err
	})
	if err != nil {
		return nil, fmt.Errorf("listing identities: %w", err)
	}
	return all, nil
}

// confirmed gives the account of a member who gives their password or, where there is none, has proved their identity lately.
// Errors: required, wrong_password at "password"; proof_required (403).
func (s *Service) confirmed(ctx context.Context, p Principal, password string) (account, error) {
	a, err := s.find(ctx, "member_id = $1", p.Member)
	switch {
	case errors.Is(err, errNoAccount):
		return account{}, errInvalidToken
	case err != nil:
		return account{}, err
	case a.PasswordHash == "":
		return s.mayChange(ctx, p)
	case password == "":
		return account{}, domain.RefuseField("password", "required", "This is required.")
	}
	return a, s.prove(ctx, p, a, password, errNotThePassword)
}

// BeginLink sends a member who is signed in to a provider, so that it opens their account too from then on. It gives the
// address to go to, and what the browser keeps meanwhile. Errors: those of mayChange, unknown_provider, provider_unavailable.
func (s *Service) BeginLink(ctx context.Context, p Principal, provider string) (address, sealed string, err error) {
	client := s.providers[provider]
	if client == nil {
		return "", "", errNoProvider
	}
	if _, err := s.mayChange(ctx, p); err != nil {
		return "", "", err
	}
	address, sealed, err = s.depart(ctx, client, away{Member: p.Member, Session: p.Session})
	if err != nil {
		s.log.WarnContext(ctx, "a sign-in provider can't be reached", "provider", provider, "error", err)
		return "", "", errUnreached
	}
	return address, sealed, nil
}

// endLink links whom a provider says somebody is with the account of the member who went there, as long as the session lives
// in which they went, and what it had shown then is still enough. Errors: provider_lost, provider_linked_elsewhere.
func (s *Service) endLink(ctx context.Context, a away, said providers.Said, userAgent string) error {
	st, err := s.lookUp(ctx, a.Session)
	if err != nil {
		return err
	}
	if !st.alive || st.member != a.Member {
		return errLost
	}
	of, err := s.mayChangeAt(ctx, Principal{Member: a.Member, Session: a.Session}, a.Until.Add(-awayLife))
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		return errLost // the account has something since that is to be shown first
	}
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := changed(ctx, tx, of.ID, a.Session); err != nil {
			return err
		}
		return s.link(ctx, tx, of.ID, a.Provider, said, userAgent)
	})
	if err == nil {
		s.nudge()
	}
	return err
}

// Unlink has an identity elsewhere open a member's account no more. Their last way in can't be removed; a provider that is
// configured no more is none. Errors: those of mayChange, identity_not_found, last_way_in.
func (s *Service) Unlink(ctx context.Context, p Principal, id, userAgent string) error {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ways, err := s.waysIn(ctx, tx, a)
		if err != nil {
			return err
		}
		all, err := identitiesOf(ctx, tx, a.Member)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(one Identity) bool { return one.ID == id })
		if at < 0 {
			return errNoIdentity
		}
		gone := all[at]
		if s.providers[gone.Provider] != nil {
			ways--
		}
		if ways == 0 {
			return errLastWay
		}
		if _, err := s.setAside(ctx, tx, "account_identities", a.ID, "g.issuer = $4 AND g.subject = $5", gone.issuer,
			gone.subject); err != nil {
			return err
		}
		if err := changed(ctx, tx, a.ID, p.Session); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didUnlink, userAgent)
	})
	if err == errNoIdentity || err == errLastWay { //nolint:errorlint // the refusals themselves, from a few lines above
		return err
	}
	if err != nil {
		return fmt.Errorf("removing a linked account: %w", err)
	}
	s.nudge()
	return nil
}
