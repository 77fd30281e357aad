package films

import (
	"context"
	"io"

	"github.com/callup/callup/internal/media/walk"
)

// The elements of WebM that say of what kind a track is (RFC 9559, section 5.1.4).
const (
	trackEntry = 0xAE
	trackType  = 0x83
	soundTrack = 2
)

// CheckSound reads how a file of so many bytes is built and gives its media type, MP4 or WebM, where it is whole and all its
// tracks are sound. Errors: as of Check.
func CheckSound(ctx context.Context, r io.ReaderAt, size int64) (string, error) {
	f := file{walk.New(ctx, r, size)}
	kind, err := f.check()
	if err != nil {
		return "", unreadable(err)
	}
	tracks := f.mp4Tracks
	if kind == WebM {
		tracks = f.webmTracks
	}
	sound, others, err := tracks()
	if err != nil {
		return "", unreadable(err)
	}
	if sound == 0 || others > 0 {
		return "", ErrUnreadable
	}
	return kind, nil
}

// mp4Tracks counts the tracks by their handlers (ISO/IEC 14496-12, section 8.4.3).
func (f file) mp4Tracks() (sound, others int, err error) {
	within := func(name string, each func(from, to int64) error) func(kind string, from, to int64) error {
		return func(kind string, from, to int64) error {
			if kind != name {
				return nil
			}
			return each(from, to)
		}
	}
	handler := within("hdlr", func(from, to int64) error {
		if to-from < 12 {
			return ErrUnreadable
		}
		kind, err := f.Read(from+8, 4)
		if string(kind) == "soun" {
			sound++
		} else {
			others++
		}
		return err
	})
	media := within("mdia", func(from, to int64) error { return f.boxes(from, to, handler) })
	track := within("trak", func(from, to int64) error { return f.boxes(from, to, media) })
	film := within("moov", func(from, to int64) error { return f.boxes(from, to, track) })
	err = f.boxes(0, f.Size, film)
	return sound, others, err
}

// webmTracks counts the tracks by their types. Check has walked over the file before.
func (f file) webmTracks() (sound, others int, err error) {
	_, from, length, err := f.element(0)
	if err != nil {
		return 0, 0, err
	}
	_, at, _, err := f.element(from + length)
	for err == nil && at < f.Size {
		id, content, length, failed := f.element(at)
		switch {
		case failed != nil:
			return 0, 0, failed
		case id == tracks && length != unknown:
			return f.webmEntries(content, content+length)
		case length == unknown:
			at = content
		default:
			at = content + length
		}
	}
	return 0, 0, err
}

// webmEntries counts the tracks in the entries between two places. An entry in an entry is none.
func (f file) webmEntries(from, to int64) (sound, others int, err error) {
	err = f.elements(from, to, func(id uint32, from, to int64) error {
		if id != trackEntry {
			return nil
		}
		return f.elements(from, to, func(id uint32, from, to int64) error {
			if id != trackType || to-from != 1 {
				return nil
			}
			kind, err := f.Read(from, 1)
			if err != nil {
				return err
			}
			if kind[0] == soundTrack {
				sound++
			} else {
				others++
			}
			return nil
		})
	})
	return sound, others, err
}

// elements gives each element between two places with where its content lies. Each says how long it is.
func (f file) elements(from, to int64, each func(id uint32, from, to int64) error) error {
	for at := from; at < to; {
		id, content, length, err := f.element(at)
		if err != nil {
			return err
		}
		if length == unknown || length > to-content {
			return ErrUnreadable
		}
		if err := each(id, content, content+length); err != nil {
			return err
		}
		at = content + length
	}
	return nil
}
