// Package mailaddr handles e-mail addresses whose domains have letters beyond ASCII.
package mailaddr

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// ASCII gives an address with its domain in the form that mail servers know (RFC 5891): bücher.example becomes
// xn--bcher-kva.example. One whose domain is in ASCII, or has no such form, stays as it is.
func ASCII(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 || !strings.ContainsFunc(address[at:], func(r rune) bool { return r > unicode.MaxASCII }) {
		return address
	}
	domain, err := idna.Lookup.ToASCII(address[at+1:])
	if err != nil {
		return address
	}
	return address[:at+1] + domain
}

// Normal gives the form of an address by which two spellings of one mailbox are known: compatibility forms become plain letters,
// in lower case, and the domain is in ASCII.
func Normal(address string) string {
	return ASCII(strings.ToLower(norm.NFKC.String(strings.TrimSpace(address))))
}
