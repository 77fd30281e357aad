package films

import "encoding/binary"

// tally is what the tracks of a file hold.
type tally struct {
	films, sounds, others int  // tracks
	filmPlays, soundPlays bool // one of them is in a format that browsers play
	hevc                  bool
}

// played refuses a video of which browsers play no picture, no sound, or neither.
func (t *tally) played() error {
	switch {
	case t.films == 0 && t.sounds == 0:
		return ErrUnreadable
	case t.films > 0 && !t.filmPlays && t.hevc:
		return ErrHEVC
	case t.films > 0 && !t.filmPlays, t.sounds > 0 && !t.soundPlays:
		return ErrUnplayable
	}
	return nil
}

// isFilmOfMP4 tells whether browsers play pictures of a format (the names that mp4ra.org registers).
func isFilmOfMP4(format string) bool {
	switch format {
	case "avc1", "avc3", "av01", "vp08", "vp09":
		return true
	}
	return false
}

// isHEVC tells whether a format is H.265, also where it carries Dolby Vision.
func isHEVC(format string) bool {
	switch format {
	case "hvc1", "hev1", "hvc2", "hev2", "dvh1", "dvhe":
		return true
	}
	return false
}

// isSoundOfMP4 tells whether browsers play sound of a format.
func isSoundOfMP4(format string) bool {
	switch format {
	case "mp4a", ".mp3", "Opus", "fLaC":
		return true
	}
	return false
}

// mp4Track reads of what kind the track between two places is, by its handler, and in which formats its samples are (ISO/IEC
// 14496-12, sections 8.4.3 and 8.5.2; QuickTime File Format, sample description atoms).
func (f file) mp4Track(from, to int64) error {
	var handler string
	var film, sound, hevc bool
	samples := func(kind string, from, to int64) error {
		if kind != "stsd" {
			return nil
		}
		return f.formats(from, to, func(format string) {
			film, sound, hevc = film || isFilmOfMP4(format), sound || isSoundOfMP4(format), hevc || isHEVC(format)
		})
	}
	table := func(kind string, from, to int64) error {
		if kind != "stbl" {
			return nil
		}
		return f.boxes(from, to, samples)
	}
	media := func(kind string, from, to int64) error {
		switch kind {
		case "minf":
			return f.boxes(from, to, table)
		case "hdlr":
			if to-from < 12 {
				return ErrUnreadable
			}
			is, err := f.Read(from+8, 4)
			handler = string(is)
			return err
		}
		return nil
	}
	err := f.boxes(from, to, func(kind string, from, to int64) error {
		if kind != "mdia" {
			return nil
		}
		return f.boxes(from, to, media)
	})
	switch handler {
	case "vide":
		f.films++
		f.filmPlays, f.hevc = f.filmPlays || film, f.hevc || hevc
	case "soun":
		f.sounds++
		f.soundPlays = f.soundPlays || sound
	default:
		f.others++
	}
	return err
}

// formats gives the format of each sample description in the box between two places.
func (f file) formats(from, to int64, each func(format string)) error {
	if to-from < 8 {
		return ErrUnreadable
	}
	head, err := f.Read(from+4, 4)
	if err != nil {
		return err
	}
	at := from + 8
	for left := binary.BigEndian.Uint32(head); left > 0 && at < to; left-- {
		if err := f.Step(); err != nil {
			return err
		}
		entry, err := f.Read(at, 8)
		if err != nil {
			return err
		}
		length := int64(binary.BigEndian.Uint32(entry))
		if length < 8 || length > to-at {
			return ErrUnreadable
		}
		each(string(entry[4:8]))
		at += length
	}
	return nil
}

// The elements of WebM that say of what kind a track is, and in which format (RFC 9559, section 5.1.4).
const (
	trackEntry = 0xAE
	trackType  = 0x83
	codecID    = 0x86
	filmTrack  = 1
	soundTrack = 2
)

// mostCodec is the longest name of a format that is looked at, in bytes.
const mostCodec = 32

// webmTracks reads of which kinds the tracks between two places are, and in which formats. A track in a track is none.
func (f file) webmTracks(from, to int64) error {
	return f.elements(from, to, func(id uint32, from, to int64) error {
		if id != trackEntry {
			return nil
		}
		var kind byte
		var codec string
		err := f.elements(from, to, func(id uint32, from, to int64) error {
			switch {
			case id == trackType && to-from == 1:
				is, err := f.Read(from, 1)
				if err != nil {
					return err
				}
				kind = is[0]
			case id == codecID && to-from <= mostCodec:
				is, err := f.Read(from, int(to-from))
				if err != nil {
					return err
				}
				codec = string(is)
			}
			return nil
		})
		f.count(kind, codec)
		return err
	})
}

// count adds a track of WebM, of which the formats are those that WebM has and browsers play.
func (f file) count(kind byte, codec string) {
	switch kind {
	case filmTrack:
		f.films++
		switch codec {
		case "V_VP8", "V_VP9", "V_AV1":
			f.filmPlays = true
		case "V_MPEGH/ISO/HEVC":
			f.hevc = true
		}
	case soundTrack:
		f.sounds++
		f.soundPlays = f.soundPlays || codec == "A_OPUS" || codec == "A_VORBIS"
	default:
		f.others++
	}
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
