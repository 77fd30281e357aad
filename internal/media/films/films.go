// Package films tells whether a video that somebody sent is one of a kind that is taken, and whole.
package films

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"github.com/callup/callup/domain"
)

// MaxBytes is how large a video may be.
const MaxBytes = 200 << 20

// The media types of what is taken.
const (
	MP4  = "video/mp4"
	WebM = "video/webm"
)

// ErrUnreadable refuses what is no video of a kind that is taken, or is cut off.
var ErrUnreadable = domain.Refuse(domain.Invalid, "unreadable_video",
	"The file is no whole video of a kind that is taken: MP4 or WebM.")

// TypeOf gives the media type of a video by how it begins; empty for what is none.
func TypeOf(head []byte) string {
	switch {
	case len(head) >= 8 && string(head[4:8]) == "ftyp":
		return MP4
	case len(head) >= 4 && binary.BigEndian.Uint32(head) == ebml:
		return WebM
	}
	return ""
}

// Check reads how a video of so many bytes is built and gives its media type: every part must lie within the file, and what a
// player needs must be there. What a file is called does not count. Errors: ErrUnreadable, and those of reading.
func Check(r io.ReaderAt, size int64) (string, error) {
	head := make([]byte, 12)
	if n, err := r.ReadAt(head, 0); n < len(head) {
		return "", unreadable(err)
	}
	f := file{r, size}
	switch TypeOf(head) {
	case MP4:
		return MP4, f.mp4()
	case WebM:
		return WebM, f.webm()
	}
	return "", ErrUnreadable
}

func unreadable(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return ErrUnreadable
	}
	return err
}

type file struct {
	r    io.ReaderAt
	size int64
}

func (f file) read(at int64, n int) ([]byte, error) {
	b := make([]byte, n)
	if got, err := f.r.ReadAt(b, at); got < n {
		return nil, unreadable(err)
	}
	return b, nil
}

// mostParts bounds the walk: a film of hours has some thousands.
const mostParts = 1_000_000

// mp4 walks over the boxes (ISO/IEC 14496-12, section 4.2): they fill the file, and among them are the film's description, with a
// track, and its data.
func (f file) mp4() error {
	var seen = map[string]int{}
	err := f.boxes(0, f.size, func(kind string, from, to int64) error {
		seen[kind]++
		if kind != "moov" {
			return nil
		}
		return f.boxes(from, to, func(kind string, _, _ int64) error { seen["moov "+kind]++; return nil })
	})
	if err == nil && (seen["moov"] != 1 || seen["moov mvhd"] == 0 || seen["moov trak"] == 0 || seen["mdat"] == 0) {
		return ErrUnreadable
	}
	return err
}

// boxes gives each box between two places with where its content lies. They must fill what lies between.
func (f file) boxes(from, to int64, each func(kind string, from, to int64) error) error {
	for n := 0; from < to; n++ {
		head, err := f.read(from, 8)
		if err != nil {
			return err
		}
		length, header := int64(binary.BigEndian.Uint32(head)), int64(8)
		switch length {
		case 0: // to the end
			length = to - from
		case 1:
			long, err := f.read(from+8, 8)
			if err != nil {
				return err
			}
			length, header = int64(binary.BigEndian.Uint64(long)), 16 //nolint:gosec // below zero it is refused
		}
		if length < header || length > to-from || n > mostParts {
			return ErrUnreadable
		}
		if err := each(string(head[4:8]), from+header, from+length); err != nil {
			return err
		}
		from += length
	}
	return nil
}

// The elements of WebM that are looked for (RFC 8794 and RFC 9559).
const (
	ebml    = 0x1A45DFA3
	docType = 0x4282
	segment = 0x18538067
	tracks  = 0x1654AE6B
	cluster = 0x1F43B675
)

// unknown is the length of an element that goes on until one begins that can't be in it, as those of a recording do.
const unknown = -1

// webm walks over the elements: the head says that it is WebM, then comes one segment to the end of the file, with tracks and
// clusters that lie within it.
func (f file) webm() error {
	id, from, length, err := f.element(0)
	if err != nil {
		return err
	}
	if length == unknown || length > f.size-from || id != ebml {
		return ErrUnreadable
	}
	isWebM := false
	for at, end := from, from+length; at < end; {
		id, content, length, err := f.element(at)
		if err != nil {
			return err
		}
		if length == unknown || length > end-content {
			return ErrUnreadable
		}
		if id == docType {
			name, err := f.read(content, int(min(length, 5)))
			if err != nil {
				return err
			}
			isWebM = string(name) == "webm"
		}
		at = content + length
	}
	id, at, length, err := f.element(from + length)
	if err != nil {
		return err
	}
	if !isWebM || id != segment || length != unknown && at+length != f.size {
		return ErrUnreadable
	}
	return f.segment(at)
}

func (f file) segment(at int64) error {
	seen := map[uint32]bool{}
	for n := 0; at < f.size; n++ {
		id, content, length, err := f.element(at)
		if err != nil {
			return err
		}
		seen[id] = true
		switch {
		case length == unknown && id == cluster:
			at = content // its parts follow, and whatever comes after them
		case length == unknown || length > f.size-content || n > mostParts:
			return ErrUnreadable
		default:
			at = content + length
		}
	}
	if !seen[tracks] || !seen[cluster] {
		return ErrUnreadable
	}
	return nil
}

// element reads the head of an element: its id, where its content begins, and its length.
func (f file) element(at int64) (id uint32, content, length int64, err error) {
	head, err := f.read(at, 1)
	if err != nil {
		return 0, 0, 0, err
	}
	idBytes := bits.LeadingZeros8(head[0]) + 1
	if idBytes > 4 {
		return 0, 0, 0, ErrUnreadable
	}
	raw, err := f.read(at, idBytes+1)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, b := range raw[:idBytes] {
		id = id<<8 | uint32(b)
	}
	lengthBytes := bits.LeadingZeros8(raw[idBytes]) + 1
	if lengthBytes > 8 {
		return 0, 0, 0, ErrUnreadable
	}
	raw, err = f.read(at+int64(idBytes), lengthBytes)
	if err != nil {
		return 0, 0, 0, err
	}
	all := int64(1)<<(7*lengthBytes) - 1 // as many ones as there are bits: unknown
	length = int64(raw[0]) & (1<<(8-lengthBytes) - 1)
	for _, b := range raw[1:] {
		length = length<<8 | int64(b)
	}
	if length == all {
		length = unknown
	}
	return id, at + int64(idBytes+lengthBytes), length, nil
}
