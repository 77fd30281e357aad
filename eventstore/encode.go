package eventstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// ErrInvalid says that an append holds what no store keeps, such as data that is not JSON.
var ErrInvalid = errors.New("event can't be stored")

// ErrDuplicateID says that an event of that id stands in the stream already, at another revision.
var ErrDuplicateID = errors.New("event id is already in the stream")

// Rejected is an append that fails for what it holds and will fail again; others beside it are not affected. Err wraps
// ErrInvalid, ErrDuplicateID, or what else the server said.
type Rejected struct {
	Stream string
	Err    error
}

// Error says why.
func (r *Rejected) Error() string { return fmt.Sprintf("append to %s rejected: %v", r.Stream, r.Err) }

// Unwrap gives the reason.
func (r *Rejected) Unwrap() error { return r.Err }

// Encode is for stores: it checks an append and gives the bytes in which each event's metadata is stored. Errors:
// ErrTooLarge, and *Rejected with ErrInvalid.
func Encode(stream string, expected Revision, events []Event) ([][]byte, error) {
	if err := Validate(stream, expected, events); err != nil {
		return nil, err
	}
	reject := func(format string, args ...any) ([][]byte, error) {
		return nil, &Rejected{Stream: stream, Err: fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...)}
	}
	if err := Holdable(stream); err != nil {
		return reject("stream name %w", err)
	}
	metadata := make([][]byte, len(events))
	size := 0
	for i, e := range events {
		if err := Holdable(e.Type); err != nil {
			return reject("type %w", err)
		}
		if e.Version > math.MaxInt32 {
			return reject("version %d of %s", e.Version, e.Type)
		}
		// json.Valid alone lets bytes pass that are not UTF-8
		if !json.Valid(e.Data) || !utf8.Valid(e.Data) {
			return reject("data of %s is not JSON", e.Type)
		}
		m, err := json.Marshal(e.Metadata)
		if err != nil {
			return reject("metadata of %s: %w", e.Type, err)
		}
		metadata[i] = m
		size += len(e.Data) + len(m)
	}
	if size > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, size)
	}
	return metadata, nil
}

// Holdable tells whether a name is a text that every store can hold.
func Holdable(name string) error {
	if !utf8.ValidString(name) {
		return fmt.Errorf("%q is not UTF-8", name)
	}
	if strings.ContainsRune(name, 0) {
		return fmt.Errorf("%q holds a zero byte", name)
	}
	return nil
}
