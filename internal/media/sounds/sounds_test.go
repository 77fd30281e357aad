package sounds_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/internal/media/sounds"
)

// page is one of Ogg with a packet.
func page(packet []byte) []byte {
	head := slices.Concat([]byte("OggS\x00\x02"), make([]byte, 20), []byte{1, byte(len(packet))})
	return append(head, packet...)
}

func ogg(codec string) []byte {
	return slices.Concat(page([]byte(codec)), page(make([]byte, 200)), page(make([]byte, 90)))
}

// frame is one of layer III, version 1, 128 kbit/s at 44100 Hz.
func frame() []byte { return append([]byte{0xff, 0xfb, 0x90, 0x00}, make([]byte, 413)...) }

func mp3(frames int) (all []byte) {
	for range frames {
		all = append(all, frame()...)
	}
	return all
}

// slow are frames of version 2, 64 kbit/s at 22050 Hz.
func slow() (all []byte) {
	for range 6 {
		all = append(all, append([]byte{0xff, 0xf3, 0x80, 0x00}, make([]byte, 204)...)...)
	}
	return all
}

func tagged(frames []byte) []byte {
	return slices.Concat([]byte("ID3\x04\x00\x00\x00\x00\x01\x00"), make([]byte, 128), frames)
}

func check(sent []byte) (string, error) {
	return sounds.Check(context.Background(), bytes.NewReader(sent), int64(len(sent)))
}

func TestCheck_TakesRecordings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sent []byte
		want string
	}{
		"Opus": {ogg("OpusHead\x01"), sounds.Ogg}, "Vorbis": {ogg("\x01vorbis"), sounds.Ogg}, "FLAC": {ogg("\x7fFLAC\x01"), sounds.Ogg},
		"MP3": {mp3(9), sounds.MP3}, "with a tag": {tagged(mp3(9)), sounds.MP3}, "halved": {slow(), sounds.MP3},
		"with a tag behind":  {append(mp3(9), "TAG and who sings"...), sounds.MP3},
		"the last frame cut": {mp3(9)[:3500], sounds.MP3},
	} {
		got, err := check(c.sent)
		if got != c.want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if begun := sounds.TypeOf(c.sent[:12]); begun != c.want {
			t.Errorf("%s begins as %q", name, begun)
		}
	}
}

func TestCheck_RefusesWhatIsNone(t *testing.T) {
	t.Parallel()
	opus := ogg("OpusHead\x01")
	for name, sent := range map[string][]byte{
		"nothing": {}, "little": []byte("OggS"), "text": []byte(strings.Repeat("la la la ", 90)),
		"a film of Ogg": ogg("\x80theora"), "one page": page([]byte("OpusHead\x01")), "cut off": opus[:len(opus)-1],
		"what is no page": append(slices.Clone(opus), make([]byte, 40)...),
		"few frames":      mp3(3), "hardly any frames": append(mp3(5), make([]byte, 9000)...),
		"a tag of everything": []byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7f and words"),
		"a picture":           []byte("\x89PNG\r\n\x1a\n and more of it"),
		"a page":              []byte("<!doctype html><script>alert(1)</script>"),
		"a film":              []byte("\x00\x00\x00\x0cftypisom"),
	} {
		if got, err := check(sent); !errors.Is(err, sounds.ErrUnreadable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestFound19_PagesAndFramesOfNothingAreBounded(t *testing.T) {
	t.Parallel()
	empty := append([]byte("OggS\x00\x02"), make([]byte, 21)...)
	sent := append(page([]byte("OpusHead")), bytes.Repeat(empty, 1_100_000)...)
	if _, err := check(sent); !errors.Is(err, sounds.ErrUnreadable) {
		t.Error(err)
	}
}

func FuzzCheck(f *testing.F) {
	empty := append([]byte("OggS\x00\x02"), make([]byte, 21)...)
	for _, seed := range [][]byte{
		ogg("OpusHead"), ogg("\x01vorbis"), mp3(6), slow(), append([]byte("ID3\x04\x00\x10\x7f\x7f\x7f\x7f"), mp3(6)...),
		append(page([]byte("OpusHead")), bytes.Repeat(empty, 300)...),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if _, err := check(sent); err != nil && !errors.Is(err, sounds.ErrUnreadable) {
			t.Error(err)
		}
	})
}
