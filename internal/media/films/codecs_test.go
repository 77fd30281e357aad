package films_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/internal/media/films"
)

// refused tells whether an error is the file's own fault.
func refused(err error) bool {
	return errors.Is(err, films.ErrUnreadable) || errors.Is(err, films.ErrHEVC) || errors.Is(err, films.ErrUnplayable)
}

// mov is a film of a brand as iPhones record it: the description lies behind the data, and tracks of measurements are among them.
func mov(brand, film string, sounds ...string) []byte {
	tracks := [][]byte{box("mvhd", make([]byte, 100)), trackOf("vide", film)}
	for _, sound := range sounds {
		tracks = append(tracks, trackOf("soun", sound))
	}
	tracks = append(tracks, trackOf("meta", "mebx"))
	return slices.Concat(box("ftyp", []byte(brand), make([]byte, 4), []byte(brand)), box("wide"), box("mdat", make([]byte, 500)),
		box("moov", tracks...))
}

// described is an MP4 whose only track has so many descriptions of nothing.
func described(n int) []byte {
	table := binary.BigEndian.AppendUint32(make([]byte, 4), uint32(n))
	table = append(table, strings.Repeat("\x00\x00\x00\x08none", n)...)
	return slices.Concat(box("ftyp", make([]byte, 4)), box("moov", box("mvhd"), box("trak", box("mdia",
		box("hdlr", make([]byte, 8), []byte("vide")), box("minf", box("stbl", box("stsd", table)))))), box("mdat"))
}

func TestFound47_VideosThatBrowsersPlayAreTaken(t *testing.T) {
	t.Parallel()
	matroska := func(entries ...[]byte) []byte {
		return slices.Concat(head("webm"), element(segment, element(tracks, entries...), element(cluster, make([]byte, 300))))
	}
	for name, c := range map[string]struct {
		sent []byte
		want error
	}{
		"MOV of an iPhone":        {mov("qt  ", "avc1", "mp4a"), nil},
		"with spatial sound, too": {mov("qt  ", "avc1", "mp4a", "apac"), nil},
		"without sound":           {mov("qt  ", "avc1"), nil},
		"AV1":                     {mov("isom", "av01", "Opus"), nil},
		"sound alone":             {m4a(track("soun")), nil},
		"HEVC of an iPhone":       {mov("qt  ", "hvc1", "mp4a"), films.ErrHEVC},
		"HEVC in MP4":             {mov("mp42", "hev1"), films.ErrHEVC},
		"HEVC with Dolby Vision":  {mov("qt  ", "dvh1", "mp4a"), films.ErrHEVC},
		"ProRes":                  {mov("qt  ", "apcn", "mp4a"), films.ErrUnplayable},
		"uncompressed sound":      {mov("qt  ", "avc1", "lpcm"), films.ErrUnplayable},
		"no description":          {m4a(trackOf("vide")), films.ErrUnplayable},
		"measurements alone":      {m4a(trackOf("meta", "mebx")), films.ErrUnreadable},
		"WebM":                    {matroska(entry(1, "V_AV1"), entry(2, "A_OPUS")), nil},
		"HEVC in WebM":            {matroska(entry(1, "V_MPEGH/ISO/HEVC")), films.ErrHEVC},
		"H.264 in WebM":           {matroska(entry(1, "V_MPEG4/ISO/AVC")), films.ErrUnplayable},
		"PCM in WebM":             {matroska(entry(1, "V_VP9"), entry(2, "A_PCM/INT/LIT")), films.ErrUnplayable},
		"a long name":             {matroska(entry(1, strings.Repeat("V_VP9", 100))), films.ErrUnplayable},
	} {
		kind, err := check(c.sent)
		if !errors.Is(err, c.want) || err == nil && kind == "" {
			t.Errorf("%s: %q, %v, not %v", name, kind, err, c.want)
		}
	}
	for _, sent := range [][]byte{m4a(trackOf("soun", "alac")), slices.Concat(head("webm"), []byte(segment+unknown),
		element(tracks, entry(2, "A_PCM/INT/LIT")), []byte(cluster+unknown))} {
		if _, err := films.CheckSound(t.Context(), bytes.NewReader(sent), int64(len(sent))); !errors.Is(err, films.ErrUnplayable) {
			t.Errorf("sound that browsers don't play: %v", err)
		}
	}
}
