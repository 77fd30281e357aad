package films_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/internal/media/films"
)

func box(kind string, parts ...[]byte) []byte {
	content := slices.Concat(parts...)
	return slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(len(content)+8)), []byte(kind), content)
}

func mp4() []byte {
	return slices.Concat(box("ftyp", []byte("isom\x00\x00\x02\x00")), box("moov", box("mvhd"), track("vide")),
		box("mdat", make([]byte, 500)))
}

func element(id string, parts ...[]byte) []byte {
	content := slices.Concat(parts...)
	return slices.Concat([]byte(id), binary.BigEndian.AppendUint32(nil, 0x10000000|uint32(len(content))), content)
}

func head(docType string) []byte {
	return element("\x1a\x45\xdf\xa3", element("\x42\x82", []byte(docType)))
}

const (
	segment, tracks, cluster = "\x18\x53\x80\x67", "\x16\x54\xae\x6b", "\x1f\x43\xb6\x75"
	unknown                  = "\x01\xff\xff\xff\xff\xff\xff\xff"
)

func webm() []byte {
	return slices.Concat(head("webm"), element(segment, element(tracks, entry(1, "V_VP8")), element(cluster, make([]byte, 300))))
}

// recorded is as browsers record: neither segment nor clusters say how long they are.
func recorded() []byte {
	block := element("\xa3", make([]byte, 90))
	return slices.Concat(head("webm"), []byte(segment+unknown), element(tracks, entry(1, "V_VP8")), []byte(cluster+unknown),
		element("\xe7", []byte{0}), block, []byte(cluster+unknown), block, block)
}

func check(b []byte) (string, error) {
	return films.Check(context.Background(), bytes.NewReader(b), int64(len(b)))
}

func TestCheck_TakesWholeVideos(t *testing.T) {
	t.Parallel()
	long := binary.BigEndian.AppendUint64(append([]byte{0, 0, 0, 1}, "mdat"...), 16+9)
	for name, c := range map[string]struct {
		sent []byte
		want string
	}{
		"MP4": {mp4(), films.MP4}, "WebM": {webm(), films.WebM}, "recorded": {recorded(), films.WebM},
		"MP4 to the end": {slices.Concat(box("ftyp"), box("moov", box("mvhd"), track("vide")), []byte("\x00\x00\x00\x00mdat abc")), films.MP4},
		"large MP4":      {slices.Concat(box("ftyp"), box("moov", box("mvhd"), track("vide")), long, make([]byte, 9)), films.MP4},
	} {
		if got, err := check(c.sent); err != nil || got != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestCheck_RefusesWhatIsCutOffOrNoVideo(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{
		"nothing": nil, "text": []byte(strings.Repeat("a video ", 9)), "HTML": []byte("<!doctype html><script>alert(1)</script>"),
		"no data":         slices.Concat(box("ftyp"), box("moov", box("mvhd"), track("vide"))),
		"no description":  slices.Concat(box("ftyp"), box("mdat")),
		"an empty track":  slices.Concat(box("ftyp"), box("moov", box("mvhd"), box("trak")), box("mdat")),
		"no track":        slices.Concat(box("ftyp"), box("moov", box("mvhd")), box("mdat")),
		"Matroska":        slices.Concat(head("matroska"), element(segment, element(tracks, entry(1, "V_VP8")), element(cluster))),
		"nothing to play": slices.Concat(head("webm"), element(segment, element(tracks, entry(1, "V_VP8")))), "only a head": head("webm"),
		"less than its boxes": slices.Concat(box("ftyp"), []byte("\x00\x00\x00\x04moov")),
		"more than it says":   append(webm(), 1, 2, 3),
		"below zero":          slices.Concat(box("ftyp"), []byte("\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff")),
	} {
		if got, err := check(sent); !errors.Is(err, films.ErrUnreadable) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, whole := range map[string][]byte{"MP4": mp4(), "WebM": webm()} {
		for n := range whole {
			if _, err := check(whole[:n]); !errors.Is(err, films.ErrUnreadable) {
				t.Fatalf("the first %d of %d bytes of a %s: %v", n, len(whole), name, err)
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range [][]byte{
		mp4(), webm(), recorded(), nested(300), empties(300), deep(300), many(300), mov("qt  ", "hvc1", "mp4a"), described(300),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if _, err := check(sent); err != nil && !refused(err) {
			t.Error(err)
		}
	})
}
