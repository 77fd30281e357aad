// Package certificatestest is a certificate authority for tests.
package certificatestest

import (
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
)

// Authority is an ACME server by the makers of Let's Encrypt, in this process. It asks for localhost at two ports of this
// machine.
type Authority struct {
	URL   string         // of its directory
	Roots *x509.CertPool // of the certificates that it issues
	HTTPS *x509.CertPool // of its own address
	Close func()
	own   *x509.Certificate
}

// New starts an authority whose certificates are valid for so long. It ends with the test, which may not be parallel.
func New(t *testing.T, httpPort, tlsPort int, valid time.Duration) Authority {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	quiet := slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	store := db.NewMemoryStore()
	issuing := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{
		"default": {Description: "For tests", ValidityPeriod: uint64(valid / time.Second)}, //nolint:gosec // it is positive
	})
	asking := va.New(quiet, httpPort, tlsPort, false, "", store)
	front := wfe.New(quiet, store, asking, issuing, []string{"authority.test"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	a := Authority{
		URL: server.URL + wfe.DirectoryPath, Roots: x509.NewCertPool(), HTTPS: x509.NewCertPool(), Close: server.Close,
		own: server.Certificate(),
	}
	a.HTTPS.AddCert(a.own)
	a.Roots.AddCert(issuing.GetRootCert(0).Cert)
	return a
}

// File writes the certificate of the authority's own address, for the SSL_CERT_FILE of another process.
func (a Authority) File(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.own.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// FreePort is a port of this machine at which nothing listens.
func FreePort(t *testing.T) int {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // nothing was sent
	at, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatalf("listens on %v", l.Addr())
	}
	return at.Port
}
