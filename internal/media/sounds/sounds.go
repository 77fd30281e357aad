// Package sounds tells whether a recording that somebody sent is one of a kind that is taken.
package sounds

import (
	"context"
	"errors"
	"io"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/media/films"
	"github.com/callup/callup/internal/media/walk"
)

// MaxBytes is how large a recording may be.
const MaxBytes = 25 << 20

// The media types of what is taken.
const (
	WebM = "audio/webm"
	Ogg  = "audio/ogg"
	M4A  = "audio/mp4"
	MP3  = "audio/mpeg"
)

// The refusals of recordings: what is no recording of a kind that is taken, or is cut off, and what browsers don't play, as Apple
// Lossless.
var (
	ErrUnreadable = domain.Refuse(domain.Invalid, "unreadable_audio",
		"The file is no whole recording of a kind that is taken: WebM, Ogg, M4A or MP3.")
	ErrUnplayable = domain.Refuse(domain.Invalid, "unplayable_audio",
		"The recording is in a format that browsers don't play. Taken are AAC, MP3, Opus, Vorbis and FLAC.")
)

// TypeOf gives the media type of a recording by how it begins; empty for what is none.
func TypeOf(head []byte) string {
	switch films.TypeOf(head) {
	case films.MP4:
		return M4A
	case films.WebM:
		return WebM
	}
	switch {
	case len(head) >= 4 && string(head[:4]) == "OggS":
		return Ogg
	case len(head) >= 3 && string(head[:3]) == "ID3", len(head) >= 4 && frameLength(head) > 0:
		return MP3
	}
	return ""
}

// Check reads how a recording of so many bytes is built and gives its media type: every part must lie within the file, and all of
// it must be sound. What a file is called does not count. Errors: ErrUnreadable, ErrUnplayable, those of reading, and that of the
// context.
func Check(ctx context.Context, r io.ReaderAt, size int64) (string, error) {
	f := walk.New(ctx, r, size)
	begin, err := f.Read(0, 12)
	if err != nil {
		return "", unreadable(err)
	}
	head := [12]byte(begin)
	kind := TypeOf(head[:])
	switch kind {
	case WebM, M4A:
		_, err = films.CheckSound(ctx, r, size)
	case Ogg:
		err = ogg(f)
	case MP3:
		err = mp3(f, head[:])
	default:
		err = ErrUnreadable
	}
	return kind, unreadable(err)
}

func unreadable(err error) error {
	switch {
	case walk.Refused(err), errors.Is(err, films.ErrUnreadable):
		return ErrUnreadable
	case errors.Is(err, films.ErrUnplayable):
		return ErrUnplayable
	}
	return err
}

// The codecs whose first packets are known: Opus (RFC 7845, section 5.1), Vorbis and FLAC.
var oggBegins = []string{"OpusHead", "\x01vorbis", "\x7fFLAC"}

// ogg walks over the pages (RFC 3533, section 6), which fill the file. The first packet is that of a codec of sound.
func ogg(f *walk.File) error {
	pages := 0
	for at := int64(0); at < f.Size; pages++ {
		if err := f.Step(); err != nil {
			return err
		}
		head, err := f.Read(at, 27)
		if err != nil {
			return err
		}
		if string(head[:4]) != "OggS" || head[4] != 0 {
			return ErrUnreadable
		}
		lengths, err := f.Read(at+27, int(head[26]))
		if err != nil {
			return err
		}
		content := at + 27 + int64(len(lengths))
		at = content
		for _, n := range lengths {
			at += int64(n)
		}
		if at > f.Size {
			return ErrUnreadable
		}
		if pages == 0 {
			begins, err := f.Read(content, int(min(at-content, 8)))
			if err != nil {
				return err
			}
			if !isSound(string(begins)) {
				return ErrUnreadable
			}
		}
	}
	if pages < 2 { // the first one says only what follows
		return ErrUnreadable
	}
	return nil
}

func isSound(begins string) bool {
	for _, known := range oggBegins {
		if len(begins) >= len(known) && begins[:len(known)] == known {
			return true
		}
	}
	return false
}

// The tables of ISO/IEC 11172-3 and 13818-3 for layer III: kilobits and samples a second, of version 1 and of the halved ones.
var (
	rates1  = [16]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	rates2  = [16]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
	samples = [4]int{44100, 48000, 32000}
)

// frameLength is that of a frame of layer III by its head, in bytes; 0 where it is none.
func frameLength(head []byte) int {
	version, layer := head[1]>>3&3, head[1]>>1&3
	rate, sample, padding := head[2]>>4, head[2]>>2&3, int(head[2]>>1&1)
	if head[0] != 0xff || head[1]>>5 != 7 || version == 1 || layer != 1 || rate == 0 || rate == 15 || sample == 3 {
		return 0
	}
	if version == 3 {
		return 144*rates1[rate]*1000/samples[sample] + padding
	}
	hertz := samples[sample] / 2
	if version == 0 {
		hertz /= 2
	}
	return 72*rates2[rate]*1000/hertz + padding
}

// leastFrames is how many must follow one another: fewer are found in anything.
const leastFrames = 4

// mp3 walks over the frames behind the tag at the beginning (ID3 version 2). Most of the file must be frames: tags may follow
// them, and the last frame may be cut.
func mp3(f *walk.File, head []byte) error {
	begin := int64(0)
	if string(head[:3]) == "ID3" {
		// each byte holds seven bits
		begin = 10 + (int64(head[6]&127)<<21 | int64(head[7]&127)<<14 | int64(head[8]&127)<<7 | int64(head[9]&127))
		if head[5]&0x10 != 0 {
			begin += 10 // a footer
		}
	}
	frames, at := 0, begin
	for at+4 <= f.Size {
		if err := f.Step(); err != nil {
			return err
		}
		head, err := f.Read(at, 4)
		if err != nil {
			return err
		}
		length := frameLength(head)
		if length == 0 || at+int64(length) > f.Size {
			break
		}
		at += int64(length)
		frames++
	}
	if frames < leastFrames || at-begin < (f.Size-begin)/2 {
		return ErrUnreadable
	}
	return nil
}
