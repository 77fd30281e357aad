package auth

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
)

const (
	// awayLife is how long somebody may take at a provider's, and afterwards to say how their account here is to be linked.
	awayLife = 15 * time.Minute
)

// away is what a browser keeps, sealed, while its person is at a provider's.
type away struct {
	Provider, State, Nonce, Verifier string
	To, Lang                         string // where they were going, and in which language
	Until                            time.Time

	Member, Session ident.ID `json:",omitzero"` // whose account is to be opened by it too; zero: nobody is signed in
}

// held is what a browser keeps, sealed, of whom a provider says its person is, until they say with which account they are
// linked.
type held struct {
	Provider string
	Said     providers.Said
	Until    time.Time
}

var (
	errNothingHeld = domain.Refuse(domain.NotFound, "no_provider_session",
		"What the other site said of you is no longer here. Please begin there again.")
	errLinkedElsewhere = domain.Refuse(domain.Conflict, "provider_linked_elsewhere", "This account of yours opens another one here.")
)

// seal makes a text of something that only this installation reads, for one purpose.
func (s *Service) seal(purpose string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("writing what is sealed: %w", err)
	}
	box, err := s.box()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize())
	if _, err := io.ReadFull(s.random, nonce); err != nil {
		return "", fmt.Errorf("making a secret: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, plain, []byte(purpose))), nil
}

// unseal reads what seal made for the same purpose; false where it did not.
func (s *Service) unseal(purpose, text string, v any) bool {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	box, boxErr := s.box()
	if err != nil || boxErr != nil || len(raw) < box.NonceSize() {
		return false
	}
	plain, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], []byte(purpose))
	return err == nil && json.Unmarshal(plain, v) == nil
}

func (s *Service) box() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.sealing)
	if err != nil {
		return nil, fmt.Errorf("making a cipher: %w", err)
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("making a cipher: %w", err)
	}
	return box, nil
}

// letIn lets in whom a provider vouches for: the member who is linked, or a new one whose address it vouches for. ok is false
// where the person has to say first which account is theirs, or which address.
func (s *Service) letIn(ctx context.Context, provider string, said providers.Said, lang string, from BrowserState) (
	t Tokens, ok bool, err error,
) {
	made := false
	a, err := s.linked(ctx, said)
	if errors.Is(err, errNoAccount) {
		if made, err = s.makeLinked(ctx, provider, said, lang, from.UserAgent); err != nil || !made {
			return Tokens{}, false, err
		}
		a, err = s.linked(ctx, said)
	}
	if err != nil {
		return Tokens{}, false, err
	}
	if a.ClosedAt != nil {
		return Tokens{}, false, errInvalidCredentials
	}
	if err := s.register(ctx, a); err != nil {
		return Tokens{}, false, err
	}
	if made {
		s.showPicture(ctx, provider, said, a)
	}
	from.by = ByProvider
	_, known := s.knows(from.Known, a.Normal)
	t, err = s.enter(ctx, a, from, !known && !made)
	return t, err == nil, err
}

func (s *Service) linked(ctx context.Context, said providers.Said) (account, error) {
	var id ident.ID
	err := s.pool.QueryRow(ctx, `SELECT account_id FROM account_identities WHERE issuer = $1 AND subject = $2`, said.Issuer,
		said.Subject).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return account{}, errNoAccount
	}
	if err != nil {
		return account{}, fmt.Errorf("looking up who is linked: %w", err)
	}
	return s.find(ctx, "id = $1", id)
}

// makeLinked makes the account of somebody new whose address a provider vouches for. An account that waits for its
// confirmation becomes theirs, without what was typed to sign up: nobody has shown that this was them. It makes nothing where
// a member has the address already, or nobody vouches for it.
func (s *Service) makeLinked(ctx context.Context, provider string, said providers.Said, lang, userAgent string) (bool, error) {
	email, refusal := parseAddress(said.Email)
	if refusal != nil || !said.Verified {
		return false, nil //nolint:nilerr // an address that is none is asked for
	}
	name := nameOf(said, email)
	id, err := s.newID()
	if err != nil {
		return false, err
	}
	member, err := s.newID()
	if err != nil {
		return false, err
	}
	made := false
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.now()
		err := tx.QueryRow(ctx, `
			INSERT INTO accounts AS a (id, member_id, email, email_typed, password_hash, lang, terms_version, terms_at, pending_name,
			       confirmed_at, created_at)
			VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8, $7, $7)
			ON CONFLICT (email) DO UPDATE SET email_typed = excluded.email_typed, password_hash = '', lang = excluded.lang,
			       terms_version = excluded.terms_version, terms_at = excluded.terms_at, pending_name = excluded.pending_name,
			       confirmed_at = excluded.confirmed_at
			WHERE a.confirmed_at IS NULL AND a.closed_at IS NULL
			RETURNING id`, id, member, email.normal, email.typed, language(lang), s.terms, now, name).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // a member has the address
		}
		if err != nil {
			return err
		}
		made = true
		// their links are worth nothing any more: the account is confirmed
		if _, err := tx.Exec(ctx, `UPDATE account_confirmations SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL`, id,
			now); err != nil {
			return err
		}
		for _, did := range []string{didSignUp, didConfirm} {
			if err := s.note(ctx, tx, id, did, userAgent); err != nil {
				return err
			}
		}
		if err := s.link(ctx, tx, id, provider, said, userAgent); err != nil {
			return err
		}
		// they know that they came by it: nothing of this is news
		_, err = tx.Exec(ctx, `UPDATE account_history SET told_at = $2 WHERE account_id = $1 AND told_at IS NULL`, id, now)
		return err
	})
	if err == errLinkedElsewhere { //nolint:errorlint // the refusal itself: the same person came twice at the same time
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("making the account of somebody whom a provider vouches for: %w", err)
	}
	return made, nil
}

// showPicture gives a new member the picture from the provider. A failure is logged and the member is let in without one.
func (s *Service) showPicture(ctx context.Context, provider string, said providers.Said, a account) {
	client := s.providers[provider]
	if client == nil || said.Picture == "" {
		return
	}
	picture, err := client.Picture(ctx, said)
	if err == nil {
		err = s.registrar.ShowPicture(ctx, "picture:"+a.ID.String(), a.Member, picture)
	}
	if err != nil {
		s.log.InfoContext(ctx, "the picture of a sign-in provider was not taken over", "provider", provider, "account", a.ID,
			"error", err)
	}
}

// nameOf is how somebody is called of whom a provider tells a name, or none that can be one.
func nameOf(said providers.Said, email address) string {
	name, refusal := parseName("full_name", said.Name)
	if refusal != nil {
		name, _, _ = strings.Cut(email.typed, "@")
	}
	return name
}

// link has an identity elsewhere open an account from now on.
func (s *Service) link(
	ctx context.Context, tx pgx.Tx, account ident.ID, provider string, said providers.Said, userAgent string,
) error {
	var (
		owner ident.ID
		anew  bool
	)
	err := tx.QueryRow(ctx, `
		INSERT INTO account_identities AS i (issuer, subject, account_id, provider, email, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email RETURNING account_id, xmax = 0`,
		said.Issuer, said.Subject, account, provider, said.Email, s.now()).Scan(&owner, &anew)
	switch {
	case err != nil:
		return fmt.Errorf("linking an account: %w", err)
	case owner != account:
		return errLinkedElsewhere
	case !anew:
		return nil
	}
	return s.note(ctx, tx, account, didLink, userAgent)
}

// linkHeld links whom a provider says somebody is with the account that they have just proved to be theirs.
func (s *Service) linkHeld(ctx context.Context, h held, account ident.ID, userAgent string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		return s.link(ctx, tx, account, h.Provider, h.Said, userAgent)
	})
}

// heldIn reads what a browser holds; no_provider_session where that is nothing, or too old.
func (s *Service) heldIn(cookie string) (held, error) {
	var h held
	if !s.unseal(purposeHeld, cookie, &h) || s.now().After(h.Until) {
		return held{}, errNothingHeld
	}
	return h, nil
}
