package pictures_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"slices"
	"testing"

	"github.com/callup/callup/internal/media/pictures"
)

func number(v float64) []byte {
	return binary.BigEndian.AppendUint32(nil, uint32(int32(math.Round(v*65536))))
}

// icc is a profile of tags.
func icc(space string, tags map[string][]byte) []byte {
	head := make([]byte, 128)
	copy(head[16:], space+"XYZ ")
	copy(head[36:], "acsp")
	out := binary.BigEndian.AppendUint32(head, uint32(len(tags)))
	at := len(out) + 12*len(tags)
	var content []byte
	for name, tag := range tags {
		out = append(out, name...)
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(content)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(tag)))
		content = append(content, tag...)
	}
	return append(out, content...)
}

func xyz(x, y, z float64) []byte {
	return slices.Concat([]byte("XYZ \x00\x00\x00\x00"), number(x), number(y), number(z))
}

// displayP3 is as Apple's, with the curve of sRGB as parameters.
func displayP3() []byte {
	curve := slices.Concat([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), number(2.4), number(1/1.055), number(0.055/1.055),
		number(1/12.92), number(0.04045))
	return icc("RGB ", map[string][]byte{
		"rXYZ": xyz(0.51512, 0.2412, -0.00105), "gXYZ": xyz(0.29198, 0.69225, 0.04189), "bXYZ": xyz(0.1571, 0.06657, 0.78407),
		"rTRC": curve, "gTRC": curve, "bTRC": curve,
	})
}

// adobeRGB is as Adobe's, with an exponent as its curve.
func adobeRGB() []byte {
	curve := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33")
	return icc("RGB ", map[string][]byte{
		"rXYZ": xyz(0.60974, 0.31111, 0.01947), "gXYZ": xyz(0.20528, 0.62567, 0.06087), "bXYZ": xyz(0.14919, 0.06322, 0.74457),
		"rTRC": curve, "gTRC": curve, "bTRC": curve,
	})
}

// linear is sRGB whose numbers are light itself, as a curve of values.
func linear() []byte {
	curve := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x80\x00\xff\xff")
	return icc("RGB ", map[string][]byte{
		"rXYZ": xyz(0.43607, 0.22249, 0.01392), "gXYZ": xyz(0.38515, 0.71687, 0.09708), "bXYZ": xyz(0.14307, 0.06061, 0.7141),
		"rTRC": curve, "gTRC": curve, "bTRC": curve,
	})
}

// withProfile puts a profile in two parts into a JPEG, the second one first.
func withProfile(sent, profile []byte) []byte {
	part := func(number byte, of []byte) []byte {
		body := slices.Concat([]byte("ICC_PROFILE\x00"), []byte{number, 2}, of)
		return slices.Concat(binary.BigEndian.AppendUint16([]byte{0xff, 0xe2}, uint16(len(body)+2)), body)
	}
	half := len(profile) / 2
	return slices.Insert(slices.Clone(sent), 2, append(part(2, profile[half:]), part(1, profile[:half])...)...)
}

func chunk(kind string, body []byte) []byte {
	out := slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(len(body))), []byte(kind), body)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// whole mends the sum of a PNG's head.
func whole(p []byte) []byte {
	binary.BigEndian.PutUint32(p[29:], crc32.ChecksumIEEE(p[12:29]))
	return p
}

func inPNG(t testing.TB, p image.Image, profile []byte) []byte {
	t.Helper()
	packed := bytes.NewBufferString("a profile\x00\x00")
	w := zlib.NewWriter(packed)
	_, err := w.Write(profile)
	must(t, err)
	must(t, w.Close())
	return slices.Insert(asPNG(t, p), 33, chunk("iCCP", packed.Bytes())...)
}

// orange is the chunk of a lossless WebP of 8 × 8 pixels of rgb(180, 120, 60).
func orange(t testing.TB) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("VlA4TBEAAAAvB8ABAAdQvNa2p/+BiOh/AAA=")
	must(t, err)
	return b
}

// inWebP puts a profile into a WebP.
func inWebP(t testing.TB, profile []byte) []byte {
	t.Helper()
	return riff(part("VP8X", []byte{1 << 5, 0, 0, 0, 7, 0, 0, 7, 0, 0}), part("ICCP", profile), orange(t))
}

func part(kind string, body []byte) []byte {
	out := append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body))), body...)
	return append(out, make([]byte, len(body)%2)...)
}

func riff(parts ...[]byte) []byte {
	all := append([]byte("WEBP"), slices.Concat(parts...)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(all))), all...)
}

// moving is a WebP of so many pixels a side with two frames of 8 × 8, which lie somewhere on it.
func moving(t testing.TB, side, at byte) []byte {
	t.Helper()
	frame := slices.Concat([]byte{at / 2, 0, 0, at / 2, 0, 0, 7, 0, 0, 7, 0, 0, 0, 0, 0, 0}, orange(t))
	return riff(part("VP8X", []byte{1 << 1, 0, 0, 0, side - 1, 0, 0, side - 1, 0, 0}), part("ANIM", make([]byte, 6)),
		part("ANMF", frame), part("ANMF", frame))
}

func plain(c color.NRGBA) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := 0; i < len(p.Pix); i += 4 {
		copy(p.Pix[i:], []byte{c.R, c.G, c.B, c.A})
	}
	return p
}

// middleOf is the colour in the middle of what is made of a picture.
func middleOf(t *testing.T, sent []byte) color.NRGBA {
	t.Helper()
	made, err := squares(t.Context(), sent, []int{16})
	must(t, err)
	p, err := jpeg.Decode(bytes.NewReader(made[0]))
	must(t, err)
	r, g, b, _ := p.At(8, 8).RGBA()
	return rgb(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}

func near(a, b color.NRGBA, most int) bool {
	return apart(uint32(a.R)<<8, b.R) <= most && apart(uint32(a.G)<<8, b.G) <= most && apart(uint32(a.B)<<8, b.B) <= most
}

func TestFound71_ColoursOfAProfileAreConverted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		profile  []byte
		is, want color.NRGBA
	}{
		// What sRGB calls these is what the profiles call those (W3C CSS Color 4, by its matrices).
		"red of P3":             {displayP3(), rgb(234, 51, 35), rgb(255, 0, 0)},
		"green of P3":           {displayP3(), rgb(117, 251, 76), rgb(0, 255, 0)},
		"a skin of P3":          {displayP3(), rgb(190, 145, 125), rgb(197, 143, 121)},
		"grey of P3":            {displayP3(), rgb(120, 120, 120), rgb(120, 120, 120)},
		"redder than sRGB":      {displayP3(), rgb(255, 0, 0), rgb(255, 0, 0)},
		"green of Adobe RGB":    {adobeRGB(), rgb(144, 255, 60), rgb(0, 255, 0)},
		"orange of Adobe RGB":   {adobeRGB(), rgb(180, 120, 60), rgb(200, 121, 53)},
		"light":                 {linear(), rgb(55, 55, 55), rgb(128, 128, 128)},
		"an unknown profile":    {icc("RGB ", map[string][]byte{"A2B0": make([]byte, 90)}), rgb(180, 120, 60), rgb(180, 120, 60)},
		"a profile of CMYK":     {icc("CMYK", nil), rgb(180, 120, 60), rgb(180, 120, 60)},
		"what is no profile":    {[]byte("colours, trust me"), rgb(180, 120, 60), rgb(180, 120, 60)},
		"a profile that is cut": {displayP3()[:300], rgb(180, 120, 60), rgb(180, 120, 60)},
	} {
		for kind, sent := range map[string][]byte{
			"JPEG": withProfile(asJPEG(t, plain(c.is)), c.profile), "PNG": inPNG(t, plain(c.is), c.profile),
		} {
			if got := middleOf(t, sent); !near(got, c.want, 4) {
				t.Errorf("%s in %s: %v, not %v", name, kind, got, c.want)
			}
		}
	}
	named := slices.Insert(asPNG(t, plain(rgb(234, 51, 35))), 33, chunk("cICP", []byte{12, 13, 0, 1})...)
	if got := middleOf(t, named); !near(got, rgb(255, 0, 0), 4) {
		t.Errorf("P3 by its number: %v", got)
	}
	if got := middleOf(t, inWebP(t, adobeRGB())); !near(got, rgb(200, 121, 53), 4) {
		t.Errorf("the profile of a WebP: %v", got)
	}
	grey := icc("GRAY", map[string][]byte{"kTRC": []byte("curv\x00\x00\x00\x00\x00\x00\x00\x00")})
	p := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range p.Pix {
		p.Pix[i] = 55
	}
	if got := middleOf(t, inPNG(t, p, grey)); !near(got, rgb(128, 128, 128), 4) {
		t.Errorf("grey: %v", got)
	}
}

func TestFound71_OfAMovingWebPTheFirstPictureIsTaken(t *testing.T) {
	t.Parallel()
	if got := middleOf(t, moving(t, 8, 0)); !near(got, rgb(180, 120, 60), 4) {
		t.Errorf("%v", got)
	}
	if got := middleOf(t, moving(t, 60, 2)); !near(got, white, 2) {
		t.Errorf("beside the frame: %v", got)
	}
	if _, err := squares(t.Context(), moving(t, 8, 8), []int{16}); !errors.Is(err, pictures.ErrUnreadable) {
		t.Errorf("a frame beside its canvas: %v", err)
	}
}

// FuzzProfiles looks for profiles that the parser falls over.
func FuzzProfiles(f *testing.F) {
	for _, seed := range [][]byte{displayP3(), adobeRGB(), linear(), icc("GRAY", nil), icc("RGB ", nil)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, profile []byte) {
		if _, err := squares(t.Context(), inPNG(t, plain(red), profile), []int{8}); err != nil {
			t.Error(err)
		}
	})
}
