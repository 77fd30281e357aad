package films

import "io"

// The elements of WebM that say of what kind a track is (RFC 9559, section 5.1.4).
const (
	trackEntry = 0xAE
	trackType  = 0x83
	soundTrack = 2
)

// CheckSound reads how a file of so many bytes is built and gives its media type, MP4 or WebM, where it is whole and all its
// tracks are sound. Errors: ErrUnreadable, and those of reading.
func CheckSound(r io.ReaderAt, size int64) (string, error) {
	kind, err := Check(r, size)
	if err != nil {
		return "", err
	}
	f := file{r, size}
	tracks := f.mp4Tracks
	if kind == WebM {
		tracks = f.webmTracks
	}
	sound, others, err := tracks()
	if err != nil {
		return "", err
	}
	if sound == 0 || others > 0 {
		return "", ErrUnreadable
	}
	return kind, nil
}

// mp4Tracks counts the tracks by their handlers (ISO/IEC 14496-12, section 8.4.3).
func (f file) mp4Tracks() (sound, others int, err error) {
	var path func(names []string, from, to int64) error
	path = func(names []string, from, to int64) error {
		return f.boxes(from, to, func(kind string, from, to int64) error {
			if kind != names[0] {
				return nil
			}
			if len(names) > 1 {
				return path(names[1:], from, to)
			}
			if to-from < 12 {
				return ErrUnreadable
			}
			handler, err := f.read(from+8, 4)
			if string(handler) == "soun" {
				sound++
			} else {
				others++
			}
			return err
		})
	}
	err = path([]string{"moov", "trak", "mdia", "hdlr"}, 0, f.size)
	return sound, others, err
}

// webmTracks counts the tracks by their types. Check has walked over the file before.
func (f file) webmTracks() (sound, others int, err error) {
	_, from, length, err := f.element(0)
	if err != nil {
		return 0, 0, err
	}
	_, at, _, err := f.element(from + length)
	for err == nil && at < f.size {
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

func (f file) webmEntries(from, to int64) (sound, others int, err error) {
	for at := from; at < to; {
		id, content, length, err := f.element(at)
		if err != nil {
			return 0, 0, err
		}
		if length == unknown || length > to-content {
			return 0, 0, ErrUnreadable
		}
		switch {
		case id == trackEntry:
			inSound, inOthers, err := f.webmEntries(content, content+length)
			if err != nil {
				return 0, 0, err
			}
			sound, others = sound+inSound, others+inOthers
		case id == trackType && length == 1:
			kind, err := f.read(content, 1)
			if err != nil {
				return 0, 0, err
			}
			if kind[0] == soundTrack {
				sound++
			} else {
				others++
			}
		}
		at = content + length
	}
	return sound, others, nil
}
