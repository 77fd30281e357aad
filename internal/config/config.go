// Package config reads what an installation is told by its environment.
//
// Everything is read and checked at once, so that whoever sets Callup up learns
// every mistake in one go. The table of settings (settings.go) drives reading,
// checking and the README.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth/providers"
	mailserver "github.com/callup/callup/internal/mail/endpoint"
	"github.com/callup/callup/internal/media/s3"
	"github.com/callup/callup/internal/operator"
	stripe "github.com/callup/callup/internal/payments/stripe/settings"
)

// Environment says how careful an installation must be.
type Environment string

// A development installation may hold demo data, and its payments move no money; a production installation refuses to start
// with either.
const (
	Development Environment = "development"
	Production  Environment = "production"
)

// Review says which new campaigns a moderator sees before the public does.
type Review string

// Which campaigns wait for a moderator.
const (
	ReviewOff   Review = "off"   // none: a campaign is public as soon as it is launched
	ReviewFirst Review = "first" // those of members of whom none was public yet
	ReviewAll   Review = "all"
)

// Collecting says which campaigns may collect money.
type Collecting string

// Which campaigns may collect money.
const (
	CollectAllowed Collecting = "allowed" // those that an administrator allowed to, and those of pages that one allowed to
	CollectAll     Collecting = "all"
)

// Config is a complete, checked configuration.
type Config struct {
	Environment Environment
	// Addr is where the server listens, host:port. Port 0 lets the system choose.
	Addr string
	// PublicURL is where people reach the server, without a path. It is nil
	// when not set: see PublicURLFor.
	PublicURL *url.URL
	// HTTPS is whether the server has a certificate of its own, which it gets itself.
	HTTPS bool
	// HTTPAddr is where it answers http then, host:port.
	HTTPAddr string
	// ACMEURL is the directory of the authority that issues the certificate; empty means Let's Encrypt.
	ACMEURL string
	// Data is the folder for everything that lies in files, as an absolute path.
	Data string
	// DatabaseURL names a Postgres; empty means the embedded one.
	DatabaseURL string
	// EventStoreURL names a KurrentDB that keeps the log; empty means the database.
	EventStoreURL string
	// Media says in which bucket of an S3 store uploads are kept; nil means files in Data.
	Media *s3.Address
	// NATSURL names NATS servers, separated by commas; empty means that processes tell each other through the database.
	NATSURL string
	// Demo fills a new, empty installation with demo data.
	Demo bool
	// MainCurrency is the one totals over several currencies are shown in.
	MainCurrency money.Currency
	// RatesFile holds exchange rates (absolute path); empty means those that ship with Callup.
	RatesFile string
	Review    Review
	Money     Collecting
	// OperatorName is who runs the installation, and OperatorEmail where givers reach them. Either may be empty.
	OperatorName, OperatorEmail string
	// OperatorAddress are the lines below the operator's name on receipts, and ReceiptNote the sentence at their foot. Both may be
	// empty.
	OperatorAddress []string
	ReceiptNote     string
	// TimeZone is the operator's: receipts are numbered by its years.
	TimeZone *time.Location
	// About is what else the operator says of themselves.
	About operator.About
	// SMTP is the server that takes mails; nil: they are kept and not sent.
	SMTP *mailserver.Server
	// MailFrom is whom mails are from.
	MailFrom mail.Address
	// MailReplyTo is where people answer them. It may be empty.
	MailReplyTo string
	// Stripe takes payments; nil: the sandbox, which moves no money.
	Stripe *stripe.Stripe
	// Providers are whom people may sign in with.
	Providers []providers.Provider
	// PlatformFee is what the installation keeps of what a campaign raises, in basis points.
	PlatformFee int64
	// PasswordMin is the least number of characters of a member's password.
	PasswordMin int
	// LogFormat is "text" or "json".
	LogFormat string
	LogLevel  slog.Level
	// RateLimitFactor multiplies the built-in limits.
	RateLimitFactor int
	// UploadsDaily is how many bytes one member may upload on a day, UploadsKept how many are kept, and UploadsTime how long they
	// may be worked on in a day.
	UploadsDaily, UploadsKept int64
	UploadsTime               time.Duration
	// TrustedProxies are the networks whose forwarding headers are believed.
	TrustedProxies []netip.Prefix
	// MetricsAddr is where /metrics is served, host:port. Empty: beside everything else, for this machine
	// alone, and in production nowhere.
	MetricsAddr string
	// ReadyLag is how far the read tables may be behind the log while the server counts as ready.
	ReadyLag time.Duration
	// StopDelay is how long the server goes on serving after it was told to stop.
	StopDelay time.Duration
	// Traces is whether traces are exported. Where to is read by the exporter itself.
	Traces bool
	// ErasureGrace is how long a request to be erased can be undone.
	ErasureGrace time.Duration

	key     []byte
	keyFile string
}

// Load reads the settings from "NAME=value" pairs, as os.Environ gives them.
// Its error joins one sentence for each mistake. A CALLUP_ variable that is no
// setting is a mistake too: it is a misspelt one. Relative paths are made
// absolute here, since programs such as Postgres run in other folders.
func Load(environ []string) (Config, error) {
	given := map[string]string{}
	var unknown []string
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		value = strings.TrimSpace(value)
		switch {
		case isSetting(name):
			if value != "" { // an empty value is an unset one, as in every shell
				given[name] = value
			}
		case strings.HasPrefix(name, "CALLUP_") && !strings.HasPrefix(name, "CALLUP_TEST_"):
			unknown = append(unknown, name)
		}
	}
	var cfg Config
	var mistakes []error
	slices.Sort(unknown)
	for _, name := range unknown {
		mistakes = append(mistakes, fmt.Errorf("%s is no setting of Callup%s", name, suggestion(name)))
	}
	for _, s := range settings {
		value, set := given[s.Name]
		if !set {
			value = s.Default
		}
		if value == "" {
			continue
		}
		if s.Path {
			var err error
			if value, err = filepath.Abs(value); err != nil {
				mistakes = append(mistakes, fmt.Errorf("%s is relative, and the working folder can't be found: %w", s.Name, err))
				continue
			}
		}
		if err := s.read(&cfg, value); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s %w", s.Name, err))
		}
	}
	mistakes = append(mistakes, cfg.finish(given)...)
	if err := errors.Join(mistakes...); err != nil {
		return Config{}, err
	}
	return cfg, nil
}

// finish fills in what depends on other settings, and checks them together.
func (c *Config) finish(given map[string]string) []error {
	var mistakes []error
	production := c.Environment == Production
	if given[review] == "" {
		c.Review = ReviewOff
		if production {
			c.Review = ReviewFirst
		}
	}
	if given[collecting] == "" {
		c.Money = CollectAll
		if production {
			c.Money = CollectAllowed
		}
	}
	if given[logFormat] == "" {
		c.LogFormat = "text"
		if production {
			c.LogFormat = "json"
		}
	}
	if given[stopDelay] == "" && production {
		c.StopDelay = productionStopDelay
	}
	if given[aboutFile] == "" {
		c.About = operator.Default()
	}
	if c.MailReplyTo == "" {
		c.MailReplyTo = c.OperatorEmail
	}
	mistakes = append(mistakes, c.finishHTTPS(given)...)
	if given[smtpURL] != "" && given[mailFrom] == "" {
		mistakes = append(mistakes, fmt.Errorf("%s must be set with %s: it says whom mails are from", mailFrom, smtpURL))
	}
	if given[key] != "" && given[keyFile] != "" {
		mistakes = append(mistakes, fmt.Errorf("%s and %s are both set: keep one", key, keyFile))
	}
	mistakes = append(mistakes, c.finishStripe(given)...)
	if given[demo] == "" {
		c.Demo = !production && c.Stripe == nil
	}
	if c.Demo && c.Stripe != nil && !production {
		mistakes = append(mistakes, fmt.Errorf("%s must be off with %s: demo gifts are paid in the sandbox", demo, stripeKeyName))
	}
	if !production {
		return mistakes
	}
	return append(mistakes, c.finishProduction(given)...)
}

// finishProduction lists what a production installation lacks, each with what to do.
func (c *Config) finishProduction(given map[string]string) []error {
	var mistakes []error
	if c.Demo {
		mistakes = append(mistakes, fmt.Errorf("%s must be off in production: demo data and its sign-ins are public knowledge", demo))
	}
	switch {
	case given[publicURL] == "":
		mistakes = append(mistakes, fmt.Errorf("%s must be set in production, for example to https://give.example.org", publicURL))
	case c.PublicURL != nil && c.PublicURL.Scheme != "https":
		mistakes = append(mistakes, fmt.Errorf("%s must begin with https:// in production", publicURL))
	}
	if given[smtpURL] == "" {
		mistakes = append(mistakes, fmt.Errorf("%s must be set in production: nobody can sign up without a mail", smtpURL))
	}
	if c.Guessable() {
		mistakes = append(mistakes,
			fmt.Errorf("%s is a key anybody could guess: make one with openssl rand -base64 32", c.KeySource()))
	}
	if given[operatorName] == "" {
		mistakes = append(mistakes, fmt.Errorf("%s must be set in production: givers are told who has their money", operatorName))
	}
	if given[operatorEmail] == "" {
		mistakes = append(mistakes,
			fmt.Errorf("%s must be set in production: givers ask there for a refund, for example at help@give.example.org", operatorEmail))
	}
	if given[stripeKeyName] == "" && given[stripeKeyFileName] == "" {
		mistakes = append(mistakes, fmt.Errorf("%s must be set in production, to a live key of your Stripe account: "+
			"the built-in sandbox moves no money", stripeKeyName))
	}
	return mistakes
}

// PublicURLFor is where people reach a server that listens on addr, when no
// setting says it.
func (c *Config) PublicURLFor(addr net.Addr) *url.URL {
	if c.PublicURL != nil {
		return c.PublicURL
	}
	host := addr.String()
	if at, err := netip.ParseAddrPort(host); err == nil && at.Addr().IsUnspecified() {
		host = fmt.Sprintf("localhost:%d", at.Port())
	}
	return &url.URL{Scheme: "http", Host: host}
}
