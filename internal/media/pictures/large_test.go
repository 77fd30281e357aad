package pictures_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/media/pictures"
)

// coloured is a JPEG of so many pixels a side with colours, of which every so many across and down have one; it says of each
// only that it is as the one before.
func coloured(side uint16, progressive bool, every byte) []byte {
	frame := "\xff\xc0"
	if progressive {
		frame = "\xff\xc2"
	}
	high, low := string([]byte{byte(side >> 8)}), string([]byte{byte(side)})
	head := "\xff\xd8\xff\xdb\x00\x43\x00" + strings.Repeat("\x01", 64) + frame + "\x00\x11\x08" + high + low + high + low + "\x03" +
		"\x01" + string([]byte{every<<4 | every}) + "\x00\x02\x11\x00\x03\x11\x00" +
		"\xff\xc4\x00\x14\x00\x01" + strings.Repeat("\x00", 15) + "\x00" + // one code: the same light as before
		"\xff\xc4\x00\x14\x10\x01" + strings.Repeat("\x00", 15) + "\x00" // one code: no more of this block
	scan := "\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x3f\x00"
	if progressive {
		scan = "\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x00\x00"
	}
	// Baseline blocks take two bits, progressive ones one.
	bits := int(side) * int(side) / 64 * 3 * 2
	return append(append([]byte(head+scan), make([]byte, bits/8+4096)...), "\xff\xd9"...)
}

// allocated is how many bytes something takes in all: no more can have been held at once.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestFound71_FiftyMegapixelsAreScaledWithinABoundOfMemory(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	const scaling = 170 << 20 // and the files that are made
	for name, sent := range map[string][]byte{
		"JPEG": coloured(7071, false, 2), "progressive": coloured(7071, true, 2),
		"PNG": asPNG(t, image.NewGray(image.Rect(0, 0, 7071, 7071))),
	} {
		var made pictures.Cuts
		took := allocated(func() {
			var err error
			if made, err = pictures.Fit(t.Context(), sent, []image.Point{{X: 1600, Y: 1600}, {X: 800, Y: 800}}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		if took > pictures.MaxMemory+scaling || len(made.Files) != 2 {
			t.Errorf("%s: %d files, %d MB", name, len(made.Files), took>>20)
		}
	}
}

func TestFound71_PicturesThatTakeMoreMemoryMayHaveFewerPixels(t *testing.T) {
	t.Parallel()
	deep := asPNG(t, image.NewNRGBA64(image.Rect(0, 0, 1, 1)))
	copy(deep[16:24], "\x00\x00\x1c\x00\x00\x00\x1c\x00") // 7168 × 7168
	for name, c := range map[string]struct {
		sent []byte
		most int
	}{
		"progressive without less colour": {coloured(7071, true, 1), 27},
		"above fifty":                     {coloured(7072, false, 2), 50},
		"sixteen bits":                    {whole(deep), 50},
	} {
		var refusal *domain.Refusal
		_, err := squares(background, c.sent, []int{64})
		if !errors.Is(err, pictures.ErrTooManyPixels) || !errors.As(err, &refusal) || refusal.Args["max"] != c.most {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFound71_NarrowPicturesAreScaledWithinABoundOfMemory(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	sent := asPNG(t, image.NewGray(image.Rect(0, 0, 2, 4_000_000)))
	took := allocated(func() {
		if _, err := pictures.Fit(t.Context(), sent, []image.Point{{X: 1600, Y: 1600}}); err != nil {
			t.Error(err)
		}
	})
	if took > 60<<20 {
		t.Errorf("%d MB", took>>20)
	}
}

func TestFound19_OneProfileOfAPictureIsUnpacked(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	one := inPNG(t, plain(red), make([]byte, 1<<20))
	end := 33 + 12 + int(binary.BigEndian.Uint32(one[33:]))
	sent := slices.Concat(one[:33], bytes.Repeat(one[33:end], 300), one[end:])
	took := allocated(func() {
		if _, err := squares(t.Context(), sent, []int{64}); err != nil {
			t.Error(err)
		}
	})
	if took > 60<<20 {
		t.Errorf("%d MB", took>>20)
	}
}

func TestFound71_ShrinkingKeepsTheMeanOfWhatLiesUnderAPixel(t *testing.T) {
	t.Parallel()
	p := image.NewGray(image.Rect(0, 0, 1200, 800))
	for y := range 800 {
		for x := range 1200 {
			if (x+y)%2 == 0 {
				p.SetGray(x, y, color.Gray{Y: 200})
			}
		}
	}
	made, err := pictures.Fit(t.Context(), asPNG(t, p), []image.Point{{X: 90, Y: 90}})
	must(t, err)
	small, _, err := image.Decode(bytes.NewReader(made.Files[0]))
	must(t, err)
	for _, at := range []image.Point{{X: 3, Y: 3}, {X: 45, Y: 30}, {X: 86, Y: 56}} {
		if r, _, _, _ := small.At(at.X, at.Y).RGBA(); apart(r, 100) > 2 {
			t.Errorf("at %v it is %d", at, r>>8)
		}
	}
}

// A large picture leaves nothing for the next one to stand beside, also where it is cut off at its end: a server that collects
// garbage rarely held three of them at a time, 1,156 MB (issue 31).
func TestIssue31_WhatIsLeftOfALargePictureIsGivenBack(t *testing.T) { //nolint:paralleltest // it counts what is held
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing else collects
	whole := coloured(7071, true, 2)
	for name, sent := range map[string][]byte{"whole": whole, "cut off": whole[:len(whole)*9/10]} {
		for range 2 {
			_, err := pictures.Fit(t.Context(), sent, []image.Point{{X: 800, Y: 800}})
			if cut := name == "cut off"; cut != errors.Is(err, pictures.ErrUnreadable) {
				t.Errorf("%s: %v", name, err)
			}
			var is runtime.MemStats
			runtime.ReadMemStats(&is)
			if is.HeapAlloc > 60<<20 {
				t.Errorf("%s: %d MB are held", name, is.HeapAlloc>>20)
			}
		}
	}
}
