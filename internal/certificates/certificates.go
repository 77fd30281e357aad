// Package certificates gets and renews the certificate of a server that meets the internet itself, by ACME (RFC 8555). Without
// another authority that is Let's Encrypt, whose terms the operator agrees to by switching this on.
package certificates

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

// Config says for which name a certificate is wanted, and how the authority reaches this server.
type Config struct {
	Host   string // the name that people open, without a port
	Email  string // where the authority writes to; may be empty
	Folder string // where certificates, their keys and the account with the authority are kept
	// Directory is the address of the authority's directory; empty means Let's Encrypt.
	Directory string
	// Roots are whom the authority's own https is checked against; nil means those of the system.
	Roots *x509.CertPool
	// HTTPPort and TLSPort are where this process listens. The authority asks at 80 and 443, which lead there.
	HTTPPort, TLSPort int
	// Every is how often it is looked whether the certificate has to be renewed; zero means every ten minutes.
	Every time.Duration
	Log   *slog.Logger
}

// Certificates keeps the certificate of one name.
type Certificates struct {
	host   string
	cache  *certmagic.Cache
	magic  *certmagic.Config
	issuer *certmagic.ACMEIssuer
}

// New prepares to get a certificate. Nothing is asked of the authority before Manage.
func New(c Config) *Certificates {
	out := &Certificates{host: c.Host}
	out.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return out.magic, nil },
		RenewCheckInterval: c.Every, Logger: zap.NewNop(),
	})
	out.magic = certmagic.New(out.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: c.Folder}, OnEvent: told(c.Log), Logger: zap.NewNop(),
	})
	out.issuer = certmagic.NewACMEIssuer(out.magic, certmagic.ACMEIssuer{
		CA: c.Directory, Email: c.Email, Agreed: true, TrustedRoots: c.Roots,
		AltHTTPPort: c.HTTPPort, AltTLSALPNPort: c.TLSPort, Logger: zap.NewNop(),
	})
	out.magic.Issuers = []certmagic.Issuer{out.issuer}
	return out
}

// told says in the log what became of a certificate that was asked for.
func told(log *slog.Logger) func(context.Context, string, map[string]any) error {
	return func(ctx context.Context, event string, data map[string]any) error {
		switch event {
		case "cert_obtained":
			log.InfoContext(ctx, "there is a new certificate", "host", data["identifier"])
		case "cert_failed":
			log.ErrorContext(ctx, "there is no new certificate: its host must lead to this server, and the ports 80 and 443 must be open "+
				"to the internet; it is asked for again by itself", "host", data["identifier"], "error", data["error"])
		}
		return nil
	}
}

// Manage has the certificate taken from the folder or asked for, and renewed when two thirds of its time are over, until the
// context ends. It does not wait for the authority: until there is a certificate, connections are refused.
func (c *Certificates) Manage(ctx context.Context) error {
	if err := c.magic.ManageAsync(ctx, []string{c.host}); err != nil {
		return fmt.Errorf("ask for a certificate for %s: %w", c.host, err)
	}
	return nil
}

// TLS is what a server of https listens with.
func (c *Certificates) TLS() *tls.Config {
	config := c.magic.TLSConfig()
	config.NextProtos = append([]string{"h2", "http/1.1"}, config.NextProtos...)
	return config
}

// Plain answers the authority over http, and sends everybody else to https.
func (c *Certificates) Plain() http.Handler {
	return c.issuer.HTTPChallengeHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if name, _, err := net.SplitHostPort(r.Host); r.Host != c.host && (err != nil || name != c.host) {
			http.NotFound(w, r) // an address that is not ours leads nowhere
			return
		}
		http.Redirect(w, r, "https://"+c.host+r.URL.RequestURI(), http.StatusPermanentRedirect) //nolint:gosec // the host is ours
	}))
}

// Expires tells when the certificate that is used ends; zero while there is none.
func (c *Certificates) Expires() (at time.Time) {
	for _, held := range c.cache.AllMatchingCertificates(c.host) {
		if held.Leaf != nil && held.Leaf.NotAfter.After(at) {
			at = held.Leaf.NotAfter
		}
	}
	return at
}

// Close ends the renewals.
func (c *Certificates) Close() { c.cache.Stop() }
