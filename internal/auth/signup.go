package auth

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

// SignUp is what a person says of themselves to become a member.
type SignUp struct {
	Name        string // empty where Held tells it
	Email       string
	Password    string
	Lang        string
	AcceptTerms bool
	Held        *held // whom a provider says they are, linked once the address is confirmed
}

// SignUp makes an account that waits for the confirmation of its address, and mails the link. An address that is used
// already is answered the same way, in words and in work, and its owner gets a mail that says so. The member comes into
// being with the confirmation: nobody's name enters the log before they said that the address is theirs. The password is
// a candidate until then: Confirm makes it the account's for who gives both the link and the password.
func (s *Service) SignUp(ctx context.Context, in SignUp) error {
	if err := s.limits.signUp.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return err
	}
	email, name, err := s.checkSignUp(in)
	if err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return err
	}
	message, err := s.keepSignUp(ctx, pending{
		email: email, name: name, hash: hash, lang: language(in.Lang), terms: s.terms, termsAt: s.now(),
		held: in.Held,
	})
	if err != nil {
		return err
	}
	// whoever signs up with an address that strangers used too often is answered as ever: a link of an earlier mail serves them
	_, has := message.Content.(mail.AlreadyRegistered)
	if !s.mayMail(email.normal, has) {
		s.log.WarnContext(ctx, "no mail for a sign-up: its address had too many")
		return nil // nobody is to learn that
	}
	if err := s.mailer.Send(ctx, message); err != nil {
		return fmt.Errorf("mailing about a sign-up: %w", err)
	}
	return nil
}

func (s *Service) checkSignUp(in SignUp) (address, string, error) {
	var refusals domain.Refusals
	keep := func(r *domain.Refusal) {
		if r != nil {
			refusals = append(refusals, r)
		}
	}
	email, r := parseAddress(in.Email)
	keep(r)
	if in.Held != nil && in.Name == "" {
		in.Name = nameOf(in.Held.Said, email)
	}
	name, r := parseName("full_name", in.Name)
	keep(r)
	keep(s.policy.check("password", in.Password, email.normal, name))
	if !in.AcceptTerms {
		keep(domain.RefuseField("terms_accepted", "terms_required", "Please agree to the terms."))
	}
	return email, name, refusals.OrNil()
}

// pending is what a confirmation with its password switches on.
type pending struct {
	email   address
	name    string
	hash    string
	lang    string
	terms   string
	termsAt time.Time
	held    *held // whom a provider says they are; nil: nobody was asked
}

// pendingRow is how a sign-up lies in the database.
type pendingRow struct {
	Typed   string    `db:"email_typed"`
	Name    string    `db:"name"`
	Hash    string    `db:"password_hash"`
	Lang    string    `db:"lang"`
	Terms   string    `db:"terms_version"`
	TermsAt time.Time `db:"terms_at"`
}

func (r pendingRow) pending() pending {
	return pending{email: address{typed: r.Typed}, name: r.Name, hash: r.Hash, lang: r.Lang, terms: r.Terms, termsAt: r.TermsAt}
}

// keptSignUp is the account that a sign-up was stored with.
type keptSignUp struct {
	ID        ident.ID   `db:"id"`
	Confirmed *time.Time `db:"confirmed_at"`
	Owner     string     `db:"email_typed"`
	Lang      string     `db:"lang"`
}

// keepSignUp stores the sign-up with the same statements whether the address is new, waits for its confirmation or has
// a member, and gives the mail to send.
func (s *Service) keepSignUp(ctx context.Context, p pending) (mail.Message, error) {
	id, err := s.newID()
	if err != nil {
		return mail.Message{}, err
	}
	member, err := s.newID()
	if err != nil {
		return mail.Message{}, err
	}
	secret, err := s.secret()
	if err != nil {
		return mail.Message{}, err
	}
	var a keptSignUp
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// what somebody signed up with before is replaced as long as nobody confirmed it
		var err error
		a, err = rowscan.One[keptSignUp](ctx, tx, `
			INSERT INTO accounts AS a (id, member_id, email, email_typed, password_hash, lang, terms_version, terms_at, pending_name,
			created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
			ON CONFLICT (email) DO UPDATE SET
				email_typed   = CASE WHEN a.confirmed_at IS NULL THEN excluded.email_typed   ELSE a.email_typed   END,
				password_hash = CASE WHEN a.confirmed_at IS NULL THEN excluded.password_hash ELSE a.password_hash END,
				lang          = CASE WHEN a.confirmed_at IS NULL THEN excluded.lang          ELSE a.lang          END,
				terms_version = CASE WHEN a.confirmed_at IS NULL THEN excluded.terms_version ELSE a.terms_version END,
				terms_at      = CASE WHEN a.confirmed_at IS NULL THEN excluded.terms_at      ELSE a.terms_at      END,
				pending_name  = CASE WHEN a.confirmed_at IS NULL THEN excluded.pending_name  ELSE a.pending_name  END
			RETURNING id, confirmed_at, email_typed, lang`,
			id, member, p.email.normal, p.email.typed, p.hash, p.lang, p.terms, p.termsAt, p.name,
		)
		if err != nil {
			return err
		}
		return insertConfirmation(ctx, tx, secret, a.ID, p, s.now(), a.Confirmed)
	})
	if err != nil {
		return mail.Message{}, fmt.Errorf("keeping a sign-up: %w", err)
	}
	if a.Confirmed != nil {
		return mail.Message{
			Key: "already-registered:" + hex.EncodeToString(digest(secret)), To: a.Owner, Lang: a.Lang,
			Content: mail.AlreadyRegistered{Link: s.baseURL + "/auth"},
		}, nil
	}
	return s.confirmationMail(secret, p), nil
}

// insertConfirmation keeps a confirmation; one whose account is confirmed already is used up from the start.
func insertConfirmation(ctx context.Context, tx pgx.Tx, secret []byte, account ident.ID, p pending, now time.Time,
	used *time.Time) error {
	var provider, issuer, subject *string
	if p.held != nil {
		provider, issuer, subject = &p.held.Provider, &p.held.Said.Issuer, &p.held.Said.Subject
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO account_confirmations (hash, account_id, password_hash, name, email_typed, lang, terms_version, terms_at,
		                                   created_at, expires_at, used_at, provider, issuer, subject)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		digest(secret), account, p.hash, p.name, p.email.typed, p.lang, p.terms, p.termsAt, now, now.Add(confirmationLife), used,
		provider, issuer, subject)
	return err
}

func (s *Service) confirmationMail(secret []byte, p pending) mail.Message {
	token := base64.RawURLEncoding.EncodeToString(secret)
	return mail.Message{
		Key: "confirmation:" + hex.EncodeToString(digest(secret)), To: p.email.typed, Lang: p.lang,
		Content: mail.Confirmation{
			Link: s.baseURL + "/auth/confirm?token=" + url.QueryEscape(token), Hours: int(confirmationLife / time.Hour),
		},
	}
}

// ResendConfirmation asks for another confirmation mail.
func (s *Service) ResendConfirmation(ctx context.Context, email string) error {
	return s.wish(ctx, s.confirmationWishes(), email)
}
