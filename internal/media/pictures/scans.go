package pictures

const (
	// maxScans are taken of one JPEG: progressive ones have about ten.
	maxScans = 100
	// maxScanned samples are decoded in all scans together: each scan goes over every sample of its components, also where it has
	// nothing to say. The ten usual ones go over fifty megapixels, of which every fourth has colours, within it.
	maxScanned = 400_000_000
)

// scansTooMuch tells whether the scans of a JPEG are more work than is done (ITU-T T.81, annex B).
func (f frame) scansTooMuch(sent []byte) bool {
	scans, scanned := 0, 0
	segments(sent, func(s segment) bool {
		if s.marker != 0xda {
			return true
		}
		scans++
		for at := 1; len(s.body) > 0 && at <= 2*int(s.body[0]) && at < len(s.body); at += 2 {
			for _, c := range f.of {
				if c.id == s.body[at] {
					scanned += f.samples(c)
				}
			}
		}
		return scans <= maxScans && scanned <= maxScanned
	})
	return scans > maxScans || scanned > maxScanned
}
