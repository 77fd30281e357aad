// Package receipts shows the receipts of gifts to who holds their addresses: as a page that works without scripts, and as a PDF.
package receipts

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/callup/callup/domain/ident"
)

// Path is where receipts lie, before the secret of each.
const Path = "/receipt/"

// seal is how many bytes of the signature stand in a secret: as many as of the id.
const seal = 16

// Links makes the addresses of receipts. The secret in an address is the receipt's id and a signature over it, so that nobody
// finds one who was not given it, and none has to be kept. The id leads neither to the gift nor to the number.
type Links struct{ key []byte }

// NewLinks makes Links for an installation's key.
func NewLinks(key []byte) (*Links, error) {
	own, err := hkdf.Key(sha256.New, key, nil, "callup receipts", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the key of the addresses of receipts: %w", err)
	}
	return &Links{own}, nil
}

// PathOf is where a receipt lies.
func (l *Links) PathOf(receipt ident.ID) string { return Path + l.secret(receipt) }

func (l *Links) secret(receipt ident.ID) string {
	return base64.RawURLEncoding.EncodeToString(append(receipt[:], l.sign(receipt)...))
}

func (l *Links) sign(receipt ident.ID) []byte {
	m := hmac.New(sha256.New, l.key)
	m.Write(receipt[:])
	return m.Sum(nil)[:seal]
}

var errNoSecret = errors.New("no receipt has this address")

// open gives the receipt that a secret was made for. Error: errNoSecret.
func (l *Links) open(secret string) (ident.ID, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	if err != nil || len(b) != len(ident.ID{})+seal {
		return ident.Nil, errNoSecret
	}
	id := ident.ID(b[:len(ident.ID{})])
	if !hmac.Equal(b[len(id):], l.sign(id)) {
		return ident.Nil, errNoSecret
	}
	return id, nil
}
