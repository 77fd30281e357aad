package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A browser in which somebody signed in is known: it carries a mark that says so of their account. Whoever tries passwords
// on an account from elsewhere uses up what all unknown browsers share, and never what a known one has to itself. A mark
// lets nobody in, and says nothing about the account to who does not know its address.
const (
	knownCookieSecure = "__Host-callup_known"
	knownCookiePlain  = "callup_known"
	knownSeconds      = 365 * 24 * 3600 // how long a browser stays known
	knownNonce        = 16
	knownMark         = 16
	knownAccounts     = 4 // that one browser is known to: a family's
)

// knownMarks is the mark of a browser as its cookie holds it: a random number, and for each account a keyed hash of both.
type knownMarks struct {
	nonce []byte
	marks [][]byte
}

func parseKnown(cookie string) knownMarks {
	parts := strings.Split(cookie, ".")
	if len(parts) < 2 || len(parts) > 1+knownAccounts {
		return knownMarks{}
	}
	var all [][]byte
	for i, part := range parts {
		raw, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil || i == 0 && len(raw) != knownNonce || i > 0 && len(raw) != knownMark {
			return knownMarks{}
		}
		all = append(all, raw)
	}
	return knownMarks{nonce: all[0], marks: all[1:]}
}

func (k knownMarks) String() string {
	parts := []string{base64.RawURLEncoding.EncodeToString(k.nonce)}
	for _, m := range k.marks {
		parts = append(parts, base64.RawURLEncoding.EncodeToString(m))
	}
	return strings.Join(parts, ".")
}

func (k knownMarks) has(mark []byte) bool {
	return slices.ContainsFunc(k.marks, func(m []byte) bool { return subtle.ConstantTimeCompare(m, mark) == 1 })
}

func (s *Service) markOf(nonce []byte, email string) []byte {
	m := hmac.New(sha256.New, s.known)
	m.Write(nonce)
	m.Write([]byte(email))
	return m.Sum(nil)[:knownMark]
}

// knows gives the bucket of a known browser on an account; false for every other browser.
func (s *Service) knows(cookie, email string) (string, bool) {
	k := parseKnown(cookie)
	if k.nonce == nil || !k.has(s.markOf(k.nonce, email)) {
		return "", false
	}
	return string(k.nonce) + email, true
}

// remember gives the cookie with which a browser is known to an account, and to those it was known to before.
func (s *Service) remember(cookie, email string) (string, error) {
	k := parseKnown(cookie)
	if k.nonce == nil {
		k.nonce = make([]byte, knownNonce)
		if _, err := io.ReadFull(s.random, k.nonce); err != nil {
			return "", fmt.Errorf("making a secret: %w", err)
		}
	}
	if mark := s.markOf(k.nonce, email); !k.has(mark) {
		k.marks = append([][]byte{mark}, k.marks...)
		k.marks = k.marks[:min(len(k.marks), knownAccounts)]
	}
	return k.String(), nil
}
