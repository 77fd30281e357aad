// Package endpoint reads the address of a mail server.
package endpoint

import (
	"errors"
	"net"
	"net/url"
	"strconv"
)

// Encryption says how a connection is encrypted.
type Encryption int

// A connection turns to TLS before anything is said (STARTTLS), is TLS from its first byte on, or is never encrypted.
const (
	StartTLS Encryption = iota
	Implicit
	None
)

// Server is where mails are handed over.
type Server struct {
	Host           string
	Port           int
	Encryption     Encryption
	User, Password string // empty: nobody signs in
}

// Address is host:port.
func (s Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

const (
	submission  = 587
	submissions = 465
)

// Parse reads smtp://user:password@host:port, whose connection must turn to TLS unless ?tls=off says otherwise, or
// smtps://user:password@host:port. Its errors continue a sentence that begins with the setting's name, and repeat no password.
func Parse(address string) (Server, error) {
	shape := errors.New("is no address of a mail server, like smtp://user:password@mail.example.org:587 or smtps://…:465")
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return Server{}, shape
	}
	s := Server{Host: u.Hostname(), Port: submission, User: u.User.Username()}
	s.Password, _ = u.User.Password()
	switch {
	case u.Scheme == "smtps" && u.RawQuery == "":
		s.Port, s.Encryption = submissions, Implicit
	case u.Scheme == "smtp" && u.RawQuery == "":
	case u.Scheme == "smtp" && u.RawQuery == "tls=off":
		s.Encryption = None
	default:
		return Server{}, shape
	}
	if (s.User == "") != (s.Password == "") {
		return Server{}, errors.New("must have both a user and a password, or neither")
	}
	if u.Port() != "" {
		if s.Port, err = strconv.Atoi(u.Port()); err != nil || s.Port < 1 || s.Port > 65535 {
			return Server{}, shape
		}
	}
	if s.Encryption == None && s.Password != "" {
		return Server{}, errors.New("would send a password unencrypted: leave out tls=off, or user and password")
	}
	return s, nil
}
