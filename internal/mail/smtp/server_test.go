package smtp

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"github.com/callup/callup/internal/mail/endpoint"
)

// post is a real mail server in the test's process.
type post struct {
	// Answers are what it says to each RCPT of an address, in turn; from then on it takes its mails.
	Answers map[string][]error
	// AfterData is what it says in the end to mails to an address.
	AfterData map[string]error
	// Signed has it take mails only of who signed in.
	Signed bool

	mu      sync.Mutex
	asked   map[string]int
	taken   []taken
	address endpoint.Server
	trust   *x509.CertPool
	arrived chan struct{} // one for each mail that was taken
}

// taken is a mail that the server took.
type taken struct {
	from, to string
	*mail.Message
	body []byte
}

// start has the server listen, with a certificate for 127.0.0.1.
func (p *post) start(t *testing.T, encryption endpoint.Encryption) *post {
	t.Helper()
	https := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(https.Close)
	p.trust = x509.NewCertPool()
	p.trust.AddCert(https.Certificate())
	certificate := &tls.Config{Certificates: https.TLS.Certificates, MinVersion: tls.VersionTLS12}
	p.asked, p.arrived = map[string]int{}, make(chan struct{}, 100)
	s := smtp.NewServer(p)
	s.Domain, s.ErrorLog = "mail.example.org", slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	s.AllowInsecureAuth = encryption == endpoint.None
	var listener net.Listener
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	switch encryption {
	case endpoint.StartTLS:
		s.TLSConfig = certificate
	case endpoint.Implicit:
		listener = tls.NewListener(listener, certificate)
	case endpoint.None:
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-served; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	p.address = endpoint.Server{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, Encryption: encryption}
	return p
}

// mails waits until so many were taken, and gives them.
func (p *post) mails(t *testing.T, n int) []taken {
	t.Helper()
	for range n {
		select {
		case <-p.arrived:
		case <-time.After(20 * time.Second):
			t.Fatal("a mail did not arrive")
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

func (p *post) askedFor(address string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[address]
}

// NewSession implements smtp.Backend.
func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &talk{p: p}, nil }

// talk is one connection.
type talk struct {
	p        *post
	from, to string
	signed   bool
}

func (*talk) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *talk) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "callup" || password != "p@ss" {
			return errors.New("535 unknown")
		}
		s.signed = true
		return nil
	}), nil
}

func (s *talk) Mail(from string, _ *smtp.MailOptions) error {
	if s.p.Signed && !s.signed {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *talk) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.to = to
	n := s.p.asked[to]
	s.p.asked[to]++
	if n < len(s.p.Answers[to]) {
		return s.p.Answers[to][n]
	}
	return nil
}

func (s *talk) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return err
	}
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	if err := s.p.AfterData[s.to]; err != nil {
		return err
	}
	s.p.taken = append(s.p.taken, taken{s.from, s.to, m, body})
	s.p.arrived <- struct{}{}
	return nil
}

func (*talk) Reset()        {}
func (*talk) Logout() error { return nil }
