package kurrentdb

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// errUnreadable: what is stored is not what an append stores.
var errUnreadable = errors.New("stored event can't be read")

// envelope is the metadata of an event as KurrentDB keeps it.
type envelope struct {
	Version int `json:"version"` // schema version of the data
	// Write is different in every attempt to append. Who finds another's beside its own events knows that they were
	// there before: KurrentDB answers a repeated append as it answers the first.
	Write string `json:"write"`
	// Recorded is when the event was recorded first, in a log that it was copied from.
	Recorded *time.Time `json:"recorded,omitempty"`
	// Metadata is eventstore.Metadata, to the byte.
	Metadata json.RawMessage `json:"metadata"`
}

// marshal writes the envelope by hand: encoding/json would rewrite the bytes of Metadata.
func (e envelope) marshal() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"version":%d,"write":%q,`, e.Version, e.Write)
	if e.Recorded != nil {
		fmt.Fprintf(&b, `"recorded":%q,`, e.Recorded.UTC().Format(time.RFC3339Nano))
	}
	b.WriteString(`"metadata":`)
	b.Write(e.Metadata)
	b.WriteByte('}')
	return b.Bytes()
}

func newWrite() string { return rand.Text() }

func uuid(id ident.ID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])), //nolint:gosec // the same bits
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])), //nolint:gosec // the same bits
	}}}
}

func idOf(u *shared.UUID) (ident.ID, error) {
	s := u.GetStructured()
	if s == nil {
		return ident.Parse(u.GetString_())
	}
	var id ident.ID
	binary.BigEndian.PutUint64(id[:8], uint64(s.GetMostSignificantBits()))  //nolint:gosec // the same bits
	binary.BigEndian.PutUint64(id[8:], uint64(s.GetLeastSignificantBits())) //nolint:gosec // the same bits
	return id, nil
}

func proposal(id ident.ID, kind string, data, metadata []byte) *streams.AppendReq {
	return &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
		Id: uuid(id), Data: data, CustomMetadata: metadata,
		Metadata: map[string]string{"type": kind, "content-type": "application/json"},
	}}}
}

type wired = streams.ReadResp_ReadEvent_RecordedEvent

func positionOf(w *wired) eventstore.Position {
	return eventstore.MakePosition(w.GetCommitPosition(), w.GetPreparePosition())
}

// stored is an event as it was read.
type stored struct {
	eventstore.Recorded
	write    string
	metadata json.RawMessage
}

// decode reads one of our events.
func (s *Store) decode(w *wired) (stored, error) {
	bad := func(what string, err error) (stored, error) {
		return stored{}, fmt.Errorf("%w: %s of the event at %s in stream %q: %w", errUnreadable, what, positionOf(w),
			w.GetStreamIdentifier().GetStreamName(), err)
	}
	id, err := idOf(w.GetId())
	if err != nil {
		return bad("id", err)
	}
	var e envelope
	if err := eventstore.Decode(w.GetCustomMetadata(), &e); err != nil {
		return bad("metadata", err)
	}
	r := stored{write: e.Write, metadata: e.Metadata}
	if err := eventstore.Decode(e.Metadata, &r.Metadata); err != nil {
		return bad("metadata", err)
	}
	// hundreds of nanoseconds since 1970; Postgres, which keeps times that are folded from it, keeps microseconds
	ticks, err := strconv.ParseInt(w.GetMetadata()["created"], 10, 64)
	if err != nil {
		return bad("time", err)
	}
	r.Time = time.UnixMicro(ticks / 10).UTC()
	if e.Recorded != nil {
		r.Time = e.Recorded.UTC()
	}
	r.ID, r.Type, r.Version, r.Data = id, w.GetMetadata()["type"], e.Version, w.GetData()
	r.Stream = strings.TrimPrefix(string(w.GetStreamIdentifier().GetStreamName()), s.prefix)
	r.Revision, r.Position = eventstore.Revision(w.GetStreamRevision()), positionOf(w) //nolint:gosec // revisions are far below 2^63
	return r, nil
}
