package pictures

import (
	"bytes"
	"compress/zlib"
	"image/color"
	"io"
)

// profileOf finds the profile of a picture whose colours are of a model; nil where it has none, or one that is not understood,
// or one that does not go with the colours.
func profileOf(sent []byte, model color.Model) *profile {
	var found *profile
	switch {
	case formats[0].begins(sent):
		found = parseProfile(jpegProfile(sent))
	case formats[1].begins(sent):
		found = pngProfile(sent)
	case formats[3].begins(sent):
		found = parseProfile(webpProfile(sent))
	}
	isGrey := model == color.GrayModel || model == color.Gray16Model
	if found == nil || found.isSRGB() || model == color.CMYKModel || isGrey && found.matrix != nil {
		return nil // grey is grey in every profile of three colours whose curves are alike, as they are
	}
	return found
}

// jpegProfile puts the parts of a profile together (ICC.1:2022, annex B.4).
func jpegProfile(sent []byte) []byte {
	const mark = "ICC_PROFILE\x00"
	parts, length := map[byte][]byte{}, 0
	segments(sent, func(s segment) bool {
		if s.marker == 0xe2 && len(s.body) >= len(mark)+2 && bytes.HasPrefix(s.body, []byte(mark)) {
			parts[s.body[len(mark)]] = s.body[len(mark)+2:]
			length += len(s.body)
		}
		return s.marker != 0xda && length <= maxProfile
	})
	var all []byte
	for number := range len(parts) {
		all = append(all, parts[byte(number+1)]...)
	}
	return all
}

// pngProfile reads iCCP, or that cICP names Display P3, which counts before it (W3C PNG, sections 11.3.2.3 and 11.3.2.6; ITU-T
// H.273). Of several iCCP the first is unpacked, and no more: each may be a thousand times as long as it is packed.
func pngProfile(sent []byte) *profile {
	var named, isP3 bool
	var packed []byte
	pngChunks(sent, func(kind string, body []byte) bool {
		switch {
		case kind == "cICP":
			named, isP3 = true, len(body) == 4 && body[0] == 12 && body[1] == 13
		case kind == "iCCP" && packed == nil:
			_, packed, _ = bytes.Cut(body, []byte{0})
		}
		return kind != "IDAT" && !named
	})
	if isP3 {
		return p3()
	}
	if named || len(packed) < 1 {
		return nil
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	all, err := io.ReadAll(io.LimitReader(unpacked, maxProfile+1))
	if err != nil {
		return nil
	}
	return parseProfile(all)
}

func webpProfile(sent []byte) (found []byte) {
	webpChunks(sent[min(webpHead, len(sent)):], func(kind string, body []byte) bool {
		if kind == "ICCP" {
			found = body
		}
		return found == nil
	})
	return found
}
