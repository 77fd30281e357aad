package app

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/callup/callup/domain/ident"
)

// Pseudonyms gives the names under which auditors see people: the same in every listing and export of an installation,
// and without the installation key no way back to the person, even for who knows everybody's ids. A person has another
// one in each role, so that an organizer's own anonymous gifts are not told by what is public of the organizer.
func (b *Base) Pseudonyms() (func(role string, id ident.ID) string, error) {
	key, err := b.Keys.Derive("pseudonyms")
	if err != nil {
		return nil, err
	}
	return func(role string, id ident.ID) string {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(role))
		m.Write(id[:])
		return role + " " + hex.EncodeToString(m.Sum(nil)[:8])
	}, nil
}

// Supporter is how pseudonyms call who gives: the name of the role in the events of donations.
const Supporter = "supporter"
