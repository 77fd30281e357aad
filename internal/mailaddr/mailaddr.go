// Package mailaddr handles e-mail addresses whose domains have letters beyond ASCII.
package mailaddr

import (
	"strings"

	"golang.org/x/net/idna"
)

// ASCII gives an address with its domain in the form that mail servers know (RFC 5891): bücher.example becomes
// xn--bcher-kva.example. An address whose domain has no such form stays as it is.
func ASCII(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	domain, err := idna.Lookup.ToASCII(address[at+1:])
	if err != nil {
		return address
	}
	return address[:at+1] + domain
}
