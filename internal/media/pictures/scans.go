package pictures

import "bytes"

const (
	// maxScans are taken of one JPEG: progressive ones have about ten.
	maxScans = 100
	// maxScanned pixels are decoded in all scans together: each scan goes over every pixel, also where it has nothing to say.
	maxScanned = 400_000_000
)

// scansOf counts the scans of a JPEG up to a number (ITU-T T.81, annex B): segments that say how long they are, and data in
// which a byte of ones is followed by a zero or a restart marker.
func scansOf(sent []byte, most int) int {
	scans := 0
	for at := 2; scans <= most; {
		next := bytes.IndexByte(sent[min(at, len(sent)):], 0xff)
		if next < 0 || at+next+1 >= len(sent) {
			break
		}
		at += next + 1
		switch marker := sent[at]; {
		case marker == 0xff: // a byte that fills
		case marker == 0xd9: // the end: what hangs behind, as the film of a moving photograph does, is not decoded
			return scans
		case marker <= 0x01, 0xd0 <= marker && marker <= 0xd8: // no segment
			at++
		default:
			if marker == 0xda {
				scans++
			}
			if at+2 >= len(sent) {
				return scans
			}
			at += 1 + max(2, int(sent[at+1])<<8|int(sent[at+2]))
		}
	}
	return scans
}
