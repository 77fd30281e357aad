package pictures

import (
	"context"
	"image"

	"golang.org/x/image/draw"
)

// MaxMemory is what decoding one picture may take, in bytes. Photographs of MaxPixels stay below it: as JPEG 75 MB, and 375 MB
// where it is progressive; as PNG or lossless WebP of eight bits 400 MB. What needs more for each pixel may have fewer of
// them.
const MaxMemory = 400 << 20

// memory is what decoding takes at most, in bytes for each pixel, of a PNG and of a WebP.
const (
	pngMemory       = 4
	pngDeepMemory   = 8 // where colours have sixteen bits
	webpMemory      = 2
	webpAlphaMemory = 11 // what shines through is a picture without loss
	webpExactMemory = 8
	gifMemory       = 6 // twice an index where it is interlaced, and a canvas
)

// most is how many pixels of so many bytes are decoded.
func most(perPixel int) int { return min(MaxPixels, MaxMemory/perPixel) }

// shrink gives a part of a picture in a size that is not smaller than another, and less than twice as large: each of its
// pixels is the mean of as many as lie under it. It holds some rows at a time, so that scaling, whose memory goes with what is
// scaled, has little to hold. Errors: that of the context.
func shrink(ctx context.Context, from image.Image, part image.Rectangle, to image.Point) (image.Image, image.Rectangle, error) {
	each := image.Pt(max(1, part.Dx()/to.X), max(1, part.Dy()/to.Y))
	if each == image.Pt(1, 1) {
		return from, part, nil
	}
	size := image.Pt(part.Dx()/each.X, part.Dy()/each.Y)
	corner := part.Min.Add(part.Size().Sub(image.Pt(size.X*each.X, size.Y*each.Y)).Div(2))
	out := image.NewRGBA(image.Rectangle{Max: size})
	rows := image.NewRGBA(image.Rect(0, 0, size.X*each.X, min(each.Y, max(1, rowPixels/(size.X*each.X)))))
	sums := make([]uint64, 4*size.X)
	for y := range size.Y {
		if err := ctx.Err(); err != nil {
			return nil, image.Rectangle{}, err
		}
		clear(sums)
		for done := 0; done < each.Y; {
			now := min(rows.Rect.Dy(), each.Y-done)
			draw.Draw(rows, image.Rect(0, 0, rows.Rect.Dx(), now), from, corner.Add(image.Pt(0, y*each.Y+done)), draw.Src)
			for row := range now {
				add(sums, rows.Pix[row*rows.Stride:], each.X)
			}
			done += now
		}
		line, of := out.Pix[y*out.Stride:], uint64(each.X*each.Y) //nolint:gosec // not below zero
		for i, sum := range sums {
			line[i] = uint8((sum + of/2) / of) //nolint:gosec // a mean of bytes
		}
	}
	return out, out.Rect, nil
}

// rowPixels are held at a time.
const rowPixels = 1 << 16

// add adds the pixels of a row to the sums of those under which they lie.
func add(sums []uint64, row []byte, across int) {
	for x := 0; x < len(sums); x += 4 {
		var r, g, b, a uint64
		for range across {
			r, g, b, a = r+uint64(row[0]), g+uint64(row[1]), b+uint64(row[2]), a+uint64(row[3])
			row = row[4:]
		}
		sums[x], sums[x+1], sums[x+2], sums[x+3] = sums[x]+r, sums[x+1]+g, sums[x+2]+b, sums[x+3]+a
	}
}
