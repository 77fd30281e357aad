package auth

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

// Confirmation is what the holder of a confirmation link gives to become a member. The link says that the address is
// theirs; the password says that the sign-up was. Whoever only holds the link, because somebody else used their address or
// because they forgot what they typed, chooses a password of their own with Anew.
type Confirmation struct {
	Token    string
	Password string
	Anew     *Anew // nil: the password is that of a sign-up
	Browser  BrowserState
}

// Anew is said instead of what the sign-up said.
type Anew struct {
	Name        string
	Lang        string
	AcceptTerms bool
}

// The answers to a confirmation link that does not work. Whoever holds the link may know why.
var (
	errConfirmationInvalid = domain.Refuse(domain.NotFound, "confirmation_invalid", "This confirmation link is not valid.")
	errConfirmationUsed    = domain.Refuse(domain.Gone, "confirmation_used", "This link was used already. You can sign in.")
	errConfirmationExpired = domain.Refuse(domain.Gone, "confirmation_expired", "This link has expired. Please ask for another one.")
	errConfirmationOther   = domain.RefuseField("password", "confirmation_password",
		"This is not the password that was chosen at sign-up. Please try again, or choose a new one.")
)

// triedCandidates bounds the hashes that one confirmation costs: somebody may sign up with an address that is not theirs as
// often as they like.
const triedCandidates = 4

// Confirm makes the account the person's who holds the link and gives the password of a sign-up with its address, or a
// password of their own, and signs them in. No sign-up alone gives anybody a way in. When the member can't be made yet, the
// address is confirmed all the same; the same confirmation again signs in once it can.
func (s *Service) Confirm(ctx context.Context, in Confirmation) (Tokens, error) {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return Tokens{}, err
	}
	secret, err := parseSecret(in.Token)
	if err != nil {
		return Tokens{}, errConfirmationInvalid
	}
	if in.Password == "" {
		return Tokens{}, domain.RefuseField("password", "required", "This is required.")
	}
	held, err := s.confirmation(ctx, secret)
	if err != nil {
		return Tokens{}, err
	}
	succeeded := func() {}
	switch live := s.now().Before(held.Expires); {
	case held.Confirmed != nil && !live:
		return Tokens{}, errConfirmationUsed
	case held.Confirmed != nil: // then it is a sign-in
		if succeeded, err = s.mayTry(ctx, in.Browser.Known, held.Email); err != nil {
			return Tokens{}, err
		}
	case !live:
		return Tokens{}, errConfirmationExpired
	default:
		chosen, err := s.choose(ctx, secret, held, in)
		if err != nil {
			return Tokens{}, err
		}
		if err := s.confirmAs(ctx, secret, held.Account, chosen, in.Browser.UserAgent); err != nil {
			return Tokens{}, err
		}
	}
	a, err := s.find(ctx, "id = $1", held.Account)
	if errors.Is(err, errNoAccount) {
		return Tokens{}, errConfirmationInvalid
	}
	if err != nil {
		return Tokens{}, err
	}
	// Confirmed before, or by the same press a moment ago: only the account's own password leads on.
	fits, _, err := s.hasher.verify(ctx, in.Password, a.PasswordHash)
	if err != nil {
		return Tokens{}, err
	}
	if !fits || a.ClosedAt != nil {
		return Tokens{}, errConfirmationUsed
	}
	succeeded()
	if err := s.register(ctx, a); err != nil {
		// the member follows with Work, the first sign-in or this confirmation again
		s.log.WarnContext(ctx, "a confirmed account waits for its member", "account", a.ID, "error", err)
		s.nudge()
		return Tokens{}, err
	}
	in.Browser.by = ByPassword
	return s.enter(ctx, a, in.Browser, false)
}

// heldConfirmation is what a confirmation's secret leads to.
type heldConfirmation struct {
	Account   ident.ID   `db:"id"`
	Email     string     `db:"email"`
	Typed     string     `db:"email_typed"`
	Lang      string     `db:"lang"`
	Expires   time.Time  `db:"expires_at"`
	Confirmed *time.Time `db:"confirmed_at"` // of the account
}

func (s *Service) confirmation(ctx context.Context, secret []byte) (heldConfirmation, error) {
	h, err := rowscan.One[heldConfirmation](ctx, s.pool, `
		SELECT a.id, a.email, c.email_typed, c.lang, c.expires_at, a.confirmed_at
		FROM account_confirmations c JOIN accounts a ON a.id = c.account_id WHERE c.hash = $1`, digest(secret))
	if errors.Is(err, pgx.ErrNoRows) {
		return h, errConfirmationInvalid
	}
	if err != nil {
		return h, fmt.Errorf("looking up a confirmation: %w", err)
	}
	return h, nil
}

// choose gives what the account is to be: what a sign-up said whose password was given, or what is said anew.
func (s *Service) choose(ctx context.Context, secret []byte, held heldConfirmation, in Confirmation) (pending, error) {
	if in.Anew == nil {
		return s.chooseSignUp(ctx, secret, in.Password)
	}
	lang := in.Anew.Lang
	if lang == "" {
		lang = held.Lang
	}
	said := SignUp{Name: in.Anew.Name, Email: held.Typed, Password: in.Password, AcceptTerms: in.Anew.AcceptTerms}
	email, name, err := s.checkSignUp(said)
	if err != nil {
		return pending{}, err
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return pending{}, err
	}
	return pending{email: email, name: name, hash: hash, lang: language(lang), terms: s.terms, termsAt: s.now()}, nil
}

// chooseSignUp finds the sign-up with the link's address whose password was given: that of the link itself, or another that
// waits. Mails about sign-ups of different people look alike, and the newest of them need not be the reader's.
func (s *Service) chooseSignUp(ctx context.Context, secret []byte, password string) (pending, error) {
	if utf8.RuneCountInString(password) > maxPassword {
		return pending{}, errConfirmationOther
	}
	rows, err := s.pool.Query(ctx, `
		SELECT email_typed, name, password_hash, lang, terms_version, terms_at, coalesce(w.provider, '') AS provider,
		       coalesce(w.issuer, '') AS issuer, coalesce(w.subject, '') AS subject FROM (
			SELECT DISTINCT ON (o.password_hash) o.*, o.hash = $1 AS own
			FROM account_confirmations c JOIN account_confirmations o ON o.account_id = c.account_id
			WHERE c.hash = $1 AND o.expires_at > $2 ORDER BY o.password_hash, o.hash = $1 DESC, o.created_at DESC) waiting
		LEFT JOIN LATERAL (
			SELECT c.provider, c.issuer, c.subject FROM account_confirmations c
			WHERE c.account_id = waiting.account_id AND c.password_hash = waiting.password_hash AND c.provider IS NOT NULL
			ORDER BY c.created_at DESC LIMIT 1) w ON true -- a mail that was asked for again is of the same sign-up
		ORDER BY own DESC, created_at DESC LIMIT $3`, digest(secret), s.now(), triedCandidates)
	if err != nil {
		return pending{}, fmt.Errorf("looking up sign-ups: %w", err)
	}
	waiting, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (pending, error) {
		r, err := rowscan.Row[struct {
			pendingRow

			Provider string `db:"provider"`
			Issuer   string `db:"issuer"`
			Subject  string `db:"subject"`
		}](row)
		p := r.pending()
		if r.Provider != "" {
			p.held = &held{Provider: r.Provider, Said: providers.Said{Issuer: r.Issuer, Subject: r.Subject, Email: p.email.typed}}
		}
		return p, err
	})
	if err != nil {
		return pending{}, fmt.Errorf("looking up sign-ups: %w", err)
	}
	for _, p := range waiting {
		fits, _, err := s.hasher.verify(ctx, password, p.hash)
		if err != nil {
			return pending{}, err
		}
		if fits {
			return p, nil
		}
	}
	return pending{}, errConfirmationOther
}

// confirmAs switches an account on. It changes nothing when another confirmation did so meanwhile.
func (s *Service) confirmAs(ctx context.Context, secret []byte, account ident.ID, p pending, userAgent string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.now()
		done, err := tx.Exec(ctx, `
			UPDATE accounts SET confirmed_at = $2, password_hash = $3, pending_name = $4, lang = $5, email_typed = $6,
			       terms_version = $7, terms_at = $8
			WHERE id = $1 AND confirmed_at IS NULL`, account, now, p.hash, p.name, p.lang, p.email.typed, p.terms, p.termsAt)
		if err != nil || done.RowsAffected() == 0 {
			return err
		}
		if _, err = tx.Exec(ctx, `UPDATE account_confirmations SET used_at = $2 WHERE hash = $1`, digest(secret), now); err != nil {
			return err
		}
		if err := s.noteAt(ctx, tx, account, p.termsAt, didSignUp, ""); err != nil {
			return err
		}
		if err := s.note(ctx, tx, account, didConfirm, userAgent); err != nil || p.held == nil {
			return err
		}
		return s.link(ctx, tx, account, p.held.Provider, p.held.Said, userAgent)
	})
	if err != nil {
		return fmt.Errorf("confirming an address: %w", err)
	}
	return nil
}
