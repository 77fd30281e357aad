package app

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore/catalog"
)

// Pseudonyms gives the names under which auditors see people: the same in every listing and export of an installation,
// and without the installation key no way back to the person, even for who knows everybody's ids. A person has another
// one in each role and within each campaign (nil where there is none), so that an organizer's own gifts are not told by what
// is public of the organizer, nor gifts to one campaign by those to another. Whoever names the giver of a gift that is
// anonymous or whose giver's address is unconfirmed names the gift: it is a person of its own.
func (b *Base) Pseudonyms() (catalog.Pseudonym, error) {
	key, err := b.Keys.Derive("pseudonyms")
	if err != nil {
		return nil, err
	}
	return func(role string, id, within ident.ID) string {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(role))
		m.Write(id[:])
		m.Write(within[:])
		return role + " " + hex.EncodeToString(m.Sum(nil)[:8])
	}, nil
}

// Supporter is how pseudonyms call who gives: the name of the role in the events of donations.
const Supporter = "supporter"
