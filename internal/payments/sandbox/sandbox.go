// Package sandbox is a payment provider that moves no money. It behaves as an outside system would: it keeps books of
// its own, shows a page on which one approves, declines, steps back or lets the payment expire, and tells what happened
// by signed webhooks that may come late, twice or out of order. It knows nothing of Callup's events.
package sandbox

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// ProviderName is the sandbox's name in events and webhook addresses.
const ProviderName = "sandbox"

// PageLife is how long a payment page stays open.
const PageLife = 30 * time.Minute

// leastSums are the smallest sums that Stripe takes.
var leastSums = map[money.Currency]int64{money.EUR: 50, money.USD: 50, money.GBP: 30}

// feeBasisPoints and fixedFees are what a European card payment commonly costs.
const feeBasisPoints = 150

var fixedFees = map[money.Currency]int64{money.EUR: 25, money.USD: 30, money.GBP: 20}

// ErrProduction is returned by New for an installation that takes real money.
var ErrProduction = errors.New("the sandbox provider moves no money and refuses to run in production")

// Config is what the sandbox needs.
type Config struct {
	// PublicURL is the address at which browsers reach the installation, such as http://127.0.0.1:8080.
	PublicURL string
	// WebhookURL is where webhooks are sent; empty: PublicURL + /api/webhooks/sandbox.
	WebhookURL string
	// Keys are the installation keys the webhook secrets are derived from, the newest first. During a change of keys
	// give both: webhooks are signed with each and accepted with either.
	Keys [][]byte
	// Production is whether the installation takes real money; New then refuses.
	Production bool

	Clock  ports.Clock
	Random io.Reader    // safe for concurrent use
	Client *http.Client // sends the webhooks; a RoundTripper of one's own delivers without a network
	Log    *slog.Logger
}

// Sandbox is the provider. It implements ports.Payments.
type Sandbox struct {
	pool    *pgxpool.Pool
	public  string
	origin  string
	webhook string
	secrets []string
	clock   ports.Clock
	random  io.Reader
	client  *http.Client
	log     *slog.Logger
	wake    chan struct{}
}

var _ ports.Payments = (*Sandbox)(nil)

// New makes the provider on its tables in a migrated database. Errors: ErrProduction, and settings that can't be used.
func New(pool *pgxpool.Pool, c Config) (*Sandbox, error) {
	if c.Production {
		return nil, ErrProduction
	}
	public, err := webAddress(c.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("public address: %w", err)
	}
	s := &Sandbox{
		pool: pool, public: strings.TrimSuffix(c.PublicURL, "/"), origin: public.Scheme + "://" + public.Host, webhook: c.WebhookURL,
		clock: c.Clock, random: c.Random, log: c.Log, wake: make(chan struct{}, 1),
	}
	if s.webhook == "" {
		s.webhook = s.public + "/api/webhooks/" + ProviderName
	}
	if _, err := webAddress(s.webhook); err != nil {
		return nil, fmt.Errorf("webhook address: %w", err)
	}
	if len(c.Keys) == 0 {
		return nil, errors.New("the sandbox needs an installation key")
	}
	for _, key := range c.Keys {
		secret, err := Secret(key)
		if err != nil {
			return nil, err
		}
		s.secrets = append(s.secrets, secret)
	}
	client := http.Client{}
	if c.Client != nil {
		client = *c.Client
	}
	// Where a webhook goes is a setting; an answer must not send it elsewhere.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	s.client = &client
	return s, nil
}

// Secret is what webhooks are signed with under an installation key.
func Secret(key []byte) (string, error) {
	secret, err := hkdf.Key(sha256.New, key, nil, "callup sandbox webhook 1", 32)
	if err != nil {
		return "", fmt.Errorf("derive the webhook secret: %w", err)
	}
	return hex.EncodeToString(secret), nil
}

func webAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address: %w", text, err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("%q is not a full http or https address", text)
	}
	return u, nil
}

// Name is "sandbox".
func (s *Sandbox) Name() string { return ProviderName }

// Fee is what a European card payment commonly costs: 1.5 % and 0.25 EUR, 0.30 USD or 0.20 GBP.
func (s *Sandbox) Fee(c money.Currency) ports.Fee {
	return ports.Fee{BasisPoints: feeBasisPoints, Fixed: money.Of(fixedFees[c], c)}
}

// PageLife is half an hour.
func (s *Sandbox) PageLife() time.Duration { return PageLife }

// Least is what Stripe takes at least: 0.50 EUR, 0.50 USD or 0.30 GBP (Stripe, "Minimum and maximum charge amounts").
func (s *Sandbox) Least(c money.Currency) money.Amount { return money.Of(leastSums[c], c) }

// now is the sandbox's clock in the precision its books keep.
func (s *Sandbox) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

// token is a name nobody can guess: 128 random bits.
func (s *Sandbox) token(prefix string) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(s.random, b[:]); err != nil {
		return "", fmt.Errorf("draw a random name: %w", err)
	}
	return prefix + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:])), nil
}

// nudge wakes the worker of this process, if one runs.
func (s *Sandbox) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
