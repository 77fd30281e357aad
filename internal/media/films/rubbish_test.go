package films_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/media/films"
)

// within is an element of a length that lies in it, without its content.
func within(id string, length int) []byte {
	return append([]byte(id), binary.BigEndian.AppendUint32(nil, 0x10000000|uint32(length))...)
}

// nested is a WebM of so many track entries, each in the one before.
func nested(depth int) []byte {
	const one = 5
	all := slices.Concat(head("webm"), []byte(segment+unknown), within(tracks, depth*one))
	for left := depth - 1; left >= 0; left-- {
		all = append(all, within("\xae", left*one)...)
	}
	return append(all, element(cluster)...)
}

// empties is a WebM of so many clusters of nothing, which say no length.
func empties(n int) []byte {
	return slices.Concat(head("webm"), []byte(segment+unknown), element(tracks, entry(1, "V_VP8")),
		[]byte(strings.Repeat(cluster+"\xff", n)))
}

// deep is an MP4 of boxes, each in the one before.
func deep(depth int) []byte {
	var all []byte
	for left := depth; left > 0; left-- {
		all = append(binary.BigEndian.AppendUint32(all, uint32(left*8)), "trak"...)
	}
	return slices.Concat(box("ftyp", make([]byte, 4)), box("moov", box("mvhd"), all), box("mdat"))
}

// many is an MP4 of so many tracks of nothing.
func many(n int) []byte {
	return slices.Concat(box("ftyp", make([]byte, 4)), box("moov", box("mvhd"), []byte(strings.Repeat("\x00\x00\x00\x08trak", n))),
		box("mdat"))
}

func TestFound13_NestedElementsDoNotOverflowTheStack(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{"WebM": nested(5_000_000), "MP4": deep(3_000_000)} {
		_, err := films.CheckSound(t.Context(), bytes.NewReader(sent), int64(len(sent)))
		if !errors.Is(err, films.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFound19_ElementsOfNothingAreBounded(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{
		"WebM": empties(8_000_000), "MP4": many(4_000_000), "descriptions": described(4_000_000),
	} {
		began := time.Now()
		if _, err := check(sent); !errors.Is(err, films.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	if _, err := check(empties(100_000)); err != nil {
		t.Errorf("a long recording: %v", err)
	}
}

func TestFound19_ChecksEndWithTheirContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sent := empties(900_000)
	if _, err := films.Check(ctx, bytes.NewReader(sent), int64(len(sent))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzCheckSound(f *testing.F) {
	for _, seed := range [][]byte{
		m4a(track("soun")), m4a(track("soun"), track("vide")), webmOf(2), webmOf(2, 1), nested(300), empties(300), deep(300), many(300),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if _, err := films.CheckSound(t.Context(), bytes.NewReader(sent), int64(len(sent))); err != nil &&
			!refused(err) {
			t.Error(err)
		}
	})
}
