package films_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/callup/callup/internal/media/films"
)

// track is one of MP4 in a format that browsers play.
func track(handler string) []byte {
	return trackOf(handler, map[string]string{"vide": "avc1", "soun": "mp4a"}[handler])
}

// trackOf is a track of MP4 in some formats.
func trackOf(handler string, formats ...string) []byte {
	table := binary.BigEndian.AppendUint32(make([]byte, 4), uint32(len(formats)))
	for _, format := range formats {
		table = append(table, box(format, make([]byte, 78))...)
	}
	return box("trak", box("tkhd", make([]byte, 84)), box("mdia", box("mdhd", make([]byte, 24)),
		box("hdlr", make([]byte, 8), []byte(handler), make([]byte, 12)), box("minf", box("stbl", box("stsd", table)))))
}

// entry is a track of WebM.
func entry(kind byte, codec string) []byte {
	return element("\xae", element("\xd7", []byte{1}), element("\x83", []byte{kind}), element("\x86", []byte(codec)))
}

func m4a(tracks ...[]byte) []byte {
	return slices.Concat(box("ftyp", []byte("M4A \x00\x00\x02\x00")), box("moov", append([][]byte{box("mvhd")}, tracks...)...),
		box("mdat", make([]byte, 500)))
}

func webmOf(types ...byte) []byte {
	var entries []byte
	for _, kind := range types {
		entries = append(entries, entry(kind, map[byte]string{1: "V_VP9", 2: "A_OPUS"}[kind])...)
	}
	return slices.Concat(head("webm"), []byte(segment+unknown), element(tracks, entries), []byte(cluster+unknown),
		element("\xe7", []byte{0}), element("\xa3", make([]byte, 90)))
}

func TestCheckSound_TakesSoundAlone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sent []byte
		want string
	}{
		"M4A": {m4a(track("soun")), films.MP4}, "two voices": {m4a(track("soun"), track("soun")), films.MP4},
		"a recording": {webmOf(2), films.WebM},
	} {
		if got, err := films.CheckSound(t.Context(), bytes.NewReader(c.sent), int64(len(c.sent))); got != c.want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, sent := range map[string][]byte{
		"a film": m4a(track("soun"), track("vide")), "no handler": mp4(), "a short handler": m4a(box("trak", box("mdia", box("hdlr")))),
		"a film of WebM": webmOf(2, 1), "no tracks": webmOf(), "cut off": m4a(track("soun"))[:300], "text": []byte("what a voice it was"),
	} {
		if got, err := films.CheckSound(t.Context(), bytes.NewReader(sent), int64(len(sent))); !errors.Is(err, films.ErrUnreadable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
