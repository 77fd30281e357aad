package certificates_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/certificates"
	"github.com/callup/callup/internal/certificates/certificatestest"
)

func listen(t *testing.T, port int) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// anew is a server that never had a certificate.
func anew(t *testing.T, log slog.Handler) certificates.Config {
	t.Helper()
	return certificates.Config{
		HTTPPort: certificatestest.FreePort(t), TLSPort: certificatestest.FreePort(t), Folder: t.TempDir(), Log: slog.New(log),
	}
}

// served listens as the program does; answers the client of somebody who trusts the authority.
func served(
	t *testing.T, from certificatestest.Authority, config certificates.Config,
) (*certificates.Certificates, *http.Client) {
	t.Helper()
	config.Host, config.Directory, config.Roots = "localhost", from.URL, from.HTTPS
	kept := certificates.New(config)
	t.Cleanup(kept.Close)
	plain := &http.Server{Handler: kept.Plain(), ReadHeaderTimeout: time.Second}
	over := &http.Server{
		TLSConfig: kept.TLS(), ReadHeaderTimeout: time.Second,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Handler:  http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
	}
	first, second := listen(t, config.HTTPPort), listen(t, config.TLSPort)
	go func() { _ = plain.Serve(first) }()
	go func() { _ = over.ServeTLS(second, "", "") }()
	t.Cleanup(func() { _, _ = plain.Close(), over.Close() })
	running, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	if err := kept.Manage(running); err != nil {
		t.Fatal(err)
	}
	trusting := &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: from.Roots, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2: true, DisableKeepAlives: true,
	}
	return kept, &http.Client{Transport: trusting, Timeout: 5 * time.Second}
}

// within waits until something is so.
func within(t *testing.T, what string, ok func() bool) {
	t.Helper()
	end, tick := time.After(30*time.Second), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-end:
			t.Fatal("not within 30 s: " + what)
		case <-tick.C:
		}
	}
}

// opens answers by which HTTP a server answers over https, and its certificate; nil while the connection is refused.
func opens(t *testing.T, client *http.Client, port int) (major int, leaf *x509.Certificate) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("https://localhost:%d/", port), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	return res.ProtoMajor, res.TLS.PeerCertificates[0]
}

func isOpen(t *testing.T, client *http.Client, port int) bool {
	t.Helper()
	_, leaf := opens(t, client, port)
	return leaf != nil
}

func TestCertificates_AreObtainedKeptAndRenewed(t *testing.T) {
	config := anew(t, slog.DiscardHandler)
	config.Every = 50 * time.Millisecond
	from := certificatestest.New(t, config.HTTPPort, config.TLSPort, 12*time.Second)
	kept, client := served(t, from, config)
	var major int
	var leaf *x509.Certificate
	within(t, "a certificate", func() bool { major, leaf = opens(t, client, config.TLSPort); return leaf != nil })
	if major != 2 {
		t.Errorf("answers by HTTP %d, want 2", major)
	}
	if got := kept.Expires(); !got.Equal(leaf.NotAfter) {
		t.Errorf("expires at %v, want %v", got, leaf.NotAfter)
	}
	within(t, "another certificate before the first ends", func() bool {
		_, next := opens(t, client, config.TLSPort)
		return next != nil && next.SerialNumber.Cmp(leaf.SerialNumber) != 0
	})
	if time.Now().After(leaf.NotAfter) {
		t.Error("it was renewed after it had ended")
	}
}

func TestCertificates_AreTakenFromTheFolder(t *testing.T) {
	config := anew(t, slog.DiscardHandler)
	from := certificatestest.New(t, config.HTTPPort, config.TLSPort, time.Hour)
	kept, client := served(t, from, config)
	within(t, "a certificate", func() bool { return isOpen(t, client, config.TLSPort) })
	want := kept.Expires()
	from.Close() // nobody can be asked
	config.HTTPPort, config.TLSPort = certificatestest.FreePort(t), certificatestest.FreePort(t)
	kept, client = served(t, from, config)
	within(t, "the same certificate", func() bool { return isOpen(t, client, config.TLSPort) })
	if got := kept.Expires(); !got.Equal(want) {
		t.Errorf("expires at %v, want %v", got, want)
	}
}

func TestCertificates_SayWhatToDoWithoutOne(t *testing.T) {
	said := &lines{}
	config, nowhere := anew(t, slog.NewTextHandler(said, nil)), anew(t, slog.DiscardHandler)
	from := certificatestest.New(t, nowhere.HTTPPort, nowhere.TLSPort, time.Hour) // it asks where nobody listens
	kept, client := served(t, from, config)
	within(t, "a word in the log", func() bool { return strings.Contains(said.String(), "the ports 80 and 443 must be open") })
	if isOpen(t, client, config.TLSPort) || !kept.Expires().IsZero() {
		t.Error("it answers without a certificate")
	}
}

func TestPlain_SendsToHTTPS(t *testing.T) {
	t.Parallel()
	kept := certificates.New(certificates.Config{Host: "give.example.org", Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(kept.Close)
	for target, want := range map[string]string{
		"http://give.example.org/campaign/a?b=c%20d": "https://give.example.org/campaign/a?b=c%20d",
		"http://give.example.org:80/":                "https://give.example.org/",
		"http://evil.example.com/":                   "",
		"http://192.0.2.1/":                          "",
	} {
		rec := httptest.NewRecorder()
		kept.Plain().ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodPost, target, nil))
		status := http.StatusPermanentRedirect
		if want == "" {
			status = http.StatusNotFound
		}
		if got := rec.Header().Get("Location"); rec.Code != status || got != want {
			t.Errorf("%s leads to %q with %d, want %q with %d", target, got, rec.Code, want, status)
		}
	}
}

// lines keeps what is written by several at once.
type lines struct {
	mu  sync.Mutex
	all strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}
