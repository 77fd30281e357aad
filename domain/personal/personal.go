// Package personal is text about a person inside an event. In the log it is always ciphertext under the key of its
// subject; this type can't be written to JSON while it is plain, so that no personal text reaches the log by accident.
package personal

import (
	"encoding/json"
	"errors"
)

// Text is personal text: plain when a command made it or a projection opened it, sealed as read from the log, or
// erased for ever because its subject's key was destroyed.
type Text struct {
	plain  string
	sealed string
	state  state
}

type state byte

const (
	empty state = iota
	plain
	sealed
	erased
)

// ErrPlain is returned when plain personal text would be written as JSON.
var ErrPlain = errors.New("personal text must be sealed before it is written")

// Plain makes text to be sealed by the catalogue. Empty text stays empty and needs no key.
func Plain(s string) Text {
	if s == "" {
		return Text{}
	}
	return Text{plain: s, state: plain}
}

// Sealed makes text from ciphertext.
func Sealed(s string) Text { return Text{sealed: s, state: sealed} }

// Erased is text whose key was destroyed.
func Erased() Text { return Text{state: erased} }

// String gives the plain text, or "" when it is empty, sealed or erased.
func (t Text) String() string { return t.plain }

// IsEmpty tells whether nothing was ever written here.
func (t Text) IsEmpty() bool { return t.state == empty }

// IsSealed tells whether the text is ciphertext that was not opened.
func (t Text) IsSealed() bool { return t.state == sealed }

// IsErased tells whether the text is gone for ever.
func (t Text) IsErased() bool { return t.state == erased }

// Cipher gives the ciphertext of sealed text.
func (t Text) Cipher() string { return t.sealed }

// MarshalJSON writes ciphertext; plain text is refused with ErrPlain.
func (t Text) MarshalJSON() ([]byte, error) {
	switch t.state {
	case empty:
		return []byte(`""`), nil
	case sealed:
		return json.Marshal(t.sealed)
	case erased:
		return nil, errors.New("erased text can't be written again")
	case plain:
	}
	return nil, ErrPlain
}

// UnmarshalJSON reads ciphertext.
func (t *Text) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if s == "" {
		*t = Text{}
		return nil
	}
	*t = Sealed(s)
	return nil
}
