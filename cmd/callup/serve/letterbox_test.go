package serve

import (
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// letter is a mail that a letterbox took.
type letter struct{ id, to, subject, body string }

// letterbox is a mail server in the test's process that keeps each mail it takes. It can be away for a while, and answers at the
// same address when it is back.
type letterbox struct {
	t       *testing.T
	address string
	shut    func() // nil while it is away

	mu   sync.Mutex
	took []letter
}

func newLetterbox(t *testing.T) *letterbox {
	t.Helper()
	b := &letterbox{t: t, address: "127.0.0.1:0"}
	b.open()
	t.Cleanup(b.close)
	return b
}

func (b *letterbox) open() {
	b.t.Helper()
	s := smtp.NewServer(b)
	s.Domain, s.ErrorLog = "mail.example.org", slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	listener, err := net.Listen("tcp", b.address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.address = listener.Addr().String()
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	b.shut = func() {
		_ = s.Close() // its connections go with it
		if err := <-served; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			b.t.Error(err)
		}
	}
}

// close has the server be away.
func (b *letterbox) close() {
	if b.shut != nil {
		b.shut()
		b.shut = nil
	}
}

// letters are those that it took since it had taken so many.
func (b *letterbox) letters(since int) []letter {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]letter(nil), b.took[since:]...)
}

// NewSession implements smtp.Backend.
func (b *letterbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &postman{box: b}, nil }

// postman is one connection.
type postman struct {
	box *letterbox
	to  string
}

// Mail implements smtp.Session.
func (*postman) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session.
func (p *postman) Rcpt(to string, _ *smtp.RcptOptions) error {
	p.to = to
	return nil
}

// Data implements smtp.Session.
func (p *postman) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	_, inParts, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err
	}
	p.box.mu.Lock()
	defer p.box.mu.Unlock()
	p.box.took = append(p.box.took, letter{
		// what divides the parts of a mail is another each time it is sent
		m.Header.Get("Message-ID"), p.to, subject, strings.ReplaceAll(string(body), inParts["boundary"], ""),
	})
	return nil
}

// Reset implements smtp.Session.
func (*postman) Reset() {}

// Logout implements smtp.Session.
func (*postman) Logout() error { return nil }
