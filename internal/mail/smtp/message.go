package smtp

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	outbox "github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/mail/endpoint"
	"github.com/callup/callup/internal/mailaddr"
)

// message makes a mail as it goes over the wire. The same mail is the same message each time: Message-ID and Date do not change.
func (r *Relay) message(d outbox.Due) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	from := r.c.From
	from.Address = mailaddr.ASCII(from.Address)
	m.FromMailAddress(&from)
	if err := m.To(mailaddr.ASCII(d.To)); err != nil {
		return nil, fmt.Errorf("nobody can be written to: %w", err)
	}
	own := d.ReplyTo != "" && m.ReplyTo(mailaddr.ASCII(d.ReplyTo)) == nil // an address that is none keeps no mail back
	if !own && r.c.ReplyTo != "" {
		if err := m.ReplyTo(mailaddr.ASCII(r.c.ReplyTo)); err != nil {
			return nil, fmt.Errorf("answers can't go there: %w", err)
		}
	}
	if d.Stop != "" { // RFC 8058
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+d.Stop+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	m.Subject(d.Subject)
	m.SetDateWithValue(d.CreatedAt.UTC())
	m.SetMessageIDWithValue(r.messageID(d.Key))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetGenHeader("Content-Language", d.Lang)
	m.SetBodyString(gomail.TypeTextPlain, d.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, d.HTML)
	return m, nil
}

// messageID is the same for each try of a mail, and tells nobody its key.
func (r *Relay) messageID(key string) string {
	sum := sha256.Sum256([]byte("callup mail " + key))
	_, host, _ := strings.Cut(r.c.From.Address, "@")
	return hex.EncodeToString(sum[:16]) + "@" + host
}

// answer is what a failure says.
type answer struct {
	code    int  // of the server; 0 when it gave none
	forGood bool // it will never take this mail
	goesOn  bool // the connection can take the next mail
}

// judge tells what a failure means. A server that refuses the sender refuses every mail: that is for the operator to mend, and
// the mail waits.
func judge(err error) answer {
	var failed *gomail.SendError
	if !errors.As(err, &failed) {
		return answer{}
	}
	a := answer{code: failed.ErrorCode()}
	switch failed.Reason {
	case gomail.ErrSMTPRcptTo:
		a.forGood = a.code >= 500
		a.goesOn = a.code != 0 && a.code != 421 // it says goodbye with that
	case gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		a.forGood = a.code >= 500
	default: // of the connection or of the sender
	}
	return a
}

func newClient(s endpoint.Server, trust *x509.CertPool, within time.Duration) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.Port), gomail.WithTimeout(within),
		gomail.WithTLSConfig(&tls.Config{ServerName: s.Host, RootCAs: trust, MinVersion: tls.VersionTLS12}),
	}
	switch s.Encryption {
	case endpoint.StartTLS:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case endpoint.Implicit:
		options = append(options, gomail.WithSSL())
	case endpoint.None:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User),
			gomail.WithPassword(s.Password))
	}
	client, err := gomail.NewClient(s.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("set up mail: %w", err)
	}
	return client, nil
}
