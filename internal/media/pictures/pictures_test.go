package pictures_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/media/pictures"
)

var (
	red, green, blue, white = rgb(220, 30, 30), rgb(30, 180, 30), rgb(30, 30, 220), rgb(255, 255, 255)
	background              = context.Background()
)

func rgb(r, g, b uint8) color.NRGBA { return color.NRGBA{R: r, G: g, B: b, A: 255} }

// quarters is a picture whose upper left is red, upper right green, lower left blue, and whose lower right shows what is
// behind.
func quarters(width, height int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			switch {
			case y < height/2 && x < width/2:
				p.SetNRGBA(x, y, red)
			case y < height/2:
				p.SetNRGBA(x, y, green)
			case x < width/2:
				p.SetNRGBA(x, y, blue)
			}
		}
	}
	return p
}

func asPNG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, p))
	return b.Bytes()
}

func asJPEG(t testing.TB, p image.Image) []byte {
	t.Helper()
	opaque := image.NewRGBA(p.Bounds())
	for y := range p.Bounds().Dy() {
		for x := range p.Bounds().Dx() {
			c := p.At(x, y)
			if _, _, _, a := c.RGBA(); a == 0 {
				c = white
			}
			opaque.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, opaque, &jpeg.Options{Quality: 95}))
	return b.Bytes()
}

func asGIF(t testing.TB) []byte {
	t.Helper()
	palette := color.Palette{red, green, blue, color.Transparent}
	frame := func(r image.Rectangle, of uint8) *image.Paletted {
		p := image.NewPaletted(r, palette)
		for i := range p.Pix {
			p.Pix[i] = of
		}
		return p
	}
	var b bytes.Buffer
	must(t, gif.EncodeAll(&b, &gif.GIF{
		Image: []*image.Paletted{frame(image.Rect(0, 0, 20, 40), 0), frame(image.Rect(0, 0, 40, 40), 1)}, Delay: []int{1, 1},
		Config: image.Config{ColorModel: palette, Width: 40, Height: 40},
	}))
	return b.Bytes()
}

// aWebP is a lossless WebP of one red pixel.
func aWebP(t testing.TB) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString("UklGRiQAAABXRUJQVlA4TBgAAAAvAAAAAAfQ//73v/+BiOh/AAA=")
	must(t, err)
	return b
}

// exif is a JPEG's segment that says how the camera was held and where it was.
func exif(orientation uint16) []byte {
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x02")
	tiff = append(tiff, "\x01\x12\x00\x03\x00\x00\x00\x01"...)
	tiff = binary.BigEndian.AppendUint16(tiff, orientation)
	tiff = append(tiff, "\x00\x00\x01\x0e\x00\x02\x00\x00\x00\x0b\x00\x00\x00\x26\x00\x00\x00\x00Lat 48.8566\x00"...)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return append(segment, body...)
}

func held(t testing.TB, p image.Image, orientation uint16) []byte {
	t.Helper()
	return slices.Insert(asJPEG(t, p), 2, exif(orientation)...)
}

// squares are what Cut makes in sizes of so many pixels a side.
func squares(ctx context.Context, sent []byte, sizes []int) ([][]byte, error) {
	var all []image.Point
	for _, size := range sizes {
		all = append(all, image.Pt(size, size))
	}
	made, err := pictures.Cut(ctx, sent, all)
	return made.Files, err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// corners are the colours near a picture's corners, by name: upper left, upper right, lower left, lower right.
func corners(t *testing.T, made []byte, size int) string {
	t.Helper()
	p, err := jpeg.Decode(bytes.NewReader(made))
	must(t, err)
	if p.Bounds() != image.Rect(0, 0, size, size) {
		t.Fatalf("the picture is %v, not %d a side", p.Bounds(), size)
	}
	near, far := size/8, size-1-size/8
	var names []string
	for _, at := range []image.Point{{X: near, Y: near}, {X: far, Y: near}, {X: near, Y: far}, {X: far, Y: far}} {
		names = append(names, nameOf(p.At(at.X, at.Y)))
	}
	return strings.Join(names, " ")
}

func nameOf(c color.Color) string {
	for name, want := range map[string]color.NRGBA{"red": red, "green": green, "blue": blue, "white": white} {
		r, g, b, _ := c.RGBA()
		if apart(r, want.R)+apart(g, want.G)+apart(b, want.B) < 60 {
			return name
		}
	}
	return "another"
}

func apart(a uint32, b uint8) int {
	d := int(a>>8) - int(b)
	return max(d, -d)
}

func TestCut_AreCutFromTheMiddleInEachSize(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{
		"PNG": asPNG(t, quarters(320, 200)), "tall JPEG": asJPEG(t, quarters(90, 300)), "tiny": asPNG(t, quarters(6, 6)),
	} {
		made, err := squares(background, sent, []int{256, 64})
		must(t, err)
		for i, size := range []int{256, 64} {
			if got := corners(t, made[i], size); got != "red green blue white" {
				t.Errorf("%s in %d: %s", name, size, got)
			}
		}
	}
	made, err := squares(background, asGIF(t), []int{64})
	must(t, err)
	if got := corners(t, made[0], 64); got != "red white red white" {
		t.Errorf("the first frame of a GIF where it lies on its canvas: %s", got)
	}
	made, err = squares(background, aWebP(t), []int{64})
	must(t, err)
	if got := corners(t, made[0], 64); strings.Contains(got, "green") {
		t.Errorf("WebP: %s", got)
	}
}

func TestCut_StandUpright(t *testing.T) {
	t.Parallel()
	for orientation, want := range map[uint16]string{
		1: "red green blue white", 2: "green red white blue", 3: "white blue green red", 4: "blue white red green",
		5: "red blue green white", 6: "blue red white green", 7: "white green blue red", 8: "green white red blue",
		9: "red green blue white",
	} {
		made, err := squares(background, held(t, quarters(160, 120), orientation), []int{64})
		must(t, err)
		if got := corners(t, made[0], 64); got != want {
			t.Errorf("orientation %d: %s, not %s", orientation, got, want)
		}
	}
}

// What phones load weighs less, and what is looked at closely, or is tiny, loses nothing.
func TestCut_SavesMiddlingSizesSmaller(t *testing.T) {
	noise := image.NewRGBA(image.Rect(0, 0, 1200, 1200))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(i * i >> 7)
	}
	made, err := pictures.Cut(t.Context(), asJPEG(t, noise), []image.Point{{X: 1001, Y: 1001}, {X: 1000, Y: 1000}})
	must(t, err)
	if large, middling := len(made.Files[0]), len(made.Files[1]); middling*100 > large*85 {
		t.Errorf("%d bytes beside %d of a picture of one pixel more", middling, large)
	}
}

func TestCut_GivesCoversUprightWithABlur(t *testing.T) {
	t.Parallel()
	sizes := []image.Point{image.Pt(160, 90), image.Pt(80, 45)}
	for orientation := range uint16(9) {
		for _, shape := range [][2]int{{300, 90}, {90, 300}, {32, 18}} {
			made, err := pictures.Cut(background, held(t, quarters(shape[0], shape[1]), orientation), sizes)
			must(t, err)
			for i, size := range sizes {
				c, err := jpeg.DecodeConfig(bytes.NewReader(made.Files[i]))
				must(t, err)
				if c.Width != size.X || c.Height != size.Y {
					t.Errorf("orientation %d of %v: %d × %d, not %v", orientation, shape, c.Width, c.Height, size)
				}
			}
			raw, isPNG := strings.CutPrefix(made.Blur, "data:image/png;base64,")
			tiny, err := base64.StdEncoding.DecodeString(raw)
			must(t, err)
			p, err := png.Decode(bytes.NewReader(tiny))
			must(t, err)
			if !isPNG || len(made.Blur) >= 500 || p.Bounds().Dx() != 12 || p.Bounds().Dy() != 7 {
				t.Errorf("the blur has %d bytes and is %v: %.40s", len(made.Blur), p.Bounds(), made.Blur)
			}
		}
	}
	noise := image.NewRGBA(image.Rect(0, 0, 160, 90))
	for i := range noise.Pix {
		noise.Pix[i] = byte(i*i*7919>>3) | byte(255*(i%4/3))
	}
	made, err := pictures.Cut(background, asPNG(t, noise), sizes[:1])
	must(t, err)
	if len(made.Blur) >= 500 {
		t.Errorf("the blur of noise has %d bytes", len(made.Blur))
	}
}

// Nothing goes on but pixels: neither where a camera was, nor what somebody hung behind a picture.
func TestCut_CarryNothingElse(t *testing.T) {
	t.Parallel()
	const script = "<script>alert(1)</script>"
	polyglot := append(held(t, quarters(80, 80), 6), script...)
	made, err := squares(background, polyglot, []int{64})
	must(t, err)
	for _, hidden := range []string{"Exif", "48.8566", "script", "\xff\xe1"} {
		if bytes.Contains(made[0], []byte(hidden)) {
			t.Errorf("%q is still there", hidden)
		}
	}
}

func TestCut_RefuseWhatIsNoPicture(t *testing.T) {
	t.Parallel()
	whole := asPNG(t, quarters(200, 200))
	for name, sent := range map[string][]byte{
		"nothing": nil, "text": []byte("a picture"), "cut off": whole[:len(whole)/2], "BMP": []byte("BM" + strings.Repeat("\x00", 90)),
		"SVG":         []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"XML":         []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`),
		"HTML":        []byte(`<!doctype html><script>alert(1)</script>`),
		"HTML in GIF": []byte("GIF89a\x09\x00\x09\x00<script>alert(1)</script>"), "JPEG of nothing": []byte("\xff\xd8\xff\xe0<html>"),
		"RIFF": []byte("RIFF\x04\x00\x00\x00WAVE"), "picture behind text": append([]byte("<html>"), whole...),
	} {
		if _, err := squares(background, sent, []int{64}); !errors.Is(err, pictures.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// large is the head of a PNG that claims to be so large, and has a few bytes.
func large(t testing.TB, width, height uint32) []byte {
	t.Helper()
	p := asPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	binary.BigEndian.PutUint32(p[16:], width)
	binary.BigEndian.PutUint32(p[20:], height)
	binary.BigEndian.PutUint32(p[29:], crc32.ChecksumIEEE(p[12:29]))
	return p
}

func TestCut_RefuseTooManyPixelsBeforeDecoding(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]uint32{{7072, 7072}, {10_001, 10_001}, {100_000, 100_000}, {1 << 30, 1}} {
		sent := large(t, size[0], size[1])
		// its few bytes would be found out, had it been decoded
		if _, err := squares(background, sent, []int{64}); !errors.Is(err, pictures.ErrTooManyPixels) {
			t.Errorf("%v: %v", size, err)
		}
	}
	if _, err := squares(background, large(t, 0, 7), []int{64}); !errors.Is(err, pictures.ErrUnreadable) {
		t.Errorf("no width: %v", err)
	}
}

// passes is a JPEG that goes over the same 25 million pixels so many times.
func passes(times int) []byte {
	const (
		head = "\xff\xd8" + "\xff\xc2\x00\x0b\x08\x13\x88\x13\x88\x01\x01\x11\x00" + // progressive, 5000 × 5000, grey
			"\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0" // one code: a run of blocks
		scan = "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"
	)
	runs := strings.Repeat("\x00", 45) // 24 runs of 16,384 blocks
	return []byte(head + strings.Repeat(scan+runs, times) + "\xff\xd9")
}

// A decoder that is asked for work without end stops with whoever asked.
func TestCut_EndWithTheirContext(t *testing.T) {
	t.Parallel()
	short, cancel := context.WithTimeout(background, 50*time.Millisecond)
	defer cancel()
	_, err := squares(short, passes(16), []int{64})
	if _, refused := errors.AsType[*domain.Refusal](err); refused || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// progressive is a small JPEG of so many scans.
func progressive(scans int) []byte {
	sent := passes(scans)
	copy(sent[7:], "\x00\x20\x00\x20")
	return sent
}

func TestFound19_PassesOverAPictureAreBounded(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string][]byte{
		"17 scans of 25 megapixels": passes(17), "100,000 of them": passes(100_000), "101 scans of few pixels": progressive(101),
	} {
		began := time.Now()
		if _, err := squares(background, sent, []int{64}); !errors.Is(err, pictures.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	moving := append(asJPEG(t, quarters(80, 80)), strings.Repeat("\xff\xda\x00\x08", 300)...)
	if _, err := squares(background, moving, []int{64}); err != nil {
		t.Errorf("a picture with something behind it: %v", err)
	}
}

// FuzzSquares looks for what a decoder falls over, in bytes that begin like pictures.
func FuzzSquares(f *testing.F) {
	small := quarters(12, 8)
	seeds := [][]byte{
		asPNG(f, small), asJPEG(f, small), held(f, small, 6), asGIF(f), aWebP(f), large(f, 4000, 4000), []byte("<svg/>"), passes(3),
		progressive(12), progressive(300), withProfile(asJPEG(f, small), adobeRGB()), moving(f, 4, 2), inPNG(f, small, adobeRGB()),
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		made, err := squares(t.Context(), sent, []int{32, 16})
		if err == nil {
			corners(t, made[0], 32)
			corners(t, made[1], 16)
			return
		}
		if !errors.Is(err, pictures.ErrUnreadable) && !errors.Is(err, pictures.ErrTooManyPixels) {
			t.Errorf("%v", err)
		}
	})
}

func TestFit_GivesTheWholePictureNoLargerThanItIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sent []byte
		want []image.Point
	}{
		"wide":        {asPNG(t, quarters(400, 100)), []image.Point{{X: 200, Y: 50}, {X: 100, Y: 25}}},
		"high":        {asPNG(t, quarters(100, 400)), []image.Point{{X: 50, Y: 200}, {X: 25, Y: 100}}},
		"small":       {asPNG(t, quarters(120, 80)), []image.Point{{X: 120, Y: 80}, {X: 100, Y: 66}}},
		"a line":      {asPNG(t, quarters(900, 1)), []image.Point{{X: 200, Y: 1}, {X: 100, Y: 1}}},
		"held aslant": {held(t, quarters(400, 100), 6), []image.Point{{X: 50, Y: 200}, {X: 25, Y: 100}}},
	} {
		made, err := pictures.Fit(t.Context(), c.sent, []image.Point{{X: 200, Y: 200}, {X: 100, Y: 100}})
		if err != nil || len(made.Files) != len(c.want) || !strings.HasPrefix(made.Blur, "data:image/png;base64,") {
			t.Errorf("%s: %d files, %v", name, len(made.Files), err)
			continue
		}
		for i, file := range made.Files {
			is, err := jpeg.DecodeConfig(bytes.NewReader(file))
			if got := image.Pt(is.Width, is.Height); err != nil || got != c.want[i] {
				t.Errorf("%s: %v, not %v: %v", name, got, c.want[i], err)
			}
		}
	}
	_, err := pictures.Fit(t.Context(), []byte("no picture"), []image.Point{{X: 200, Y: 200}})
	if !errors.Is(err, pictures.ErrUnreadable) {
		t.Error(err)
	}
}
