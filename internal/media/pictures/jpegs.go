package pictures

import "bytes"

// frame is what a JPEG says of itself before its pixels (ITU-T T.81, section B.2.2).
type frame struct {
	pixels      int
	progressive bool
	isRGB       bool // rather than luminance and colours, as Adobe says it
	of          []component
}

// component is a colour of a frame, which may have fewer samples than there are pixels.
type component struct{ id, across, down byte }

// segment is a part of a JPEG that says how long it is.
type segment struct {
	marker byte
	body   []byte
}

// segments gives each segment of a JPEG until one says no. Between them are data, in which a byte of ones is followed by a
// zero or a restart marker. What is cut off is no segment.
func segments(sent []byte, each func(segment) bool) {
	for at := 2; ; {
		next := bytes.IndexByte(sent[min(at, len(sent)):], 0xff)
		if next < 0 || at+next+1 >= len(sent) {
			return
		}
		at += next + 1
		switch marker := sent[at]; {
		case marker == 0xff: // a byte that fills
		case marker == 0xd9: // the end: what hangs behind, as the film of a moving photograph does, is not decoded
			return
		case marker <= 0x01, 0xd0 <= marker && marker <= 0xd8: // no segment
			at++
		default:
			if at+2 >= len(sent) {
				return
			}
			end := at + 1 + max(2, int(sent[at+1])<<8|int(sent[at+2]))
			if !each(segment{marker, sent[at+3 : min(max(end, at+3), len(sent))]}) {
				return
			}
			at = end
		}
	}
}

// frameOf reads the frame of a JPEG; false where it has none.
func frameOf(sent []byte) (f frame, has bool) {
	segments(sent, func(s segment) bool {
		switch {
		case s.marker == 0xee && len(s.body) >= 12 && bytes.HasPrefix(s.body, []byte("Adobe")):
			f.isRGB = s.body[11] == 0
		case 0xc0 <= s.marker && s.marker <= 0xc2 && len(s.body) >= 6 && len(s.body) >= 6+3*int(s.body[5]):
			has = true
			f.progressive = s.marker == 0xc2
			f.pixels = (int(s.body[1])<<8 | int(s.body[2])) * (int(s.body[3])<<8 | int(s.body[4]))
			for c := range int(s.body[5]) {
				is := s.body[6+3*c:]
				f.of = append(f.of, component{is[0], max(1, is[1]>>4), max(1, is[1]&0xf)})
			}
			if len(f.of) == 3 && f.of[0].id == 'R' && f.of[1].id == 'G' && f.of[2].id == 'B' {
				f.isRGB = true
			}
			return false
		}
		return s.marker != 0xda
	})
	return f, has && len(f.of) > 0
}

// samples are those of a component.
func (f frame) samples(c component) int {
	if len(f.of) == 1 {
		return f.pixels
	}
	across, down := 1, 1
	for _, other := range f.of {
		across, down = max(across, int(other.across)), max(down, int(other.down))
	}
	return f.pixels * int(c.across) * int(c.down) / (across * down)
}

// memory is what Go's decoder holds of a JPEG, in bytes: the samples, of progressive ones a coefficient of four bytes for
// each, and what is made of them where they are neither grey nor luminance and two colours.
func (f frame) memory() int {
	samples := 0
	for _, c := range f.of {
		samples += f.samples(c)
	}
	all := samples
	if f.progressive {
		all += 4 * samples
	}
	if len(f.of) > 3 || f.isRGB && len(f.of) == 3 {
		all += 4 * f.pixels
	}
	return all
}
