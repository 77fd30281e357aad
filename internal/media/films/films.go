// Package films tells whether a video that somebody sent is one of a kind that is taken, and whole.
package films

import (
	"context"
	"encoding/binary"
	"io"
	"math/bits"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/media/walk"
)

// MaxBytes is how large a video may be.
const MaxBytes = 200 << 20

// The media types of what is taken. MOV is served as MP4, which was made of it: players read both alike.
const (
	MP4  = "video/mp4"
	WebM = "video/webm"
)

// The refusals of videos: what is no video of a kind that is taken, or is cut off; what iPhones record unless they are told
// otherwise; and what else browsers don't play.
var (
	ErrUnreadable = domain.Refuse(domain.Invalid, "unreadable_video",
		"The file is no whole video of a kind that is taken: MP4, MOV or WebM.")
	ErrHEVC = domain.Refuse(domain.Invalid, "video_hevc", "The video is HEVC (H.265), which many browsers don't play. On an "+
		"iPhone, choose Settings > Camera > Formats > Most Compatible and record again, or export the video as H.264.")
	ErrUnplayable = domain.Refuse(domain.Invalid, "unplayable_video", "The video is in a format that browsers don't play. Taken "+
		"are H.264, AV1, VP8 and VP9, with AAC, MP3, Opus, Vorbis or FLAC.")
)

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
// player needs must be there, in a format that browsers play. What a file is called does not count. Errors: ErrUnreadable,
// ErrHEVC, ErrUnplayable, those of reading, and that of the context.
func Check(ctx context.Context, r io.ReaderAt, size int64) (string, error) {
	f := file{walk.New(ctx, r, size), &tally{}}
	kind, err := f.check()
	if err == nil {
		err = f.played()
	}
	return kind, unreadable(err)
}

func (f file) check() (string, error) {
	head, err := f.Read(0, 12)
	if err != nil {
		return "", err
	}
	switch TypeOf(head) {
	case MP4:
		return MP4, f.mp4()
	case WebM:
		return WebM, f.webm()
	}
	return "", ErrUnreadable
}

func unreadable(err error) error {
	if walk.Refused(err) {
		return ErrUnreadable
	}
	return err
}

// file is a video on which one walks. Elements are visited to a depth that the code names: nothing here calls itself.
type file struct {
	*walk.File
	*tally
}

// mp4 walks over the boxes (ISO/IEC 14496-12, section 4.2): they fill the file, and among them are the film's description, with a
// track, and its data.
func (f file) mp4() error {
	var moov, mvhd, trak, mdat int
	err := f.boxes(0, f.Size, func(kind string, from, to int64) error {
		switch kind {
		case "mdat":
			mdat++
		case "moov":
			moov++
			return f.boxes(from, to, func(kind string, from, to int64) error {
				switch kind {
				case "mvhd":
					mvhd++
				case "trak":
					trak++
					return f.mp4Track(from, to)
				}
				return nil
			})
		}
		return nil
	})
	if err == nil && (moov != 1 || mvhd == 0 || trak == 0 || mdat == 0) {
		return ErrUnreadable
	}
	return err
}

// boxes gives each box between two places with where its content lies. They must fill what lies between.
func (f file) boxes(from, to int64, each func(kind string, from, to int64) error) error {
	for from < to {
		if err := f.Step(); err != nil {
			return err
		}
		head, err := f.Read(from, 8)
		if err != nil {
			return err
		}
		kind, length, header := string(head[4:8]), int64(binary.BigEndian.Uint32(head)), int64(8)
		switch length {
		case 0: // to the end
			length = to - from
		case 1:
			long, err := f.Read(from+8, 8)
			if err != nil {
				return err
			}
			length, header = int64(binary.BigEndian.Uint64(long)), 16 //nolint:gosec // below zero it is refused
		}
		if length < header || length > to-from {
			return ErrUnreadable
		}
		if err := each(kind, from+header, from+length); err != nil {
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
	if length == unknown || length > f.Size-from || id != ebml {
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
			name, err := f.Read(content, int(min(length, 5)))
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
	if !isWebM || id != segment || length != unknown && at+length != f.Size {
		return ErrUnreadable
	}
	return f.segment(at)
}

func (f file) segment(at int64) error {
	var hasTracks, hasCluster bool
	for at < f.Size {
		id, content, length, err := f.element(at)
		if err != nil {
			return err
		}
		hasTracks, hasCluster = hasTracks || id == tracks, hasCluster || id == cluster
		switch {
		case length == unknown && id == cluster:
			at = content // its parts follow, and whatever comes after them
		case length == unknown || length > f.Size-content:
			return ErrUnreadable
		default:
			at = content + length
			if id == tracks {
				if err := f.webmTracks(content, at); err != nil {
					return err
				}
			}
		}
	}
	if !hasTracks || !hasCluster {
		return ErrUnreadable
	}
	return nil
}

// element reads the head of an element: its id, where its content begins, and its length.
func (f file) element(at int64) (id uint32, content, length int64, err error) {
	if err := f.Step(); err != nil {
		return 0, 0, 0, err
	}
	head, err := f.Read(at, 1)
	if err != nil {
		return 0, 0, 0, err
	}
	idBytes := bits.LeadingZeros8(head[0]) + 1
	if idBytes > 4 {
		return 0, 0, 0, ErrUnreadable
	}
	raw, err := f.Read(at, idBytes+1)
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
	raw, err = f.Read(at+int64(idBytes), lengthBytes)
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
