// Package eventstore is the log: the only truth of Callup. It states the contract every store fulfils (Postgres,
// KurrentDB); storetest proves it of each.
package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Limits of one append.
const (
	MaxEvents = 100        // events in one append
	MaxBytes  = 512 * 1024 // bytes of data and metadata together in one append
	MaxStream = 200        // bytes of a stream's name
)

// Revision is the place of an event in its stream, from 0; as an expectation it is the revision of the last event.
type Revision int64

// NoStream expects that the stream does not exist yet.
const NoStream Revision = -1

// Position is the place of an event in the whole log. It is opaque: only its order and its text mean something. The
// zero Position is before the first event.
type Position struct{ a, b uint64 }

// MakePosition is for stores: Postgres uses a alone, KurrentDB commit and prepare.
func MakePosition(a, b uint64) Position { return Position{a, b} }

// Parts is for stores.
func (p Position) Parts() (a, b uint64) { return p.a, p.b }

// IsZero tells whether p is before the first event.
func (p Position) IsZero() bool { return p == Position{} }

// Compare gives -1, 0 or 1.
func (p Position) Compare(q Position) int {
	switch {
	case p.a < q.a, p.a == q.a && p.b < q.b:
		return -1
	case p == q:
		return 0
	}
	return 1
}

// Before tells whether p comes before q.
func (p Position) Before(q Position) bool { return p.Compare(q) < 0 }

// String gives the text that ParsePosition reads.
func (p Position) String() string {
	if p.b == 0 {
		return strconv.FormatUint(p.a, 10)
	}
	return strconv.FormatUint(p.a, 10) + "." + strconv.FormatUint(p.b, 10)
}

// ParsePosition reads the text form; anything else is an error.
func ParsePosition(s string) (Position, error) {
	as, bs, two := strings.Cut(s, ".")
	a, err := strconv.ParseUint(as, 10, 64)
	if err != nil {
		return Position{}, fmt.Errorf("malformed position %q", s)
	}
	if !two {
		return Position{a: a}, nil
	}
	b, err := strconv.ParseUint(bs, 10, 64)
	if err != nil {
		return Position{}, fmt.Errorf("malformed position %q", s)
	}
	return Position{a, b}, nil
}

// MarshalText makes a Position a JSON string.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Position) UnmarshalText(b []byte) error {
	v, err := ParsePosition(string(b))
	if err != nil {
		return err
	}
	*p = v
	return nil
}

// Metadata says where an event comes from. Its stored bytes never change.
type Metadata struct {
	Command     ident.ID `json:"command"`            // the command that decided it
	Body        string   `json:"body,omitempty"`     // hash of the command's body, hex SHA-256
	Correlation ident.ID `json:"correlation"`        // the first command of the chain
	Causation   ident.ID `json:"causation,omitzero"` // the event that caused the command, if one did
	// "member:<id>", "guest", "reactor:<name>", "timer", "operator", "provider:<name>"
	Actor string `json:"actor"`
	Trace string `json:"traceparent,omitempty"` // W3C trace context of the request
}

// Event is what a caller appends. Data must be JSON.
type Event struct {
	ID       ident.ID
	Type     string
	Version  int // schema version of Data, from 1
	Data     json.RawMessage
	Metadata Metadata
}

// Recorded is an event in the log.
type Recorded struct {
	Event
	Stream   string
	Revision Revision
	Position Position
	Time     time.Time // when it was recorded, UTC; never before that of an earlier position, unless a KurrentDB's clock went back
}

// Category is the part of the stream's name before its first dash.
func (r Recorded) Category() string { return Category(r.Stream) }

// Category is the part of a stream's name before its first dash.
func Category(stream string) string {
	c, _, _ := strings.Cut(stream, "-")
	return c
}

// StreamName makes the name of the stream of one thing.
func StreamName(category string, id ident.ID) string { return category + "-" + id.String() }

// Appended says where an append went.
type Appended struct {
	Position Position // of its last event
	Revision Revision // of its last event
	Time     time.Time
	Repeated bool // the same append had been made before; nothing was added
}

// Filter narrows what ReadAll returns. It is a hint: a store may return more than asked, never less. An empty filter
// asks for everything.
type Filter struct {
	Types []string
}

// Page is a piece of the log in order. Next is where to read on: it moves over events that the filter left out. End
// tells that the log held nothing after Next when it was read.
type Page struct {
	Events []Recorded
	Next   Position
	End    bool
}

// Lag says how far a reader is behind the log.
type Lag struct {
	Events int64     // how many events lie after the position
	Exact  bool      // whether Events is exact; a store without dense positions estimates
	Oldest time.Time // when the first of them was recorded; zero when there is none
}

// LogID names a log: two histories never share one.
type LogID = ident.ID

// Store is the log.
type Store interface {
	// Append adds events to one stream, all or none, if its last revision is as expected. A retry (same stream,
	// expectation and event ids) answers what the first answered. Errors: *Conflict, *Rejected, ErrTooLarge,
	// ErrUnavailable.
	Append(ctx context.Context, stream string, expected Revision, events []Event) (Appended, error)
	// ReadStream gives a stream's events in order from a revision on. An unknown stream is empty.
	ReadStream(ctx context.Context, stream string, from Revision) iter.Seq2[Recorded, error]
	// ReadAll gives up to limit events after a position, in order.
	ReadAll(ctx context.Context, after Position, limit int, hint Filter) (Page, error)
	// Wait returns when the log may hold events after a position, or with the context's error. It is a hint only:
	// it may return early, and a reader polls all the same.
	Wait(ctx context.Context, after Position) error
	// Head gives the log's identity and the position of its last event.
	Head(ctx context.Context) (LogID, Position, error)
	// Behind says how far a position is behind the head.
	Behind(ctx context.Context, after Position) (Lag, error)
}

// Settling is a store that knows when no append under way can still be recorded at a past time.
type Settling interface {
	// Settled waits for the appends under way and gives the position of the last event then: whatever comes later is
	// recorded after the time. Error: ErrToCome.
	Settled(ctx context.Context, t time.Time) (Position, error)
}

// ErrToCome tells that something may still be recorded at or before a time.
var ErrToCome = errors.New("this time has not passed yet by the log's clock")

// Conflict tells that the stream was not at the expected revision.
type Conflict struct {
	Stream           string
	Expected, Actual Revision
}

// Error says which.
func (c *Conflict) Error() string {
	return fmt.Sprintf("stream %s is at revision %d, not %d", c.Stream, c.Actual, c.Expected)
}

// ErrTooLarge refuses an append beyond MaxEvents, MaxBytes or MaxStream, or without events.
var ErrTooLarge = errors.New("append is empty or too large")

// ErrUnavailable wraps every failure after which it is unknown or impossible whether an append happened: retrying it
// as it was is safe.
var ErrUnavailable = errors.New("event store unavailable")

// ErrUnread refuses an event of a type or version that a server beside this one can't read: an upgrade is under way. Nothing was
// appended. Like every ErrUnavailable it passes by itself.
var ErrUnread = fmt.Errorf("%w for a new event: an older server is running that can't read it", ErrUnavailable)

// Validate checks the limits that hold for every store.
func Validate(stream string, expected Revision, events []Event) error {
	if stream == "" || len(stream) > MaxStream || len(events) == 0 || len(events) > MaxEvents || expected < NoStream {
		return fmt.Errorf("%w: stream %q, %d events", ErrTooLarge, stream, len(events))
	}
	size := 0
	seen := make(map[ident.ID]bool, len(events))
	for _, e := range events {
		size += len(e.Data) + 300
		if e.ID.IsNil() || e.Type == "" || e.Version < 1 || seen[e.ID] {
			return fmt.Errorf("%w: event %q needs an id of its own, a type and a version", ErrTooLarge, e.Type)
		}
		seen[e.ID] = true
	}
	if size > MaxBytes {
		return fmt.Errorf("%w: %d bytes", ErrTooLarge, size)
	}
	return nil
}
