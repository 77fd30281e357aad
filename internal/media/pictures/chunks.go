package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
)

// pngChunks gives each chunk of a PNG until one says no (W3C PNG, section 5).
func pngChunks(sent []byte, each func(kind string, body []byte) bool) {
	for at := 8; at+12 <= len(sent); {
		length := int64(binary.BigEndian.Uint32(sent[at:]))
		if length > int64(len(sent)-at-12) || !each(string(sent[at+4:at+8]), sent[at+8:at+8+int(length)]) {
			return
		}
		at += 12 + int(length)
	}
}

// pngMost is how many pixels of a PNG are decoded: by the bits of its colours, and half as many again where it is interlaced.
func pngMost(sent []byte) int {
	if len(sent) < 29 {
		return MaxPixels
	}
	perPixel := pngMemory
	if sent[24] > 8 {
		perPixel = pngDeepMemory
	}
	if sent[28] != 0 {
		perPixel += perPixel / 2
	}
	return most(perPixel)
}

// webpChunks gives each chunk of a WebP, or of a part of one, until one says no (RFC 9649, section 2.3).
func webpChunks(sent []byte, each func(kind string, body []byte) bool) {
	for at := 0; at+8 <= len(sent); {
		length := int64(binary.LittleEndian.Uint32(sent[at+4:]))
		if length > int64(len(sent)-at-8) || !each(string(sent[at:at+4]), sent[at+8:at+8+int(length)]) {
			return
		}
		at += 8 + int(length+length%2)
	}
}

const webpHead = 12 // bytes: RIFF, a length and WEBP

// webpMost is how many pixels of a WebP are decoded.
func webpMost(sent []byte) int {
	perPixel := webpMemory
	webpChunks(sent[min(webpHead, len(sent)):], func(kind string, _ []byte) bool {
		switch kind {
		case "ALPH":
			perPixel = webpAlphaMemory
		case "VP8L":
			perPixel = webpExactMemory
		case "ANMF": // its frame may be of any kind, and lies on a canvas
			perPixel = webpAlphaMemory + 4
		}
		return kind == "VP8X" || kind == "ICCP" || kind == "ANIM"
	})
	return most(perPixel)
}

const (
	webpMoves = 1 << 1 // bits of VP8X
	webpAlpha = 1 << 4
)

// still gives the first picture of a moving WebP as one of its own, and where it lies on what canvas; what does not move is
// given as it is, without a canvas (RFC 9649, section 2.7.1).
func still(sent []byte) (picture []byte, at image.Point, canvas image.Rectangle) {
	var extended, first []byte
	webpChunks(sent[min(webpHead, len(sent)):], func(kind string, body []byte) bool {
		switch kind {
		case "VP8X":
			extended = body
		case "ANMF":
			first = body
		}
		return kind != "ANMF"
	})
	if len(extended) != 10 || extended[0]&webpMoves == 0 || len(first) < 16 {
		return sent, image.Point{}, image.Rectangle{}
	}
	size := image.Pt(three(first[6:])+1, three(first[9:])+1)
	at = image.Pt(2*three(first), 2*three(first[3:]))
	canvas = image.Rect(0, 0, three(extended[4:])+1, three(extended[7:])+1)
	if !(image.Rectangle{Min: at, Max: at.Add(size)}).In(canvas) {
		return sent, image.Point{}, image.Rectangle{}
	}
	head := append([]byte{0, 0, 0, 0}, first[6:12]...)
	webpChunks(first[16:], func(kind string, _ []byte) bool {
		if kind == "ALPH" {
			head[0] = webpAlpha
		}
		return true
	})
	whole := bytes.Join([][]byte{[]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), head, first[16:]}, nil)
	binary.LittleEndian.PutUint32(whole[4:], uint32(len(whole)-8)) //nolint:gosec // as large as what was sent
	return whole, at, canvas
}

func three(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
