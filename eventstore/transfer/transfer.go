// Package transfer copies a log from one store into another, to the byte, and proves that it did.
package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"

	"github.com/callup/callup/eventstore"
)

// page is how many events are read at once; one page is one transaction where a store has such a thing.
const page = 500

// ErrOther refuses a target that holds something else than the beginning of the source.
var ErrOther = errors.New("the target holds something else than a part of this log")

// Report says what a copy came to.
type Report struct {
	Events int64  `json:"events"` // in the log
	Copied int64  `json:"copied"` // by this run; the others were there already
	Digest string `json:"digest"` // SHA-256 over every event, the same in both logs
}

// Copy copies what the source holds behind what the target holds, which must be a beginning of it; so a copy that was cut
// is resumed by running it again. In the end the whole target is read again and its digest compared. Nobody may write to
// the target meanwhile; what is written to the source while it is copied is copied as well, up to a moment at which the
// source was read to its end. Error: ErrOther.
func Copy(ctx context.Context, from, to eventstore.Copyable, progress func(Report)) (Report, error) {
	var r Report
	sum := newDigest()
	source, there := &cursor{store: from}, &cursor{store: to}
	for {
		next, err := source.peek(ctx)
		if err != nil {
			return r, fmt.Errorf("read the source: %w", err)
		}
		is, err := there.peek(ctx)
		if err != nil {
			return r, fmt.Errorf("read the target: %w", err)
		}
		if is == nil {
			break
		}
		if next == nil || !next.Same(*is) {
			return r, fmt.Errorf("%w: event %d of the target is %s, revision %d of %s", ErrOther, r.Events+1, is.ID, is.Revision,
				is.Stream)
		}
		sum.add(*next)
		r.Events++
		source.take(1)
		there.take(1)
	}
	for {
		next, err := source.peek(ctx)
		if err != nil {
			return r, fmt.Errorf("read the source: %w", err)
		}
		if next == nil {
			break
		}
		events := source.buffered
		if err := to.Import(ctx, events); err != nil {
			return r, fmt.Errorf("write the target: %w", err)
		}
		for _, e := range events {
			sum.add(e)
		}
		source.take(len(events))
		r.Events += int64(len(events))
		r.Copied += int64(len(events))
		progress(r)
	}
	r.Digest = sum.String()
	events, digest, err := Digest(ctx, to)
	if err != nil {
		return r, fmt.Errorf("read the target again: %w", err)
	}
	if events != r.Events || digest != r.Digest {
		return r, fmt.Errorf("the copy differs from its source: %d events with the digest %s came of %d with %s", events, digest,
			r.Events, r.Digest)
	}
	return r, nil
}

// Digest reads a whole log and gives the number of its events and a SHA-256 over all that they hold.
func Digest(ctx context.Context, store eventstore.Copyable) (int64, string, error) {
	sum, events, c := newDigest(), int64(0), &cursor{store: store}
	for {
		e, err := c.peek(ctx)
		if err != nil || e == nil {
			return events, sum.String(), err
		}
		sum.add(*e)
		events++
		c.take(1)
	}
}

// cursor reads a log from its beginning.
type cursor struct {
	store    eventstore.Copyable
	after    eventstore.Position
	buffered []eventstore.Raw
}

// peek gives the next event; nil at the end of the log.
func (c *cursor) peek(ctx context.Context) (*eventstore.Raw, error) {
	if len(c.buffered) == 0 {
		var err error
		if c.buffered, err = c.store.ReadRaw(ctx, c.after, page); err != nil {
			return nil, err
		}
		if len(c.buffered) == 0 {
			return nil, nil //nolint:nilnil // the end
		}
		c.after = c.buffered[len(c.buffered)-1].Position
	}
	return &c.buffered[0], nil
}

func (c *cursor) take(n int) { c.buffered = c.buffered[n:] }

// digest is a SHA-256 over events, in which each field has its length before it.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) add(e eventstore.Raw) {
	d.field([]byte(e.Stream))
	d.number(int64(e.Revision))
	d.field(e.ID[:])
	d.field([]byte(e.Type))
	d.number(int64(e.Version))
	d.field(e.Data)
	d.field(e.Metadata)
	d.number(e.Time.UnixMicro())
}

func (d digest) field(b []byte) {
	d.number(int64(len(b)))
	d.Write(b)
}

func (d digest) number(n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n)) //nolint:gosec // the same bits
	d.Write(b[:])
}

// String gives the digest so far, in hex.
func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)) }
