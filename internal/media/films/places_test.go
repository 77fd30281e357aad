package films_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/callup/callup/internal/media/films"
)

// editable is a file in memory.
type editable []byte

func (e editable) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(e).ReadAt(p, at) }

func (e editable) WriteAt(p []byte, at int64) (int, error) { return copy(e[at:], p), nil }

const place = "+48.8577+002.295/"

// filmed is an MP4 that says in every way known where it was filmed.
func filmed() []byte {
	where := box("udta", box("\xa9xyz", []byte("\x00\x11\x15\xc7"+place)), box("loci", make([]byte, 6), []byte(place)))
	keys := box("meta", box("keys", []byte("\x00\x00\x00\x2cmdtacom.apple.quicktime.location.ISO6709")),
		box("ilst", box("\x00\x00\x00\x01", box("data", make([]byte, 8), []byte(place)))))
	long := binary.BigEndian.AppendUint64(append([]byte{0, 0, 0, 1}, "uuid"...), uint64(16+len(place)))
	measured := box("trak", box("mdia", box("hdlr", make([]byte, 8), []byte("meta"), make([]byte, 12)),
		box("minf", box("gmin", []byte(place)))))
	return slices.Concat(box("ftyp", []byte("qt  \x00\x00\x02\x00")),
		box("moov", box("mvhd"), box("trak", track("vide")[8:], where, keys), measured, where, keys, long, []byte(place)),
		box("mdat", make([]byte, 500)), box("uuid", []byte(place)), box("meta", []byte(place)))
}

// tagged is a WebM with tags of so many bytes.
func tagged(n int) []byte {
	return slices.Concat(head("webm"), []byte(segment+unknown), element(tracks, entry(1, "V_VP8")),
		element("\x12\x54\xc3\x67", bytes.Repeat([]byte("p"), n)), element("\x19\x41\xa4\x69", []byte(place)),
		[]byte(cluster+unknown), element("\xe7", []byte{0}), element("\xa3", make([]byte, 90)))
}

func TestFound23_VideosKeepNoPlace(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{
		"MP4": filmed(), "WebM": tagged(400), "short": tagged(2), "nothing": tagged(0), "10": tagged(10),
	} {
		is, err := check(sent)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		blanked := editable(slices.Clone(sent))
		if err := films.RemovePlaces(t.Context(), blanked, int64(len(sent))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, says := range []string{place[:8], "pp", "xyz"} {
			if bytes.Contains(blanked, []byte(says)) {
				t.Errorf("%s still says where it was filmed: %q", name, blanked)
			}
		}
		if got, err := check(blanked); err != nil || got != is {
			t.Errorf("%s is %q then: %v", name, got, err)
		}
		again := slices.Clone(blanked)
		if err := films.RemovePlaces(t.Context(), again, int64(len(sent))); err != nil || !bytes.Equal(again, blanked) {
			t.Errorf("%s changes once more: %v", name, err)
		}
	}
	plain := editable(mp4())
	if err := films.RemovePlaces(t.Context(), plain, int64(len(plain))); err != nil || !bytes.Equal(plain, mp4()) {
		t.Errorf("a video that says nothing was changed: %v", err)
	}
}

func FuzzRemovePlaces(f *testing.F) {
	for _, seed := range [][]byte{filmed(), tagged(400), tagged(2), mp4(), recorded(), nested(300), deep(300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if _, err := check(sent); err != nil {
			return
		}
		blanked := editable(slices.Clone(sent))
		err := films.RemovePlaces(context.Background(), blanked, int64(len(sent)))
		if err != nil && !errors.Is(err, films.ErrUnreadable) {
			t.Error(err)
		}
	})
}
