// Package ident is the identifier of everything in Callup: an RFC 9562 UUID.
package ident

import (
	"crypto/sha1" //nolint:gosec // RFC 9562 section 5.5 prescribes SHA-1 for version 5; nothing secret rests on it
	"encoding/hex"
	"errors"
	"io"
)

// ID is a UUID. Its zero value means "none" and is never given to a thing.
type ID [16]byte

// Nil is the zero ID.
var Nil ID

// ErrMalformed is returned for text that is not a UUID in its canonical form.
var ErrMalformed = errors.New("malformed identifier")

// The name spaces of derived identifiers. They are for ever: changing one changes what a retry derives.
var (
	spaceCommand = ID{0x6b, 0x1f, 0x0c, 0x52, 0x0a, 0x7e, 0x4a, 0x1c, 0x9a, 0x51, 0x3f, 0x0e, 0x77, 0x12, 0x9d, 0x01}
	spaceEvent   = ID{0x6b, 0x1f, 0x0c, 0x52, 0x0a, 0x7e, 0x4a, 0x1c, 0x9a, 0x51, 0x3f, 0x0e, 0x77, 0x12, 0x9d, 0x02}
	spaceStream  = ID{0x6b, 0x1f, 0x0c, 0x52, 0x0a, 0x7e, 0x4a, 0x1c, 0x9a, 0x51, 0x3f, 0x0e, 0x77, 0x12, 0x9d, 0x03}
)

// New makes a random (version 4) identifier from a source of randomness.
func New(random io.Reader) (ID, error) {
	var id ID
	if _, err := io.ReadFull(random, id[:]); err != nil {
		return Nil, err
	}
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id, nil
}

// Derive makes the name-based (version 5) identifier of parts within space (RFC 9562 section 5.5). Parts are
// length-prefixed, so that ("ab","c") and ("a","bc") differ.
func Derive(space ID, parts ...string) ID {
	// Most names fit into the array, which stays on the stack: folds derive millions of ids in a rebuild.
	var room [256]byte
	name := append(room[:0], space[:]...)
	for _, p := range parts {
		name = appendPart(name, p)
	}
	return hashed(name)
}

func appendPart(name []byte, part string) []byte {
	n := len(part)
	name = append(name, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)) //nolint:gosec // the length, a byte at a time
	return append(name, part...)
}

func hashed(name []byte) ID {
	sum := sha1.Sum(name) //nolint:gosec // see the import
	id := ID(sum[:len(ID{})])
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	return id
}

// Command is the id of the command that actor sent under an idempotency key: the same key from the same actor is the
// same command, however often it arrives.
func Command(actor, key string) ID { return Derive(spaceCommand, actor, key) }

// Event is the id of the n-th event a command decided.
func Event(command ID, n int) ID {
	return Derive(spaceEvent, command.String(), string([]byte{byte(n >> 8), byte(n)})) //nolint:gosec // n is below MaxEvents
}

// Thing is the id of a new thing of a category that a command brings into being, so that a retry names the same one.
func Thing(category string, command ID) ID {
	return Derive(spaceStream, category, command.String())
}

// Pair is the id of what belongs to a combination of values, such as a reserved name or a follower of a page.
func Pair(category string, parts ...string) ID {
	var room [256]byte
	name := appendPart(append(room[:0], spaceStream[:]...), category)
	for _, p := range parts {
		name = appendPart(name, p)
	}
	return hashed(name)
}

// Parse reads the canonical form.
func Parse(s string) (ID, error) {
	var id ID
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return Nil, ErrMalformed
	}
	var hexed [32]byte
	n := 0
	for i := range len(s) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			continue
		}
		hexed[n] = s[i]
		n++
	}
	if _, err := hex.Decode(id[:], hexed[:]); err != nil {
		return Nil, ErrMalformed
	}
	return id, nil
}

// String gives the canonical lower-case form.
func (id ID) String() string {
	var b [36]byte
	hex.Encode(b[0:8], id[0:4])
	b[8] = '-'
	hex.Encode(b[9:13], id[4:6])
	b[13] = '-'
	hex.Encode(b[14:18], id[6:8])
	b[18] = '-'
	hex.Encode(b[19:23], id[8:10])
	b[23] = '-'
	hex.Encode(b[24:36], id[10:16])
	return string(b[:])
}

// IsNil tells whether this is the zero ID.
func (id ID) IsNil() bool { return id == Nil }

// MarshalText makes an ID a JSON string and a JSON object key. The zero ID is the empty string.
func (id ID) MarshalText() ([]byte, error) {
	if id == Nil {
		return []byte{}, nil
	}
	return []byte(id.String()), nil
}

// UnmarshalText reads what MarshalText wrote.
func (id *ID) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*id = Nil
		return nil
	}
	v, err := Parse(string(b))
	if err != nil {
		return err
	}
	*id = v
	return nil
}
