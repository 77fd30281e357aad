package films

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/callup/callup/internal/media/walk"
)

// The elements of WebM in which stands what a player needs not (RFC 9559, sections 5.1.6 and 5.1.8), and the one that stands for
// nothing (RFC 8794, section 11.3.2).
const (
	attachments = 0x1941A469
	tags        = 0x1254C367
	void        = 0xEC
)

// Editable is a file of which bytes can be replaced.
type Editable interface {
	io.ReaderAt
	io.WriterAt
}

// RemovePlaces blanks what a video that Check took says besides pictures and sound, above all where it was filmed: user data
// and metadata of MP4 (©xyz and loci of ISO/IEC 14496-12 and 3GPP TS 26.244, section 8, the keys of QuickTime, XMP, what cameras
// measure in tracks of their own), tags and attachments of WebM. What is left lies where it lay. Errors: as of Check, and those
// of writing.
func RemovePlaces(ctx context.Context, e Editable, size int64) error {
	f := file{walk.New(ctx, e, size), &tally{}}
	head, err := f.Read(0, 12)
	if err != nil {
		return unreadable(err)
	}
	switch TypeOf(head) {
	case MP4:
		return unreadable(f.blankMP4(e))
	case WebM:
		return unreadable(f.blankWebM(e))
	}
	return nil
}

// blankMP4 makes free space (ISO/IEC 14496-12, section 8.1.2) of all boxes of metadata of the film and its tracks, and of tracks
// that are nothing but metadata.
func (f file) blankMP4(w io.WriterAt) error {
	blank := func(kind string, from, to int64) (bool, error) {
		switch kind {
		case "udta", "meta", "uuid":
			return true, free(w, f, from, to)
		}
		return false, nil
	}
	track := func(trackFrom, trackTo int64) error {
		metadata := false
		err := f.boxes(trackFrom, trackTo, func(kind string, from, to int64) error {
			if kind == "mdia" {
				return f.boxes(from, to, func(kind string, from, to int64) error {
					if kind != "hdlr" || to-from < 12 {
						return nil
					}
					handler, err := f.Read(from+8, 4)
					metadata = metadata || string(handler) == "meta" || string(handler) == "camm"
					return err
				})
			}
			_, err := blank(kind, from, to)
			return err
		})
		if err == nil && metadata {
			err = free(w, f, trackFrom, trackTo)
		}
		return err
	}
	return f.boxes(0, f.Size, func(kind string, from, to int64) error {
		if done, err := blank(kind, from, to); done || err != nil || kind != "moov" {
			return err
		}
		return f.boxes(from, to, func(kind string, from, to int64) error {
			if kind == "trak" {
				return track(from, to)
			}
			_, err := blank(kind, from, to)
			return err
		})
	})
}

// free makes free space of a box whose content lies between two places.
func free(w io.WriterAt, f file, from, to int64) error {
	at := from - 4
	if head, err := f.Read(max(0, from-16), 4); err == nil && from >= 16 && binary.BigEndian.Uint32(head) == 1 {
		// it may be a box with a long length, whose kind stands before that
		long, err := f.Read(from-8, 8)
		if err != nil {
			return err
		}
		if binary.BigEndian.Uint64(long) == uint64(to-from+16) { //nolint:gosec // not below zero
			at = from - 12
		}
	}
	if _, err := w.WriteAt([]byte("free"), at); err != nil {
		return err
	}
	return zero(w, from, to)
}

// zero writes zeros between two places.
func zero(w io.WriterAt, from, to int64) error {
	none := make([]byte, 32<<10)
	for from < to {
		n, err := w.WriteAt(none[:min(int64(len(none)), to-from)], from)
		if err != nil {
			return err
		}
		from += int64(n)
	}
	return nil
}

// blankWebM fills tags and attachments with an element of nothing.
func (f file) blankWebM(w io.WriterAt) error {
	_, from, length, err := f.element(0)
	if err != nil {
		return err
	}
	_, at, _, err := f.element(from + length)
	for err == nil && at < f.Size {
		id, content, length, failed := f.element(at)
		switch {
		case failed != nil:
			return failed
		case length == unknown:
			at = content
			continue
		case id == tags, id == attachments:
			err = nothing(w, content, content+length)
		}
		at = content + length
	}
	return err
}

// nothing writes an element of nothing between two places.
func nothing(w io.WriterAt, from, to int64) error {
	if err := zero(w, from, to); err != nil || to-from < 2 {
		return err
	}
	head := []byte{void, byte(0x80 | to - from - 2)} //nolint:gosec // below ten
	if to-from > 9 {
		head = append([]byte{void}, binary.BigEndian.AppendUint64(nil, 1<<56|uint64(to-from-9))...) //nolint:gosec // not below zero
	}
	_, err := w.WriteAt(head, from)
	return err
}
