// Package auth is who somebody is: accounts with e-mail and password, sessions, access tokens and roles. Credentials and
// sessions are ordinary tables, never events; the member behind an account is an aggregate and made through Registrar.
//
// The scheme: an access token is a JWT that lives ten minutes in the browser's memory; a refresh token is a rotating
// secret in an HttpOnly cookie. Every request's session is looked up through a cache of a few seconds, so that ending
// one cuts HTTP and sockets within five.
package auth

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
)

// How long things last.
const (
	AccessLife       = 10 * time.Minute    // of an access token
	refreshIdle      = 30 * 24 * time.Hour // of a refresh token that is not used
	sessionLife      = 90 * 24 * time.Hour // of a session, however often it is refreshed
	refreshGrace     = 10 * time.Second    // within which a used refresh token still gives its successor
	confirmationLife = 48 * time.Hour
	sessionCacheLife = 3 * time.Second // plus the time of a request stays under the five seconds a revocation may take
	keepEnded        = 30 * 24 * time.Hour
)

// RegisterMember brings the member behind an account into being.
type RegisterMember struct {
	CommandKey string // the same for every retry
	Member     ident.ID
	Email      string
	Name       string
	Lang       string
}

// ChangeEmail says at which address a member is reached from now on.
type ChangeEmail struct {
	CommandKey string // the same for every retry
	Member     ident.ID
	Email      string
}

// Registrar writes members to the log, and what happened to their accounts. It is called again after a failure: what has the
// same CommandKey happens once.
type Registrar interface {
	RegisterMember(ctx context.Context, cmd RegisterMember) error
	// ShowPicture has a member show a picture that was fetched from a sign-in provider.
	ShowPicture(ctx context.Context, key string, member ident.ID, picture []byte) error
	TellMember(ctx context.Context, news News) error
	ChangeEmail(ctx context.Context, cmd ChangeEmail) error
	// AskErasure asks for a member to be erased once the time to undo it is over, and tells when that is.
	AskErasure(ctx context.Context, key string, member ident.ID) (due time.Time, err error)
	// UndoErasure takes that back, and has Stay let them in again. It changes nothing when nobody asked.
	UndoErasure(ctx context.Context, member ident.ID) error
}

// Limits are how often strangers may try.
type Limits struct {
	SignInPerAddress ratelimit.Rule // by client address
	// By account and client address, known browser, or session that changes its password; a success clears it.
	SignInPerPair      ratelimit.Rule
	SignInPerAccount   ratelimit.Rule // by account, from every client that is no known browser: wide, so that nobody shuts it
	SignUpPerAddress   ratelimit.Rule
	ConfirmPerAddress  ratelimit.Rule
	MailsPerRecipient  ratelimit.Rule // to one address: about sign-ups, passwords and another address; beyond it none is sent
	ResendPerAddress   ratelimit.Rule
	EmailsPerMember    ratelimit.Rule // mails about another address, which anybody's may be
	ArchivesPerMember  ratelimit.Rule // of everything that is held about them: each reads the whole log
	CodesPerAccount    ratelimit.Rule // of the second factor, whoever tries; a right one clears it
	PasswordsAtOnce    int            // hashes computed at the same time; 0: as many as there are processors
	PasswordsInWaiting int            // requests that may wait for one; 0: 64
}

// DefaultLimits suit a public installation.
func DefaultLimits() Limits {
	return Limits{
		SignInPerAddress:  ratelimit.Rule{Burst: 60, Every: 2 * time.Second},
		SignInPerPair:     ratelimit.Rule{Burst: 12, Every: 20 * time.Second},
		SignInPerAccount:  ratelimit.Rule{Burst: 200, Every: 10 * time.Second},
		SignUpPerAddress:  ratelimit.Rule{Burst: 30, Every: 10 * time.Second},
		ConfirmPerAddress: ratelimit.Rule{Burst: 30, Every: 5 * time.Second},
		MailsPerRecipient: ratelimit.Rule{Burst: 5, Every: 5 * time.Minute},
		ResendPerAddress:  ratelimit.Rule{Burst: 10, Every: 30 * time.Second},
		EmailsPerMember:   ratelimit.Rule{Burst: 5, Every: 10 * time.Minute},
		ArchivesPerMember: ratelimit.Rule{Burst: 3, Every: time.Hour},
		CodesPerAccount:   ratelimit.Rule{Burst: 15, Every: 5 * time.Minute},
	}
}

// For gives the limits where one address may ask so many times as often as on a public installation, with n of at least 1. What
// is counted by account, recipient or member stays: it guards one person, however many come from their network.
func (l Limits) For(n int) Limits {
	for _, r := range []*ratelimit.Rule{&l.SignInPerAddress, &l.SignUpPerAddress, &l.ConfirmPerAddress, &l.ResendPerAddress} {
		*r = r.Times(n)
	}
	return l
}

// Config is what a Service needs. Every field without a default must be given.
type Config struct {
	Pool         *pgxpool.Pool
	Key          []byte // the installation's key, 32 bytes or more; what is used is derived from it
	Registrar    Registrar
	Mailer       mail.Mailer
	Problems     *problem.Writer
	Log          *slog.Logger
	Now          ports.Clock
	Random       io.Reader
	BaseURL      string               // where people reach this installation; https makes cookies Secure
	MinPassword  int                  // characters; 0: 6
	TermsVersion string               // of the /terms and /privacy that sign-up agrees to, recorded with the time
	Limits       Limits               // zero: DefaultLimits
	Grace        time.Duration        // in which a member who deletes their account can undo it
	Providers    []providers.Provider // whom people may sign in with
	Hashing      Hashing
}

// Service is everything about accounts. It is safe for concurrent use.
type Service struct {
	pool       *pgxpool.Pool
	registrar  Registrar
	mailer     mail.Mailer
	problems   *problem.Writer
	log        *slog.Logger
	now        ports.Clock
	random     io.Reader
	baseURL    string
	secure     bool
	terms      string
	grace      time.Duration
	policy     policy
	hasher     *hasher
	tokens     *tokens
	refresh    []byte // key of the chains of refresh tokens
	known      []byte // key of the marks of known browsers
	sealing    []byte // key of what only this installation reads: what browsers keep for it, second factors
	providers  map[string]*providers.Client
	recovery   []byte // key of the hashes of recovery codes
	stopping   []byte // key of the links that call a change of address off
	everywhere []byte // key of the links that end all sessions
	sessions   *sessionCache
	rp         *webauthn.WebAuthn // nil: browsers offer no passkeys at this address
	limits     limiters
	wake       chan struct{}
}

type limiters struct {
	signInAddress, signInPair, signInKnown, signInAccount, signUp, confirm, mails, notices, resend, forgot,
	change, archives, codes, emails *ratelimit.Limiter
}

// New makes a Service.
func New(c Config) (*Service, error) {
	if len(c.Key) < 32 {
		return nil, errors.New("the installation's key has fewer than 32 bytes")
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%q is not an address of http or https", c.BaseURL)
	}
	if c.TermsVersion == "" {
		return nil, errors.New("the version of the terms is missing")
	}
	if c.MinPassword == 0 {
		c.MinPassword = 6
	}
	if c.Limits == (Limits{}) {
		c.Limits = DefaultLimits()
	}
	access, err := derive(c.Key, "callup auth: access tokens")
	if err != nil {
		return nil, err
	}
	refresh, err := derive(c.Key, "callup auth: refresh tokens")
	if err != nil {
		return nil, err
	}
	known, err := derive(c.Key, "callup auth: known browsers")
	if err != nil {
		return nil, err
	}
	sealing, err := derive(c.Key, "callup auth: sign-in providers")
	if err != nil {
		return nil, err
	}
	recovery, err := derive(c.Key, "callup auth: recovery codes")
	if err != nil {
		return nil, err
	}
	stopping, err := derive(c.Key, "callup auth: changes of an address")
	if err != nil {
		return nil, err
	}
	everywhere, err := derive(c.Key, "callup auth: ending all sessions")
	if err != nil {
		return nil, err
	}
	h, err := newHasher(c.Hashing, c.Random, c.Limits.PasswordsAtOnce, c.Limits.PasswordsInWaiting)
	if err != nil {
		return nil, err
	}
	rp, err := newRelyingParty(base)
	if err != nil {
		return nil, err
	}
	s := &Service{
		pool: c.Pool, registrar: c.Registrar, mailer: c.Mailer, problems: c.Problems, log: c.Log, now: c.Now,
		random: c.Random, baseURL: strings.TrimSuffix(c.BaseURL, "/"), secure: base.Scheme == "https",
		terms: c.TermsVersion, grace: c.Grace, policy: policy{min: c.MinPassword}, hasher: h,
		tokens: newTokens(access, c.Now), refresh: refresh, known: known, recovery: recovery,
		stopping: stopping, everywhere: everywhere, sealing: sealing, rp: rp,
		wake: make(chan struct{}, 1),
	}
	s.useProviders(c.Providers)
	s.sessions = newSessionCache(s.lookUp, c.Now)
	limiter := func(r ratelimit.Rule) *ratelimit.Limiter { return ratelimit.New(r, c.Now) }
	s.limits = limiters{
		signInAddress: limiter(c.Limits.SignInPerAddress), signInAccount: limiter(c.Limits.SignInPerAccount),
		signInPair: limiter(c.Limits.SignInPerPair), signInKnown: limiter(c.Limits.SignInPerPair),
		signUp: limiter(c.Limits.SignUpPerAddress), confirm: limiter(c.Limits.ConfirmPerAddress),
		mails: limiter(c.Limits.MailsPerRecipient), notices: limiter(noticesOf(c.Limits.MailsPerRecipient)),
		resend: limiter(c.Limits.ResendPerAddress), forgot: limiter(c.Limits.ResendPerAddress),
		change:   limiter(c.Limits.SignInPerPair),
		emails:   limiter(c.Limits.EmailsPerMember),
		archives: limiter(c.Limits.ArchivesPerMember), codes: limiter(c.Limits.CodesPerAccount),
	}
	return s, nil
}

// noticesOf is how many of the mails to one address may be such as only tell its owner that somebody tried.
func noticesOf(all ratelimit.Rule) ratelimit.Rule {
	return ratelimit.Rule{Burst: (all.Burst + 1) / 2, Every: 3 * all.Every}
}

func derive(key []byte, purpose string) ([]byte, error) {
	k, err := hkdf.Key(sha256.New, key, nil, purpose, 32)
	if err != nil {
		return nil, fmt.Errorf("deriving a key: %w", err)
	}
	return k, nil
}

// secret makes a random secret of 32 bytes.
func (s *Service) secret() ([]byte, error) {
	b := make([]byte, 32)
	if _, err := io.ReadFull(s.random, b); err != nil {
		return nil, fmt.Errorf("making a secret: %w", err)
	}
	return b, nil
}

func (s *Service) newID() (ident.ID, error) {
	id, err := ident.New(s.random)
	if err != nil {
		return ident.Nil, fmt.Errorf("making an identifier: %w", err)
	}
	return id, nil
}
